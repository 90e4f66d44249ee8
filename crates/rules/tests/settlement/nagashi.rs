use crate::checking::{Case, Settled, case, those};
use jantaku_rules::seat::Wind;
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::settlement::nagashi::*;
use jantaku_rules::transfer::What;

fn nagashi(case: Case, winners: &[Wind]) -> Settled {
    case.by(|rules, hand| settle_nagashi(rules, hand, &those(rules.seats(), winners)))
}

#[test]
fn a_win_with_honba_and_sticks() {
    nagashi(
        case("RC-46", "ryanzou-chankan").honba(2).sticks(1).riichi(&[West]),
        &[South],
    )
    .points(&[-4_200, 10_600, -2_200, -2_200])
    .because(What::Nagashi, "RC-46");
    nagashi(case("RC-46", "ryanzou-chankan").honba(1), &[East]).points(&[12_300, -4_100, -4_100, -4_100]);
    nagashi(case("SM-25", "sanmatsuri").honba(1).sticks(1), &[South]).points(&[-4_100, 7_200, -2_100]);
    nagashi(case("SM-25", "sanmatsuri(nagashi=draw)").honba(1).sticks(1), &[South]).points(&[-4_100, 6_200, -2_100]);
}

#[test]
fn several_that_cancel() {
    // East's stick goes to south, the nearer to the dealer; north's own comes back.
    nagashi(
        case("RC-47", "ryanzou-chankan").honba(1).riichi(&[East, North]),
        &[South, North],
    )
    .points(&[-8_200, 7_200, -4_200, 7_200])
    .because(What::OwnStick, "RC-47")
    .because(What::Nagashi, "RC-47")
    .unpaid(South, North);
    nagashi(case("RC-47", "ryanzou-chankan").sticks(2), &[East, West]).points(&[10_000, -6_000, 4_000, -6_000]);
    nagashi(
        case("RC-47", "ryanzou-chankan").honba(3).sticks(1),
        &[East, South, West, North],
    )
    .points(&[1_000, 0, 0, 0]);
}

#[test]
fn several_that_pay_each_other() {
    nagashi(
        case("SM-25", "sanmatsuri").honba(1).riichi(&[South, West]),
        &[East, South],
    )
    .points(&[5_100, 3_100, -6_200]);
}

#[test]
fn a_yakuman_with_chips() {
    nagashi(case("ZAN-43", "zan").honba(1).sticks(2), &[South])
        .points(&[-21_000, 36_000, -13_000])
        .chips(&[-5, 10, -5])
        .because(What::Yakuman, "ZAN-43");
    nagashi(case("ZAN-43", "zan"), &[East])
        .points(&[48_000, -24_000, -24_000])
        .chips(&[10, -5, -5]);
    // East has 24,000 from both and pays 20,000; honba and both sticks go to east alone.
    nagashi(case("ZAN-43", "zan").honba(1).riichi(&[South, West]), &[East, South])
        .points(&[32_000, 7_000, -37_000])
        .chips(&[5, 5, -10]);
}

#[test]
fn worth_more_or_less_by_choice() {
    nagashi(case("RC-46", "ryanzou-chankan(nagashi=yakuman)").honba(1), &[South])
        .points(&[-16_100, 32_300, -8_100, -8_100])
        .because(What::Nagashi, "RC-46");
    // With tsumo loss, as SM-21 has it: nobody makes up for north.
    nagashi(
        case("SM-24", "sanmatsuri(nagashi-worth=yakuman)").honba(1).sticks(1),
        &[South],
    )
    .points(&[-16_100, 25_200, -8_100]);
    // The row of 4 and 5 han, which has no chips.
    let mangan = "zan(nagashi-worth=mangan)";
    nagashi(case("ZAN-43", mangan).honba(1).sticks(2), &[South])
        .points(&[-6_000, 12_000, -4_000])
        .chips(&[0, 0, 0]);
    nagashi(case("ZAN-43", mangan), &[East]).points(&[12_000, -6_000, -6_000]);
    nagashi(
        case("EMA-19", "ema-2025(nagashi-mangan=yes)").honba(2).sticks(1),
        &[South],
    )
    .points(&[-4_200, 9_600, -2_200, -2_200]);
    for (clause, spec) in [
        ("RC-46", "ryanzou-chankan(nagashi=nothing)"),
        ("TH-13", "tenhou(nagashi=nothing)"),
    ] {
        nagashi(case(clause, spec), &[South]).points(&[0; 4]);
    }
    for (clause, spec) in [
        ("SM-24", "sanmatsuri(nagashi-worth=nothing)"),
        ("ZAN-43", "zan(nagashi-worth=nothing)"),
    ] {
        nagashi(case(clause, spec), &[South]).points(&[0; 3]).chips(&[0; 3]);
    }
}

#[test]
fn a_draw_leaves_honba_and_sticks() {
    nagashi(case("TH-13", "tenhou").honba(2).sticks(1), &[South]).points(&[-4_000, 8_000, -2_000, -2_000]);
    nagashi(case("TS-13", "tenhou-sanma").honba(2).sticks(1), &[East]).points(&[8_000, -4_000, -4_000]);
    nagashi(case("EMA-19", "ema-2025").honba(2).sticks(1), &[South]).points(&[0, 0, 0, 0]);
}
