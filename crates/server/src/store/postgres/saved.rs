//! Rulebooks that people save, in two tables.

use super::super::saved::{ROW, SavedBy, SavedCount, SavedEdition, SavedRow};
use super::super::{Put, StoreError};
use super::connection::Open;
use crate::token::SessionHash;
use std::ops::RangeInclusive;
use tokio_postgres::Row;

fn read(row: &Row) -> SavedRow {
    SavedRow {
        name: row.get(0),
        version: row.get::<_, i32>(1).unsigned_abs(),
        owner: SessionHash::read(row.get(2)).unwrap_or(SessionHash::NOBODY),
        place: row.get::<_, Option<i64>>(3).map(|place| place as u64),
        listed: row.get(4),
        bytes: row.get::<_, i64>(5).unsigned_abs(),
        edition: row.get::<_, i32>(6).unsigned_abs(),
        body: row.get(7),
    }
}

pub(super) async fn get(open: &mut Open, name: &str) -> Result<Option<SavedRow>, StoreError> {
    let one = "SELECT name, version, owner, place, listed, bytes, edition, body FROM saved WHERE name = $1";
    Ok(open.rows(one, &[&name]).await?.first().map(read))
}

pub(super) async fn edition(open: &mut Open, name: &str, n: u32) -> Result<Option<SavedEdition>, StoreError> {
    let one = "SELECT about, text FROM saved_edition WHERE book = $1 AND n = $2";
    let rows = open.rows(one, &[&name, &(n as i32)]).await?;
    Ok(rows.first().map(|row| SavedEdition {
        n,
        about: row.get(0),
        text: row.get(1),
    }))
}

pub(super) async fn history(open: &mut Open, name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
    let all = "SELECT n, octet_length(text), about FROM saved_edition WHERE book = $1 ORDER BY n DESC";
    let rows = open.rows(all, &[&name]).await?;
    let number = |row: &Row, place: usize| row.get::<_, i32>(place).unsigned_abs();
    Ok(rows
        .iter()
        .map(|row| (number(row, 0), number(row, 1), row.get(2)))
        .collect())
}

pub(super) async fn list(open: &mut Open, owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
    let owners: Vec<String> = owners.iter().map(ToString::to_string).collect();
    let all = "SELECT name, version, owner, place, listed, bytes, edition, body FROM saved
        WHERE listed OR owner = ANY($1::text[]) ORDER BY name";
    Ok(open.rows(all, &[&owners]).await?.iter().map(read).collect())
}

pub(super) async fn count(
    open: &mut Open,
    owner: SessionHash,
    places: RangeInclusive<u64>,
) -> Result<SavedCount, StoreError> {
    let counts = "SELECT (SELECT count(*) FROM saved WHERE owner = $1),
        (SELECT count(*) FROM saved WHERE place BETWEEN $2 AND $3)";
    let (first, last) = (*places.start() as i64, *places.end() as i64);
    let rows = open.rows(counts, &[&owner.to_string(), &first, &last]).await?;
    let number = |row: &Row, place: usize| row.get::<_, i64>(place).try_into().unwrap_or_default();
    Ok(rows.first().map_or_else(SavedCount::default, |row| SavedCount {
        of_owner: number(row, 0),
        from_place: number(row, 1),
    }))
}

/// Stores a rulebook in one commit, or nothing of it.
pub(super) async fn put(
    open: &mut Open,
    row: &SavedRow,
    edition: Option<&SavedEdition>,
    keep: u32,
) -> Result<Put, StoreError> {
    let stored = open
        .in_one_commit(async |open| match write(open, row, edition, keep).await? {
            true => Ok(()),
            false => Err(StoreError::Fenced),
        })
        .await;
    match stored {
        Ok(()) => Ok(Put::Stored),
        Err(StoreError::Fenced) => Ok(Put::Outdated),
        Err(error) => Err(error),
    }
}

/// Writes the rows of a rulebook; false if it is outdated.
pub(super) async fn write(
    open: &mut Open,
    row: &SavedRow,
    edition: Option<&SavedEdition>,
    keep: u32,
) -> Result<bool, StoreError> {
    let (owner, place) = (row.owner.to_string(), row.place.map(|place| place as i64));
    let (before, next, latest) = (row.version as i32, row.version as i32 + 1, row.edition as i32);
    // The row first: whoever comes at the same time waits for it, and finds another version.
    let changed = match row.version {
        0 => {
            let new = "INSERT INTO saved (name, version, owner, place, listed, bytes, edition, body)
                VALUES ($1, $2, $3, $4, $5, 0, $6, $7) ON CONFLICT DO NOTHING RETURNING 1";
            let values: super::connection::Values<'_> =
                &[&row.name, &next, &owner, &place, &row.listed, &latest, &row.body];
            open.rows(new, values).await?
        }
        _ => {
            let change = "UPDATE saved SET version = $2, owner = $3, place = $4, listed = $5, edition = $6, body = $7
                WHERE name = $1 AND version = $8 RETURNING 1";
            let values: super::connection::Values<'_> = &[
                &row.name,
                &next,
                &owner,
                &place,
                &row.listed,
                &latest,
                &row.body,
                &before,
            ];
            open.rows(change, values).await?
        }
    };
    if changed.len() != 1 {
        return Ok(false);
    }
    if let Some(SavedEdition { n, about, text }) = edition {
        let new = "INSERT INTO saved_edition (book, n, about, text) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING RETURNING 1";
        if open.rows(new, &[&row.name, &(*n as i32), about, text]).await?.len() != 1 {
            return Ok(false);
        }
    }
    let oldest = row.edition.saturating_sub(keep) as i32 + 1;
    open.rows(
        "DELETE FROM saved_edition WHERE book = $1 AND n < $2",
        &[&row.name, &oldest],
    )
    .await?;
    let counted =
        "UPDATE saved SET bytes = $2 + (SELECT coalesce(sum(octet_length(text) + octet_length(about) + 64), 0)
        FROM saved_edition WHERE book = $1) WHERE name = $1";
    open.rows(counted, &[&row.name, &(ROW as i64)]).await?;
    Ok(true)
}

pub(super) async fn remove(open: &mut Open, name: &str) -> Result<bool, StoreError> {
    open.in_one_commit(async |open| {
        let gone = open
            .rows("DELETE FROM saved WHERE name = $1 RETURNING 1", &[&name])
            .await?;
        open.rows("DELETE FROM saved_edition WHERE book = $1", &[&name]).await?;
        Ok(gone.len() == 1)
    })
    .await
}

/// Removes everything that these sessions have saved.
pub(super) async fn forget(open: &mut Open, sessions: &[SessionHash]) -> Result<(), StoreError> {
    let owners: Vec<String> = sessions.iter().map(ToString::to_string).collect();
    let editions = "DELETE FROM saved_edition WHERE book IN (SELECT name FROM saved WHERE owner = ANY($1::text[]))";
    open.rows(editions, &[&owners]).await?;
    open.rows("DELETE FROM saved WHERE owner = ANY($1::text[])", &[&owners])
        .await
        .map(drop)
}

/// Who has saved which rulebook, for each edition.
pub(super) async fn people(open: &mut Open) -> Result<Vec<SavedBy>, StoreError> {
    let all = "SELECT saved.owner, saved.name, about FROM saved JOIN saved_edition ON saved_edition.book = saved.name";
    let rows = open.rows(all, &[]).await?;
    let known = |row: &Row| Some((SessionHash::read(row.get(0))?, row.get(1), row.get(2)));
    Ok(rows.iter().filter_map(known).collect())
}
