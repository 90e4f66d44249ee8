//! Our own logs, played again: honest ones are verified.

use crate::played::{RULEBOOKS, book, game};
use jantaku_record::log::{Line, Log};
use jantaku_record::verify::verify_log;
use jantaku_wire::event_json::EventJson;

#[test]
fn honest_games_are_verified() {
    for spec in RULEBOOKS {
        for bots in ["random", "greedy"] {
            let (table, text) = game(spec, bots, 5);
            let log = Log::read(text.as_bytes()).unwrap();
            let found = verify_log(&log, &book(&log)).unwrap_or_else(|error| panic!("{spec} {bots}: {error}"));
            assert_eq!(found.rounds, usize::from(table.hands_played()), "{spec} {bots}");
        }
    }
}

/// A changed payment is told with its line.
#[test]
fn a_forged_payment_is_told_with_its_line() {
    let (_, text) = game("tenhou", "greedy", 5);
    let mut log = Log::read(text.as_bytes()).unwrap();
    let is_paid = |line: &Line| matches!(line, Line::Told(told) if matches!(told.e, EventJson::Paid { .. }));
    let place = log.lines.iter().position(is_paid).unwrap();
    let Line::Told(told) = &mut log.lines[place] else {
        panic!("an event");
    };
    let text = serde_json::to_string(&told.e).unwrap().replacen("00", "01", 1);
    told.e = serde_json::from_str(&text).unwrap();
    assert!(verify_log(&log, &book(&log)).unwrap_err().line <= place + 2);
}
