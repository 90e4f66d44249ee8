//! Where records are kept. SQLite is the first; another database needs only these few operations.

mod checkpoint;
mod sqlite;

pub use sqlite::Sqlite;

use crate::wire::lobby::GameSummary;
use jantaku_record::log::Hex32;
use serde::{Deserialize, Serialize};
use std::fmt;
use tokio::sync::oneshot;

/// Keeps the records of tables.
pub trait Store: Send + Sync {
    /// Keeps records for good, then answers: what was answered with success survives any crash.
    fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>);

    /// All records of a table, in order; none if there is no such table.
    fn records(&self, table: &str) -> Result<Vec<String>, StoreError>;

    /// The tables that are not over.
    fn running(&self) -> Result<Vec<String>, StoreError>;

    /// Finished games, the latest first.
    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError>;

    /// Puts everything into good order before the end.
    fn close(&self);
}

/// Records to be kept.
pub struct Append {
    pub table: String,
    /// The number of the first of them, from 0.
    pub first: u32,
    pub records: Vec<String>,
    /// What becomes of the table by them.
    pub mark: Mark,
}

/// What a list of tables has to know of one.
#[derive(Clone)]
pub enum Mark {
    /// It is as it was.
    Same,
    /// It is over, with this summary.
    Over(Box<Finished>),
    /// It was closed.
    Closed,
}

/// A finished game, and who may see it in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    pub summary: GameSummary,
    pub listed: bool,
    /// The sessions of those who played.
    pub sessions: Vec<Hex32>,
}

/// Why something could not be kept or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// There is no space left; it may come back.
    Full,
    /// Another program has the data.
    InUse(String),
    /// Anything else, after which the data cannot be trusted to be as it should.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full => f.write_str("no space is left for the data"),
            StoreError::InUse(path) => write!(f, "{path} is used by another Jantaku"),
            StoreError::Broken(why) => write!(f, "the data cannot be read or written: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
