use crate::checking::{case, han, points, ron, rules, those, tsumo, yakuman};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::BySeat;
use jantaku_rules::seat::Wind;
use jantaku_rules::seat::Wind::{East, South, West};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::bust::*;
use jantaku_rules::settlement::chombo::settle_chombo;
use jantaku_rules::settlement::draw::settle_draw;
use jantaku_rules::settlement::nagashi::settle_nagashi;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::units::Points;

/// Chips after these points and wins, with this number of sticks on the table.
#[track_caller]
fn won(clause: &'static str, before: [i32; 3], sticks: u8, wins: &[Winner], expected: [i32; 3]) {
    case(clause, "zan")
        .sticks(sticks)
        .by(|rules, hand| bust_chips(rules, &points(&before), &settle_wins(rules, hand, wins)))
        .chips(&expected);
}

#[test]
fn a_win_that_busts() {
    won(
        "ZAN-06",
        [10_000, 50_000, 90_000],
        0,
        &[ron(South, East, han(6))],
        [-2, 2, 0],
    );
    won(
        "ZAN-30",
        [12_000, 50_000, 88_000],
        0,
        &[ron(South, East, han(6))],
        [-2, 2, 0],
    );
    won(
        "ZAN-30",
        [13_000, 50_000, 87_000],
        0,
        &[ron(South, East, han(6))],
        [0, 0, 0],
    );
    won(
        "ZAN-06",
        [18_000, 120_000, 12_000],
        0,
        &[tsumo(South, yakuman(1))],
        [-2, 4, -2],
    );
}

#[test]
fn a_double_ron_shares() {
    won(
        "ZAN-06",
        [15_000, 50_000, 85_000],
        0,
        &[ron(South, East, han(4)), ron(West, East, han(4))],
        [-2, 1, 1],
    );
    // Even if one of the hands alone would have done it.
    won(
        "ZAN-06",
        [10_000, 50_000, 90_000],
        0,
        &[ron(South, East, han(13)), ron(West, East, han(1))],
        [-2, 1, 1],
    );
}

#[test]
fn the_last_stick() {
    // West put the last 1,000 down and stands at nothing; south, who takes the stick, gets the chips.
    won(
        "ZAN-49",
        [60_000, 89_000, 0],
        1,
        &[ron(South, East, han(3))],
        [0, 2, -2],
    );
    won("ZAN-49", [60_000, 89_000, 0], 1, &[ron(West, East, han(3))], [0, 0, 0]);
    won(
        "ZAN-49",
        [60_000, 89_000, 0],
        1,
        &[ron(South, West, han(3))],
        [0, 2, -2],
    );
    let nobody = |rules: &Rules, _: &HandState| {
        let all = settle_draw(rules, &those(3, &[East, South, West]));
        bust_chips(rules, &points(&[60_000, 89_000, 0]), &all)
    };
    case("ZAN-49", "zan").by(nobody).chips(&[0, 0, 0]);
}

#[test]
fn noten_payments() {
    let draw = |spec, tenpai: &[Wind], expected: &[i32]| {
        let noten = |rules: &Rules, _: &HandState| {
            let payments = settle_draw(rules, &those(3, tenpai));
            bust_chips(rules, &points(&[1_000, 70_000, 79_000]), &payments)
        };
        case("ZAN-06", spec).by(noten).chips(expected);
    };
    draw("zan", &[South], &[-2, 2, 0]);
    draw("zan", &[South, West], &[-2, 1, 1]);
    draw("zan(bust-by-noten=not-paid)", &[South], &[0, 0, 0]);
}

#[test]
fn nagashi_and_penalties() {
    let nagashi = |rules: &Rules, hand: &HandState| {
        let payments = settle_nagashi(rules, hand, &those(3, &[South]));
        bust_chips(rules, &points(&[20_000, 70_000, 60_000]), &payments)
    };
    case("ZAN-06", "zan").by(nagashi).chips(&[-2, 2, 0]);
    let chombo = |rules: &Rules, hand: &HandState| {
        let payments = settle_chombo(rules, hand, &[East], &BySeat::all(3, 0));
        bust_chips(rules, &points(&[10_000, 70_000, 70_000]), &payments)
    };
    case("ZAN-06", "zan").by(chombo).chips(&[0, 0, 0]);
}

#[test]
fn when_a_player_is_out() {
    let out = |spec, points| is_bust(&rules(spec).settings, Points(points));
    assert!(out("zan", 0) && !out("zan", 1_000), "ZAN-30");
    assert!(out("ryanzou-chankan", -100) && !out("ryanzou-chankan", 0), "RC-11");
    assert!(!out("ema-2025", -30_000), "EMA-26");
}
