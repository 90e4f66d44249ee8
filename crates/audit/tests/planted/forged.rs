//! Games whose events or tables are changed before the checker sees them.

use crate::{is_told, play, rules};
use jantaku_audit::check::{Checker, ledger, tiles};
use jantaku_bots::arena::{Ruling, Watcher};
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::{Amount, Stake, What};
use jantaku_table::event::{Party, Source};
use jantaku_table::legal::Actions;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Changes the events or the table; returns whether it did.
type Lie = fn(&mut Vec<Event>, &mut Table) -> bool;

/// Sits between a game and its checker and lies once.
struct Liar {
    checker: Checker,
    lie: Option<Lie>,
}

impl Watcher for Liar {
    fn begins(&mut self, table: &Table) {
        self.checker.begins(table);
    }

    fn wall(&mut self, table: &Table, wall: &Wall) {
        self.checker.wall(table, wall);
    }

    fn ruling(&mut self, table: &Table, ruling: Ruling) {
        self.checker.ruling(table, ruling);
    }

    fn decision(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        self.checker.decision(table, seat, legal, action);
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        let (mut table, mut events) = (table.clone(), events.to_vec());
        if self.lie.is_some_and(|lie| lie(&mut events, &mut table)) {
            self.lie = None;
        }
        self.checker.events(&table, &events);
    }
}

#[track_caller]
fn lie_is_told(spec: &str, words: &str, lie: Lie) {
    let rules = rules(spec);
    is_told(words, |seed| {
        let mut liar = Liar {
            checker: Checker::new(&rules, seed, NonZeroU32::MIN),
            lie: Some(lie),
        };
        play(&rules, seed, &mut liar);
        liar.checker.finish().1
    });
}

/// Appends a payment in the middle of a hand, and applies it to the table too.
fn pay(events: &mut Vec<Event>, table: &mut Table, payment: Event) -> bool {
    if table.turn().is_none() {
        return false;
    }
    table.apply_trusted(&payment);
    events.push(payment);
    true
}

fn payment(from: Party, amount: i32, stake: Stake, rules: &Rules) -> Event {
    Event::Paid {
        from,
        to: Party::Seat(Seat(0)),
        amount: Amount::of(stake, amount),
        what: What::Hand,
        because: rules.because(Key::GameStart),
    }
}

#[test]
fn finds_nothing_in_an_honest_game() {
    for spec in ["tenhou", "zan"] {
        let rules = rules(spec);
        for seed in 0..4 {
            let mut liar = Liar {
                checker: Checker::new(&rules, seed, NonZeroU32::MIN),
                lie: Some(|_, _| false),
            };
            play(&rules, seed, &mut liar);
            assert_eq!(liar.checker.finish().1, None);
        }
    }
}

#[test]
fn finds_a_duplicated_tile() {
    lie_is_told("tenhou", "too many of", |events, table| {
        let last = table.discards().first().map(|discard| discard.tile);
        let drew = events.iter_mut().find_map(|event| match event {
            Event::Drew { tile, .. } if last.is_some_and(|last| last != *tile) => Some(tile),
            _ => None,
        });
        drew.zip(last).map(|(tile, last)| *tile = last).is_some()
    });
}

#[test]
fn finds_a_tile_that_does_not_exist() {
    lie_is_told("tenhou", "too many of", |events, _| {
        let drew = events.iter_mut().find_map(|event| match event {
            Event::Drew { tile, .. } => Some(tile),
            _ => None,
        });
        drew.map(|tile| *tile = Tile::plain(Kind::at(34))).is_some()
    });
}

#[test]
fn finds_points_from_nowhere() {
    lie_is_told("tenhou", "points on the table", |events, _| {
        let started = events.iter_mut().find_map(|event| match event {
            Event::HandStarted(standing) => Some(standing),
            _ => None,
        });
        started.map(|standing| standing.sticks += 1).is_some()
    });
    lie_is_told("tenhou", "points on the table", |events, table| {
        let paid = payment(Party::Sticks, 500, Stake::Points, table.rules());
        pay(events, table, paid)
    });
}

#[test]
fn finds_a_payment_that_is_not_a_multiple_of_the_unit() {
    lie_is_told("tenhou", "multiples of 100", |events, table| {
        let paid = payment(Party::Seat(Seat(1)), 50, Stake::Points, table.rules());
        pay(events, table, paid)
    });
}

#[test]
fn finds_chips_from_nowhere() {
    lie_is_told("sanmatsuri", "the chips do not sum to 0", |events, table| {
        let paid = payment(Party::Sticks, 1, Stake::Chips, table.rules());
        pay(events, table, paid)
    });
}

#[test]
fn finds_a_payment_without_amount_or_clause() {
    lie_is_told("zan", "a payment that moves nothing", |events, table| {
        let paid = payment(Party::Seat(Seat(0)), 1, Stake::Chips, table.rules());
        pay(events, table, paid)
    });
    lie_is_told("zan", "a payment without a clause", |events, table| {
        let mut paid = payment(Party::Seat(Seat(1)), 1, Stake::Chips, table.rules());
        if let Event::Paid { because, .. } = &mut paid {
            *because = ClauseRef::NONE;
        }
        pay(events, table, paid)
    });
}

