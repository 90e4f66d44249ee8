//! Chains of records, one for each game.
//!
//! Records of all games are kept in one table in order of arrival, each pointing to the one before it in its game and holding a hash
//! of everything up to itself. Where a chain ends is kept in a small table of its own, so a commit writes only a few pages however
//! many games it covers, and neither a changed record nor a lost one goes unnoticed.

use super::StoreError;
use super::layout::{self, RUNNING};
use super::sqlite::damage;
use crate::token::TableId;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt;

pub(super) type Hash = [u8; 32];

/// The end of a game's chain.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    /// The row of the game.
    pub(super) game: i64,
    /// The last record; 0 before the first.
    pub(super) last: i64,
    /// How many records there are.
    pub(super) count: u32,
    /// The hash of the last record.
    pub(super) hash: Hash,
    pub(super) is_over: bool,
    /// The address that opened the game.
    pub(super) place: Option<i64>,
    /// What it has stored.
    pub(super) bytes: u64,
    /// The sum of the row that says who opened it; none if there is none, or if it was found changed.
    pub(super) opener: Option<Hash>,
}

impl Chain {
    /// Is this an earlier end of that game, or another one at the same place?
    pub(super) fn is_behind(&self, other: &Chain) -> bool {
        let end = |chain: &Chain| (chain.game, chain.last, chain.hash);
        self.count < other.count || self.count == other.count && end(self) != end(other)
    }
}

pub(super) type Chains = HashMap<TableId, Chain>;

/// Where a chain is broken, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Break {
    /// The record, counted from 0.
    pub(super) place: u32,
    pub(super) what: &'static str,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.place, self.what)
    }
}

/// The hash of a record after the one with this hash.
pub(super) fn hash(before: &Hash, game: &str, body: &str) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(game.as_bytes());
    hasher.update(b"\n");
    hasher.update(body.as_bytes());
    hasher.finalize().into()
}

const ENDS: &str =
    "SELECT game.id, game.n, head.last, head.count, head.hash, game.state, opener.place, opener.bytes, opener.sum
    FROM game JOIN head ON head.n = game.n LEFT JOIN opener ON opener.n = game.n";

fn read(row: &Row<'_>) -> rusqlite::Result<Chain> {
    Ok(Chain {
        game: row.get(1)?,
        last: row.get(2)?,
        count: row.get(3)?,
        hash: row.get(4)?,
        is_over: row.get::<_, i64>(5)? != RUNNING,
        place: row.get(6).unwrap_or_default(),
        bytes: row
            .get::<_, i64>(7)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .unwrap_or_default(),
        opener: row.get(8).unwrap_or_default(),
    })
}

/// The chains of all running games. Those whose end cannot be read are left out.
pub(super) fn running(connection: &Connection) -> rusqlite::Result<Chains> {
    let mut games = connection.prepare(&format!("{ENDS} WHERE game.state = ?1"))?;
    let mut rows = games.query([RUNNING])?;
    let mut chains = Chains::new();
    while let Some(row) = rows.next()? {
        let id = row.get_ref(0)?.as_str().ok().and_then(TableId::read);
        if let (Some(id), Ok(chain)) = (id, read(row)) {
            chains.insert(id, chain);
        }
    }
    Ok(chains)
}

/// The chain of any game; none if there is no such game.
pub(super) fn of(connection: &Connection, table: &TableId) -> Result<Option<Chain>, StoreError> {
    let mut game = connection
        .prepare_cached(&format!("{ENDS} WHERE game.id = ?1"))
        .map_err(damage)?;
    game.query_row([table.as_str()], read).optional().map_err(damage)
}

/// Does a game still end where it was left: its row, its end and all of its last record?
pub(super) fn is_as_left(connection: &Connection, table: &TableId, chain: &Chain) -> rusqlite::Result<bool> {
    let id = table.as_str();
    let mut end = connection.prepare_cached(
        "SELECT game.state, game.ended, game.summary, game.hash, record.body, before.hash
         FROM head JOIN game ON game.n = head.n JOIN record ON record.id = head.last LEFT JOIN record AS before ON before.id = record.prev
         WHERE head.n = ?1 AND game.id = ?2 AND head.last = ?3 AND head.count = ?4 AND head.hash = ?5 AND record.hash = ?5
             AND record.game = ?2 AND (record.prev = 0) = (?4 = 1)",
    )?;
    let is_whole = |row: &Row<'_>| {
        let is_over = row.get::<_, i64>(0)? != RUNNING;
        let (body, before): (String, Option<Hash>) = (row.get(4)?, row.get(5)?);
        let is_record = hash(&before.unwrap_or_default(), id, &body) == chain.hash;
        Ok(is_record && is_over == chain.is_over && layout::is_whole(row, 0, id))
    };
    let found = end.query_row(params![chain.game, id, chain.last, chain.count, chain.hash], is_whole);
    Ok(found.optional()?.unwrap_or_default())
}

/// Is the row of a game as it was written?
pub(super) fn has_whole_row(connection: &Connection, table: &TableId) -> rusqlite::Result<bool> {
    let mut row = connection.prepare_cached("SELECT state, ended, summary, hash FROM game WHERE id = ?1")?;
    let is_whole = |row: &Row<'_>| Ok(layout::is_whole(row, 0, table.as_str()));
    Ok(row
        .query_row([table.as_str()], is_whole)
        .optional()?
        .unwrap_or_default())
}

