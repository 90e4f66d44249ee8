use crate::checking::{case, han, han_fu, ron, tsumo, yakuman};
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::transfer::What;

#[test]
fn four_players_with_fu() {
    let rc = "ryanzou-chankan";
    case("RB-26", rc)
        .wins(&[ron(South, East, han_fu(3, 30))])
        .points(&[-3_900, 3_900, 0, 0]);
    case("RB-26", rc)
        .wins(&[ron(East, West, han_fu(3, 30))])
        .points(&[5_800, 0, -5_800, 0]);
    case("RB-26", rc)
        .wins(&[tsumo(South, han_fu(3, 30))])
        .points(&[-2_000, 4_000, -1_000, -1_000]);
    case("RB-26", rc)
        .wins(&[tsumo(East, han_fu(3, 30))])
        .points(&[6_000, -2_000, -2_000, -2_000]);
    case("RB-26", rc)
        .wins(&[tsumo(West, han(5))])
        .points(&[-4_000, -2_000, 8_000, -2_000]);
    case("RB-26", rc)
        .wins(&[ron(North, West, han(7))])
        .points(&[0, 0, -12_000, 12_000]);
    case("RB-26", rc)
        .wins(&[ron(East, South, han(8))])
        .points(&[24_000, -24_000, 0, 0]);
    case("RB-26", rc)
        .wins(&[tsumo(East, han(11))])
        .points(&[36_000, -12_000, -12_000, -12_000]);
    case("RC-59", rc)
        .wins(&[ron(South, West, yakuman(2))])
        .points(&[0, 64_000, -64_000, 0]);
    case("RC-52", rc)
        .wins(&[tsumo(South, han_fu(1, 20))])
        .points(&[-400, 800, -200, -200]);
    case("RC-52", rc)
        .wins(&[tsumo(East, han_fu(1, 20))])
        .points(&[1_200, -400, -400, -400]);
    case("HN-21", rc)
        .wins(&[tsumo(South, han_fu(3, 20))])
        .points(&[-1_300, 2_700, -700, -700]);
    case("HN-21", rc)
        .wins(&[tsumo(South, han_fu(2, 50))])
        .points(&[-1_600, 3_200, -800, -800]);
}

#[test]
fn rounding_up_and_counting_to_a_limit() {
    case("RC-31", "ryanzou-chankan")
        .wins(&[ron(South, East, han_fu(4, 30))])
        .points(&[-7_700, 7_700, 0, 0]);
    case("RC-31", "ryanzou-chankan")
        .wins(&[tsumo(South, han_fu(3, 60))])
        .points(&[-3_900, 7_900, -2_000, -2_000]);
    case("RC-32", "ryanzou-chankan")
        .wins(&[ron(South, East, han(13))])
        .points(&[-32_000, 32_000, 0, 0]);
    case("EMA-30", "ema-2025")
        .wins(&[ron(South, East, han_fu(4, 30))])
        .points(&[-8_000, 8_000, 0, 0]);
    case("EMA-30", "ema-2025")
        .wins(&[tsumo(South, han_fu(3, 60))])
        .points(&[-4_000, 8_000, -2_000, -2_000]);
    case("EMA-30", "ema-2025")
        .wins(&[ron(South, East, han(13))])
        .points(&[-24_000, 24_000, 0, 0]);
}

#[test]
fn honba() {
    case("RC-07", "ryanzou-chankan")
        .honba(2)
        .wins(&[ron(South, East, han_fu(1, 30))])
        .points(&[-1_600, 1_600, 0, 0]);
    case("RC-07", "ryanzou-chankan")
        .honba(2)
        .wins(&[tsumo(South, han_fu(1, 30))])
        .points(&[-700, 1_700, -500, -500]);
    case("SM-22", "sanmatsuri")
        .honba(3)
        .wins(&[ron(South, West, han_fu(1, 30))])
        .points(&[0, 1_600, -1_600]);
    case("SM-22", "sanmatsuri")
        .honba(3)
        .wins(&[tsumo(East, han_fu(1, 30))])
        .points(&[1_600, -800, -800]);
    case("ZAN-29", "zan")
        .honba(2)
        .wins(&[ron(South, West, han(1))])
        .points(&[0, 3_000, -3_000]);
    case("ZAN-29", "zan")
        .honba(2)
        .wins(&[tsumo(South, han(1))])
        .points(&[-3_000, 6_000, -3_000]);
}

