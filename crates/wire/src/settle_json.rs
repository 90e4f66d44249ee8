//! A hand of a game on real tiles in, everything it moves out: what `jantaku settle` reads and writes.
//!
//! [`Record`] says how the hand ended, as JSON or in a line of text; [`settle`] answers with a [`Settlement`]. The table settles its
//! hands with the same functions.

mod error;
mod least;
mod line;
mod next;
mod on_table;
mod outcome;
pub mod record;
pub mod settlement;
mod worth;

pub use error::SettleError;
use jantaku_rules::rulebook::rules::Rules;
pub use next::{GameResult, NextHand};
pub use record::Record;
use serde_json::{Value, json};
pub use settlement::Settlement;

use crate::once_json::{self, Read};
use crate::score_json::Scorer;
use crate::score_json::request::RequestError;

/// Settles a hand under this rulebook, whichever one the record names.
///
/// # Errors
/// What the record leaves out, what contradicts itself, and what the rulebook does not have.
pub fn settle(rules: &Rules, record: &Record) -> Result<Settlement, SettleError> {
    outcome::Outcome::of(rules, record).and_then(|outcome| outcome.settlement(rules, record))
}

/// Reads a hand record from a line of JSON, with its id if that can be read.
pub fn read_line(line: &str) -> (Option<Value>, Result<Record, SettleError>) {
    match once_json::read(line) {
        Ok(Read { value, twice: None }) => (value.get("id").cloned(), Record::read(&value)),
        Ok(Read {
            value,
            twice: Some(key),
        }) => (value.get("id").cloned(), Err(RequestError::Twice(key).into())),
        Err(error) => (None, Err(RequestError::Json(error.to_string()).into())),
    }
}

impl Scorer<'_> {
    /// Answers a hand record in one line of JSON with one line of JSON. An unreadable record gets an error as its answer.
    pub fn settle_line(&mut self, line: &str) -> String {
        let (id, record) = read_line(line);
        let answer = record.and_then(|record| {
            let rules = self.rules(&record.rules).map_err(RequestError::clone)?;
            settle(rules, &record)
        });
        to_json(id, &answer).to_string()
    }
}

/// A settlement, or why there is none, as JSON.
pub fn to_json(id: Option<Value>, answer: &Result<Settlement, SettleError>) -> Value {
    let mut json = match answer {
        Ok(settlement) => json!(settlement),
        Err(error) => json!({ "error": error.to_string() }),
    };
    if let (Some(id), Some(object)) = (id, json.as_object_mut()) {
        object.insert("id".to_owned(), id);
    }
    json
}
