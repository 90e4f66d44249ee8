//! SQLite in one file: one thread writes, committing many appends together, and one connection only reads.

use super::chains::{self, Chain, Chains};
use super::checkpoint::Checkpoints;
use super::layout::{self, CLOSED, LAYOUT, OVER, RUNNING};
use super::{Append, Book, Finished, Mark, Store, StoreError, check, files, rebuild, signing_key};
use crate::token::TableId;
use jantaku_record::log::Signer;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// The most appends in one commit.
const MOST_IN_ONE: usize = 1024;

/// How long to wait for a lock of another program before telling those who wait.
const BUSY: Duration = Duration::from_secs(1);

type Done = oneshot::Sender<Result<(), StoreError>>;

pub struct Sqlite {
    jobs: Mutex<Option<Sender<(Append, Done)>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    reader: Mutex<Connection>,
    /// Of games that are not over, as far as they are committed.
    chains: Arc<Mutex<Chains>>,
    signer: Signer,
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
        set_up(&connection).map_err(fault)?;
        let layout = layout::prepare(&connection).map_err(fault)?;
        if layout != LAYOUT {
            return Err(StoreError::Broken(format!(
                "its layout is {layout}, this program knows {LAYOUT}"
            )));
        }
        let signer = signing_key::open(&connection, folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(fault)?;
        let mover = Connection::open(&path).map_err(fault)?;
        set_up(&mover).map_err(fault)?;
        let checkpoints = Checkpoints::by(mover).map_err(broken)?;
        // A new file is durable only once its folder is synced.
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(broken)?;
        let chains = Arc::new(Mutex::new(chains::running(&connection).map_err(fault)?));
        let shared = Arc::clone(&chains);
        let (jobs, inbox) = channel();
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&connection, &inbox, &shared, checkpoints))
            .map_err(broken)?;
        Ok(Sqlite {
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            reader: Mutex::new(reader),
            chains,
            signer,
            lock: Mutex::new(Some(lock)),
        })
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
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
fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What is deleted must be gone, and not be found again in a damaged file.
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)
}

impl Store for Sqlite {
    fn append(&self, append: Append, done: Done) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = match jobs.as_ref() {
            Some(jobs) => jobs.send((append, done)).map_err(|error| error.0.1),
            None => Err(done),
        };
        if let Err(done) = sent {
            let _ = done.send(Err(StoreError::Broken("the store is closed".to_owned())));
        }
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        let running = lock(&self.chains).get(table).copied();
        let reader = self.reader();
        let chain = match running {
            Some(chain) => Some(chain),
            None => chains::of(&reader, table)?,
        };
        chain.map_or(Ok(Vec::new()), |chain| chains::bodies(&reader, table, &chain))
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
        let rows = query
            .query_map([RUNNING], |row| row.get::<_, String>(0))
            .map_err(fault)?;
        let ids = rows.filter_map(|id| id.map(|id| TableId::read(&id)).transpose());
        ids.collect::<Result<_, _>>().map_err(fault)
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

    fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Commits whatever is waiting, again and again, until the store is closed.
fn write_all(
    connection: &Connection,
    inbox: &Receiver<(Append, Done)>,
    chains: &Mutex<Chains>,
    mut checkpoints: Checkpoints,
) {
    while let Ok(first) = inbox.recv() {
        let mut jobs = vec![first];
        jobs.extend(inbox.try_iter().take(MOST_IN_ONE - 1));
        let kept = keep(connection, &jobs, chains);
        let records = jobs.iter().map(|(append, _)| append.records.len()).sum();
        for ((_, done), kept) in jobs.into_iter().zip(kept) {
            let _ = done.send(kept);
        }
        checkpoints.committed(records, connection);
    }
    checkpoints.finish(connection);
}

/// Stores everything in one commit. An append to a damaged table fails by itself; any other failure is that of all.
fn keep(connection: &Connection, jobs: &[(Append, Done)], chains: &Mutex<Chains>) -> Vec<Result<(), StoreError>> {
    let all = |error: StoreError| vec![Err(error); jobs.len()];
    if let Err(error) = run(connection, "BEGIN") {
        return all(fault(error));
    }
    let mut longer = Chains::new();
    let mut each = Vec::with_capacity(jobs.len());
    let mut failed = None;
    for (append, _) in jobs {
        let known = longer.get(&append.table).or(lock(chains).get(&append.table)).copied();
        match insert(connection, append, known) {
            Ok(chain) => {
                longer.insert(append.table.clone(), chain);
                each.push(Ok(()));
            }
            Err(error @ StoreError::Damaged(_)) => each.push(Err(error)),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    let failed = failed.or_else(|| run(connection, "COMMIT").err().map(fault));
    if let Some(error) = failed {
        // SQLite may have rolled it back itself.
        let _ = run(connection, "ROLLBACK");
        return all(error);
    }
    let mut chains = lock(chains);
    for (table, chain) in longer {
        match chain.is_over {
            true => chains.remove(&table),
            false => chains.insert(table, chain),
        };
    }
    each
}

/// Runs a statement that is compiled once.
fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

/// Stores the records at the end of their game's chain; its end after that.
fn insert(connection: &Connection, append: &Append, known: Option<Chain>) -> Result<Chain, StoreError> {
    let is_new = append.first == 0;
    let mut chain = match known {
        Some(chain) => chain,
        None if is_new => Chain::default(),
        None => chains::of(connection, &append.table)?.unwrap_or_default(),
    };
    if chain.count != append.first {
        let (first, count) = (append.first, chain.count);
        return Err(StoreError::Damaged(format!(
            "record {first} of a game that has {count}"
        )));
    }
    write(connection, append, &mut chain).map_err(fault)?;
    Ok(chain)
}

fn write(connection: &Connection, append: &Append, chain: &mut Chain) -> rusqlite::Result<()> {
    let table = append.table.as_str();
    if let Some(Book { hash, text, replaced }) = &append.book {
        let mut book = connection.prepare_cached("INSERT OR IGNORE INTO book (hash, body) VALUES (?1, ?2)")?;
        book.execute(params![hash, text])?;
        if let Some(replaced) = replaced {
            layout::keep_replaced(connection, hash, replaced)?;
        }
    }
    let is_new = append.first == 0;
    if is_new {
        chain.game = layout::new_game(connection, table, RUNNING, 0, None)?;
    }
    let mut record =
        connection.prepare_cached("INSERT INTO record (game, prev, body, hash) VALUES (?1, ?2, ?3, ?4)")?;
    for body in append.records.iter() {
        chain.hash = chains::hash(&chain.hash, table, body);
        chain.last = record.insert(params![table, chain.last, body, chain.hash])?;
        chain.count += 1;
    }
    chains::note(connection, chain)?;
    layout::count(connection, i64::from(is_new), append.records.len() as i64)?;
    match &append.mark {
        Mark::Same => return Ok(()),
        Mark::Over(finished) => {
            let summary = serde_json::to_string(finished).ok();
            layout::set_state(
                connection,
                table,
                OVER,
                finished.summary.ended.into(),
                summary.as_deref(),
            )?;
        }
        Mark::Closed => layout::set_state(connection, table, CLOSED, 0, None)?,
    }
    chain.is_over = true;
    Ok(())
}

fn lock(chains: &Mutex<Chains>) -> MutexGuard<'_, Chains> {
    chains.lock().unwrap_or_else(PoisonError::into_inner)
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
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse("the database".to_owned()),
        _ => StoreError::Broken(error.to_string()),
    }
}
