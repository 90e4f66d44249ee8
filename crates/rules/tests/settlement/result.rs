//! Results under each rulebook, by chair from the first dealer.

use crate::checking::{chips, points as points_of, rules};
use jantaku_rules::result::*;
use jantaku_rules::seat::Seat;
use jantaku_rules::transfer::{Stake, What};

/// Checks the scores of a game that ended with these points.
#[track_caller]
fn check(clause: &str, spec: &str, points: &[i32], change: impl FnOnce(&mut GameEnd), expected: &[i32]) -> FinalResult {
    let mut end = GameEnd::with_points(points_of(points));
    change(&mut end);
    let result = final_result(&rules(spec), &end);
    assert_eq!(result.score.as_slice(), expected, "{clause}, {spec}: {result:#?}");
    result
}

fn nothing_else(_: &mut GameEnd) {}

#[test]
fn uma_and_oka() {
    let rc = "ryanzou-chankan";
    check(
        "RC-02",
        rc,
        &[40_000, 30_000, 20_000, 10_000],
        nothing_else,
        &[45_000, 5_000, -15_000, -35_000],
    );
    check(
        "RC-02",
        rc,
        &[10_000, 45_500, -500, 45_000],
        nothing_else,
        &[-25_000, 50_500, -45_500, 20_000],
    );
    check(
        "RC-14",
        rc,
        &[30_000, 30_000, 20_000, 20_000],
        nothing_else,
        &[35_000, 5_000, -15_000, -25_000],
    );
    let result = check(
        "RC-01",
        rc,
        &[24_000, 31_000, 25_000, 20_000],
        nothing_else,
        &[-11_000, 36_000, 0, -25_000],
    );
    assert_eq!(result.sum(What::Uma).as_slice(), [-5_000, 15_000, 5_000, -15_000]);
    assert_eq!(result.sum(What::Oka).as_slice(), [0, 20_000, 0, 0]);
    check(
        "EMA-27",
        "ema-2025",
        &[45_000, 35_000, 25_000, 15_000],
        nothing_else,
        &[30_000, 10_000, -10_000, -30_000],
    );
    check(
        "SM-02",
        "sanmatsuri",
        &[45_000, 30_000, 15_000],
        nothing_else,
        &[30_000, 0, -30_000],
    );
}

#[test]
fn rounded_to_thousands() {
    // 23,500 counts as 24,000 and -500 as -1,000; first place takes the difference.
    let thousands = "tenhou(rounding=thousands)";
    check(
        "TH-17",
        thousands,
        &[52_600, 24_400, 23_500, -500],
        nothing_else,
        &[63_000, 4_000, -16_000, -51_000],
    );
    check(
        "TH-17",
        "tenhou",
        &[52_600, 24_400, 23_500, -500],
        nothing_else,
        &[62_600, 4_400, -16_500, -50_500],
    );
}

#[test]
fn a_drawn_game_gives_nobody_anything() {
    let drawn = |end: &mut GameEnd| {
        end.drawn = true;
        end.sticks = 2;
    };
    let result = check(
        "RC-10",
        "ryanzou-chankan",
        &[29_000, 29_000, 29_000, 11_000],
        drawn,
        &[0, 0, 0, 0],
    );
    assert!(result.leftover.is_empty());
    assert_eq!(result.places.as_slice(), [1, 1, 1, 1]);
}

#[test]
fn shared_uma() {
    let ema = "ema-2025";
    check(
        "EMA-27",
        ema,
        &[40_000, 40_000, 25_000, 15_000],
        nothing_else,
        &[20_000, 20_000, -10_000, -30_000],
    );
    check(
        "EMA-27",
        ema,
        &[50_000, 30_000, 30_000, 10_000],
        nothing_else,
        &[35_000, 0, 0, -35_000],
    );
    check(
        "EMA-27",
        ema,
        &[35_000, 35_000, 35_000, 15_000],
        nothing_else,
        &[10_000, 10_000, 10_000, -30_000],
    );
    check(
        "EMA-27",
        ema,
        &[30_000, 30_000, 30_000, 30_000],
        nothing_else,
        &[0, 0, 0, 0],
    );
    check(
        "SM-31",
        "sanmatsuri",
        &[35_000, 35_000, 20_000],
        nothing_else,
        &[12_500, 12_500, -25_000],
    );
    check(
        "SM-31",
        "sanmatsuri",
        &[50_000, 20_000, 20_000],
        nothing_else,
        &[35_000, -17_500, -17_500],
    );
    check(
        "SM-31",
        "sanmatsuri",
        &[30_000, 30_000, 30_000],
        nothing_else,
        &[0, 0, 0],
    );
}

