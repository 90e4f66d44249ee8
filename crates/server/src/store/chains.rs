//! Where each game's chain of records ends.
//!
//! Records of all games are kept in one table in order of arrival, each pointing to the one before it in its game. So a commit writes
//! only a few pages however many games it covers, instead of a page for each game.

use super::StoreError;
use super::sqlite::{RUNNING, damage};
use crate::token::TableId;
use rusqlite::{Connection, OptionalExtension};
use std::collections::HashMap;

/// The end of a game's chain.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    /// The last record; 0 before the first.
    pub(super) last: i64,
    /// How many records there are.
    pub(super) count: u32,
    /// Is the game over? Then the end of its chain is stored with it.
    pub(super) is_over: bool,
}

pub(super) type Chains = HashMap<TableId, Chain>;

/// The chains of all running games, found by scanning everything since the oldest of them began.
pub(super) fn running(connection: &Connection) -> rusqlite::Result<Chains> {
    let mut games = connection.prepare("SELECT id FROM game WHERE state = ?1")?;
    let ids = games.query_map([RUNNING], |row| row.get::<_, String>(0))?;
    let mut chains: Chains = ids
        .filter_map(|id| id.map(|id| TableId::read(&id)).transpose())
        .map(|id| Ok((id?, Chain::default())))
        .collect::<rusqlite::Result<_>>()?;
    let mut records = connection.prepare(
        "SELECT id, game FROM record WHERE id >= (SELECT min(first) FROM game WHERE state = ?1) ORDER BY id",
    )?;
    let mut rows = records.query([RUNNING])?;
    while let Some(row) = rows.next()? {
        let name = row.get_ref(1)?.as_str().unwrap_or_default();
        let chain = TableId::read(name).and_then(|id| chains.get_mut(&id));
        if let Some(chain) = chain {
            chain.last = row.get(0)?;
            chain.count += 1;
        }
    }
    Ok(chains)
}

/// The chain of a game that is over; none, if there is no such game.
pub(super) fn of_finished(connection: &Connection, table: &TableId) -> Result<Option<Chain>, StoreError> {
    let last = connection.query_row("SELECT last FROM game WHERE id = ?1", [table.as_str()], |row| {
        row.get(0)
    });
    let Some(Some(last)) = last.optional().map_err(damage)? else {
        return Ok(None);
    };
    Ok(Some(Chain {
        last,
        count: bodies(connection, last)?.len() as u32,
        is_over: true,
    }))
}

/// The records of a chain that ends here, in order.
pub(super) fn bodies(connection: &Connection, mut last: i64) -> Result<Vec<String>, StoreError> {
    let mut record = connection
        .prepare_cached("SELECT prev, body FROM record WHERE id = ?1")
        .map_err(damage)?;
    let mut bodies = Vec::new();
    while last != 0 {
        let found = record.query_row([last], |row| Ok((row.get(0)?, row.get(1)?)));
        let (prev, body): (i64, String) = found.map_err(damage)?;
        if prev >= last {
            return Err(StoreError::Damaged("a record comes before itself".to_owned()));
        }
        bodies.push(body);
        last = prev;
    }
    bodies.reverse();
    Ok(bodies)
}
