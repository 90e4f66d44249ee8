//! Copies of all data in one file, made while a server runs, and the way back.

use super::layout::LAYOUT;
use super::sqlite::{fault, locked};
use super::{StoreError, files, signing_key};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Writes a copy of everything that is stored at this moment. A server may go on storing meanwhile.
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
    if let Err(error) = copied {
        let _ = fs::remove_file(to);
        return Err(error);
    }
    file.sync_all().map_err(|error| broken(to, error))
}

/// Puts a copy in the place of the data. Returns where the data that were there before are kept.
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
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copy = Connection::open_with_flags(&new, flags).map_err(fault)?;
    if let Err(why) = is_whole(&copy) {
        drop(copy);
        let _ = fs::remove_file(&new);
        return Err(broken(from, why));
    }
    if is_new {
        // Made with the lock, and empty.
        fs::remove_file(&database).map_err(place)?;
    }
    let before = files::set_aside(folder, "before-restore").map_err(place)?;
    signing_key::restored(&copy, folder).map_err(place)?;
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