#[test]
fn sticks_left_on_the_table() {
    let sticks = |count: u8| move |end: &mut GameEnd| end.sticks = count;
    let result = check(
        "RC-23",
        "ryanzou-chankan",
        &[39_000, 30_000, 20_000, 9_000],
        sticks(2),
        &[46_000, 5_000, -15_000, -36_000],
    );
    assert_eq!(result.points, points_of(&[41_000, 30_000, 20_000, 9_000]));
    // Two sticks for two players; one for two; one for three, where 100 points are lost.
    check(
        "EMA-22",
        "ema-2025",
        &[40_000, 40_000, 23_000, 15_000],
        sticks(2),
        &[21_000, 21_000, -12_000, -30_000],
    );
    check(
        "EMA-22",
        "ema-2025",
        &[40_000, 40_000, 24_000, 15_000],
        sticks(1),
        &[20_500, 20_500, -11_000, -30_000],
    );
    let result = check(
        "EMA-22",
        "ema-2025",
        &[35_000, 35_000, 35_000, 14_000],
        sticks(1),
        &[10_300, 10_300, 10_300, -31_000],
    );
    assert_eq!(
        result.leftover.iter().map(|t| t.amount.number()).collect::<Vec<_>>(),
        [300, 300, 300]
    );
    // Places are decided before sticks are given out.
    let result = check("ZAN-54", "zan", &[74_000, 75_000, 0], sticks(1), &[4, 14, -18]);
    assert_eq!(result.points, points_of(&[74_000, 76_000, 0]));
}

#[test]
fn substitutes_and_chombo() {
    let substitute = |end: &mut GameEnd| end.substitutes[Seat(2)] = true;
    check(
        "EMA-29",
        "ema-2025",
        &[40_000, 30_000, 35_000, 15_000],
        substitute,
        &[25_000, -5_000, -30_000, -30_000],
    );
    let chombo = |end: &mut GameEnd| end.chombo[Seat(0)] = 2;
    check(
        "EMA-24",
        "ema-2025",
        &[45_000, 35_000, 25_000, 15_000],
        chombo,
        &[-10_000, 10_000, -10_000, -30_000],
    );
    check(
        "EMA-24",
        "ema-2025(chombo=club)",
        &[45_000, 35_000, 25_000, 15_000],
        chombo,
        &[30_000, 10_000, -10_000, -30_000],
    );
    check(
        "SM-32",
        "sanmatsuri",
        &[45_000, 30_000, 15_000],
        chombo,
        &[-10_000, 0, -30_000],
    );
    check(
        "RC-25",
        "ryanzou-chankan",
        &[40_000, 30_000, 20_000, 10_000],
        chombo,
        &[45_000, 5_000, -15_000, -35_000],
    );
}

#[test]
fn chips_by_the_chart() {
    check("ZAN-04", "zan", &[81_000, 62_000, 7_000], nothing_else, &[14, 2, -16]);
    check("ZAN-04", "zan", &[42_000, 58_000, 50_000], nothing_else, &[-8, 8, 0]);
    let second = [
        (90_000, 8),
        (80_000, 6),
        (79_000, 4),
        (70_000, 4),
        (60_000, 2),
        (50_000, 0),
        (49_000, -2),
        (40_000, -2),
        (30_000, -4),
        (20_000, -6),
        (10_000, -8),
        (9_000, -10),
        (1_000, -10),
        (0, -12),
        (-15_000, -12),
    ];
    for (points, chips) in second {
        check(
            "ZAN-02",
            "zan",
            &[200_000, points, -50_000],
            nothing_else,
            &[18 - chips, chips, -18],
        );
    }
    let third = [
        (50_000, -6),
        (49_000, -8),
        (40_000, -8),
        (30_000, -10),
        (20_000, -12),
        (10_000, -14),
        (9_000, -16),
        (1_000, -16),
        (0, -18),
        (-3_000, -18),
    ];
    for (points, chips) in third {
        check(
            "ZAN-03",
            "zan",
            &[points, 200_000, 90_000],
            nothing_else,
            &[chips, -8 - chips, 8],
        );
    }
}

#[test]
fn chips_of_the_game_and_ties_by_the_next_dealer() {
    let won = |end: &mut GameEnd| end.chips = chips(&[-5, 12, -7]);
    let result = check("ZAN-01", "zan", &[81_000, 62_000, 7_000], won, &[9, 14, -23]);
    assert_eq!(result.unit, Stake::Chips);
    assert_eq!(
        result.chips.iter().map(|chips| chips.0).collect::<Vec<_>>(),
        [9, 14, -23]
    );
    assert_eq!(result.sum(What::Place).as_slice(), [14, 2, -16]);
    let deals_next = |seat: u8| move |end: &mut GameEnd| end.next_dealer = Seat(seat);
    check("ZAN-34", "zan", &[60_000, 60_000, 30_000], deals_next(0), &[8, 2, -10]);
    check("ZAN-34", "zan", &[60_000, 60_000, 30_000], deals_next(1), &[2, 8, -10]);
}

#[test]
fn points_as_they_are() {
    let result = check(
        "ZJ-89",
        "zung-jung",
        &[480, -160, -160, -160],
        nothing_else,
        &[480, -160, -160, -160],
    );
    assert_eq!(result.places.as_slice(), [1, 2, 2, 2]);
}

#[test]
fn every_line_names_its_clause() {
    let book = rules("ema-2025");
    let result = final_result(
        &book,
        &GameEnd::with_points(points_of(&[45_000, 35_000, 25_000, 15_000])),
    );
    assert!(
        result.lines.iter().all(|line| book.clause_id(line.because) == "EMA-27"),
        "{result:#?}"
    );
}
