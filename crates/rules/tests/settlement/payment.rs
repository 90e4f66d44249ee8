use crate::checking::{Said, case, han, han_fu, ron, tsumo, worth, yakuman};
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::transfer::What;

#[test]
fn liable_for_one_yakuman() {
    let rc = "ryanzou-chankan";
    case("RC-65", rc)
        .honba(2)
        .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_600, 0, -32_600])
        .because(What::Pao, "RC-65");
    case("RC-65", rc)
        .honba(1)
        .wins(&[tsumo(East, yakuman(1)).liable(West, 1)])
        .points(&[48_300, 0, -48_300, 0]);
    case("RC-66", rc)
        .honba(1)
        .wins(&[ron(South, West, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_300, -16_300, -16_000])
        .because(What::Pao, "RC-66");
    case("RC-66", rc)
        .wins(&[ron(East, West, yakuman(1)).liable(North, 1)])
        .points(&[48_000, 0, -24_000, -24_000]);
    // The great winds are one yakuman that counts twice.
    case("RC-60", rc)
        .honba(1)
        .wins(&[tsumo(South, yakuman(2)).liable(East, 2)])
        .points(&[-64_300, 64_300, 0, 0]);
    // Who is liable and deals in pays as any discarder.
    case("RC-66", rc)
        .honba(1)
        .wins(&[ron(South, North, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_300, 0, -32_300])
        .because(What::Hand, "RB-26");
    case("EMA-23", "ema-2025")
        .honba(1)
        .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_300, 0, -32_300]);
    case("EMA-23", "ema-2025")
        .honba(1)
        .wins(&[ron(South, West, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_300, -16_300, -16_000])
        .because(What::Pao, "EMA-23");
}

#[test]
fn liable_for_one_of_several_yakuman() {
    let rc = "ryanzou-chankan";
    case("RC-68", rc)
        .honba(1)
        .wins(&[tsumo(South, yakuman(2)).liable(North, 1)])
        .points(&[-16_100, 64_300, -8_100, -8_100 - 32_000])
        .because(What::Pao, "RC-68");
    case("RC-68", rc)
        .honba(1)
        .wins(&[tsumo(East, yakuman(3)).liable(South, 1)])
        .points(&[144_300, -80_100, -32_100, -32_100]);
    case("RC-69", rc)
        .honba(1)
        .wins(&[ron(South, West, yakuman(2)).liable(North, 1)])
        .points(&[0, 64_300, -48_300, -16_000])
        .because(What::Pao, "RC-69");
    // Two liable players each answer for their own; nobody pays the hand alone, so the honba is shared.
    case("RC-68", rc)
        .honba(1)
        .wins(&[tsumo(South, yakuman(2)).liable(North, 1).liable(East, 1)])
        .points(&[-32_100, 64_300, -100, -32_100]);
    case("RC-69", rc)
        .wins(&[ron(South, East, yakuman(2)).liable(North, 1).liable(East, 1)])
        .points(&[-48_000, 64_000, 0, -16_000]);
    // In the EMA's book two yakuman in a hand are one, for which one player answers, with its honba.
    case("EMA-30", "ema-2025")
        .honba(1)
        .wins(&[tsumo(South, yakuman(1)).liable(North, 1).liable(East, 1)])
        .points(&[0, 32_300, 0, -32_300]);
    case("EMA-30", "ema-2025")
        .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
        .points(&[0, 32_000, 0, -32_000]);
}

#[test]
fn liable_for_the_whole_hand() {
    case("TH-14", "tenhou")
        .honba(1)
        .wins(&[tsumo(South, yakuman(2)).liable(North, 1)])
        .points(&[0, 64_300, 0, -64_300]);
    case("TH-14", "tenhou")
        .honba(1)
        .wins(&[ron(South, West, yakuman(2)).liable(North, 1)])
        .points(&[0, 64_300, -32_300, -32_000]);
    case("TH-14", "tenhou")
        .wins(&[ron(South, North, yakuman(2)).liable(North, 1)])
        .points(&[0, 64_000, 0, -64_000]);
}

#[test]
fn liable_among_three_players() {
    case("EMA-35", "sanmatsuri")
        .honba(1)
        .wins(&[tsumo(South, yakuman(1)).liable(West, 1)])
        .points(&[0, 24_200, -24_200]);
    case("EMA-35", "sanmatsuri")
        .wins(&[tsumo(East, yakuman(1)).liable(West, 1)])
        .points(&[32_000, 0, -32_000]);
    case("EMA-23", "sanmatsuri")
        .honba(1)
        .wins(&[ron(South, East, yakuman(1)).liable(West, 1)])
        .points(&[-16_200, 32_200, -16_000]);
}

