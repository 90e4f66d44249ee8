//! What is written is read again, and leads to the same table.

use crate::played::{RULEBOOKS, book, game};
use jantaku_formats::log::{Log, Replay};

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
fn a_replay_stops_where_it_is_told_to() {
    let (_, text) = game("ema-2025", "greedy", 5);
    let log = Log::read(text.as_bytes()).unwrap();
    let book = book(&log);
    let mut replay = Replay::new(&log, &book);
    // The hand begins, four players are dealt to, an indicator is turned, the dealer draws.
    assert_eq!(replay.to(7).unwrap(), 7);
    assert_eq!(replay.table().player(jantaku_rules::seat::Seat(0)).hand.len(), 14);
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
