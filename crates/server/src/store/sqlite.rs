//! SQLite in one file: one thread writes, committing many appends together, and one connection only reads.

use super::chains::{self, Chain, Chains};
use super::checkpoint::Checkpoints;
use super::layout::{self, LAYOUT, OVER, RUNNING};
use super::openers::{self, Settled};
use super::remains::Remains;
use super::writer::{Done, Job, in_one_commit, write_all};
use super::{
    AccountKey, AccountRow, Append, Finished, Games, Keep, NotForgotten, Person, Put, SavedCount, SavedEdition,
    SavedRow, Space, Store, StoreError, accounts, check, files, forgetting, rebuild, removal, roll, saved, signing_key,
    space,
};
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long to wait for a lock of another program before telling those who wait.
const BUSY: Duration = Duration::from_secs(1);
/// The same when the server starts, and nobody waits yet.
const PATIENCE: Duration = Duration::from_secs(15);

pub struct Sqlite {
    folder: PathBuf,
    jobs: Mutex<Option<Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    reader: Mutex<Connection>,
    /// Of games that are not over, as far as they are committed.
    chains: Arc<Mutex<Chains>>,
    remains: Mutex<Remains>,
    signer: Signer,
    settled: Arc<Mutex<Settled>>,
    /// Keeps other programs from using the data until the store is closed.
    lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Opens the data in this folder, creating it if needed.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", folder.display()));
        let lock = locked(folder)?;
        rebuild::if_needed(folder)?;
        let path = folder.join(files::DATABASE);
        let connection = Connection::open(&path).map_err(fault)?;
        set_up(&connection, PATIENCE).map_err(fault)?;
        let layout = layout::prepare(&connection).map_err(fault)?;
        connection.busy_timeout(BUSY).map_err(fault)?;
        if layout != LAYOUT {
            return Err(StoreError::Broken(format!(
                "its layout is {layout}, this program knows {LAYOUT}"
            )));
        }
        // What cannot be read is damage of its own, and told elsewhere.
        let _ = openers::complete(&connection);
        let signer = signing_key::open(&connection, folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(fault)?;
        let mover = Connection::open(&path).map_err(fault)?;
        set_up(&mover, BUSY).map_err(fault)?;
        let checkpoints = Checkpoints::by(mover).map_err(broken)?;
        // A new file is durable only once its folder is synced.
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(broken)?;
        let chains = Arc::new(Mutex::new(chains::running(&connection).map_err(fault)?));
        let settled = Arc::new(Mutex::new(openers::settled(&connection)?));
        let remains = Mutex::new(Remains::read(&reader).map_err(fault)?);
        let shared = (Arc::clone(&chains), Arc::clone(&settled));
        let (jobs, inbox) = channel();
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&connection, &inbox, (&shared.0, &shared.1), checkpoints))
            .map_err(broken)?;
        Ok(Sqlite {
            folder: folder.to_owned(),
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            reader: Mutex::new(reader),
            chains,
            remains,
            signer,
            settled,
            lock: Mutex::new(Some(lock)),
        })
    }

    pub(super) fn reader(&self) -> MutexGuard<'_, Connection> {
        lock(&self.reader)
    }

    /// Is something left of a table that cannot be found?
    fn is_left(&self, reader: &Connection, table: &TableId) -> rusqlite::Result<bool> {
        let mut row = reader.prepare_cached("SELECT 1 FROM game WHERE id = ?1")?;
        Ok(row.exists([table.as_str()])? || lock(&self.remains).has(reader, table)?)
    }

    /// Sends a job to the writer; gives it back if the store is closed.
    fn send(&self, job: Job) -> Option<Job> {
        match lock(&self.jobs).as_ref() {
            Some(jobs) => jobs.send(job).err().map(|error| error.0),
            None => Some(job),
        }
    }

    /// Does something on the connection that writes, and waits for it.
    fn on_writer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let (tell, told) = channel();
        let work = move |connection: &Connection| drop(tell.send(work(connection)));
        let gone = || StoreError::Broken("the store is closed".to_owned());
        // A job that was not sent is dropped here, and nothing will be told.
        drop(self.send(Job::Work(Box::new(work))));
        told.recv().map_err(|_| gone())
    }
}

