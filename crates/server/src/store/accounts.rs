//! Accounts as every store keeps them: a text, found by its id, by the name that signs in, or by a session.

use super::chains::Hash;
use super::check::Checked;
use super::openers::Settled;
use super::roll::{self, Enrolled};
use super::sqlite::fault;
use super::writer::in_one_commit;
use super::{Finished, StoreError};
use crate::token::SessionHash;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

/// An account as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountRow {
    pub id: String,
    /// What is typed to sign in; no two accounts have the same.
    pub name: String,
    /// How often it was stored; 0 for a new one. A store refuses to replace any other version than this.
    pub version: u32,
    pub body: String,
    /// Every session that leads to it; first the one that plays.
    pub sessions: Vec<SessionHash>,
    /// The address that opened it, which it counts for; none if that is not known.
    pub place: Option<u64>,
    /// When it was last used, in seconds since 1970.
    pub used: u64,
}

/// The row of an account, and those of what is kept beside it.
pub(super) fn with_beside(id: &str) -> [String; 3] {
    ["", "/friends", "/passkeys"].map(|what| format!("{id}{what}"))
}

/// How an account is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountKey {
    Id(String),
    Name(String),
    Session(SessionHash),
}

/// What became of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    Stored,
    /// Somebody else has changed or removed it, or has its name or one of its sessions. Read it again.
    Outdated,
}

pub(super) fn get(connection: &Connection, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
    let (condition, value) = match key {
        AccountKey::Id(id) => ("id = ?1", id.clone()),
        AccountKey::Name(name) => ("name = ?1", name.clone()),
        AccountKey::Session(session) => (
            "id = (SELECT account FROM account_session WHERE session = ?1)",
            session.to_string(),
        ),
    };
    let mut found = connection
        .prepare_cached(&format!("SELECT id FROM account WHERE {condition}"))
        .map_err(fault)?;
    let id = found.query_row([value], |row| row.get::<_, String>(0)).optional();
    match id.map_err(of_one)? {
        Some(id) => Ok(read(connection, &id)?.map(|(row, _)| row)),
        None => Ok(None),
    }
}

/// An account with the sum of its row; an error if that was changed.
pub(super) fn read(connection: &Connection, id: &str) -> Result<Option<(AccountRow, Hash)>, StoreError> {
    let mut found = connection
        .prepare_cached("SELECT name, version, body, sum FROM account WHERE id = ?1")
        .map_err(fault)?;
    let row = found.query_row([id], |row| {
        let (name, version): (String, u32) = (row.get(0)?, row.get(1)?);
        Ok((name, version, row.get::<_, String>(2)?, row.get::<_, Hash>(3)?))
    });
    let Some((name, version, body, sum)) = row.optional().map_err(of_one)? else {
        return Ok(None);
    };
    if sum != account_sum(id, &name, version, &body) {
        return Err(StoreError::Damaged(format!("account {id} was changed")));
    }
    let texts = session_texts(connection, id).map_err(of_one)?;
    let enrolled = roll::of(connection, id).ok().flatten();
    let row = AccountRow {
        id: id.to_owned(),
        name,
        version,
        body,
        sessions: texts.iter().filter_map(|text| SessionHash::read(text)).collect(),
        place: enrolled
            .as_ref()
            .and_then(|enrolled| enrolled.place)
            .map(|place| place as u64),
        used: enrolled.map_or(0, |enrolled| enrolled.used),
    };
    Ok(Some((row, sum)))
}

/// The text of an account with this name, whatever else of it was changed.
pub(super) fn text(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    let mut found = connection.prepare_cached("SELECT body FROM account WHERE name = ?1")?;
    let text = |row: &rusqlite::Row<'_>| {
        let bytes = row.get_ref(0)?.as_bytes().unwrap_or_default();
        Ok(String::from_utf8_lossy(bytes).into_owned())
    };
    found.query_row([name], text).optional()
}

/// A failure to read one account. A value of another type was changed, and concerns nobody else.
fn of_one(error: rusqlite::Error) -> StoreError {
    match error {
        rusqlite::Error::InvalidColumnType(..) | rusqlite::Error::IntegralValueOutOfRange(..) => {
            StoreError::Damaged(format!("an account cannot be read: {error}"))
        }
        error => fault(error),
    }
}

