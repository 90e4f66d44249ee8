//! Where records are kept. Another database than SQLite needs only these few operations.

mod backup;
mod chains;
mod check;
mod checkpoint;
mod files;
mod layout;
pub mod pages;
mod rebuild;
mod signing_key;
mod sqlite;
mod wal;

pub use backup::{backup, restore};
pub use check::{Checked, Damage, check};
pub use sqlite::Sqlite;
use sqlite::is_in_use;

use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use jantaku_wire::names_json::NamesJson;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;
use tokio::sync::oneshot;

pub trait Store: Send + Sync {
    /// Stores records durably, then answers. After a successful answer they survive any crash.
    fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>);

    /// All records of a table, in order; none if there is no such table.
    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError>;

    /// The canonical text of the rulebook with this hash.
    fn book(&self, hash: &str) -> Result<Option<String>, StoreError>;

    /// Which clauses of that rulebook others replace; none if its tables were opened before this was stored.
    fn replaced(&self, _hash: &str) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// The key that signs the logs of these data; none if they hold no key.
    fn signer(&self) -> Option<Signer> {
        None
    }

    /// The tables that are not over.
    fn running(&self) -> Result<Vec<TableId>, StoreError>;

    /// Finished games, the latest first.
    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError>;

    /// Finishes all writes and closes the data.
    fn close(&self);
}

#[derive(Clone)]
pub struct Append {
    pub table: TableId,
    /// The number of the first of them, from 0.
    pub first: u32,
    pub records: Arc<[String]>,
    /// The rulebook of a table that is opened.
    pub book: Option<Book>,
    /// Resulting table status.
    pub mark: Mark,
}

/// A rulebook, stored once for all tables that play by it.
#[derive(Clone)]
pub struct Book {
    pub hash: String,
    /// Its canonical text.
    pub text: Arc<str>,
    /// Which of its clauses others replace, as JSON; none if the library has another edition now.
    pub replaced: Option<String>,
}

/// The status that the list of tables shows.
#[derive(Clone)]
pub enum Mark {
    Same,
    /// It is over, with this summary.
    Over(Box<Finished>),
    Closed,
}

/// A finished game, and who may see it in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    pub summary: Summary,
    pub listed: bool,
    /// The sessions of those who played.
    pub sessions: Vec<SessionHash>,
}

/// What the lobby shows of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub id: String,
    pub name: String,
    pub rules: String,
    pub rulebook: NamesJson,
    pub names: Vec<String>,
    pub points: Vec<i32>,
    pub places: Vec<u8>,
    /// When it ended, in seconds since 1970.
    pub ended: u32,
}

/// Why something could not be kept or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// There may be space again later.
    #[error("no space is left for the data")]
    Full,
    #[error("{0} is used by another Jantaku")]
    InUse(String),
    /// The records of one table are missing, changed or unreadable. Other tables are not affected.
    #[error("the records of the table are damaged: {0}")]
    Damaged(String),
    /// The data can no longer be trusted.
    #[error("the data cannot be read or written: {0}")]
    Broken(String),
}
