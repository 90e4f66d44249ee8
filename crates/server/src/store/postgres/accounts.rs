//! Accounts, in two tables.

use super::super::accounts::{AccountKey, AccountRow, Put, played_by};
use super::super::{Finished, StoreError};
use super::connection::Open;
use crate::token::SessionHash;
use std::collections::BTreeSet;
use tokio_postgres::Row;

/// Selects accounts with their sessions.
macro_rules! accounts {
    ($which:literal) => {
        concat!(
            "SELECT id, name, version, body, place, used, ARRAY(SELECT session FROM account_session
                WHERE account_session.account = account.id ORDER BY n) FROM account ",
            $which
        )
    };
}

pub(super) async fn get(open: &mut Open, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
    let (find, value) = match key {
        AccountKey::Id(id) => (accounts!("WHERE id = $1"), id.clone()),
        AccountKey::Name(name) => (accounts!("WHERE name = $1"), name.clone()),
        AccountKey::Session(session) => (
            accounts!("WHERE id = (SELECT account FROM account_session WHERE session = $1)"),
            session.to_string(),
        ),
    };
    let rows = open.rows(find, &[&value]).await?;
    Ok(rows.first().map(read))
}

pub(super) async fn all(open: &mut Open) -> Result<Vec<AccountRow>, StoreError> {
    let rows = open.rows(accounts!("ORDER BY id"), &[]).await?;
    Ok(rows.iter().map(read).collect())
}

/// Accounts that nobody has used since this time, the longest unused first.
pub(super) async fn unused(open: &mut Open, before: u64, most: usize) -> Result<Vec<AccountRow>, StoreError> {
    let old = accounts!("WHERE used < $1 ORDER BY used, id LIMIT $2");
    let rows = open.rows(old, &[&(before as i64), &(most as i64)]).await?;
    Ok(rows.iter().map(read).collect())
}

pub(super) async fn touch(open: &mut Open, id: &str, at: u64) -> Result<(), StoreError> {
    let touch = "UPDATE account SET used = $2 WHERE id = $1 AND used < $2";
    open.rows(touch, &[&id, &(at as i64)]).await.map(drop)
}

fn read(row: &Row) -> AccountRow {
    let sessions: Vec<&str> = row.get(6);
    AccountRow {
        id: row.get(0),
        name: row.get(1),
        version: row.get::<_, i32>(2).unsigned_abs(),
        body: row.get(3),
        sessions: sessions.into_iter().filter_map(SessionHash::read).collect(),
        place: row.get::<_, Option<i64>>(4).map(|place| place as u64),
        used: row.get::<_, i64>(5).unsigned_abs(),
    }
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
    let (place, used) = (row.place.map(|place| place as i64), row.used as i64);
    let changed = match row.version {
        0 => {
            let new = "INSERT INTO account (id, name, version, body, place, used) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT DO NOTHING RETURNING 1";
            open.rows(new, &[&row.id, &row.name, &next, &row.body, &place, &used])
                .await?
        }
        _ => {
            let change =
                "UPDATE account SET version = $2, body = $3, place = $5, used = $6 WHERE id = $1 AND version = $4
                RETURNING 1";
            open.rows(change, &[&row.id, &next, &row.body, &before, &place, &used])
                .await?
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
    open.in_one_commit(async |open| strike(open, id).await).await
}

/// Removes the rows of an account; whether there were any.
pub(super) async fn strike(open: &mut Open, id: &str) -> Result<bool, StoreError> {
    open.rows("DELETE FROM account_session WHERE account = $1", &[&id])
        .await?;
    let gone = open
        .rows("DELETE FROM account WHERE id = $1 RETURNING 1", &[&id])
        .await?;
    Ok(gone.len() == 1)
}

/// The accounts that one of these sessions leads to, and these sessions with all of theirs.
pub(super) async fn led_to(
    open: &mut Open,
    sessions: &[SessionHash],
) -> Result<(Vec<String>, Vec<SessionHash>), StoreError> {
    let hashes: Vec<String> = sessions.iter().map(ToString::to_string).collect();
    let all = "SELECT account, session FROM account_session
        WHERE account IN (SELECT account FROM account_session WHERE session = ANY ($1)) ORDER BY account";
    let rows = open.rows(all, &[&hashes]).await?;
    let mut accounts: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    accounts.dedup();
    let others = rows.iter().filter_map(|row| SessionHash::read(row.get(1)));
    let all: BTreeSet<SessionHash> = sessions.iter().copied().chain(others).collect();
    Ok((accounts, all.into_iter().collect()))
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