#[test]
fn who_feeds_a_kan_pays_for_a_win_on_its_replacement() {
    let rc = "ryanzou-chankan";
    case("RC-45", rc)
        .honba(1)
        .wins(&[tsumo(South, han_fu(3, 30)).fed_by(North)])
        .points(&[0, 4_300, 0, -4_300])
        .because(What::RinshanPao, "RC-45");
    case("RC-45", rc)
        .wins(&[tsumo(South, han_fu(1, 30)).fed_by(East)])
        .points(&[-1_100, 1_100, 0, 0]);
    case("RC-45", rc)
        .wins(&[tsumo(East, han(5)).fed_by(West)])
        .points(&[12_000, 0, -12_000, 0]);
    // Not where the rulebook has no such clause.
    case("EMA-23", "ema-2025")
        .wins(&[tsumo(South, han(5)).fed_by(North)])
        .points(&[-4_000, 8_000, -2_000, -2_000]);
}

#[test]
fn fed_a_kan_and_liable() {
    let rc = "ryanzou-chankan";
    case("RC-67", rc)
        .honba(1)
        .wins(&[tsumo(South, yakuman(1)).fed_by(West).liable(North, 1)])
        .points(&[0, 32_300, -16_300, -16_000])
        .because(What::Pao, "RC-67");
    case("RC-67", rc)
        .wins(&[tsumo(East, yakuman(1)).fed_by(West).liable(North, 1)])
        .points(&[48_000, 0, -24_000, -24_000]);
    // Suukankaihou counts two and daisangen one: 16,000 from the liable player, 16,000 + 64,000 + honba from the feeder.
    case("RC-69", rc)
        .honba(2)
        .wins(&[tsumo(South, yakuman(3)).fed_by(West).liable(North, 1)])
        .points(&[0, 96_600, -16_000 - 64_000 - 600, -16_000])
        .because(What::Pao, "RC-69");
    case("RC-69", rc)
        .honba(1)
        .wins(&[tsumo(South, yakuman(3)).fed_by(North).liable(North, 1)])
        .points(&[0, 96_300, 0, -96_300]);
}

#[test]
fn nobody_is_liable_where_the_rulebook_has_no_pao() {
    case("ZAN-33", "zan")
        .wins(&[tsumo(South, yakuman(1)).liable(West, 1).fed_by(West)])
        .points(&[-20_000, 32_000, -12_000]);
    case("ZAN-33", "zan")
        .wins(&[ron(South, East, yakuman(1)).liable(West, 1)])
        .points(&[-32_000, 32_000, 0]);
}

#[test]
fn the_responsible_player() {
    let zj = "zung-jung";
    case("ZJ-71", zj)
        .wins(&[tsumo(South, worth(160))])
        .points(&[-160, 480, -160, -160])
        .because(What::Hand, "ZJ-71");
    case("ZJ-71", zj)
        .wins(&[tsumo(East, worth(30))])
        .points(&[90, -30, -30, -30]);
    case("ZJ-72", zj)
        .wins(&[ron(South, West, worth(20))])
        .points(&[-20, 60, -20, -20])
        .because(What::Hand, "ZJ-72");
    case("ZJ-72", zj)
        .wins(&[ron(South, West, worth(25))])
        .points(&[-25, 75, -25, -25])
        .because(What::Hand, "ZJ-72");
    case("ZJ-73", zj)
        .wins(&[ron(South, West, worth(26))])
        .points(&[-25, 78, -28, -25]);
    case("ZJ-73", zj)
        .wins(&[ron(South, West, worth(160))])
        .points(&[-25, 480, -430, -25])
        .because(What::Hand, "ZJ-73");
    case("ZJ-74", zj)
        .wins(&[ron(South, West, worth(160)).responsible(North)])
        .points(&[-25, 480, -25, -430]);
    case("ZJ-75", zj)
        .wins(&[ron(South, West, worth(160)).responsible(South)])
        .points(&[-160, 480, -160, -160])
        .because(What::Hand, "ZJ-75");
    case("ZJ-76", zj)
        .wins(&[ron(East, West, worth(480))])
        .points(&[1_440, -25, -1_390, -25]);
    case("ZJ-82", "zung-jung(payoff=uniform)")
        .wins(&[ron(South, West, worth(160))])
        .points(&[-160, 480, -160, -160]);
}
