//! Reading and removing games.

use super::super::{Finished, Games, Keep, NodeId, Space, StoreError};
use super::connection::Open;
use super::leases::number;
use super::migrations;
use crate::token::TableId;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use tokio_postgres::Row;

const DAY: u64 = 86_400;

pub(super) async fn records(open: &mut Open, table: &TableId) -> Result<Vec<String>, StoreError> {
    let all = "SELECT n, body, (SELECT count FROM game WHERE id = $1) FROM record WHERE game = $1 ORDER BY n";
    let rows = open.rows(all, &[&table.as_str()]).await?;
    let count = rows
        .first()
        .and_then(|row| row.get::<_, Option<i32>>(2))
        .unwrap_or_default();
    let is_whole =
        rows.len() == count.unsigned_abs() as usize && (0..).zip(&rows).all(|(n, row)| row.get::<_, i32>(0) == n);
    match is_whole {
        true => Ok(rows.iter().map(|row| row.get(1)).collect()),
        false => Err(StoreError::Damaged(format!(
            "there are {} of {count} records",
            rows.len()
        ))),
    }
}

pub(super) async fn running(open: &mut Open) -> Result<Vec<TableId>, StoreError> {
    let rows = open.rows("SELECT id FROM game WHERE state = 0", &[]).await?;
    Ok(rows.iter().filter_map(|row| TableId::read(row.get(0))).collect())
}

pub(super) async fn finished(open: &mut Open, most: usize) -> Result<Vec<Finished>, StoreError> {
    let latest = "SELECT summary FROM game WHERE state = 1 ORDER BY ended DESC LIMIT $1";
    let rows = open.rows(latest, &[&(most as i64)]).await?;
    let summary = |row: &Row| serde_json::from_str(row.get::<_, Option<&str>>(0)?).ok();
    Ok(rows.iter().filter_map(summary).collect())
}

pub(super) async fn finished_before(
    open: &mut Open,
    before: Option<&(u32, String)>,
    most: usize,
) -> Result<Vec<Finished>, StoreError> {
    let (ended, id) = before.map_or((i64::MAX, ""), |(ended, id)| (i64::from(*ended), id.as_str()));
    let earlier = "SELECT summary FROM game WHERE state = 1 AND ended <= $1 AND (ended < $1 OR id COLLATE \"C\" < $2)
        ORDER BY ended DESC, id COLLATE \"C\" DESC LIMIT $3";
    let rows = open.rows(earlier, &[&ended, &id, &(most as i64)]).await?;
    let summary = |row: &Row| serde_json::from_str(row.get::<_, Option<&str>>(0)?).ok();
    Ok(rows.iter().filter_map(summary).collect())
}

/// How much is free on its disk, a database does not say.
pub(super) async fn space(open: &mut Open) -> Result<Space, StoreError> {
    let rows = open.rows("SELECT pg_database_size(current_database())", &[]).await?;
    let used = rows.first().map_or(0, |row| count(row, 0));
    Ok(Space {
        used,
        files: used,
        free: None,
    })
}

pub(super) async fn counted(open: &mut Open) -> Result<Games, StoreError> {
    let rows = open
        .rows("SELECT state, count(*) FROM game GROUP BY state", &[])
        .await?;
    let of = |state: i16| {
        let row = rows.iter().find(|row| row.get::<_, i16>(0) == state);
        row.map_or(0, |row| count(row, 1))
    };
    Ok(Games {
        running: of(0),
        over: of(1),
        closed: of(2),
    })
}

/// The bytes of a running game.
pub(super) async fn size(open: &mut Open, table: &TableId) -> Result<u64, StoreError> {
    let rows = open
        .rows("SELECT bytes FROM game WHERE id = $1 AND state = 0", &[&table.as_str()])
        .await?;
    Ok(rows.first().map_or(0, |row| count(row, 0)))
}

pub(super) async fn sizes(open: &mut Open) -> Result<HashMap<String, u64>, StoreError> {
    let rows = open.rows("SELECT id, bytes FROM game WHERE state = 0", &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), count(row, 1))).collect())
}

