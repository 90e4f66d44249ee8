//! A log that is written and read again leads to the same table.

use crate::played::{RULEBOOKS, book, game, players, rules};
use jantaku_record::log::{Header, Log, Recorder, Replay};
use jantaku_rules::seat::Seat;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::Wall;
use jantaku_table::{Penalty, Table};

#[test]
fn a_log_leads_to_the_table_that_wrote_it() {
    for spec in RULEBOOKS {
        for (bots, seed) in [("greedy", 1), ("random", 2)] {
            let (table, text) = game(spec, bots, seed);
            let log = Log::read(text.as_bytes()).unwrap();
            assert!(log.closed && log.text() == text, "{spec}: written again it is another");
            let book = book(&log);
            assert!(book.same_edition);
            let mut replay = Replay::new(&log, &book);
            let events = replay.to(usize::MAX).unwrap_or_else(|error| panic!("{spec}: {error}"));
            let folded = replay.table();
            assert!(folded.is_over() && events > 100);
            assert_eq!(
                (folded.points(), folded.chips()),
                (table.points(), table.chips()),
                "{spec}"
            );
            assert_eq!(folded.result(), table.result(), "{spec}");
        }
    }
}

#[test]
fn a_replay_stops_at_the_given_event() {
    let (_, text) = game("ema-2025", "greedy", 5);
    let log = Log::read(text.as_bytes()).unwrap();
    let book = book(&log);
    let mut replay = Replay::new(&log, &book);
    // The hand begins, four players are dealt to, an indicator is turned, the dealer draws.
    assert_eq!(replay.to(7).unwrap(), 7);
    assert_eq!(replay.table().player(Seat(0)).hand.len(), 14);
    assert_eq!(replay.table().wall().left(), 69);
    let step = replay.step().unwrap().unwrap();
    assert_eq!((step.n, step.line), (8, 9));
}

#[test]
fn the_same_game_gives_the_same_log() {
    for spec in ["zan", "ryanzou-chankan+hana(variation=1)"] {
        assert_eq!(game(spec, "greedy", 3).1, game(spec, "greedy", 3).1);
        assert_ne!(game(spec, "greedy", 3).1, game(spec, "greedy", 4).1);
    }
}

/// Penalties and the clock, which no player decides.
#[test]
fn rulings_are_in_the_log() {
    for (seed, spec) in (40..).zip(RULEBOOKS) {
        let rules = rules(spec);
        let mut recorder = Recorder::new(&Header::of(&rules, players(&rules)), &rules);
        let mut table = Table::new(rules.clone());
        let mut lots = Stream::new(&key_of(seed, 0));
        let (mut hands, mut rulings) = (0, 0);
        while !(table.is_over() || table.needs_wall() && hands == 12) {
            let mut events = Vec::new();
            if table.needs_wall() {
                hands += 1;
                table.begin_hand(Wall::of_key(&rules, &key_of(seed, hands)), &mut events);
            } else if lots.below(20) == 0 {
                let seat = Seat(lots.below(table.seats() as u32) as u8);
                let ruled = match lots.below(40) {
                    0 => table.time_up(&mut events),
                    1..8 => table.chombo(seat, &mut events),
                    _ => table.dead_hand(seat, &mut events),
                };
                rulings += u32::from(ruled.is_ok());
            } else {
                let seat = table.next_to_act().unwrap();
                let legal = table.legal(seat);
                let action = legal[lots.below(legal.len() as u32) as usize];
                table.act(seat, action, &mut events).unwrap();
            }
            events.iter().for_each(|event| recorder.event(event));
        }
        let log = Log::read(recorder.close().as_bytes()).unwrap();
        let book = book(&log);
        let mut replay = Replay::new(&log, &book);
        replay.to(usize::MAX).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let played = Penalty::ALL.iter().any(|penalty| penalty.is_played(&rules));
        assert!(rulings > 0 || !played, "{spec}");
        assert_eq!(replay.table().points(), table.points(), "{spec}");
        assert_eq!(replay.table().phase(), table.phase(), "{spec}");
    }
}