/// Notes the end of a chain.
pub(super) fn note(connection: &Connection, chain: &Chain) -> rusqlite::Result<()> {
    let mut head =
        connection.prepare_cached("INSERT OR REPLACE INTO head (n, last, count, hash) VALUES (?1, ?2, ?3, ?4)")?;
    head.execute(params![chain.game, chain.last, chain.count, chain.hash])
        .map(drop)
}

/// Moves the end of each game to the last record that follows from those before it, unless more were stored once.
pub(super) fn complete(connection: &Connection) -> rusqlite::Result<()> {
    let mut games = connection.prepare("SELECT id, n FROM game")?;
    let games = games.query_map([], |row| {
        let chain = Chain {
            game: row.get(1)?,
            ..Chain::default()
        };
        Ok((row.get::<_, String>(0)?, chain))
    })?;
    let mut chains: HashMap<String, Chain> = games.filter_map(Result::ok).collect();
    let mut records = connection.prepare("SELECT game, id, prev, body, hash FROM record ORDER BY id")?;
    let mut rows = records.query([])?;
    while let Some(row) = rows.next()? {
        let read = || Ok::<_, rusqlite::Error>((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let Ok((game, id, prev, body)): rusqlite::Result<(String, i64, i64, String)> = read() else {
            continue;
        };
        let Some(chain) = chains.get_mut(&game).filter(|chain| chain.last == prev) else {
            continue;
        };
        let next = hash(&chain.hash, &game, &body);
        if row.get::<_, Hash>(4).ok() == Some(next) {
            (chain.last, chain.hash, chain.count) = (id, next, chain.count + 1);
        }
    }
    let mut longer = connection.prepare("SELECT 1 FROM head WHERE n = ?1 AND count > ?2")?;
    for chain in chains.values().filter(|chain| chain.count > 0) {
        if !longer.exists(params![chain.game, chain.count])? {
            note(connection, chain)?;
        }
    }
    Ok(())
}

/// Adds a record at the end of a chain.
pub(super) fn push(connection: &Connection, table: &str, chain: &mut Chain, body: &str) -> rusqlite::Result<()> {
    let mut record =
        connection.prepare_cached("INSERT INTO record (game, prev, body, hash) VALUES (?1, ?2, ?3, ?4)")?;
    chain.hash = hash(&chain.hash, table, body);
    chain.last = record.insert(params![table, chain.last, body, chain.hash])?;
    chain.count += 1;
    Ok(())
}

/// The rows of the records that are linked to this end.
pub(super) fn ids(connection: &Connection, last: i64) -> rusqlite::Result<Vec<i64>> {
    Ok(linked(connection, last)?.iter().map(|stored| stored.id).collect())
}

/// A record as it is stored.
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) body: String,
    game: String,
    hash: Hash,
}

/// The records that are linked to this end, in order. Reads as far back as it can.
fn linked(connection: &Connection, mut last: i64) -> rusqlite::Result<Vec<Stored>> {
    let mut record = connection.prepare_cached("SELECT id, prev, body, game, hash FROM record WHERE id = ?1")?;
    let mut found = Vec::new();
    while last != 0 {
        let read = |row: &Row<'_>| {
            let (game, hash) = (row.get(3)?, row.get(4)?);
            let (id, body) = (row.get(0)?, row.get(2)?);
            Ok((row.get::<_, i64>(1)?, Stored { id, body, game, hash }))
        };
        // What cannot be read ends the chain as what is missing does; checking it tells where.
        let Ok((prev, stored)) = record.query_row([last], read) else {
            break;
        };
        found.push(stored);
        if prev >= last {
            break;
        }
        last = prev;
    }
    found.reverse();
    Ok(found)
}

/// The records of a chain in order, if none is missing or changed.
pub(super) fn records(
    connection: &Connection,
    table: &str,
    chain: &Chain,
) -> rusqlite::Result<Result<Vec<Stored>, Break>> {
    let found = linked(connection, chain.last)?;
    let missing = chain.count.saturating_sub(found.len() as u32);
    let broken = |place: u32, what| Ok(Err(Break { place, what }));
    if missing > 0 {
        return broken(missing - 1, "missing, unreadable, or not linked to the next");
    }
    let mut before = Hash::default();
    for (stored, place) in found.iter().zip(0..) {
        before = hash(&before, table, &stored.body);
        if stored.game != table || stored.hash != before {
            return broken(place, "changed, or the one before it is missing");
        }
    }
    if found.len() as u32 != chain.count || before != chain.hash {
        return broken(chain.count, "the game has other records than it ends with");
    }
    Ok(Ok(found))
}

/// The bodies of a chain in order.
pub(super) fn bodies(connection: &Connection, table: &TableId, chain: &Chain) -> Result<Vec<String>, StoreError> {
    let found = records(connection, table.as_str(), chain).map_err(damage)?;
    let found = found.map_err(|fault| StoreError::Damaged(fault.to_string()))?;
    Ok(found.into_iter().map(|stored| stored.body).collect())
}