#[test]
fn three_players_with_tsumo_loss() {
    let sm = "sanmatsuri";
    case("SM-21", sm)
        .wins(&[ron(East, South, han(5))])
        .points(&[12_000, -12_000, 0]);
    case("SM-21", sm)
        .wins(&[tsumo(East, han(5))])
        .points(&[8_000, -4_000, -4_000]);
    case("SM-21", sm)
        .wins(&[ron(South, West, han_fu(3, 30))])
        .points(&[0, 3_900, -3_900]);
    case("SM-21", sm)
        .wins(&[tsumo(South, han_fu(3, 30))])
        .points(&[-2_000, 3_000, -1_000])
        .because(What::Hand, "SM-21");
}

#[test]
fn three_players_by_a_table_of_han() {
    let dealer = [
        (1, 2_000, 1_000),
        (2, 3_000, 2_000),
        (3, 6_000, 3_000),
        (4, 12_000, 6_000),
        (5, 12_000, 6_000),
        (6, 18_000, 9_000),
        (7, 18_000, 9_000),
        (8, 24_000, 12_000),
        (10, 24_000, 12_000),
        (11, 36_000, 18_000),
        (12, 36_000, 18_000),
        (13, 48_000, 24_000),
        (20, 48_000, 24_000),
    ];
    for (count, by_ron, from_each) in dealer {
        case("ZAN-37", "zan")
            .wins(&[ron(East, West, han(count))])
            .points(&[by_ron, 0, -by_ron])
            .because(What::Hand, "ZAN-37");
        case("ZAN-37", "zan")
            .wins(&[tsumo(East, han(count))])
            .points(&[from_each * 2, -from_each, -from_each]);
    }
    let others = [
        (1, 1_000, 1_000, 1_000),
        (2, 2_000, 1_000, 1_000),
        (3, 4_000, 1_000, 3_000),
        (4, 8_000, 3_000, 5_000),
        (5, 8_000, 3_000, 5_000),
        (6, 12_000, 4_000, 8_000),
        (8, 16_000, 6_000, 10_000),
        (10, 16_000, 6_000, 10_000),
        (11, 24_000, 8_000, 16_000),
        (13, 32_000, 12_000, 20_000),
    ];
    for (count, by_ron, from_other, from_dealer) in others {
        case("ZAN-38", "zan")
            .wins(&[ron(South, East, han(count))])
            .points(&[-by_ron, by_ron, 0])
            .because(What::Hand, "ZAN-38");
        case("ZAN-38", "zan").wins(&[tsumo(South, han(count))]).points(&[
            -from_dealer,
            from_dealer + from_other,
            -from_other,
        ]);
    }
    case("ZAN-38", "zan")
        .wins(&[ron(West, South, yakuman(2))])
        .points(&[0, -64_000, 64_000]);
    case("ZAN-38", "zan")
        .wins(&[tsumo(West, yakuman(2))])
        .points(&[-40_000, -24_000, 64_000]);
}

#[test]
fn the_clause_behind_a_price() {
    let because = |spec, value, clause| {
        case(clause, spec)
            .wins(&[ron(South, East, value)])
            .because(What::Hand, clause);
    };
    because("ryanzou-chankan", han_fu(2, 30), "RB-26");
    because("ryanzou-chankan", han(13), "RC-32");
    because("ema-2025", han_fu(4, 30), "EMA-30");
    because("ema-2025", han(6), "RB-26");
}
