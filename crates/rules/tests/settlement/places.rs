//! Places, also of players with the same points.

use crate::checking::{points as points_of, rules};
use jantaku_rules::result::places::rank;
use jantaku_rules::seat::Seat;

#[track_caller]
fn check(clause: &str, spec: &str, points: &[i32], next_dealer: u8, expected: &[u8]) {
    let ranking = rank(&rules(spec).settings, &points_of(points), Seat(next_dealer));
    assert_eq!(ranking.places.as_slice(), expected, "{clause}, {spec}: {points:?}");
}

#[test]
fn ties() {
    check(
        "RC-14",
        "ryanzou-chankan",
        &[25_000, 25_000, 25_000, 25_000],
        2,
        &[1, 2, 3, 4],
    );
    check("RB-15", "tenhou", &[20_000, 40_000, 20_000, 20_000], 0, &[2, 1, 3, 4]);
    check(
        "EMA-27",
        "ema-2025",
        &[30_000, 40_000, 30_000, 20_000],
        0,
        &[2, 1, 2, 4],
    );
    check("ZJ-89", "zung-jung", &[100, -50, 100, -150], 0, &[1, 3, 1, 4]);
    // South 3 is over and the first dealer would deal; or west, dealing, stays.
    check("ZAN-34", "zan", &[50_000, 50_000, 50_000], 0, &[1, 2, 3]);
    check("ZAN-34", "zan", &[50_000, 50_000, 50_000], 2, &[2, 3, 1]);
    check("ZAN-34", "zan", &[60_000, 30_000, 60_000], 1, &[2, 3, 1]);
}