#[test]
fn finds_a_missing_event() {
    // Somebody passed on a win, and a replay would not know.
    lie_is_told("tenhou", "the events are incomplete: players", |events, _| {
        let before = events.len();
        events.retain(|event| !matches!(event, Event::Missed { .. }));
        events.len() < before
    });
    // After a replay the sticks would still be on the table.
    lie_is_told("tenhou", "the events are incomplete", |events, _| {
        let place = events.iter().position(|event| matches!(event, Event::Paid { .. }));
        place.map(|place| events.remove(place)).is_some()
    });
}

#[test]
fn finds_a_table_that_asks_nobody() {
    lie_is_told(
        "tenhou",
        "the hand is not over, but nobody has to decide anything",
        |events, table| {
            let Some(turn) = table.turn().copied() else {
                return false;
            };
            let Some(tile) = turn.drawn else {
                return false;
            };
            let drawn = true;
            let event = Event::Discarded {
                seat: turn.seat,
                tile,
                drawn,
            };
            let mut then = table.clone();
            then.apply_trusted(&event);
            if then.next_to_act().is_some() {
                return false;
            }
            *table = then;
            events.push(event);
            true
        },
    );
}

/// A table after the dealer's first discard.
fn begun(spec: &str) -> Table {
    let rules: Arc<Rules> = rules(spec);
    let mut table = Table::new(Arc::clone(&rules));
    table.begin_hand(Wall::stacked(&rules, rules.tiles.tiles()), &mut Vec::new());
    let (seat, tile, drawn) = (Seat(0), table.turn().and_then(|turn| turn.drawn).expect("a tile"), true);
    table.apply_trusted(&Event::Discarded { seat, tile, drawn });
    table
}

fn draw(table: &mut Table, source: Source) {
    let tile = match source {
        Source::Live => table.wall().next(),
        _ => table.wall().next_replacement(),
    };
    let seat = Seat(0);
    table.apply_trusted(&Event::Drew { seat, tile, source });
    table.apply_trusted(&Event::Discarded {
        seat,
        tile,
        drawn: true,
    });
}

#[test]
fn finds_draws_beyond_the_end_of_the_wall() {
    let mut table = begun("tenhou");
    (0..4).for_each(|_| draw(&mut table, Source::AfterKan));
    assert_eq!(tiles::check(&table), Ok(()));
    draw(&mut table, Source::AfterKan);
    assert_eq!(
        tiles::check(&table),
        Err("the replacement tiles have run out".to_owned())
    );
    let mut table = begun("tenhou");
    // Behind the first indicator are four replacement tiles, before it its ura.
    let undrawn = table.wall().undrawn().len() - 6;
    (0..undrawn).for_each(|_| draw(&mut table, Source::Live));
    assert_eq!(tiles::check(&table), Ok(()));
    draw(&mut table, Source::Live);
    assert_eq!(tiles::check(&table), Err("an indicator was drawn".to_owned()));
}

#[test]
fn finds_a_flower_in_a_hand() {
    let mut table = begun("zung-jung(bonus-tiles=yes)");
    assert_eq!(tiles::no_flower_in_hand(&table), Ok(()));
    let (seat, tile, source) = (Seat(0), Tile::plain(Kind::at(34)), Source::Live);
    table.apply_trusted(&Event::Drew { seat, tile, source });
    assert!(tiles::no_flower_in_hand(&table).is_err());
}

#[test]
fn finds_points_missing_at_the_end() {
    let table = begun("tenhou");
    let total = ledger::sum(&table);
    assert_eq!(ledger::leftover(total, &table), Ok(()));
    // Sticks that cannot be split evenly leave less than a hundred for each player.
    assert_eq!(ledger::leftover(total + 300, &table), Ok(()));
    assert!(ledger::leftover(total + 400, &table).is_err());
    assert!(ledger::leftover(total - 100, &table).is_err());
}

#[test]
fn finds_a_result_that_does_not_add_up() {
    struct Last(Option<Table>);
    impl Watcher for Last {
        fn events(&mut self, table: &Table, _events: &[Event]) {
            self.0 = Some(table.clone());
        }
    }
    let mut last = Last(None);
    play(&rules("tenhou"), 1, &mut last);
    let table = last.0.expect("a game was played");
    let good = table.result().expect("and has a result");
    let told = |result: Option<FinalResult>| ledger::result(table.rules(), result.as_ref());
    assert_eq!(told(Some(good.clone())), Ok(()));
    assert!(told(None).is_err());
    let mut wrong = good.clone();
    wrong.chips[Seat(2)].0 += 1;
    assert!(told(Some(wrong)).is_err_and(|what| what.contains("chips to 1")));
    let mut wrong = good.clone();
    wrong.score[Seat(2)] += 100;
    assert!(told(Some(wrong)).is_err_and(|what| what.contains("do not add up")));
    let uma = good.lines.iter().position(|line| line.what == What::Uma);
    let uma = uma.expect("uma is paid");
    let mut wrong = good.clone();
    wrong.lines[uma].amount += 1_000;
    assert!(told(Some(wrong)).is_err_and(|what| what.contains("uma sums to 1000")));
    let mut wrong = good.clone();
    wrong.lines[uma].because = ClauseRef::NONE;
    assert!(told(Some(wrong)).is_err_and(|what| what.contains("without a clause")));
}
