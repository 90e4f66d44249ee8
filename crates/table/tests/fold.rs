//! The state is a fold of the events: after every decision and ruling, a table folded from the events equals the live one.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::units::Points;
use jantaku_table::phase::Phase;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Penalty, Table, View, Viewer};
use std::collections::BTreeMap;
use std::sync::Arc;

const SPECS: [&str; 8] = [
    "zan",
    "zung-jung(bonus-tiles=yes)",
    "sanmatsuri",
    "ryanzou-chankan",
    "ryanzou-chankan+hana(variation=3)",
    "ema-2025",
    "tenhou",
    "tenhou-sanma",
];

fn rules(spec: &str) -> Arc<Rules> {
    Arc::new(Library::builtin().rules(spec).expect("a rulebook"))
}

/// A game of random legal actions and rulings, with a table folded from its events.
struct Game {
    table: Table,
    folded: Table,
    lots: Stream,
    seed: u64,
    events: Vec<Event>,
    /// Events that left the table waiting for an answer, by how it waits.
    waited: BTreeMap<&'static str, u32>,
}

impl Game {
    fn new(rules: &Arc<Rules>, seed: u64) -> Game {
        Game {
            table: Table::new(Arc::clone(rules)),
            folded: Table::new(Arc::clone(rules)),
            lots: Stream::new(&key_of(seed, u32::MAX)),
            seed,
            events: Vec::new(),
            waited: BTreeMap::new(),
        }
    }

    /// Deals, rules or acts once, and compares the two tables.
    fn step(&mut self) {
        self.events.clear();
        let undoable = self.table.undoable().next();
        if let Some((penalty, seat)) = undoable.filter(|_| self.lots.below(3) == 0) {
            self.table
                .undo_ruling(penalty, seat, &mut self.events)
                .expect("it can be undone");
            *self.waited.entry("undone").or_default() += 1;
        } else if self.table.needs_wall() {
            let key = key_of(self.seed, u32::from(self.table.hands_played()));
            let wall = Wall::of_key(self.table.rules(), &key);
            self.folded.put_wall(wall);
            self.table.begin_hand(wall, &mut self.events);
        } else if self.lots.below(400) == 0 {
            let seat = Seat(self.lots.below(self.table.seats() as u32) as u8);
            let lot = self.lots.below(20);
            let ruled = match lot {
                0 => self.table.time_up(&mut self.events),
                1..5 => self.table.chombo(seat, &mut self.events),
                _ => self.table.dead_hand(seat, &mut self.events),
            };
            // The signal means nothing to a game without a time limit.
            assert!(lot == 0 || ruled.is_ok() != self.events.is_empty());
        } else {
            let seat = self.table.to_act()[self.lots.below(self.table.to_act().len() as u32) as usize];
            let legal = self.table.legal(seat);
            // Prefer discards of terminals and reaching the end of the wall, to get the questions asked there.
            let outside = legal.iter().position(|action| match action {
                Action::Discard { tile, .. } => tile.kind().is_outside(),
                action => *action == Action::Pass,
            });
            let any = self.lots.below(legal.len() as u32) as usize;
            let action = legal[outside.filter(|_| self.lots.below(10) > 0).unwrap_or(any)];
            self.table.act(seat, action, &mut self.events).expect("a legal action");
            assert!(!self.events.is_empty(), "{action:?} leaves no event");
        }
        for event in &self.events {
            self.folded.apply(event).expect("it has happened");
        }
        let spec = &self.table.rules().spec;
        assert_eq!(
            self.table.difference(&self.folded),
            None,
            "{spec}, seed {}, after {:?}",
            self.seed,
            self.events
        );
        let waits = match self.table.phase() {
            Phase::Claims(claims) if claims.answers.iter().any(Option::is_some) => "half answered claims",
            Phase::Nagashi { .. } => "nagashi",
            Phase::Showing { .. } => "tenpai",
            Phase::Yame { .. } => "yame",
            _ => return,
        };
        *self.waited.entry(waits).or_default() += 1;
    }
}

#[test]
fn the_fold_of_the_events_equals_the_live_table() {
    let mut waited = BTreeMap::<&str, u32>::new();
    for spec in SPECS {
        let rules = rules(spec);
        for seed in 0..12 {
            let mut game = Game::new(&rules, seed);
            while !game.table.is_over() && game.table.hands_played() < 40 {
                game.step();
            }
            for (waits, count) in game.waited {
                *waited.entry(waits).or_default() += count;
            }
        }
    }
    println!("{waited:?}");
    assert_eq!(waited.len(), 5, "a question never came up: {waited:?}");
}

/// Plays a seed until somebody may claim a tile, and nobody else is given riichi or chips.
fn at_a_claim(spec: &str) -> Game {
    let rules = rules(spec);
    (0..100)
        .find_map(|seed| {
            let mut game = Game::new(&rules, seed);
            game.table
                .begin_hand(Wall::of_key(&rules, &key_of(seed, 0)), &mut game.events);
            let turn = *game.table.turn()?;
            let tile = turn.drawn?;
            let discard = Action::Discard { tile, drawn: true };
            game.table.act(turn.seat, discard, &mut game.events).ok()?;
            matches!(game.table.phase(), Phase::Claims(_)).then_some(game)
        })
        .expect("a discard that somebody may claim")
}

fn pass_all(game: &mut Game) {
    while matches!(game.table.phase(), Phase::Claims(_)) {
        let seat = game.table.next_to_act().expect("somebody is asked");
        game.table.act(seat, Action::Pass, &mut game.events).expect("a pass");
    }
}

