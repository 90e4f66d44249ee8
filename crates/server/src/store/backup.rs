//! Copies of all data in one file, made while a server runs, and the way back.

use super::layout::LAYOUT;
use super::sqlite::{fault, locked};
use super::{StoreError, files, signing_key};
use crate::bans;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A table that only copies have: the files beside the database that belong to the data. One without a body was not there.
const BESIDE: &str = "CREATE TABLE beside (n INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB)";

/// Writes a copy of everything that is stored at this moment, the bans too. A server may go on storing meanwhile.
///
/// # Errors
/// If there are no data, or the file exists already or cannot be written.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(files::DATABASE), flags).map_err(fault)?;
    // Pages of the copy begin empty, so none holds what was deleted.
    connection.pragma_update(None, "secure_delete", "ON").map_err(fault)?;
    if to.exists() {
        return Err(broken(to, "the file exists already"));
    }
    let file = files::private(to).map_err(|error| broken(to, error))?;
    let copied = connection
        .execute("VACUUM INTO ?1", [to.to_string_lossy()])
        .map_err(fault);
    if let Err(error) = copied.and_then(|_| add_bans(folder, to)) {
        let _ = fs::remove_file(to);
        return Err(error);
    }
    file.sync_all().map_err(|error| broken(to, error))
}

fn add_bans(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let path = folder.join(bans::FILE);
    let bans = match fs::read(&path) {
        Ok(bans) => Some(bans),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(broken(&path, error)),
    };
    let add = || {
        let copy = Connection::open(to)?;
        copy.execute(BESIDE, [])?;
        copy.execute("INSERT INTO beside (name, body) VALUES (?1, ?2)", (bans::FILE, bans))?;
        copy.close().map_err(|(_, error)| error)
    };
    add().map_err(fault)
}

/// The bans in a copy, which it does not hold any more after that; none if an earlier version made it.
fn take_bans(copy: &Connection) -> rusqlite::Result<Option<Option<Vec<u8>>>> {
    let Ok(mut bans) = copy.prepare("SELECT body FROM beside WHERE name = ?1") else {
        return Ok(None);
    };
    let found = bans.query_row([bans::FILE], |row| row.get(0)).optional()?;
    drop(bans);
    copy.execute_batch("DROP TABLE beside; VACUUM;")?;
    Ok(found)
}

/// Puts a copy in the place of the data and of the bans. Returns where the data that were there before are kept.
///
/// # Errors
/// If a server uses the folder, or the file is no copy of a server's data.
pub fn restore(from: &Path, folder: &Path) -> Result<Option<PathBuf>, StoreError> {
    let source = File::open(from).map_err(|error| broken(from, error))?;
    let database = folder.join(files::DATABASE);
    let is_new = !database.exists();
    let _lock = locked(folder)?;
    let place = |error| broken(folder, error);
    let new = folder.join("restored.db");
    let mut copy = files::private(&new).map_err(place)?;
    copy.set_len(0).map_err(place)?;
    std::io::copy(&mut &source, &mut copy).map_err(place)?;
    copy.sync_all().map_err(place)?;
    let copy = Connection::open(&new).map_err(fault)?;
    let taken = is_whole(&copy).and_then(|()| take_bans(&copy).map_err(|error| error.to_string()));
    let bans = match taken {
        Ok(bans) => bans,
        Err(why) => {
            drop(copy);
            let _ = fs::remove_file(&new);
            return Err(broken(from, why));
        }
    };
    if is_new {
        // Made with the lock, and empty.
        fs::remove_file(&database).map_err(place)?;
    }
    let others = if bans.is_some() { &[bans::FILE][..] } else { &[] };
    let before = files::set_aside(folder, "before-restore", others).map_err(place)?;
    signing_key::restored(&copy, folder).map_err(place)?;
    if let Some(bans) = bans.flatten() {
        files::replace(folder, bans::FILE, &bans).map_err(place)?;
    }
    drop(copy);
    fs::rename(&new, &database).map_err(place)?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(place)?;
    Ok(before)
}

/// Is it a database of ours that SQLite can read everywhere?
fn is_whole(copy: &Connection) -> Result<(), String> {
    let version = copy.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    let games = copy.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0));
    match (version, games) {
        (Ok(1..=LAYOUT), Ok(_)) => {}
        (Ok(later), Ok(_)) if later > LAYOUT => {
            return Err(format!("its layout is {later}, this program knows {LAYOUT}"));
        }
        _ => return Err("not a backup of a server's data".to_owned()),
    }
    let whole = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    match whole.as_deref() {
        Ok("ok") => Ok(()),
        _ => Err("not a whole backup".to_owned()),
    }
}

fn broken(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("{}: {error}", path.display()))
}
