//! Why a hand cannot be settled.

use jantaku_rules::hand_text::HandTextError;
use jantaku_rules::nearest::nearest;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use std::fmt;

use crate::score_json::request::RequestError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettleError {
    Request(RequestError),
    Missing(String),
    /// A field that cannot be as it is, or that the rulebook asks for, with the clause behind it if there is one.
    Field {
        field: String,
        why: String,
        clause: Option<String>,
    },
    /// A winning hand that cannot be read.
    Hand {
        field: String,
        error: HandTextError,
    },
    /// A word of a line that means nothing.
    Word(String),
    /// Part of a line that cannot be read.
    Part {
        part: String,
        expected: &'static str,
    },
}

impl SettleError {
    /// A field that contradicts the rest of the record.
    pub(super) fn field(field: impl Into<String>, why: impl Into<String>) -> SettleError {
        SettleError::Field {
            field: field.into(),
            why: why.into(),
            clause: None,
        }
    }

    /// A field that a setting of the rulebook refuses or asks for.
    pub(super) fn ruled(rules: &Rules, key: Key, field: impl Into<String>, why: impl Into<String>) -> SettleError {
        let clause = rules.clause(rules.because(key)).map(|clause| clause.id.clone());
        SettleError::Field {
            field: field.into(),
            why: why.into(),
            clause,
        }
    }
}

impl fmt::Display for SettleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettleError::Request(error) => error.fmt(f),
            SettleError::Missing(field) => write!(f, "{field:?} is missing"),
            SettleError::Field { field, why, clause } => match clause {
                Some(clause) => write!(f, "{field}: {why} ({clause})"),
                None => write!(f, "{field}: {why}"),
            },
            SettleError::Hand { field, error } => write!(f, "{field}: {error}"),
            SettleError::Word(word) => match nearest(word, super::line::WORDS) {
                Some(near) => write!(f, "unknown word {word:?}; did you mean {near:?}?"),
                None => write!(
                    f,
                    "unknown word {word:?}: expected a player (a wind, or a name given with players) or a word of `jantaku settle --help`"
                ),
            },
            SettleError::Part { part, expected } => write!(f, "{part:?}: expected {expected}"),
        }
    }
}

impl std::error::Error for SettleError {}

impl From<RequestError> for SettleError {
    fn from(error: RequestError) -> SettleError {
        SettleError::Request(error)
    }
}
