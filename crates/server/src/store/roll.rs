//! The roll of accounts: what belongs to each beside its text, from which address it was opened, and how many there are.
//!
//! A row of `account` proves itself, but no row tells of one that is gone. The roll has every account once more, with a hash over its
//! sessions, and the total has the number of accounts and all sums of the roll together. Whatever is changed or lost, something else
//! no longer fits.

mod look;

pub(super) use look::look;

use super::accounts::AccountRow;
use super::chains::Hash;
use crate::room::unix_time;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

/// What an account takes beside its text, and how often a session in its text is stored: there, in a table and in two indexes.
const ACCOUNT: u64 = 512;
const TIMES: u64 = 4;

/// The bytes that an account takes.
pub(super) fn bytes(body: &str) -> u64 {
    ACCOUNT + TIMES * body.len() as u64
}

/// A row of the roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Enrolled {
    pub(super) place: Option<i64>,
    pub(super) bytes: u64,
    /// When somebody last used the account, in seconds since 1970.
    pub(super) used: u64,
    /// A hash over the sum of the account and all of its sessions.
    whole: Hash,
}

impl Enrolled {
    fn of(row: &AccountRow, sum: &Hash) -> Enrolled {
        Enrolled {
            place: row.place.map(|place| place as i64),
            bytes: bytes(&row.body),
            used: row.used,
            whole: whole(sum, row.sessions.iter().map(ToString::to_string)),
        }
    }

    fn sum(&self, id: &str) -> Hash {
        let Enrolled {
            place,
            bytes,
            used,
            whole,
        } = self;
        let mut hasher = Sha256::new();
        hasher.update(format!("{id}\n{place:?}\n{bytes}\n{used}\n").as_bytes());
        hasher.update(whole);
        hasher.finalize().into()
    }

    /// The row in the columns from `place` on, and its sum as it is stored.
    fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<(Enrolled, Hash)> {
        let (bytes, used): (i64, i64) = (row.get(first + 1)?, row.get(first + 2)?);
        let enrolled = Enrolled {
            place: row.get(first)?,
            bytes: bytes.try_into().unwrap_or_default(),
            used: used.try_into().unwrap_or_default(),
            whole: row.get(first + 3)?,
        };
        Ok((enrolled, row.get(first + 4)?))
    }
}

fn whole(sum: &Hash, sessions: impl Iterator<Item = String>) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(sum);
    for session in sessions {
        hasher.update(session.as_bytes());
    }
    hasher.finalize().into()
}

/// Do these data have a roll? Those of earlier versions do not.
pub(super) fn is_kept(connection: &Connection) -> bool {
    connection.prepare("SELECT one FROM account_total").is_ok()
}

/// The row of an account; none if it is missing or was changed.
pub(super) fn of(connection: &Connection, id: &str) -> rusqlite::Result<Option<Enrolled>> {
    let whole = stored(connection, id)?.filter(|(enrolled, sum)| enrolled.sum(id) == *sum);
    Ok(whole.map(|(enrolled, _)| enrolled))
}

fn stored(connection: &Connection, id: &str) -> rusqlite::Result<Option<(Enrolled, Hash)>> {
    let mut row = connection.prepare_cached("SELECT place, bytes, used, whole, sum FROM account_roll WHERE id = ?1")?;
    let found = row.query_row([id], |row| Ok(Enrolled::read(row, 0).ok())).optional()?;
    Ok(found.flatten())
}

/// Notes an account that is stored with this sum; what the roll said of it before.
pub(super) fn enrol(connection: &Connection, row: &AccountRow, sum: &Hash) -> rusqlite::Result<Option<Enrolled>> {
    let (id, mut enrolled) = (&row.id, Enrolled::of(row, sum));
    let before = stored(connection, id)?;
    let is_whole = before.as_ref().is_some_and(|(before, sum)| before.sum(id) == *sum);
    let was_counted = row.version > 0 || is_on(connection, id)?;
    if is_whole || !was_counted {
        write(connection, id, &enrolled)?;
    } else {
        // What it said is lost. Whoever changes the account uses it now.
        enrolled.used = enrolled.used.max(unix_time());
        insert(connection, id, &enrolled)?;
        count_if_complete(connection)?;
    }
    Ok(before.map(|(enrolled, _)| enrolled))
}

fn is_on(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let mut row = connection.prepare_cached("SELECT 1 FROM account_roll WHERE id = ?1")?;
    row.exists([id])
}

/// Notes that somebody uses an account, if that is news; never an earlier time.
pub(super) fn touch(connection: &Connection, id: &str, at: u64) -> rusqlite::Result<()> {
    match stored(connection, id)? {
        // A row that was changed must not become whole again.
        Some((enrolled, sum)) if enrolled.used < at && enrolled.sum(id) == sum => {
            write(connection, id, &Enrolled { used: at, ..enrolled })
        }
        _ => Ok(()),
    }
}

/// Writes a row that is new, or replaces one that is as it was written.
fn write(connection: &Connection, id: &str, enrolled: &Enrolled) -> rusqlite::Result<()> {
    let before = stored(connection, id)?.map(|(_, sum)| sum);
    insert(connection, id, enrolled)?;
    add_up(
        connection,
        i64::from(before.is_none()),
        &[Some(enrolled.sum(id)), before],
    )
}

