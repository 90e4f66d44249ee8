//! Rebuilds a database from its rows when damage to what they share would stop more than one game: the header, the list of tables, a
//! page with rows of several games, the write-ahead log. The damaged files stay beside it.

use super::check::{Checked, inspect, is_of, look};
use super::layout::{self, SCHEMA};
use super::pages::{Column, Pages, Row, Value};
use super::sqlite::fault;
use super::wal::Log;
use super::{StoreError, chains, files, roll};
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::Path;
use std::{fs, io};

/// The new database until it takes the place of the old one.
const NEW: &str = "rebuilt.db";

/// Rebuilds the database in a folder that is not in use, if that brings anything back.
///
/// # Errors
/// If it cannot be opened and nothing is found in it.
pub(super) fn if_needed(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(files::DATABASE);
    let broken = |error: io::Error| StoreError::Broken(format!("{}: {error}", path.display()));
    let log = fs::read(folder.join(files::LOG)).unwrap_or_default();
    let has_doubts = mend(folder, &log).map_err(broken)?;
    if fs::metadata(&path).is_ok_and(|found| found.len() == 0) {
        return Ok(());
    }
    // An earlier layout is converted first; one of a later version is not ours to touch.
    if has_other_layout(&path, has_doubts) {
        return Ok(());
    }
    let before = inspect(folder, false);
    match &before {
        Ok(checked) => {
            for damage in &checked.damage {
                tracing::error!("{damage}");
            }
            if !stops_several(checked) {
                return Ok(());
            }
        }
        // A lock says nothing about the data.
        Err(StoreError::Broken(why)) => tracing::error!(why, "the database cannot be opened"),
        Err(_) => return Ok(()),
    }
    let file = fs::read(&path).map_err(broken)?;
    let pages = Pages::of(&file, &log);
    let rebuilt = best(folder, &pages)?;
    let is_better = match &before {
        // SQLite reads nothing behind the damage, and finds no fault with the rest.
        Ok(before) if has_doubts => worth(&rebuilt) > worth(before),
        Ok(before) => rebuilt.damage.len() < before.damage.len(),
        Err(_) => rebuilt.games > 0,
    };
    if is_better {
        let moved =
            files::set_aside(folder, "damaged", &[]).and_then(|old| fs::rename(folder.join(NEW), &path).map(|()| old));
        let old = moved.map_err(broken)?;
        for damage in &rebuilt.damage {
            tracing::error!("after it was rebuilt: {damage}");
        }
        let Checked { games, records, damage } = rebuilt;
        let faults = damage.len();
        tracing::warn!(
            games,
            records,
            faults,
            old = %old.unwrap_or_default().display(),
            "the database was damaged and is rebuilt; the old file is kept"
        );
        return Ok(());
    }
    let _ = fs::remove_file(folder.join(NEW));
    match before {
        Ok(_) if has_doubts => {
            let old = files::copy_aside(folder, "damaged", files::LOG).map_err(broken)?;
            tracing::error!(old = %old.display(), "the end of the write-ahead log is lost; the old one is kept");
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::Broken(format!(
            "{error}; nothing could be recovered from it: `jantaku restore FILE` puts a backup in its place"
        ))),
    }
}

/// Puts single changed bytes of the write-ahead log right, if nothing else is wrong with it; whether there is.
fn mend(folder: &Path, log: &[u8]) -> io::Result<bool> {
    let Some(Log {
        bytes,
        mended,
        doubtful,
        ..
    }) = Log::read(log)
    else {
        return Ok(false);
    };
    if !mended.is_empty() && doubtful.is_empty() {
        let old = files::copy_aside(folder, "damaged", files::LOG)?;
        files::replace(folder, files::LOG, &bytes)?;
        tracing::error!(
            frames = ?mended,
            old = %old.display(),
            "a byte of the write-ahead log was changed; it is put right, and the old log is kept"
        );
    }
    Ok(!doubtful.is_empty())
}

/// More records are better, then fewer faults.
fn worth(checked: &Checked) -> (usize, Reverse<usize>) {
    (checked.records, Reverse(checked.damage.len()))
}

/// Rebuilds the database, in the better of two ways where something is wrong with a page in the log.
fn best(folder: &Path, pages: &Pages) -> Result<Checked, StoreError> {
    let first = rebuild(folder, pages, false)?;
    if !pages.has_doubts() || first.damage.is_empty() {
        return Ok(first);
    }
    let second = rebuild(folder, pages, true)?;
    match worth(&second) > worth(&first) {
        true => Ok(second),
        false => rebuild(folder, pages, false),
    }
}

/// Whether a fault reaches beyond one game.
fn stops_several(checked: &Checked) -> bool {
    let games: HashSet<&Option<String>> = checked.damage.iter().map(|damage| &damage.game).collect();
    games.len() > 1 || games.contains(&None)
}

/// Did another version write these data? Where the log is damaged and SQLite reads nothing of it, there is no layout.
fn has_other_layout(path: &Path, has_doubts: bool) -> bool {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let is_other = |connection: Connection| layout::is_other(&connection, has_doubts);
    Connection::open_with_flags(path, flags).is_ok_and(is_other)
}

