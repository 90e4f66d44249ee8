//! Moves everything from a data folder into a PostgreSQL database, or nothing.

use super::sqlite::fault;
use super::{AccountKey, Leases, Node, Postgres, Sqlite, Store, StoreError};
use crate::bans::{self, Ban, Bans};
use crate::token::TableId;
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use std::path::Path;

/// How much was moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    pub games: usize,
    pub records: usize,
    pub books: usize,
    pub accounts: usize,
    /// Rulebooks that people have saved.
    pub saved: usize,
    pub bans: usize,
}

/// A game without its records.
#[derive(Clone, Debug)]
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) state: i64,
    pub(super) ended: i64,
    pub(super) summary: Option<String>,
    pub(super) place: Option<i64>,
    pub(super) book: String,
}

/// A rulebook: its hash, its text, and which of its clauses others replace.
pub(super) type BookRow = (String, String, Option<String>);

/// Copies the games, rulebooks, accounts, saved rulebooks, bans and the signing key of a folder that no server uses into a database that has no games. Everything is
/// read back and compared before it is committed; the folder stays as it is.
pub fn migrate(folder: &Path, address: &str) -> Result<Moved, StoreError> {
    if !folder.join(super::files::DATABASE).exists() {
        let what = format!("{}: there is no database of games", folder.display());
        return Err(StoreError::Broken(what));
    }
    let from = Sqlite::open(folder)?;
    let node = Node {
        name: "migrate".to_owned(),
        has_bus: false,
    };
    let to = Postgres::open(address, &node)?;
    let unreadable = |error| StoreError::Broken(format!("the bans in {}: {error}", folder.display()));
    let bans = bans::in_folder(folder).map_err(unreadable);
    let moved = bans.and_then(|bans| move_all(&from, &bans, &to));
    if moved.is_err() {
        to.undo();
    }
    let retired = to.leases().map_or(Ok(()), Leases::retire);
    to.close();
    from.close();
    moved.and_then(|moved| retired.map(|()| moved))
}

fn move_all(from: &Sqlite, bans: &[Ban], to: &Postgres) -> Result<Moved, StoreError> {
    let (games, books, accounts, saved, seed) = {
        let reader = from.reader();
        (
            games(&reader).map_err(fault)?,
            books(&reader).map_err(fault)?,
            super::accounts::all(&reader)?,
            super::saved::all(&reader)?,
            seed(&reader).map_err(fault)?,
        )
    };
    to.begin_move(seed)?;
    let mut moved = Moved {
        games: games.len(),
        records: 0,
        books: books.len(),
        accounts: accounts.len(),
        saved: saved.len(),
        bans: bans.len(),
    };
    let text = serde_json::to_string(bans).map_err(|error| StoreError::Broken(error.to_string()))?;
    to.take_text(Bans::SHARED, text)?;
    for book in books {
        to.take_book(book)?;
    }
    for account in accounts {
        let key = AccountKey::Id(account.id.clone());
        let (body, sessions) = (account.body.clone(), account.sessions.clone());
        to.take_account(account)?;
        if to
            .account(&key)?
            .is_none_or(|moved| moved.body != body || moved.sessions != sessions)
        {
            return Err(StoreError::Damaged(format!("{key:?} is not the same in PostgreSQL")));
        }
    }
    for (row, editions) in saved {
        let name = row.name.clone();
        to.take_saved(row, editions.clone())?;
        for edition in editions {
            if to.saved_edition(&name, edition.n)?.as_ref() != Some(&edition) {
                let what = format!(
                    "edition {} of the saved rulebook {name} is not the same in PostgreSQL",
                    edition.n
                );
                return Err(StoreError::Damaged(what));
            }
        }
    }
    for game in games {
        let damaged = || StoreError::Damaged(format!("a game called {}", game.id));
        let table = TableId::read(&game.id).ok_or_else(damaged)?;
        let records = from
            .records(&table)
            .map_err(|error| StoreError::Damaged(format!("game {table}: {error}")))?;
        moved.records += records.len();
        let sum = sum(&records);
        to.take_game(game, records)?;
        if self::sum(&to.records(&table)?) != sum {
            return Err(StoreError::Damaged(format!(
                "game {table} is not the same in PostgreSQL"
            )));
        }
    }
    to.commit_move()?;
    Ok(moved)
}

fn sum(records: &[String]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for record in records {
        hasher.update((record.len() as u64).to_le_bytes());
        hasher.update(record.as_bytes());
    }
    hasher.finalize().into()
}

fn games(connection: &Connection) -> rusqlite::Result<Vec<GameRow>> {
    let all = "SELECT game.id, game.state, game.ended, game.summary, opener.place, coalesce(opener.book, '')
        FROM game LEFT JOIN opener ON opener.n = game.n ORDER BY game.n";
    let mut all = connection.prepare(all)?;
    let row = |row: &rusqlite::Row<'_>| {
        Ok(GameRow {
            id: row.get(0)?,
            state: row.get(1)?,
            ended: row.get(2)?,
            summary: row.get(3)?,
            place: row.get(4)?,
            book: row.get(5)?,
        })
    };
    all.query_map([], row)?.collect()
}

fn books(connection: &Connection) -> rusqlite::Result<Vec<BookRow>> {
    let all = "SELECT book.hash, book.body, replaced.body FROM book LEFT JOIN replaced ON replaced.hash = book.hash";
    let mut all = connection.prepare(all)?;
    all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}

fn seed(connection: &Connection) -> rusqlite::Result<[u8; 32]> {
    connection.query_row("SELECT seed FROM signer", [], |row| row.get(0))
}