fn insert(connection: &Connection, id: &str, enrolled: &Enrolled) -> rusqlite::Result<()> {
    let mut row = connection.prepare_cached("INSERT OR REPLACE INTO account_roll VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let (bytes, used) = (enrolled.bytes as i64, enrolled.used as i64);
    row.execute(params![
        id,
        enrolled.place,
        bytes,
        used,
        enrolled.whole,
        enrolled.sum(id)
    ])
    .map(drop)
}

/// Takes an account off the roll, of which it may have lost the row if the account `was_there`; what it said.
pub(super) fn strike(connection: &Connection, id: &str, was_there: bool) -> rusqlite::Result<Option<Enrolled>> {
    let before = stored(connection, id)?;
    let was_on = connection.execute("DELETE FROM account_roll WHERE id = ?1", [id])? > 0;
    match &before {
        Some((enrolled, sum)) if enrolled.sum(id) == *sum => add_up(connection, -1, &[Some(*sum)])?,
        _ if was_on || was_there => {
            add_up(connection, -1, &[])?;
            count_if_complete(connection)?;
        }
        _ => {}
    }
    Ok(before.map(|(enrolled, _)| enrolled))
}

/// Counts accounts, and adds sums that come or go: adding one twice takes it out again.
fn add_up(connection: &Connection, accounts: i64, sums: &[Option<Hash>]) -> rusqlite::Result<()> {
    let total = connection.query_row("SELECT sum FROM account_total", [], |row| row.get::<_, Hash>(0));
    let Some(mut total) = total.optional()? else {
        // A lost total is found by a check; a new one would hide what else is lost.
        return Ok(());
    };
    sums.iter().flatten().for_each(|sum| add(&mut total, sum));
    let mut change = connection.prepare_cached("UPDATE account_total SET accounts = accounts + ?1, sum = ?2")?;
    change.execute(params![accounts, total]).map(drop)
}

fn add(total: &mut Hash, sum: &Hash) {
    total.iter_mut().zip(sum).for_each(|(total, sum)| *total ^= sum);
}

/// Enrols all accounts that are not on the roll and are as they were written, and counts anew: for data of an earlier version, and for
/// a database that was rebuilt and has lost the total.
pub(super) fn enrol_all(connection: &Connection) -> rusqlite::Result<()> {
    let mut without =
        connection.prepare("SELECT id FROM account WHERE id NOT IN (SELECT id FROM account_roll) ORDER BY id")?;
    let ids = without.query_map([], |row| row.get::<_, String>(0))?;
    let ids: Vec<String> = ids.filter_map(Result::ok).collect();
    for id in ids {
        // What was changed before is found by a check.
        let Ok(Some((row, sum))) = super::accounts::read(connection, &id) else {
            continue;
        };
        let row = AccountRow {
            used: unix_time(),
            ..row
        };
        insert(connection, &id, &Enrolled::of(&row, &sum))?;
    }
    count_anew(connection)
}

/// Makes the total fit the roll.
pub(super) fn count_anew(connection: &Connection) -> rusqlite::Result<()> {
    let mut all = connection.prepare("SELECT sum FROM account_roll")?;
    let sums = all.query_map([], |row| row.get::<_, Hash>(0))?;
    let (mut accounts, mut total) = (0i64, Hash::default());
    for sum in sums.filter_map(Result::ok) {
        accounts += 1;
        add(&mut total, &sum);
    }
    connection
        .execute(
            "INSERT OR REPLACE INTO account_total VALUES (1, ?1, ?2)",
            params![accounts, total],
        )
        .map(drop)
}

/// Makes an earlier total fit a roll that has as many accounts or more. One that has counted more stays, and tells of a loss.
pub(super) fn count_again(connection: &Connection) -> rusqlite::Result<()> {
    let lost = "SELECT accounts > (SELECT count(*) FROM account_roll) FROM account_total";
    let has_lost = connection.query_row(lost, [], |row| row.get::<_, bool>(0)).optional()?;
    match has_lost {
        Some(true) => Ok(()),
        _ => count_anew(connection),
    }
}

/// Makes the total fit the roll after a row that was lost or changed is replaced or gone. While others are lost it stays as it is.
fn count_if_complete(connection: &Connection) -> rusqlite::Result<()> {
    let complete = "SELECT accounts = (SELECT count(*) FROM account_roll) FROM account_total";
    let is_complete = connection
        .query_row(complete, [], |row| row.get::<_, bool>(0))
        .optional()?;
    match is_complete {
        Some(true) => count_anew(connection),
        _ => Ok(()),
    }
}

/// Accounts that nobody has used since this time, the longest unused first.
pub(super) fn unused(connection: &Connection, before: u64, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut old = connection.prepare("SELECT id FROM account_roll WHERE used < ?1 ORDER BY used, id LIMIT ?2")?;
    let ids = old.query_map(params![before as i64, most as i64], |row| row.get::<_, String>(0))?;
    // Damage must not make an account look unused.
    let is_whole = |id: &String| of(connection, id).is_ok_and(|enrolled| enrolled.is_some());
    Ok(ids.filter_map(Result::ok).filter(is_whole).collect())
}
