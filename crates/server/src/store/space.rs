//! How much space the data take, and how much is left.

use super::files::{BESIDE, DATABASE};
use super::layout::{CLOSED, OVER, RUNNING};
use rusqlite::Connection;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Bytes that hold data. The rest of the files is used again before they grow.
    pub used: u64,
    /// Bytes of all files of the database.
    pub files: u64,
    /// Bytes that are free on the disk; none if the system does not say.
    pub free: Option<u64>,
}

/// How many games are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    pub running: u64,
    pub over: u64,
    /// Closed before their end.
    pub closed: u64,
}

pub(super) fn of(connection: &Connection, folder: &Path) -> rusqlite::Result<Space> {
    let number = |pragma: &str| connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i64>(0));
    let pages = number("page_count")? - number("freelist_count")?;
    let used = (pages * number("page_size")?).try_into().unwrap_or_default();
    let size = |name: &&str| std::fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    Ok(Space {
        used,
        files: [DATABASE].iter().chain(&BESIDE).map(size).sum(),
        free: free(folder),
    })
}

pub(super) fn games(connection: &Connection) -> rusqlite::Result<Games> {
    let mut games = Games::default();
    let mut states = connection.prepare_cached("SELECT state, count(*) FROM game GROUP BY state")?;
    let mut rows = states.query([])?;
    while let Some(row) = rows.next()? {
        let count = row.get::<_, i64>(1)?.try_into().unwrap_or_default();
        match row.get(0)? {
            RUNNING => games.running = count,
            OVER => games.over = count,
            CLOSED => games.closed = count,
            _ => {}
        }
    }
    Ok(games)
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}
