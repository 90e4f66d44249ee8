//! Where records are kept: SQLite for one process, PostgreSQL for several nodes.

mod accounts;
mod backup;
mod chains;
mod check;
mod checkpoint;
mod files;
mod forgetting;
mod layout;
pub mod lease;
mod lost;
mod memory;
mod moving;
mod openers;
pub mod pages;
mod postgres;
mod rebuild;
mod remains;
mod removal;
mod roll;
mod saved;
pub(crate) mod shared;
mod signing_key;
mod space;
mod sqlite;
mod wal;
mod writer;

pub use accounts::{AccountKey, AccountRow, Put};
pub use backup::{backup, restore};
pub use check::{Checked, Damage, check};
pub(crate) use files::private as private_file;
pub use forgetting::{NotForgotten, Person};
pub use lease::{Claim, Epoch, Leases, NodeId};
pub use memory::Memory;
pub use moving::{Moved, migrate};
pub use postgres::{Node, Postgres, is_postgres};
pub use saved::{SavedCount, SavedEdition, SavedRow};
pub use space::{Games, Space};
pub use sqlite::Sqlite;
use sqlite::is_in_use;

use crate::tally::Tally;
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use jantaku_wire::names_json::NamesJson;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::RangeInclusive;
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

    /// Finished games that ended before this moment, or at it and with an id before this one; the latest first. None for the latest.
    fn finished_before(&self, _before: Option<(u32, String)>, _most: usize) -> Result<Vec<Finished>, StoreError> {
        Ok(Vec::new())
    }

    /// How much space the data take, and how much is left.
    fn space(&self) -> Result<Space, StoreError> {
        Ok(Space::default())
    }

    /// How many games are stored.
    fn games(&self) -> Result<Games, StoreError> {
        Ok(Games::default())
    }

    /// The bytes that a running game has stored.
    fn size(&self, _table: &TableId) -> u64 {
        0
    }

    /// The bytes that running games have stored, by table.
    fn sizes(&self) -> HashMap<String, u64> {
        HashMap::new()
    }

    /// Addresses and the bytes that their tables, accounts and rulebooks have stored, the most first.
    fn places(&self) -> Vec<(u64, u64)> {
        Vec::new()
    }

    /// How many bytes the tables, accounts and rulebooks from these addresses have stored.
    fn stored_from(&self, _places: RangeInclusive<u64>) -> u64 {
        0
    }

    /// Up to `most` games that need not be kept any longer, the oldest first; never running ones.
    fn outdated(&self, _keep: Keep, _now: u64, _most: usize) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }

    /// Removes games that are over, durably; how many there were.
    fn remove(&self, _tables: Vec<TableId>) -> Result<usize, StoreError> {
        Ok(0)
    }

    /// People with this name or this sign-in name, whose session's hash begins with these digits, or who played the game with this id.
    fn people(&self, _who: &str) -> Result<Vec<Person>, StoreError> {
        Ok(Vec::new())
    }

    /// Takes these sessions and the names of whoever had them out of all games, and removes the rulebooks that they saved; how many
    /// games have changed. An account that one of them leads to is removed, and with it go all of its sessions.
    fn forget(&self, _sessions: Vec<SessionHash>, _at: u64) -> Result<usize, NotForgotten> {
        Ok(0)
    }

    fn account(&self, _key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
        Ok(None)
    }

    /// The text of the account with this sign-in name, as far as it can be read, though the account may be damaged.
    fn account_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row = self.account(&AccountKey::Name(name.to_owned()))?;
        Ok(row.map(|row| row.body))
    }

    /// Stores a new account, or the next version of one, durably.
    fn put_account(&self, _row: AccountRow) -> Result<Put, StoreError> {
        Ok(Put::Outdated)
    }

    /// Removes an account; whether there was one.
    fn remove_account(&self, _id: &str) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Notes that an account is used at this time.
    fn touch_account(&self, _id: &str, _at: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// Up to `most` accounts that nobody has used since this time, those first that nobody has used for longest.
    fn unused_accounts(&self, _before: u64, _most: usize) -> Result<Vec<AccountRow>, StoreError> {
        Ok(Vec::new())
    }

    /// The latest finished games in which one of these sessions has played, the latest first.
    fn finished_of(&self, _sessions: &[SessionHash], _most: usize) -> Result<Vec<Finished>, StoreError> {
        Ok(Vec::new())
    }

    /// The rulebook that somebody saved under this name.
    fn saved(&self, _name: &str) -> Result<Option<SavedRow>, StoreError> {
        Ok(None)
    }

    /// An edition of it that is still kept.
    fn saved_edition(&self, _name: &str, _n: u32) -> Result<Option<SavedEdition>, StoreError> {
        Ok(None)
    }

    /// Number, length and what is known of each edition that is kept, the latest first.
    fn saved_history(&self, _name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// The saved rulebooks that are listed or belong to one of these sessions, by name.
    fn saved_list(&self, _owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
        Ok(Vec::new())
    }

    /// How many rulebooks somebody has saved, and how many were saved from these addresses.
    fn saved_count(&self, _owner: SessionHash, _places: RangeInclusive<u64>) -> Result<SavedCount, StoreError> {
        Ok(SavedCount::default())
    }

    /// Stores a new rulebook, or the next version of one, durably. Of its editions only the latest `keep` stay.
    fn put_saved(&self, _row: SavedRow, _edition: Option<SavedEdition>, _keep: u32) -> Result<Put, StoreError> {
        Ok(Put::Outdated)
    }

    /// Removes a saved rulebook with its editions; whether there was one.
    fn remove_saved(&self, _name: &str) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Who owns which table, where several nodes share the data; none where one process has them alone.
    fn leases(&self) -> Option<&dyn Leases> {
        None
    }

    /// A text that all nodes share, by its name; none where nothing is shared.
    fn shared_text(&self, _name: &str) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// Replaces a text that all nodes share; false if it is no longer what it was before, because another node has changed it.
    fn swap_text(&self, _name: &str, _before: Option<&str>, _after: &str) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Finishes all writes and closes the data.
    fn close(&self);
}

#[derive(Clone)]
pub struct Append {
    pub table: TableId,
    /// The tenure of the owner that appends.
    pub epoch: Epoch,
    /// The number of the first of them, from 0.
    pub first: u32,
    pub records: Arc<[String]>,
    /// The rulebook of a table that is opened.
    pub book: Option<Book>,
    /// The address that opens it.
    pub place: Option<u64>,
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

/// Which finished games are kept; the default keeps all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// The latest so many.
    pub games: Option<u32>,
    /// Those that ended within so many days.
    pub days: Option<u32>,
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
    /// The same by seat; empty in games of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Vec<SessionHash>>,
    /// What every seat did; empty in games of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
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
    /// Where each player sat before the seats were drawn, by which bots are named; empty where they were not drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cast: Vec<u8>,
    /// The seats whose people left before its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u8>,
    /// Is the result void because of that?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
}

/// Why something could not be kept or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// There may be space again later.
    #[error("no space is left for the data")]
    Full,
    #[error("{0} is used by another Jantaku")]
    InUse(String),
    /// A backup tool or an open `sqlite3`, for example. It passes when that program lets go.
    #[error("another program holds a lock on the database")]
    Locked,
    /// The database is elsewhere, and does not answer just now. Whether the last commit was made shows when it is tried again.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// Another node owns the table now, and goes on with it.
    #[error("another node owns the table")]
    Fenced,
    /// The records of one table are missing, changed or unreadable. Other tables are not affected.
    #[error("the records of the table are damaged: {0}")]
    Damaged(String),
    /// The data can no longer be trusted.
    #[error("the data cannot be read or written: {0}")]
    Broken(String),
}

impl StoreError {
    /// Can the same succeed later, without anybody's help?
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Full | StoreError::InUse(_) | StoreError::Locked | StoreError::Away(_)
        )
    }

    /// Is it certain that nothing was stored?
    pub fn is_certain(&self) -> bool {
        !matches!(self, StoreError::Away(_))
    }
}
