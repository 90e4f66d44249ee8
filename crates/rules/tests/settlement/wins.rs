use crate::checking::{Case, case, han, han_fu, ron, rules, tsumo, worth, yakuman};
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::settlement::wins::{ChipFacts, Liabilities, Winner, winners_of};
use jantaku_rules::transfer::What;
use jantaku_rules::value::limit_name;
use jantaku_rules::{Win, score};

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
fn three_players_without_tsumo_loss() {
    // The missing player's share is split between the two who pay, each part rounded up to a hundred. No rulebook of ours plays so.
    let without_loss = || {
        let mut case = case("payment.tsumo-loss", "sanmatsuri");
        case.rules.settings.payment.tsumo_loss = false;
        case
    };
    without_loss()
        .wins(&[tsumo(South, han_fu(3, 30))])
        .points(&[-2_500, 4_000, -1_500]);
    without_loss()
        .wins(&[tsumo(South, han_fu(2, 30))])
        .points(&[-1_300, 2_100, -800]);
    without_loss()
        .wins(&[tsumo(East, han_fu(2, 30))])
        .points(&[3_000, -1_500, -1_500]);
    without_loss()
        .wins(&[ron(South, West, han_fu(3, 30))])
        .points(&[0, 3_900, -3_900]);
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
    // With tsumo loss that is what explains a tsumo, and nothing but a tsumo.
    because("sanmatsuri", han_fu(2, 30), "RB-26");
    case("RB-26", "ryanzou-chankan")
        .wins(&[tsumo(South, han_fu(2, 30))])
        .because(What::Hand, "RB-26");
}

#[test]
fn limits_have_names() {
    let name = |spec, value| limit_name(&rules(spec).settings, &value).to_owned();
    for (value, expected) in [
        (han_fu(3, 60), ""),
        (han_fu(3, 70), "mangan"),
        (han(5), "mangan"),
        (han(7), "haneman"),
        (han(8), "baiman"),
        (han(12), "sanbaiman"),
        (han(13), "counted yakuman"),
        (yakuman(1), "yakuman"),
    ] {
        assert_eq!(name("ryanzou-chankan", value), expected, "RB-26: {value:?}");
    }
    assert_eq!(name("ema-2025", han_fu(4, 30)), "mangan", "EMA-30");
    assert_eq!(name("ema-2025", han(13)), "sanbaiman", "EMA-30");
    assert_eq!(name("zan", han(3)), "", "ZAN-38");
    assert_eq!(name("zung-jung", worth(320)), "");
}

#[test]
fn who_wins_of_several_claims() {
    let winners = |spec, claims| winners_of(&rules(spec).settings, claims);
    assert_eq!(winners("tenhou", 2), Some(2), "TH-11");
    assert_eq!(winners("tenhou", 3), None, "TH-11: three abort the hand");
    assert_eq!(winners("ryanzou-chankan", 3), Some(3), "RC-08");
    assert_eq!(winners("zung-jung", 3), Some(1), "ZJ-04");
    assert_eq!(winners("zung-jung", 0), Some(0));
}

/// RC-64: liable is who fed the deciding set, and only for daisangen and daisuushii. North fed everything here.
#[test]
fn who_is_liable_for_a_scored_hand() {
    let won = |case: Case, line: &str| {
        let win: Win = line.parse().expect("a hand");
        let score = score(&case.rules, &win).expect("a win");
        let liable = Liabilities::of(&case.rules, &score, |_| Some(North));
        let winner = Winner::of(&case.rules, &win, &score);
        case.wins(&[Winner { liable, ..winner }])
    };
    let dragons = "[555z pon west][666z pon east][777z pon north]";
    let rc = |clause| case(clause, "ryanzou-chankan").honba(1);
    // Daisangen by tsumo: north pays 32,000 and the honba.
    won(rc("RC-65"), &format!("{dragons}12m99p +3m tsumo")).points(&[0, 32_300, 0, -32_300]);
    // Off west: half each, and the honba from west.
    won(rc("RC-66"), &format!("{dragons}12m99p +3m from=west")).points(&[0, 32_300, -16_300, -16_000]);
    // Daisangen and tsuuiisou: north pays the first; the second and the honba are shared, 16,100 and twice 8,100.
    won(rc("RC-68"), &format!("{dragons}1144z +1z tsumo")).points(&[-16_100, 64_300, -8_100, -40_100]);
    // Tsuuiisou alone makes nobody liable.
    won(
        rc("RC-64"),
        "[222z pon north][555z pon north][666z pon north]1144z +1z from=west",
    )
    .points(&[0, 32_300, -32_300, 0]);
}

#[test]
fn what_of_a_scored_hand_gives_chips() {
    let of = |spec, line: &str| {
        let rules = rules(spec);
        let win: Win = line.parse().expect("a hand");
        Winner::of(&rules, &win, &score(&rules, &win).expect("a win")).chips
    };
    let none = ChipFacts::default();
    let hand = "123p678p789s23s99m +4s riichi";
    assert_eq!(of("zan", hand), none);
    let ippatsu = ChipFacts { ippatsu: true, ..none };
    assert_eq!(of("zan", &format!("{hand} ippatsu")), ippatsu, "ZAN-05");
    let ura = ChipFacts { ura: 2, ..none };
    assert_eq!(of("zan", &format!("{hand} ura=8m")), ura, "ZAN-05");
    let all_flowers = ChipFacts {
        all_flowers: true,
        ..none
    };
    assert_eq!(of("zan", &format!("{hand} aside=1f2f3f4f")), all_flowers, "ZAN-08");
    assert_eq!(of("zan", &format!("{hand} aside=1f2f3f")), none, "ZAN-08");
    assert_eq!(of("ema-2025", hand), none, "EMA-01: no flowers");
    // The pocchi has to be drawn, and after riichi.
    let pocchi = ChipFacts { pocchi: true, ..none };
    let honours = "123p678p789s99m55z +5rz";
    assert_eq!(of("zan", &format!("{honours} tsumo riichi")), pocchi, "ZAN-05");
    assert_eq!(of("zan", &format!("{honours} tsumo")), none, "ZAN-05");
    assert_eq!(of("zan", &format!("{honours} riichi")), none, "ZAN-05");
}