#[test]
fn two_chombos_on_one_tile_are_both_paid() {
    // RC-25: a chombo pays a mangan the other way round, the dealer 4,000 to each, another 4,000 to the dealer and 2,000 to the others.
    let mut game = at_a_claim("ryanzou-chankan");
    let before = *game.table.points();
    let asked = game.table.to_act();
    let offenders: Vec<Seat> = game
        .table
        .all_seats()
        .filter(|seat| !asked.contains(seat))
        .take(2)
        .collect();
    game.events.clear();
    for &seat in &offenders {
        game.table.chombo(seat, &mut game.events).expect("a ruling");
    }
    let called = offenders.iter().map(|&seat| Event::ChomboCalled { seat });
    assert_eq!(
        game.events,
        called.collect::<Vec<_>>(),
        "the rulings wait for the claims"
    );
    pass_all(&mut game);
    let stand: Vec<Seat> = game
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Chombo { seat } => Some(*seat),
            _ => None,
        })
        .collect();
    assert_eq!(stand, offenders);
    assert!(offenders.contains(&Seat(0)), "the dealer is among them: {offenders:?}");
    for seat in game.table.all_seats() {
        let expected = match (seat, offenders.contains(&seat)) {
            (Seat(0), _) => -12_000 + 4_000,
            (_, true) => -8_000 + 4_000,
            (_, false) => 4_000 + 2_000,
        };
        assert_eq!(game.table.points()[seat] - before[seat], Points(expected), "{seat:?}");
    }
}

#[test]
fn a_hand_with_two_chombos_is_dealt_again_once() {
    // EMA-24: the penalty is taken off the result, so nothing else tells the two tables apart.
    let voided_by = |count: usize| {
        let mut game = at_a_claim("ema-2025");
        let asked = game.table.to_act();
        game.table.time_up(&mut game.events).expect("a game");
        for seat in game.table.all_seats().filter(|seat| !asked.contains(seat)).take(count) {
            game.table.chombo(seat, &mut game.events).expect("a ruling");
        }
        pass_all(&mut game);
        game.table
    };
    let both = voided_by(2);
    assert!(both.needs_wall());
    assert_eq!(both.difference(&voided_by(1)), Some("chombos"));
}

/// Every viewer's fold of what they see after the events of a game, beside the table's own view.
fn compare_views(table: &Table, events: &[Event]) {
    let seats = table.all_seats().map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Spectator]) {
        let mut view = View::new(Arc::clone(table.rules()), viewer);
        for event in events {
            if let Some(seen) = event.seen_by(viewer, table.rules()) {
                view.apply(&seen);
            }
        }
        assert!(view == View::of(table, viewer), "{viewer:?}");
    }
}

#[test]
fn undoing_a_chombo_restores_the_table_before_it() {
    let mut game = at_a_claim("ryanzou-chankan");
    let before = game.table.clone();
    let asked = game.table.to_act();
    let offender = game
        .table
        .all_seats()
        .find(|seat| !asked.contains(seat))
        .expect("a seat");
    game.table.chombo(offender, &mut game.events).expect("a ruling");
    assert!(game.table.undoable().next().is_none(), "it still waits for the claims");
    pass_all(&mut game);
    assert!(game.table.needs_wall());
    game.table
        .undo_ruling(Penalty::Chombo, offender, &mut game.events)
        .expect("the next hand has not begun");
    assert_eq!(game.table.difference(&before), None);
    compare_views(&game.table, &game.events);
    // It is undone once.
    assert!(
        game.table
            .undo_ruling(Penalty::Chombo, offender, &mut game.events)
            .is_err()
    );
}

#[test]
fn the_next_hand_makes_a_chombo_final() {
    let mut game = at_a_claim("ryanzou-chankan");
    let rules = Arc::clone(game.table.rules());
    let asked = game.table.to_act();
    let offender = game
        .table
        .all_seats()
        .find(|seat| !asked.contains(seat))
        .expect("a seat");
    game.table.chombo(offender, &mut game.events).expect("a ruling");
    pass_all(&mut game);
    game.table
        .begin_hand(Wall::of_key(&rules, &key_of(0, 1)), &mut game.events);
    assert!(
        game.table
            .undo_ruling(Penalty::Chombo, offender, &mut game.events)
            .is_err()
    );
}

#[test]
fn a_dead_hand_lives_again_or_the_hand_is_dealt_again() {
    let mut game = at_a_claim("ryanzou-chankan");
    let (points, standing) = (*game.table.points(), game.table.standing());
    let seat = Seat(2);
    game.table.dead_hand(seat, &mut game.events).expect("a ruling");
    game.table
        .undo_ruling(Penalty::DeadHand, seat, &mut game.events)
        .expect("the hand is played");
    assert!(!game.table.player(seat).dead);
    assert!(
        !game.table.needs_wall(),
        "while the hand is played it goes on with the player"
    );
    game.table.dead_hand(seat, &mut game.events).expect("a ruling");
    while !game.table.needs_wall() {
        let seat = game.table.next_to_act().expect("somebody is asked");
        let action = game.table.legal(seat)[0];
        game.table.act(seat, action, &mut game.events).expect("a legal action");
    }
    game.table
        .undo_ruling(Penalty::DeadHand, seat, &mut game.events)
        .expect("the next hand has not begun");
    assert_eq!(
        (*game.table.points(), game.table.next_standing()),
        (points, standing),
        "the hand does not count"
    );
    compare_views(&game.table, &game.events);
}
