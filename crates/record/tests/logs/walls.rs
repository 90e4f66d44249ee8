//! Recomputed walls.

use crate::played::{RULEBOOKS, book, fair_game, game};
use jantaku_record::log::{FairStepJson, HandWall, Line, Log, WallSource, check_walls};
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, FairFault};
use jantaku_wire::hex::Hex32;

#[test]
fn every_wall_agrees_with_its_seed() {
    for spec in RULEBOOKS {
        let (_, text) = game(spec, "random", 7);
        let log = Log::read(text.as_bytes()).unwrap();
        let verdict = check_walls(&log, &book(&log)).unwrap();
        assert!(verdict.is_proved(), "{spec}: {verdict:?}");
        assert_eq!(verdict.source, WallSource::Seed(7));
        let mut other = log.clone();
        other.header.seed = Some(8);
        let verdict = check_walls(&other, &book(&log)).unwrap();
        assert!(
            verdict
                .hands
                .iter()
                .all(|hand| matches!(hand, HandWall::Differs { .. })),
            "{spec}"
        );
        other.header.seed = None;
        let verdict = check_walls(&other, &book(&log)).unwrap();
        assert!(verdict.source == WallSource::Unknown && !verdict.is_proved());
    }
}

#[test]
fn every_wall_agrees_with_what_was_committed_and_revealed() {
    for spec in RULEBOOKS {
        let log = fair_game(spec);
        let verdict = check_walls(&log, &book(&log)).unwrap();
        assert!(verdict.is_proved(), "{spec}: {verdict:?}");
        assert_eq!(verdict.hands.len(), 3);
    }
}

fn fair_lines(log: &mut Log) -> impl Iterator<Item = &mut FairStepJson> {
    log.lines.iter_mut().filter_map(|line| match line {
        Line::Fair(step) => Some(step),
        _ => None,
    })
}

#[test]
fn notices_a_wall_that_was_not_committed_to() {
    let log = fair_game("ema-2025");
    let book = book(&log);
    let check = |change: &dyn Fn(&mut FairStepJson), expected: FairFault| {
        let mut changed = log.clone();
        fair_lines(&mut changed).for_each(change);
        let verdict = check_walls(&changed, &book).unwrap();
        assert_eq!(verdict.fault, Some(expected));
        assert!(!verdict.is_proved());
    };
    // Another chain, which the players had not seen when they committed.
    let other = Hex32(Bytes32::hash(b"another"));
    check(
        &|step| {
            if let FairStepJson::Chain { s0, .. } = step {
                *s0 = other;
            }
        },
        FairFault::OtherLot(Seat(0)),
    );
    // Another rulebook, or one that nobody committed to.
    check(
        &|step| {
            if let FairStepJson::Chain { rules, .. } = step {
                *rules = Some(other);
            }
        },
        FairFault::OtherRules,
    );
    check(
        &|step| {
            if let FairStepJson::Chain { rules, .. } = step {
                *rules = None;
            }
        },
        FairFault::OtherLot(Seat(0)),
    );
    // Another secret for the second hand.
    check(
        &|step| {
            if let FairStepJson::Opened { hand: 2, secret } = step {
                *secret = other;
            }
        },
        FairFault::NotOfChain(2),
    );
    // A player's lot left out.
    check(
        &|step| {
            if let FairStepJson::Reveals { reveals } = step {
                reveals[2] = None;
            }
        },
        FairFault::NotRevealed(Seat(2)),
    );
    // Seats that were not drawn, and a draw that was not promised.
    check(
        &|step| {
            if let FairStepJson::Lots { order, .. } = step {
                order.swap(0, 2);
            }
        },
        FairFault::OtherSeats,
    );
    check(
        &|step| {
            if let FairStepJson::Chain { lots, .. } = step {
                *lots = None;
            }
        },
        FairFault::NoLots,
    );
}

#[test]
fn a_hand_without_its_secret_is_not_proved() {
    let mut log = fair_game("zan");
    let last = |line: &Line| matches!(line, Line::Fair(FairStepJson::Opened { hand: 3, .. }));
    log.lines.retain(|line| !last(line));
    let verdict = check_walls(&log, &book(&log)).unwrap();
    assert_eq!(verdict.fault, None);
    assert_eq!(verdict.hands[2], HandWall::NotOpened);
    assert!(!verdict.is_proved());
}

#[test]
fn a_void_start_begins_again() {
    let mut log = fair_game("zan");
    let mut void: Vec<Line> = log.lines[..2].to_vec();
    void.push(Line::Fair(FairStepJson::Void { missing: vec![0] }));
    log.lines.splice(..0, void);
    assert!(check_walls(&log, &book(&log)).unwrap().is_proved());
    // But no chain can begin once there are cards on the table, nor stand beside another.
    let chain = log.lines[0].clone();
    for place in [1, 20] {
        let mut wrong = log.clone();
        wrong.lines.insert(place, chain.clone());
        assert!(wrong.wall_source().is_err());
    }
}
