//! Rulebooks that people save, with their editions, as every store keeps them.

use super::chains::Hash;
use super::check::Checked;
use super::sqlite::fault;
use super::writer::in_one_commit;
use super::{Put, StoreError};
use crate::token::SessionHash;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};
use std::ops::RangeInclusive;

/// A saved rulebook, without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedRow {
    pub name: String,
    /// How often it was stored; 0 for a new one. A store refuses to replace any other version than this.
    pub version: u32,
    pub owner: SessionHash,
    /// The address that saved it first.
    pub place: Option<u64>,
    pub listed: bool,
    /// What its editions take; the store counts it.
    pub bytes: u64,
    /// The number of its latest edition.
    pub edition: u32,
    /// What else is known of it, as JSON.
    pub body: String,
}

/// One edition of a saved rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedEdition {
    pub n: u32,
    /// Who saved it and when, as JSON.
    pub about: String,
    pub text: String,
}

/// Who saved what: the owner of a rulebook, its name, and what is known of one of its editions.
pub(super) type SavedBy = (SessionHash, String, String);

/// How many rulebooks there are of an owner, and of some addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SavedCount {
    pub of_owner: usize,
    pub from_place: usize,
}

const COLUMNS: &str = "name, version, owner, place, listed, bytes, edition, body, sum";

/// What the row of a rulebook takes beside its editions.
pub(super) const ROW: u64 = 512;

/// The bytes that an edition takes.
pub(super) fn bytes(edition: &SavedEdition) -> u64 {
    (edition.about.len() + edition.text.len()) as u64 + 64
}

fn sum(row: &SavedRow) -> Hash {
    let SavedRow {
        name,
        version,
        owner,
        place,
        listed,
        bytes,
        edition,
        body,
    } = row;
    let text = format!("{name}\n{version}\n{owner}\n{place:?}\n{listed}\n{bytes}\n{edition}\n{body}");
    Sha256::digest(text.as_bytes()).into()
}

fn edition_sum(book: &str, edition: &SavedEdition) -> Hash {
    let SavedEdition { n, about, text } = edition;
    Sha256::digest(format!("{book}\n{n}\n{about}\n{text}").as_bytes()).into()
}

/// A row, and whether it is as it was written.
fn read(row: &Row<'_>) -> rusqlite::Result<(SavedRow, bool)> {
    let owner: String = row.get(2)?;
    let found = SavedRow {
        name: row.get(0)?,
        version: row.get(1)?,
        owner: SessionHash::read(&owner).unwrap_or(SessionHash::NOBODY),
        place: row.get::<_, Option<i64>>(3)?.map(|place| place as u64),
        listed: row.get(4)?,
        bytes: row.get::<_, i64>(5)?.try_into().unwrap_or_default(),
        edition: row.get(6)?,
        body: row.get(7)?,
    };
    let is_whole = row.get::<_, Hash>(8)? == sum(&found);
    Ok((found, is_whole))
}

fn whole((row, is_whole): (SavedRow, bool)) -> Result<SavedRow, StoreError> {
    match is_whole {
        true => Ok(row),
        false => Err(StoreError::Damaged(format!(
            "the saved rulebook {} was changed",
            row.name
        ))),
    }
}

pub(super) fn get(connection: &Connection, name: &str) -> Result<Option<SavedRow>, StoreError> {
    let mut found = connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM saved WHERE name = ?1"))
        .map_err(fault)?;
    let found = found.query_row([name], read).optional().map_err(fault)?;
    found.map(whole).transpose()
}

/// The text of an edition with what is known of it.
pub(super) fn edition(connection: &Connection, name: &str, n: u32) -> Result<Option<SavedEdition>, StoreError> {
    let mut found = connection
        .prepare_cached("SELECT n, about, text, sum FROM saved_edition WHERE book = ?1 AND n = ?2")
        .map_err(fault)?;
    let found = found
        .query_row(params![name, n], read_edition)
        .optional()
        .map_err(fault)?;
    let Some((edition, stored)) = found else {
        return Ok(None);
    };
    match stored == edition_sum(name, &edition) {
        true => Ok(Some(edition)),
        false => Err(StoreError::Damaged(format!(
            "edition {n} of the saved rulebook {name} was changed"
        ))),
    }
}