/// Prepares a folder and keeps other programs from using it until the file is dropped.
pub(super) fn locked(folder: &Path) -> Result<File, StoreError> {
    let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", folder.display()));
    let lock = files::prepare(folder).map_err(broken)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::InUse(folder.display().to_string()),
        TryLockError::Error(error) => broken(error),
    })?;
    Ok(lock)
}

/// Is a server using the data in this folder?
pub(super) fn is_in_use(folder: &Path) -> bool {
    let lock = File::open(folder.join("lock"));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Settings of every connection that writes: a commit is on the disk when it returns.
fn set_up(connection: &Connection, busy: Duration) -> rusqlite::Result<()> {
    connection.busy_timeout(busy)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What is deleted must be gone, and not be found again in a damaged file.
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)
}

impl Store for Sqlite {
    fn append(&self, append: Append, done: Done) {
        if let Some(Job::Append(_, done)) = self.send(Job::Append(append, done)) {
            let _ = done.send(Err(StoreError::Broken("the store is closed".to_owned())));
        }
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        let running = lock(&self.chains).get(table).copied();
        let reader = self.reader();
        let damaged = |what: &str| Err(StoreError::Damaged(what.to_owned()));
        let chain = match (running, chains::of(&reader, table)?) {
            (Some(running), Some(stored)) if stored.is_behind(&running) => {
                return damaged("its end was changed while the server ran");
            }
            (Some(_), Some(_)) if !chains::has_whole_row(&reader, table).map_err(damage)? => {
                return damaged("its row was changed");
            }
            (Some(chain), Some(_)) | (None, Some(chain)) => chain,
            (Some(_), None) => return damaged("its row or its end was removed while the server ran"),
            (None, None) if self.is_left(&reader, table).map_err(damage)? => {
                return damaged("its row or its end is gone, and records of it are left");
            }
            (None, None) => return Ok(Vec::new()),
        };
        let found = chains::bodies(&reader, table, &chain)?;
        // After a restart it is counted when it is read.
        if let Some(chain) = lock(&self.chains).get_mut(table)
            && chain.count as usize == found.len()
        {
            chain.bytes = openers::bytes(found.iter());
        }
        Ok(found)
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let text = |sql: &str| {
            let bytes =
                |row: &rusqlite::Row<'_>| Ok(row.get_ref(0)?.as_bytes().map(<[u8]>::to_vec).unwrap_or_default());
            let found = reader.query_row(sql, [hash], bytes).optional();
            found.map(|found| found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        };
        let first = text("SELECT body FROM book WHERE hash = ?1");
        if let Ok(Some(whole)) = &first
            && check::is_of(whole.as_bytes(), hash)
        {
            return Ok(Some(whole.clone()));
        }
        match text("SELECT body FROM book_copy WHERE hash = ?1") {
            Ok(Some(copy)) if check::is_of(copy.as_bytes(), hash) => Ok(Some(copy)),
            _ => first.map_err(fault),
        }
    }

    fn replaced(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let found = reader.query_row("SELECT body FROM replaced WHERE hash = ?1", [hash], |row| row.get(0));
        found.optional().map_err(fault)
    }

    fn signer(&self) -> Option<Signer> {
        Some(self.signer.clone())
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        let reader = self.reader();
        let mut query = reader
            .prepare_cached("SELECT id FROM game WHERE state = ?1")
            .map_err(fault)?;
        let mut rows = query.query([RUNNING]).map_err(fault)?;
        let mut ids = Vec::new();
        while let Some(row) = rows.next().map_err(fault)? {
            let id = row.get_ref(0).ok().and_then(|id| id.as_str().ok());
            match id.and_then(TableId::read) {
                Some(id) => ids.push(id),
                None => tracing::error!("the id of a running table cannot be read; `jantaku check` tells more"),
            }
        }
        Ok(ids)
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        let reader = self.reader();
        let mut query = reader
            .prepare_cached("SELECT summary FROM game WHERE state = ?1 ORDER BY ended DESC LIMIT ?2")
            .map_err(fault)?;
        let rows = query
            .query_map(params![OVER, most as i64], |row| row.get::<_, String>(0))
            .map_err(fault)?;
        let summary = |row: rusqlite::Result<String>| serde_json::from_str(&row.ok()?).ok();
        Ok(rows.filter_map(summary).collect())
    }

    fn finished_before(&self, before: Option<(u32, String)>, most: usize) -> Result<Vec<Finished>, StoreError> {
        let (ended, id) = before.map_or((i64::MAX, String::new()), |(ended, id)| (ended.into(), id));
        let reader = self.reader();
        let earlier = "SELECT summary FROM game WHERE state = ?1 AND ended <= ?2 AND (ended < ?2 OR id < ?3)
            ORDER BY ended DESC, id DESC LIMIT ?4";
        let mut query = reader.prepare_cached(earlier).map_err(fault)?;
        let rows = query
            .query_map(params![OVER, ended, id, most as i64], |row| row.get::<_, String>(0))
            .map_err(fault)?;
        let summary = |row: rusqlite::Result<String>| serde_json::from_str(&row.ok()?).ok();
        Ok(rows.filter_map(summary).collect())
    }

    fn space(&self) -> Result<Space, StoreError> {
        space::of(&self.reader(), &self.folder).map_err(fault)
    }

    fn size(&self, table: &TableId) -> u64 {
        lock(&self.chains).get(table).map_or(0, |chain| chain.bytes)
    }

    fn sizes(&self) -> HashMap<String, u64> {
        let chains = lock(&self.chains);
        chains
            .iter()
            .map(|(table, chain)| (table.to_string(), chain.bytes))
            .collect()
    }

    fn games(&self) -> Result<Games, StoreError> {
        space::games(&self.reader()).map_err(fault)
    }

    fn places(&self) -> Vec<(u64, u64)> {
        let mut places = lock(&self.settled).clone();
        for Chain { place, bytes, .. } in lock(&self.chains).values() {
            if let Some(place) = place {
                *places.entry(*place).or_default() += bytes;
            }
        }
        for (place, bytes) in saved::places(&self.reader()).unwrap_or_default() {
            *places.entry(place as i64).or_default() += bytes;
        }
        let places = places.into_iter().map(|(place, bytes)| (place as u64, bytes));
        let mut places: Vec<(u64, u64)> = places.filter(|(_, bytes)| *bytes > 0).collect();
        places.sort_by_key(|(place, bytes)| (Reverse(*bytes), *place));
        places
    }

    fn stored_from(&self, places: RangeInclusive<u64>) -> u64 {
        let is_there = |place: i64| places.contains(&(place as u64));
        let of_ended = |settled: &Settled| -> u64 {
            let there = settled.iter().filter(|(place, _)| is_there(**place));
            there.map(|(_, bytes)| bytes).sum()
        };
        let of_running = |chains: &Chains| -> u64 {
            let there = chains.values().filter(|chain| chain.place.is_some_and(is_there));
            there.map(|chain| chain.bytes).sum()
        };
        // One after the other: the writer holds both when a game ends, in the other order.
        let ended = of_ended(&lock(&self.settled));
        let saved = saved::places(&self.reader()).unwrap_or_default().into_iter();
        let saved: u64 = saved
            .filter(|(place, _)| places.contains(place))
            .map(|(_, bytes)| bytes)
            .sum();
        ended + of_running(&lock(&self.chains)) + saved
    }

    fn outdated(&self, keep: Keep, now: u64, most: usize) -> Result<Vec<TableId>, StoreError> {
        removal::outdated(&self.reader(), keep, now, most)
    }

    fn remove(&self, tables: Vec<TableId>) -> Result<usize, StoreError> {
        let settled = Arc::clone(&self.settled);
        self.on_writer(move |connection| removal::remove(connection, &tables, &mut lock(&settled)))?
    }

    fn people(&self, who: &str) -> Result<Vec<Person>, StoreError> {
        forgetting::people(&self.reader(), who)
    }

    fn forget(&self, sessions: Vec<SessionHash>, at: u64) -> Result<usize, NotForgotten> {
        let (settled, chains) = (Arc::clone(&self.settled), Arc::clone(&self.chains));
        let signer = self.signer.clone();
        let forget = move |connection: &Connection| {
            let changed = forgetting::forget(
                connection,
                &sessions,
                at,
                &signer,
                (&mut *lock(&settled), &mut *lock(&chains)),
            );
            // Pages that were written without wiping, as earlier backups were, may hold what was deleted from them long ago.
            let _ = connection.execute_batch("VACUUM");
            // SQLite's log still holds the old pages.
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            changed
        };
        self.on_writer(forget).map_err(NotForgotten::Store)?
    }

    fn account(&self, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
        accounts::get(&self.reader(), key)
    }

    fn account_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        accounts::text(&self.reader(), name).map_err(fault)
    }

