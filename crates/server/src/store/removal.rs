//! Removes games that are over, with everything that belongs to them. SQLite uses their pages again.

use super::chains::{self, Chain};
use super::layout::{self, CLOSED, OVER};
use super::openers::{self, Settled};
use super::sqlite::fault;
use super::{Keep, StoreError};
use crate::token::TableId;
use rusqlite::{Connection, params};

const DAY: u64 = 86_400;

/// Games that need not be kept any longer, the oldest first. Running ones are never among them.
pub(super) fn outdated(connection: &Connection, keep: Keep, now: u64, most: usize) -> Result<Vec<TableId>, StoreError> {
    let mut ids = Vec::new();
    let mut find = |state: i64, before: u64, most: usize| -> rusqlite::Result<()> {
        let mut query = connection
            .prepare_cached("SELECT id FROM game WHERE state = ?1 AND ended < ?2 ORDER BY ended, n LIMIT ?3")?;
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        let rows = query.query_map(params![state, before, most as i64], |row| row.get::<_, String>(0))?;
        ids.extend(rows.filter_map(Result::ok));
        Ok(())
    };
    if keep == Keep::default() {
        return Ok(Vec::new());
    }
    let mut all = || -> rusqlite::Result<()> {
        if let Some(days) = keep.days {
            find(OVER, now.saturating_sub(DAY * u64::from(days)), most)?;
        }
        if let Some(games) = keep.games {
            let over = "SELECT count(*) FROM game WHERE state = ?1";
            let over: i64 = connection.query_row(over, [OVER], |row| row.get(0))?;
            let surplus = usize::try_from(over - i64::from(games)).unwrap_or(0);
            find(OVER, u64::MAX, surplus.min(most))?;
        }
        // Nobody can look at a table that was closed before its end.
        find(CLOSED, now.saturating_sub(DAY), most)
    };
    all().map_err(fault)?;
    let mut found: Vec<TableId> = ids.iter().filter_map(|id| TableId::read(id)).collect();
    let mut seen = std::collections::HashSet::new();
    found.retain(|id| seen.insert(id.clone()));
    found.truncate(most);
    Ok(found)
}

/// Removes these games in one commit; how many there were. Running ones stay.
pub(super) fn remove(connection: &Connection, tables: &[TableId], settled: &mut Settled) -> Result<usize, StoreError> {
    let mut removed = Vec::new();
    let work = || -> Result<(), StoreError> {
        for table in tables {
            let Some(chain) = chains::of(connection, table)?.filter(|chain| chain.is_over) else {
                continue;
            };
            remove_one(connection, table, &chain).map_err(fault)?;
            removed.push(chain);
        }
        openers::remove_unused_books(connection).map_err(fault)
    };
    super::writer::in_one_commit(connection, work)?;
    for Chain { place, bytes, .. } in &removed {
        if let Some(sum) = place.and_then(|place| settled.get_mut(&place)) {
            *sum = sum.saturating_sub(*bytes);
        }
    }
    Ok(removed.len())
}

fn remove_one(connection: &Connection, table: &TableId, chain: &Chain) -> rusqlite::Result<()> {
    let mut record = connection.prepare_cached("DELETE FROM record WHERE id = ?1 AND game = ?2")?;
    let mut gone = 0;
    for id in chains::ids(connection, chain.last)? {
        gone += record.execute(params![id, table.as_str()])?;
    }
    if gone != chain.count as usize {
        // Where the chain is broken, the rest is found only by looking at every record.
        connection.execute("DELETE FROM record WHERE game = ?1", [table.as_str()])?;
    }
    for statement in [
        "DELETE FROM head WHERE n = ?1",
        "DELETE FROM opener WHERE n = ?1",
        "DELETE FROM game WHERE n = ?1",
    ] {
        connection.prepare_cached(statement)?.execute([chain.game])?;
    }
    layout::count(connection, -1, -i64::from(chain.count))
}