fn read_edition(row: &Row<'_>) -> rusqlite::Result<(SavedEdition, Hash)> {
    let edition = SavedEdition {
        n: row.get(0)?,
        about: row.get(1)?,
        text: row.get(2)?,
    };
    Ok((edition, row.get(3)?))
}

/// Number, length and what is known of every edition that is kept, the latest first.
pub(super) fn history(connection: &Connection, name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
    let all = "SELECT n, length(CAST(text AS BLOB)), about FROM saved_edition WHERE book = ?1 ORDER BY n DESC";
    let mut all = connection.prepare_cached(all).map_err(fault)?;
    let rows = all.query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.map_err(fault)?.collect::<Result<_, _>>().map_err(fault)
}

/// Rulebooks that are listed or belong to one of these sessions. Those that were changed are left out, for a check to find.
pub(super) fn list(connection: &Connection, owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
    let mut all = connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM saved ORDER BY name"))
        .map_err(fault)?;
    let rows = all.query_map([], read).map_err(fault)?;
    let whole = rows.filter_map(Result::ok).filter(|(_, is_whole)| *is_whole);
    let rows = whole.map(|(row, _)| row);
    Ok(rows.filter(|row| row.listed || owners.contains(&row.owner)).collect())
}

pub(super) fn count(
    connection: &Connection,
    owner: SessionHash,
    places: &RangeInclusive<u64>,
) -> Result<SavedCount, StoreError> {
    let counts = "SELECT (SELECT count(*) FROM saved WHERE owner = ?1),
        (SELECT count(*) FROM saved WHERE place BETWEEN ?2 AND ?3)";
    let (first, last) = (*places.start() as i64, *places.end() as i64);
    let read = |row: &Row<'_>| {
        Ok(SavedCount {
            of_owner: row.get::<_, u32>(0)? as usize,
            from_place: row.get::<_, u32>(1)? as usize,
        })
    };
    let mut counts = connection.prepare_cached(counts).map_err(fault)?;
    counts
        .query_row(params![owner.to_string(), first, last], read)
        .map_err(fault)
}

/// The bytes of all rulebooks, by the address that saved them.
pub(super) fn places(connection: &Connection) -> rusqlite::Result<Vec<(u64, u64)>> {
    let sums = "SELECT place, sum(bytes) FROM saved WHERE place IS NOT NULL GROUP BY place";
    let mut sums = connection.prepare_cached(sums)?;
    let rows = sums.query_map([], |row| {
        Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64))
    })?;
    rows.collect()
}

/// Stores a rulebook with a new edition, if there is one, and drops all but the latest editions.
pub(super) fn put(
    connection: &Connection,
    row: &SavedRow,
    edition: Option<&SavedEdition>,
    keep: u32,
) -> Result<Put, StoreError> {
    let write = || -> rusqlite::Result<bool> {
        let name = &row.name;
        if let Some(edition) = edition {
            connection.execute(
                "INSERT INTO saved_edition (book, n, about, text, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![name, edition.n, edition.about, edition.text, edition_sum(name, edition)],
            )?;
        }
        let oldest = row.edition.saturating_sub(keep) + 1;
        connection.execute(
            "DELETE FROM saved_edition WHERE book = ?1 AND n < ?2",
            params![name, oldest],
        )?;
        let taken = "SELECT coalesce(sum(length(CAST(text AS BLOB)) + length(CAST(about AS BLOB)) + 64), 0)
            FROM saved_edition WHERE book = ?1";
        let taken: i64 = connection.query_row(taken, [name], |row| row.get(0))?;
        let next = SavedRow {
            version: row.version + 1,
            bytes: taken as u64 + ROW,
            ..row.clone()
        };
        let (owner, place) = (next.owner.to_string(), next.place.map(|place| place as i64));
        let changed = match row.version {
            0 => connection.execute(
                "INSERT OR IGNORE INTO saved (name, version, owner, place, listed, bytes, edition, body, sum)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    name, next.version, owner, place, next.listed, next.bytes as i64, next.edition, next.body, sum(&next)
                ],
            )?,
            before => connection.execute(
                "UPDATE saved SET version = ?2, owner = ?3, place = ?4, listed = ?5, bytes = ?6, edition = ?7, body = ?8,
                    sum = ?9 WHERE name = ?1 AND version = ?10",
                params![
                    name, next.version, owner, place, next.listed, next.bytes as i64, next.edition, next.body, sum(&next),
                    before
                ],
            )?,
        };
        Ok(changed == 1)
    };
    // An outdated change is rolled back as a whole. So is one whose edition is there already: then the other was faster.
    let outdated = StoreError::Fenced;
    let stored = in_one_commit(connection, || match write() {
        Ok(true) => Ok(()),
        Ok(false) => Err(outdated.clone()),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Err(outdated.clone())
        }
        Err(error) => Err(fault(error)),
    });
    match stored {
        Ok(()) => Ok(Put::Stored),
        Err(error) if error == outdated => Ok(Put::Outdated),
        Err(error) => Err(error),
    }
}