    fn put_account(&self, row: AccountRow) -> Result<Put, StoreError> {
        let settled = Arc::clone(&self.settled);
        self.on_writer(move |connection| accounts::put(connection, &row, &mut lock(&settled)))?
    }

    fn remove_account(&self, id: &str) -> Result<bool, StoreError> {
        let (id, settled) = (id.to_owned(), Arc::clone(&self.settled));
        self.on_writer(move |connection| accounts::remove(connection, &id, &mut lock(&settled)))?
    }

    fn touch_account(&self, id: &str, at: u64) -> Result<(), StoreError> {
        let id = id.to_owned();
        let touch = move |connection: &Connection| {
            in_one_commit(connection, || roll::touch(connection, &id, at).map_err(fault))
        };
        self.on_writer(touch)?
    }

    fn unused_accounts(&self, before: u64, most: usize) -> Result<Vec<AccountRow>, StoreError> {
        let reader = self.reader();
        let ids = roll::unused(&reader, before, most).map_err(fault)?;
        // One that cannot be read stays, and is found by a check.
        let row = |id: String| accounts::get(&reader, &AccountKey::Id(id)).ok().flatten();
        Ok(ids.into_iter().filter_map(row).collect())
    }

    fn finished_of(&self, sessions: &[SessionHash], most: usize) -> Result<Vec<Finished>, StoreError> {
        accounts::finished_of(&self.reader(), sessions, most)
    }