/// The sessions of an account, as they are stored.
pub(super) fn session_texts(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    let mut all = connection.prepare_cached("SELECT session FROM account_session WHERE account = ?1 ORDER BY n")?;
    let rows = all.query_map([id], |row| row.get::<_, String>(0))?;
    rows.collect()
}

pub(super) fn put(connection: &Connection, row: &AccountRow, settled: &mut Settled) -> Result<Put, StoreError> {
    let AccountRow {
        id,
        name,
        version,
        body,
        sessions,
        ..
    } = row;
    let next = version + 1;
    let mut before = None;
    let mut write = || -> rusqlite::Result<bool> {
        let sum = account_sum(id, name, next, body);
        let changed = match version {
            0 => connection.execute(
                "INSERT OR IGNORE INTO account VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, name, next, body, sum],
            )?,
            _ => connection.execute(
                "UPDATE account SET version = ?2, body = ?3, sum = ?4 WHERE id = ?1 AND version = ?5",
                params![id, next, body, sum, version],
            )?,
        };
        if changed != 1 {
            return Ok(false);
        }
        connection.execute("DELETE FROM account_session WHERE account = ?1", [id])?;
        for (n, session) in (0i64..).zip(sessions) {
            let session = session.to_string();
            let sum = session_sum(&session, id, n);
            let added = connection.execute(
                "INSERT OR IGNORE INTO account_session VALUES (?1, ?2, ?3, ?4)",
                params![session, id, n, sum],
            )?;
            if added != 1 {
                return Ok(false);
            }
        }
        before = roll::enrol(connection, row, &sum)?;
        Ok(true)
    };
    // An outdated change is rolled back as a whole.
    let outdated = StoreError::Fenced;
    let stored = in_one_commit(connection, || match write().map_err(fault)? {
        true => Ok(()),
        false => Err(outdated.clone()),
    });
    match stored {
        Ok(()) => {
            uncount(settled, before);
            if let Some(place) = row.place {
                *settled.entry(place as i64).or_default() += roll::bytes(body);
            }
            Ok(Put::Stored)
        }
        Err(error) if error == outdated => Ok(Put::Outdated),
        Err(error) => Err(error),
    }
}

/// Takes what an account stored from what its address has stored.
fn uncount(settled: &mut Settled, before: Option<Enrolled>) {
    if let Some(Enrolled { place, bytes, .. }) = before
        && let Some(sum) = place.and_then(|place| settled.get_mut(&place))
    {
        *sum = sum.saturating_sub(bytes);
    }
}

/// Removes an account; whether there was one.
pub(super) fn remove(connection: &Connection, id: &str, settled: &mut Settled) -> Result<bool, StoreError> {
    let (gone, before) = in_one_commit(connection, || strike(connection, id).map_err(fault))?;
    uncount(settled, before);
    Ok(gone)
}

/// Removes the rows of an account; whether there were any, and what the roll said.
fn strike(connection: &Connection, id: &str) -> rusqlite::Result<(bool, Option<Enrolled>)> {
    let gone = connection.execute("DELETE FROM account WHERE id = ?1", [id])? == 1;
    connection.execute("DELETE FROM account_session WHERE account = ?1", [id])?;
    Ok((gone, roll::strike(connection, id, gone)?))
}

/// The accounts that one of these sessions leads to, whether or not they can be read, each with all of its sessions.
pub(super) fn led_to(
    connection: &Connection,
    sessions: &[SessionHash],
) -> rusqlite::Result<Vec<(String, Vec<SessionHash>)>> {
    let mut found: Vec<(String, Vec<SessionHash>)> = Vec::new();
    let mut account = connection.prepare_cached("SELECT account FROM account_session WHERE session = ?1")?;
    for session in sessions {
        let id = account.query_row([session.to_string()], |row| row.get::<_, String>(0));
        let Some(id) = id.optional()?.filter(|id| !found.iter().any(|(known, _)| known == id)) else {
            continue;
        };
        let texts = session_texts(connection, &id).unwrap_or_default();
        found.push((id, texts.iter().filter_map(|text| SessionHash::read(text)).collect()));
    }
    Ok(found)
}

