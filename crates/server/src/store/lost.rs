//! What is missing beside the records: the rulebook of a game, who opened it, and what the database itself does. No row that is there
//! tells of one that is not, so each game is asked what it needs.

use super::chains::Stored;
use super::check::Checked;
use super::layout::SCHEMA;
use crate::record::{Record, Setup};
use rusqlite::Connection;
use std::collections::BTreeMap;

/// Looks for what a game needs. Tables that data of an earlier version do not have are not asked.
pub(super) fn of_game(connection: &Connection, id: &str, n: i64, first: Option<&Stored>, checked: &mut Checked) {
    let Some(Setup { hash, .. }) = first.and_then(|first| setup(&first.body)) else {
        return;
    };
    let hash = hash.0.to_string();
    // What cannot be read is as good as missing.
    let has = |table: &str| {
        let row = connection.prepare_cached(&format!("SELECT 1 FROM {table} WHERE hash = ?1"));
        row.ok().map(|mut row| row.exists([&hash]).unwrap_or_default())
    };
    match (has("book"), has("book_copy")) {
        (Some(false), Some(false) | None) => checked.add(Some(id), None, format!("its rulebook {hash} is missing")),
        (Some(false), _) | (_, Some(false)) => {
            checked.add(
                Some(id),
                None,
                format!("one of the two copies of its rulebook {hash} is missing"),
            );
        }
        _ => {}
    }
    if has("replaced") == Some(false) {
        let what = format!("which clauses of its rulebook {hash} are replaced is missing");
        checked.add(Some(id), None, what);
    }
    if let Ok(mut opener) = connection.prepare_cached("SELECT 1 FROM opener WHERE n = ?1")
        && !opener.exists([n]).unwrap_or_default()
    {
        checked.add(Some(id), None, "who opened it, and how much it stores, is missing");
    }
}

/// How a table was opened, if this is a first record of ours.
pub(super) fn setup(body: &str) -> Option<Setup> {
    match serde_json::from_str(body) {
        Ok(Record::Opened(setup)) => Some(*setup),
        _ => None,
    }
}

/// Looks for triggers and indexes that are missing or changed, and for anything that is not ours.
pub(super) fn objects(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    let ours = Connection::open_in_memory()?;
    ours.execute_batch(SCHEMA)?;
    let (ours, found) = (list(&ours)?, list(connection)?);
    for (name, (kind, _)) in found.iter().filter(|(name, _)| !ours.contains_key(*name)) {
        checked.add(None, None, format!("the database has a {kind} {name} that is not ours"));
    }
    // An earlier version may have made a table in other words, or not at all.
    for (name, (kind, sql)) in ours.iter().filter(|(_, (kind, _))| kind != "table") {
        if found.get(name).is_none_or(|(_, found)| found != sql) {
            checked.add(
                None,
                None,
                format!("the {kind} {name} of the database was changed or is missing"),
            );
        }
    }
    Ok(())
}

/// Everything that a database has, by name: its kind and how it was made.
fn list(connection: &Connection) -> rusqlite::Result<BTreeMap<String, (String, String)>> {
    let mut all =
        connection.prepare("SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")?;
    let rows = all.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    rows.collect()
}