    fn saved(&self, name: &str) -> Result<Option<SavedRow>, StoreError> {
        saved::get(&self.reader(), name)
    }

    fn saved_edition(&self, name: &str, n: u32) -> Result<Option<SavedEdition>, StoreError> {
        saved::edition(&self.reader(), name, n)
    }

    fn saved_history(&self, name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
        saved::history(&self.reader(), name)
    }

    fn saved_list(&self, owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
        saved::list(&self.reader(), owners)
    }

    fn saved_count(&self, owner: SessionHash, places: RangeInclusive<u64>) -> Result<SavedCount, StoreError> {
        saved::count(&self.reader(), owner, &places)
    }

    fn put_saved(&self, row: SavedRow, edition: Option<SavedEdition>, keep: u32) -> Result<Put, StoreError> {
        self.on_writer(move |connection| saved::put(connection, &row, edition.as_ref(), keep))?
    }

    fn remove_saved(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.on_writer(move |connection| saved::remove(connection, &name))?
    }

    fn close(&self) {
        drop(lock(&self.jobs).take());
        let writer = lock(&self.writer).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
        drop(lock(&self.lock).take());
    }
}

pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A failure to read the records of one table.
pub(super) fn damage(error: rusqlite::Error) -> StoreError {
    match fault(error) {
        StoreError::Broken(why) => StoreError::Damaged(why),
        other => other,
    }
}

pub(super) fn fault(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
        _ => StoreError::Broken(error.to_string()),
    }
}
