use crate::checking::{case, those};
use jantaku_rules::seat::Wind;
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::settlement::draw::*;
use jantaku_rules::transfer::What;

#[track_caller]
fn check(clause: &'static str, spec: &str, tenpai: &[Wind], expected: &[i32]) {
    case(clause, spec)
        .by(|rules, _| settle_draw(rules, &those(rules.seats(), tenpai)))
        .points(expected);
}

#[test]
fn four_players() {
    let rc = "ryanzou-chankan";
    check("RB-13", rc, &[], &[0, 0, 0, 0]);
    check("RB-13", rc, &[South], &[-1_000, 3_000, -1_000, -1_000]);
    check("RB-13", rc, &[South, North], &[-1_500, 1_500, -1_500, 1_500]);
    check("RB-13", rc, &[East, South, West], &[1_000, 1_000, 1_000, -3_000]);
    check("RB-13", rc, &[East, South, West, North], &[0, 0, 0, 0]);
    check("EMA-18", "ema-2025", &[East], &[3_000, -1_000, -1_000, -1_000]);
    check("ZJ-06", "zung-jung", &[East], &[0, 0, 0, 0]);
}

#[test]
fn three_players() {
    for (clause, spec) in [("ZAN-28", "zan"), ("SM-23", "sanmatsuri")] {
        check(clause, spec, &[], &[0, 0, 0]);
        check(clause, spec, &[West], &[-1_000, -1_000, 2_000]);
        check(clause, spec, &[East, West], &[1_000, -2_000, 1_000]);
        check(clause, spec, &[East, South, West], &[0, 0, 0]);
        case(clause, spec)
            .by(|rules, _| settle_draw(rules, &those(3, &[East])))
            .because(What::Noten, clause);
    }
    check("ZAN-28", "zan(noten=from-each)", &[West], &[-2_000, -2_000, 4_000]);
    check("ZAN-28", "zan(noten=from-each)", &[East, West], &[1_000, -2_000, 1_000]);
    check(
        "SM-23",
        "sanmatsuri(noten-amount=from-each)",
        &[East, West],
        &[500, -1_000, 500],
    );
    let more = "sanmatsuri(noten-amount=3000)";
    check("SM-23", more, &[West], &[-1_500, -1_500, 3_000]);
    check("SM-23", more, &[East, West], &[1_500, -3_000, 1_500]);
}

#[test]
fn nobody_pays_by_choice() {
    for (clause, spec) in [
        ("RB-13", "ryanzou-chankan(noten=none)"),
        ("EMA-18", "ema-2025(noten=none)"),
        ("TH-05", "tenhou(noten=none)"),
    ] {
        check(clause, spec, &[South], &[0; 4]);
    }
    for (clause, spec) in [
        ("ZAN-28", "zan(noten=none)"),
        ("SM-23", "sanmatsuri(noten=none)"),
        ("TS-05", "tenhou-sanma(noten=none)"),
    ] {
        check(clause, spec, &[South], &[0; 3]);
    }
}
