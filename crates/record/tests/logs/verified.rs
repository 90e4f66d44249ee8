//! Our own logs, played again: honest ones are verified, forged ones refused even with the right sum.

use crate::played::{RULEBOOKS, book, game};
use jantaku_record::log::{Line, Log};
use jantaku_record::verify::verify_log;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_wire::event_json::EventJson;
use serde_json::Value;

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

/// Changes one thing in a log; none if there is no such thing at the place that was drawn.
fn forged(log: &Log, lots: &mut Stream) -> Option<Log> {
    let mut forged = log.clone();
    let place = lots.below(log.lines.len() as u32) as usize;
    match lots.below(5) {
        // A number in an event: a payment, a seat, a count.
        0 | 1 => {
            let Line::Told(told) = &mut forged.lines[place] else {
                return None;
            };
            let mut json = serde_json::to_value(&told.e).unwrap();
            let fields = json.as_object_mut()?;
            let numbers: Vec<String> = fields
                .iter()
                .filter(|(_, value)| value.is_i64())
                .map(|(key, _)| key.clone())
                .collect();
            let key = numbers.get(lots.below(numbers.len().max(1) as u32) as usize)?;
            let number = fields[key].as_i64()?;
            let change = [100, -100, 1, -1][lots.below(4) as usize];
            fields[key] = Value::from(number + change);
            told.e = serde_json::from_value(json).ok()?;
        }
        // Another order, a loss. In which order players answered about one tile changes nothing.
        2 => {
            let next = (place + 1) % log.lines.len();
            let is_answer =
                |line: &Line| matches!(line, Line::Told(told) if matches!(told.e, EventJson::Answered { .. }));
            if is_answer(&log.lines[place]) && is_answer(&log.lines[next]) {
                return None;
            }
            forged.lines.swap(place, next);
        }
        // A riichi that is left out may be another legal game with the same payments, which no replay can tell apart.
        3 => match &log.lines[place] {
            Line::Told(told) if matches!(told.e, EventJson::RiichiDeclared { .. }) => return None,
            _ => drop(forged.lines.remove(place)),
        },
        // The result.
        _ => {
            let Some(Line::Over(over)) = forged.lines.last_mut() else {
                return None;
            };
            let mut json = serde_json::to_value(&*over).unwrap();
            let text = json.to_string();
            let digit = text.find(|c: char| c.is_ascii_digit() && c != '9')?;
            let mut bytes = text.into_bytes();
            bytes[digit] += 1;
            json = serde_json::from_slice(&bytes).ok()?;
            *over = serde_json::from_value(json).ok()?;
        }
    }
    (forged != *log).then_some(forged)
}

fn forge(count: usize) {
    let logs: Vec<Log> = RULEBOOKS
        .iter()
        .map(|spec| Log::read(game(spec, "greedy", 5).1.as_bytes()).unwrap())
        .collect();
    let mut lots = Stream::new(&key_of(11, 1));
    let mut refused = 0;
    while refused < count {
        let log = &logs[lots.below(logs.len() as u32) as usize];
        let Some(forged) = forged(log, &mut lots) else {
            continue;
        };
        // Written anew, it has the right sum.
        let Ok(read) = Log::read(forged.text().as_bytes()) else {
            refused += 1;
            continue;
        };
        let verified = verify_log(&read, &book(log));
        let difference = read.lines.iter().zip(&log.lines).find(|(one, other)| one != other);
        assert!(verified.is_err(), "{}: {difference:?}", log.header.rules);
        refused += 1;
    }
}

#[test]
fn forged_games_are_refused() {
    forge(150);
}

#[test]
#[ignore = "takes minutes: cargo test --package jantaku-record --test logs -- --ignored ten_thousand"]
fn ten_thousand_forged_games_are_refused() {
    forge(10_000);
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
