use crate::checking::{Case, Settled, case, each};
use jantaku_rules::seat::BySeat;
use jantaku_rules::seat::Wind;
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::settlement::chombo::*;
use jantaku_rules::transfer::What;

fn chombo(case: Case, offender: Wind) -> Settled {
    case.by(|rules, hand| settle_chombo(rules, hand, &[offender], &BySeat::all(rules.seats(), 0)))
}

#[test]
fn a_mangan_the_other_way_round() {
    chombo(case("RC-25", "ryanzou-chankan").honba(2), East)
        .points(&[-12_000, 4_000, 4_000, 4_000])
        .because(What::Chombo, "RC-25");
    chombo(case("RC-25", "ryanzou-chankan").honba(2), South).points(&[4_000, -8_000, 2_000, 2_000]);
    chombo(case("ZAN-55", "zan").honba(2), East)
        .points(&[-12_000, 6_000, 6_000])
        .chips(&[0, 0, 0]);
    chombo(case("ZAN-55", "zan"), West)
        .points(&[5_000, 3_000, -8_000])
        .because(What::Chombo, "ZAN-55");
    chombo(case("EMA-24", "ema-2025(chombo=club)"), North).points(&[4_000, 2_000, 2_000, -8_000]);
}

#[test]
fn two_offenders_pay_a_mangan_each_and_sticks_return_once() {
    // East pays 4,000 to each, south 4,000 to east and 2,000 to the others.
    case("RC-25", "ryanzou-chankan")
        .sticks(1)
        .riichi(&[West])
        .by(|rules, hand| settle_chombo(rules, hand, &[East, South], &BySeat::all(rules.seats(), 0)))
        .points(&[-8_000, -4_000, 7_000, 6_000]);
}

#[test]
fn the_sticks_of_the_hand_return() {
    chombo(case("RC-25", "ryanzou-chankan").sticks(3).riichi(&[South, West]), South)
        .points(&[4_000, -7_000, 3_000, 2_000]);
    chombo(case("EMA-24", "ema-2025").sticks(1).riichi(&[East]), South).points(&[1_000, 0, 0, 0]);
}

#[test]
fn chips_for_flowers_return() {
    // South has set two flowers aside and north one.
    case("HN-40", "ryanzou-chankan+hana(variation=3)")
        .by(|rules, hand| settle_chombo(rules, hand, &[East], &each(&[0, 2, 0, 1])))
        .chips(&[3, -5, 3, -1]);
}
