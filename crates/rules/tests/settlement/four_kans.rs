use crate::checking::case;
use jantaku_rules::seat::Wind;
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::settlement::four_kans::*;
use jantaku_rules::settlement::wins::Liabilities;

#[track_caller]
fn check(clause: &'static str, seat: Wind, yakuman: u8, fed: Option<Wind>, liable: Option<Wind>, expected: [i32; 4]) {
    let mut kans = FourKansWin {
        seat,
        yakuman,
        liable: Liabilities::default(),
        fed,
    };
    if let Some(liable) = liable {
        kans.liable.add(liable, 1);
    }
    case(clause, "ryanzou-chankan")
        .honba(1)
        .sticks(1)
        .by(|rules, hand| settle_four_kans(rules, hand, &kans))
        .points(&expected);
}

#[test]
fn paid_as_a_tsumo_of_yakuman() {
    check("RC-55", South, 1, None, None, [-16_100, 33_300, -8_100, -8_100]);
    check("RC-55", East, 1, None, None, [49_300, -16_100, -16_100, -16_100]);
    check("RC-55", South, 2, None, None, [-32_100, 65_300, -16_100, -16_100]);
}

#[test]
fn who_fed_the_fourth_pays_all() {
    check("RC-56", South, 1, Some(West), None, [0, 33_300, -32_300, 0]);
    check("RC-56", East, 1, Some(West), None, [49_300, 0, -48_300, 0]);
}

#[test]
fn with_a_liable_player() {
    check("RC-68", South, 2, None, Some(North), [-16_100, 65_300, -8_100, -40_100]);
    check(
        "RC-69",
        South,
        2,
        Some(West),
        Some(North),
        [0, 65_300, -48_300, -16_000],
    );
    check("RC-56", South, 2, Some(North), Some(North), [0, 65_300, 0, -64_300]);
}