/// Removes a rulebook with all its editions; whether there was one.
pub(super) fn remove(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    in_one_commit(connection, || remove_rows(connection, name).map_err(fault))
}

fn remove_rows(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    connection.execute("DELETE FROM saved_edition WHERE book = ?1", [name])?;
    Ok(connection.execute("DELETE FROM saved WHERE name = ?1", [name])? == 1)
}

/// Removes everything that these sessions have saved.
pub(super) fn forget(connection: &Connection, sessions: &[SessionHash]) -> rusqlite::Result<()> {
    for session in sessions {
        let mut names = connection.prepare_cached("SELECT name FROM saved WHERE owner = ?1")?;
        let names = names.query_map([session.to_string()], |row| row.get::<_, String>(0))?;
        for name in names.collect::<Result<Vec<_>, _>>()? {
            remove_rows(connection, &name)?;
        }
    }
    Ok(())
}

/// Who has saved which rulebook, for each edition.
pub(super) fn people(connection: &Connection) -> rusqlite::Result<Vec<SavedBy>> {
    let mut all = connection.prepare(
        "SELECT saved.owner, saved.name, about FROM saved JOIN saved_edition ON saved_edition.book = saved.name",
    )?;
    let rows = all.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?)))?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let known = |(owner, name, about): (String, String, String)| Some((SessionHash::read(&owner)?, name, about));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// All rulebooks with their editions, to be moved elsewhere.
pub(super) fn all(connection: &Connection) -> Result<Vec<(SavedRow, Vec<SavedEdition>)>, StoreError> {
    let mut names = connection
        .prepare("SELECT name FROM saved ORDER BY name")
        .map_err(fault)?;
    let names = names.query_map([], |row| row.get::<_, String>(0)).map_err(fault)?;
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(fault)?;
    let whole = |name: String| -> Result<Option<(SavedRow, Vec<SavedEdition>)>, StoreError> {
        let Some(row) = get(connection, &name)? else {
            return Ok(None);
        };
        let numbers = history(connection, &name)?.into_iter().rev();
        let editions = numbers.filter_map(|(n, _, _)| edition(connection, &name, n).transpose());
        Ok(Some((row, editions.collect::<Result<_, _>>()?)))
    };
    names.into_iter().filter_map(|name| whole(name).transpose()).collect()
}

/// Looks for rulebooks and editions that are changed or lost. Data of an earlier version have none.
pub(super) fn look(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let with_latest =
        format!("SELECT {COLUMNS}, EXISTS (SELECT 1 FROM saved_edition WHERE book = name AND n = edition) FROM saved");
    let Ok(mut rows) = connection.prepare(&with_latest) else {
        return Ok(());
    };
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0).unwrap_or_default();
        if !matches!(read(row), Ok((_, true))) {
            checked.add(None, None, format!("the saved rulebook {name} was changed"));
        } else if !row.get::<_, bool>(9).unwrap_or_default() {
            checked.add(
                None,
                None,
                format!("the latest edition of the saved rulebook {name} is missing"),
            );
        }
    }
    let mut editions = connection.prepare(
        "SELECT n, about, text, saved_edition.sum, book, saved.name IS NOT NULL
         FROM saved_edition LEFT JOIN saved ON saved.name = book",
    )?;
    let mut rows = editions.query([])?;
    while let Some(row) = rows.next()? {
        let book: String = row.get(4).unwrap_or_default();
        let is_whole = read_edition(row).is_ok_and(|(edition, sum)| sum == edition_sum(&book, &edition));
        if !is_whole {
            let n: u32 = row.get(0).unwrap_or_default();
            checked.add(
                None,
                None,
                format!("edition {n} of the saved rulebook {book} was changed"),
            );
        } else if !row.get::<_, bool>(5).unwrap_or_default() {
            checked.add(None, None, format!("the saved rulebook {book} is missing"));
        }
    }
    Ok(())
}