/// Removes these accounts within a commit that is on its way.
pub(super) fn remove_all(connection: &Connection, ids: &[String]) -> rusqlite::Result<()> {
    let all = ids.iter().flat_map(|id| with_beside(id));
    all.into_iter().try_for_each(|id| strike(connection, &id).map(drop))
}

/// All accounts as far as they can be read, for whoever looks for somebody.
pub(super) fn readable(connection: &Connection) -> rusqlite::Result<Vec<AccountRow>> {
    let mut ids = connection.prepare("SELECT id FROM account ORDER BY id")?;
    let ids = ids.query_map([], |row| row.get::<_, String>(0))?;
    let row = |id: String| read(connection, &id).ok().flatten().map(|(row, _)| row);
    Ok(ids.filter_map(Result::ok).filter_map(row).collect())
}

/// All accounts, to be moved elsewhere.
pub(super) fn all(connection: &Connection) -> Result<Vec<AccountRow>, StoreError> {
    let mut ids = connection
        .prepare("SELECT id FROM account ORDER BY id")
        .map_err(fault)?;
    let ids = ids.query_map([], |row| row.get::<_, String>(0)).map_err(fault)?;
    let ids: Vec<String> = ids.collect::<Result<_, _>>().map_err(fault)?;
    let row = |id: String| get(connection, &AccountKey::Id(id)).transpose();
    ids.into_iter().filter_map(row).collect()
}

/// The latest finished games in which one of these sessions has played.
pub(super) fn finished_of(
    connection: &Connection,
    sessions: &[SessionHash],
    most: usize,
) -> Result<Vec<Finished>, StoreError> {
    let mut games = connection
        .prepare_cached("SELECT summary FROM game WHERE state = 1 ORDER BY ended DESC")
        .map_err(fault)?;
    let rows = games.query_map([], |row| row.get::<_, String>(0)).map_err(fault)?;
    Ok(played_by(rows.filter_map(Result::ok), sessions, most))
}

/// Those of these summaries in which one of the sessions has played.
pub(super) fn played_by(
    summaries: impl Iterator<Item = String>,
    sessions: &[SessionHash],
    most: usize,
) -> Vec<Finished> {
    let hashes: Vec<String> = sessions.iter().map(ToString::to_string).collect();
    let games = summaries.filter(|text| hashes.iter().any(|hash| text.contains(hash)));
    games
        .filter_map(|text| serde_json::from_str(&text).ok())
        .take(most)
        .collect()
}

/// Looks for accounts and sessions that are changed or lost. Data of an earlier version have none.
pub(super) fn look(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let Ok(mut accounts) = connection.prepare("SELECT id, name, version, body, sum FROM account") else {
        return Ok(());
    };
    let mut rows = accounts.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0).unwrap_or_default();
        let whole = || {
            let (name, version, body): (String, u32, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok::<_, rusqlite::Error>(row.get::<_, Hash>(4)? == account_sum(&id, &name, version, &body))
        };
        if !whole().unwrap_or_default() {
            checked.add(None, None, format!("account {id} was changed"));
        }
    }
    let mut sessions = connection.prepare(
        "SELECT session, account, n, account_session.sum, account.id IS NOT NULL
         FROM account_session LEFT JOIN account ON account.id = account",
    )?;
    let mut rows = sessions.query([])?;
    while let Some(row) = rows.next()? {
        let account: String = row.get(1).unwrap_or_default();
        let whole = || {
            let (session, n): (String, i64) = (row.get(0)?, row.get(2)?);
            Ok::<_, rusqlite::Error>(row.get::<_, Hash>(3)? == session_sum(&session, &account, n))
        };
        if !whole().unwrap_or_default() {
            checked.add(None, None, format!("a session of account {account} was changed"));
        } else if !row.get::<_, bool>(4).unwrap_or_default() {
            checked.add(
                None,
                None,
                format!("account {account} is missing, a session of it is there"),
            );
        }
    }
    roll::look(connection, checked)
}

fn account_sum(id: &str, name: &str, version: u32, body: &str) -> Hash {
    Sha256::digest(format!("{id}\n{name}\n{version}\n{body}").as_bytes()).into()
}

fn session_sum(session: &str, account: &str, n: i64) -> Hash {
    Sha256::digest(format!("{session}\n{account}\n{n}").as_bytes()).into()
}