/// Writes all rows that are found into a new database, and checks it.
fn rebuild(folder: &Path, pages: &Pages, earlier_first: bool) -> Result<Checked, StoreError> {
    let path = folder.join(NEW);
    let _ = fs::remove_file(&path);
    files::private(&path).map_err(|error| StoreError::Broken(format!("{}: {error}", path.display())))?;
    let connection = Connection::open(&path).map_err(fault)?;
    let filled = || {
        layout::prepare(&connection)?;
        connection.execute_batch("BEGIN; DELETE FROM total; DELETE FROM account_total;")?;
        let shapes = shapes(&connection)?;
        let columns: Vec<Vec<Column>> = shapes.iter().map(|(_, columns)| columns.clone()).collect();
        let rows = pages.rows(&columns, earlier_first).into_iter();
        // The text of a rulebook that was changed must not come before the copy of it.
        let (changed, rows): (Vec<Row>, Vec<Row>) = rows.partition(|row| is_changed_book(&row.values));
        let insert = |row: &Row| {
            let places = vec!["?"; row.values.len()].join(", ");
            let insert = format!("INSERT OR IGNORE INTO {} VALUES ({places})", shapes[row.table].0);
            let mut insert = connection.prepare_cached(&insert)?;
            // A row that does not fit where it seems to belong is left out; the check tells.
            let _ = insert.execute(params_from_iter(&row.values));
            Ok::<_, rusqlite::Error>(())
        };
        rows.iter().try_for_each(insert)?;
        connection.execute_batch("INSERT OR IGNORE INTO book SELECT hash, CAST(body AS TEXT) FROM book_copy")?;
        changed.iter().try_for_each(insert)?;
        // The accounts of an earlier version, or a lost count: what is there now is all that is known.
        if !connection.prepare("SELECT 1 FROM account_total")?.exists([])? {
            roll::enrol_all(&connection)?;
        }
        connection.execute_batch(SCHEMA)?;
        if pages.has_doubts() {
            chains::complete(&connection)?;
            // Sessions that were signed out may have come back from an earlier page; the text of an account names those it has.
            connection.execute_batch(
                "DELETE FROM account_session WHERE NOT EXISTS
                    (SELECT 1 FROM account WHERE account.id = account_session.account AND instr(account.body, session) > 0)",
            )?;
            roll::count_again(&connection)?;
            // Of the count too there may be only an earlier version. One that is higher than what is there stays, and tells of a loss.
            connection.execute_batch(
                "UPDATE total SET games = max(games, (SELECT count(*) FROM game)),
                    records = max(records, (SELECT count(*) FROM record))",
            )?;
        }
        connection.execute_batch("COMMIT")
    };
    filled().map_err(fault)?;
    let mut checked = Checked::default();
    look(&connection, &mut checked).map_err(fault)?;
    Ok(checked)
}

/// Is this the text of a rulebook, and not the one with its hash?
fn is_changed_book(values: &[Value]) -> bool {
    match values {
        [Value::Text(hash), Value::Text(body)] => !is_of(body.as_bytes(), hash),
        [Value::Text(hash), Value::Blob(body)] => !is_of(body, hash),
        _ => false,
    }
}

/// The tables with the types of their columns.
fn shapes(connection: &Connection) -> rusqlite::Result<Vec<(String, Vec<Column>)>> {
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let shape = |table: String| {
        let mut columns = connection.prepare("SELECT type, \"notnull\", pk FROM pragma_table_info(?1)")?;
        let columns = columns.query_map([&table], |row| {
            let (kind, is_needed, is_key): (String, bool, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(match (kind.as_str(), is_needed || is_key) {
                ("INTEGER", _) if is_key => Column::Row,
                ("INTEGER", true) => Column::Integer,
                ("INTEGER", false) => Column::IntegerOrNull,
                ("BLOB", _) => Column::Blob,
                (_, true) => Column::Text,
                (_, false) => Column::TextOrNull,
            })
        })?;
        let columns = columns.collect::<Result<_, _>>()?;
        Ok((table, columns))
    };
    tables.into_iter().map(shape).collect()
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => ToSqlOutput::from(rusqlite::types::Null),
            Value::Integer(number) => ToSqlOutput::from(*number),
            Value::Text(text) => ToSqlOutput::from(text.as_str()),
            Value::Blob(bytes) => ToSqlOutput::from(bytes.as_slice()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row found in a damaged page belongs to the one table of its shape.
    #[test]
    fn no_two_tables_have_rows_of_one_shape() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA).unwrap();
        let shapes = shapes(&connection).unwrap();
        assert!(shapes.len() > 5);
        for (place, (one, columns)) in shapes.iter().enumerate() {
            for (other, others) in &shapes[place + 1..] {
                let fits = |(one, other): (&Column, &Column)| {
                    let wide = |column: &Column| match column {
                        Column::IntegerOrNull => Column::Integer,
                        Column::TextOrNull => Column::Text,
                        column => *column,
                    };
                    wide(one) == wide(other)
                };
                let is_same = columns.len() == others.len() && columns.iter().zip(others).all(fits);
                assert!(!is_same, "{one} and {other}");
            }
        }
    }
}