pub(super) async fn places(open: &mut Open) -> Result<Vec<(u64, u64)>, StoreError> {
    let sums = "SELECT place, sum(bytes)::bigint AS bytes
        FROM (SELECT place, bytes FROM game UNION ALL SELECT place, bytes FROM account UNION ALL SELECT place, bytes FROM saved) AS stored
        WHERE place IS NOT NULL AND bytes > 0 GROUP BY place ORDER BY bytes DESC, place";
    let rows = open.rows(sums, &[]).await?;
    Ok(rows
        .iter()
        .map(|row| (row.get::<_, i64>(0) as u64, count(row, 1)))
        .collect())
}

/// The addresses must have the same highest bit: the database sorts numbers with their sign.
pub(super) async fn stored_from(open: &mut Open, places: RangeInclusive<u64>) -> Result<u64, StoreError> {
    let sum = "SELECT (SELECT coalesce(sum(bytes), 0)::bigint FROM game WHERE place BETWEEN $1 AND $2)
        + (SELECT coalesce(sum(bytes), 0)::bigint FROM account WHERE place BETWEEN $1 AND $2)
        + (SELECT coalesce(sum(bytes), 0)::bigint FROM saved WHERE place BETWEEN $1 AND $2)";
    let (first, last) = (*places.start() as i64, *places.end() as i64);
    let rows = open.rows(sum, &[&first, &last]).await?;
    Ok(rows.first().map_or(0, |row| count(row, 0)))
}

/// Games that need not be kept any longer, the oldest first: none that runs, and none that another node has in memory.
pub(super) async fn outdated(
    open: &mut Open,
    node: NodeId,
    keep: Keep,
    now: u64,
    most: usize,
) -> Result<Vec<TableId>, StoreError> {
    if keep == Keep::default() {
        return Ok(Vec::new());
    }
    let never = i64::MIN;
    let before = |days: Option<u32>| days.map_or(never, |days| now.saturating_sub(DAY * u64::from(days)) as i64);
    let old = "SELECT id FROM (
            SELECT id, state, ended, owner, row_number() OVER (PARTITION BY state ORDER BY ended DESC, id) AS rank
            FROM game WHERE state <> 0
        ) AS game
        WHERE (owner IS NULL OR owner = $1 OR NOT EXISTS (SELECT 1 FROM node WHERE id = owner AND expires > now()))
            AND (state = 1 AND (ended < $2 OR rank > $3) OR state = 2 AND ended < $4)
        ORDER BY ended, id LIMIT $5";
    let games = keep.games.map_or(i64::MAX, i64::from);
    let closed = now.saturating_sub(DAY) as i64;
    let rows = open
        .rows(
            old,
            &[&number(node), &before(keep.days), &games, &closed, &(most as i64)],
        )
        .await?;
    Ok(rows.iter().filter_map(|row| TableId::read(row.get(0))).collect())
}

/// Removes these games in one commit; how many there were. Running ones stay.
pub(super) async fn remove(open: &mut Open, tables: &[TableId]) -> Result<usize, StoreError> {
    let ids: HashSet<&str> = tables.iter().map(TableId::as_str).collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    open.in_one_commit(async |open| {
        let gone = "DELETE FROM game WHERE id = ANY ($1) AND state <> 0 RETURNING id, book";
        let rows = open.rows(gone, &[&ids]).await?;
        let gone: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
        let books: Vec<&str> = rows.iter().map(|row| row.get(1)).collect();
        open.rows("DELETE FROM record WHERE game = ANY ($1)", &[&gone]).await?;
        open.rows("DELETE FROM tenure WHERE game = ANY ($1)", &[&gone]).await?;
        remove_unused(open, &books).await?;
        Ok(gone.len())
    })
    .await
}

/// Removes those of these rulebooks that no game has. A node may be opening a table with one of them; it holds the lock until that game
/// can be seen.
async fn remove_unused(open: &mut Open, books: &[&str]) -> Result<(), StoreError> {
    let unused = "SELECT 1 FROM book WHERE hash = ANY ($1)
        AND NOT EXISTS (SELECT 1 FROM game WHERE game.book = book.hash) LIMIT 1";
    if open.rows(unused, &[&books]).await?.is_empty() {
        return Ok(());
    }
    open.rows("SELECT pg_advisory_xact_lock($1)", &[&migrations::BOOKS])
        .await?;
    let remove = "DELETE FROM book WHERE hash = ANY ($1)
        AND NOT EXISTS (SELECT 1 FROM game WHERE game.book = book.hash)";
    open.rows(remove, &[&books]).await.map(drop)
}

fn count(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).try_into().unwrap_or_default()
}
