//! Why a request cannot be answered.

use std::fmt;

use jantaku_rules::notation::NotationError;
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::win_check::WinFault;

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// It is no JSON.
    Json(String),
    /// It is no JSON object.
    NotAnObject,
    /// A key that requests do not have.
    UnknownKey(String),
    /// A key that every request has.
    Missing(&'static str),
    /// A key with something it cannot hold.
    Wrong {
        /// The key.
        key: String,
        /// What it can hold.
        expected: &'static str,
    },
    /// A key whose tiles cannot be read.
    Tiles {
        /// The key.
        key: String,
        /// What is wrong with them.
        error: NotationError,
    },
    /// A tsumo with somebody else as payer.
    TsumoFrom,
    /// A fed kan without a win on its replacement tile.
    FedKanWithoutRinshan,
    /// The winner cannot be in this place.
    TheWinner(&'static str),
    /// A pao for what is no yaku of the rulebook.
    NoSuchYaku(String),
    /// The rulebook cannot be played.
    Rulebook(String),
    /// The hand cannot be.
    Win(WinFault),
}

impl RequestError {
    pub(crate) fn rulebook(errors: &[RulebookError]) -> RequestError {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        RequestError::Rulebook(errors.join("; "))
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Json(error) => write!(f, "not JSON: {error}"),
            RequestError::NotAnObject => f.write_str("not a JSON object"),
            RequestError::UnknownKey(key) => write!(f, "unknown key {key:?}"),
            RequestError::Missing(key) => write!(f, "{key:?} is missing"),
            RequestError::Wrong { key, expected } => write!(f, "{key}: expected {expected}"),
            RequestError::Tiles { key, error } => write!(f, "{key}: {error}"),
            RequestError::TsumoFrom => f.write_str("from: a tsumo has no payer to be named"),
            RequestError::FedKanWithoutRinshan => f.write_str("fed_kan: only with rinshan"),
            RequestError::TheWinner(key) => write!(f, "{key}: this cannot be the winner"),
            RequestError::NoSuchYaku(id) => write!(f, "pao: the rulebook has no yaku {id:?}"),
            RequestError::Rulebook(errors) => write!(f, "rules: {errors}"),
            RequestError::Win(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for RequestError {}
