//! Accounts, in two tables.

use super::super::accounts::{AccountKey, AccountRow, Put, played_by};
use super::super::{Finished, StoreError};
use super::connection::Open;
use crate::token::SessionHash;

pub(super) async fn get(open: &mut Open, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
    let (row, value) = match key {
        AccountKey::Id(id) => ("SELECT id, name, version, body FROM account WHERE id = $1", id.clone()),
        AccountKey::Name(name) => (
            "SELECT id, name, version, body FROM account WHERE name = $1",
            name.clone(),
        ),
        AccountKey::Session(session) => (
            "SELECT id, name, version, body FROM account
                WHERE id = (SELECT account FROM account_session WHERE session = $1)",
            session.to_string(),
        ),
    };
    let rows = open.rows(row, &[&value]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let id: String = row.get(0);
    let all = "SELECT session FROM account_session WHERE account = $1 ORDER BY n";
    let sessions = open.rows(all, &[&id]).await?;
    let sessions = sessions.iter().filter_map(|row| SessionHash::read(row.get(0)));
    Ok(Some(AccountRow {
        id,
        name: row.get(1),
        version: row.get::<_, i32>(2).unsigned_abs(),
        body: row.get(3),
        sessions: sessions.collect(),
    }))
}

/// Stores an account in one commit, or nothing of it.
pub(super) async fn put(open: &mut Open, row: &AccountRow) -> Result<Put, StoreError> {
    let stored = open
        .in_one_commit(async |open| match write(open, row).await? {
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

/// Writes the rows of an account; false if it is outdated.
pub(super) async fn write(open: &mut Open, row: &AccountRow) -> Result<bool, StoreError> {
    let (before, next) = (row.version as i32, row.version as i32 + 1);
    let changed = match row.version {
        0 => {
            let new = "INSERT INTO account VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1";
            open.rows(new, &[&row.id, &row.name, &next, &row.body]).await?
        }
        _ => {
            let change = "UPDATE account SET version = $2, body = $3 WHERE id = $1 AND version = $4 RETURNING 1";
            open.rows(change, &[&row.id, &next, &row.body, &before]).await?
        }
    };
    open.rows("DELETE FROM account_session WHERE account = $1", &[&row.id])
        .await?;
    let mut stored = changed.len() == 1;
    for (n, session) in (0i32..).zip(&row.sessions) {
        let new = "INSERT INTO account_session VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1";
        stored &= open.rows(new, &[&session.to_string(), &row.id, &n]).await?.len() == 1;
    }
    Ok(stored)
}

pub(super) async fn remove(open: &mut Open, id: &str) -> Result<bool, StoreError> {
    open.in_one_commit(async |open| {
        open.rows("DELETE FROM account_session WHERE account = $1", &[&id])
            .await?;
        let gone = open
            .rows("DELETE FROM account WHERE id = $1 RETURNING 1", &[&id])
            .await?;
        Ok(gone.len() == 1)
    })
    .await
}

pub(super) async fn finished_of(
    open: &mut Open,
    sessions: &[SessionHash],
    most: usize,
) -> Result<Vec<Finished>, StoreError> {
    let hashes: Vec<String> = sessions.iter().map(ToString::to_string).collect();
    let games = "SELECT summary FROM game WHERE state = 1 AND EXISTS
            (SELECT 1 FROM unnest($1::text[]) AS hash WHERE position(hash IN summary) > 0)
        ORDER BY ended DESC LIMIT $2";
    let rows = open.rows(games, &[&hashes, &(most as i64)]).await?;
    let summaries = rows.iter().filter_map(|row| row.get::<_, Option<String>>(0));
    Ok(played_by(summaries, sessions, most))
}
