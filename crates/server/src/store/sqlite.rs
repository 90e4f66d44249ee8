//! SQLite in one file: a thread that writes, many appends in one synced commit, and a connection that only reads.

use super::checkpoint::Checkpoints;
use super::{Append, Book, Finished, Mark, Store, StoreError};
use crate::token::TableId;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// More appends than this wait for the next commit.
const MOST_IN_ONE: usize = 1024;

/// Memory for pages of the database.
const CACHE_KIB: i64 = 32 * 1024;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS game (
        id TEXT PRIMARY KEY,
        state INTEGER NOT NULL,
        ended INTEGER NOT NULL DEFAULT 0,
        summary TEXT
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS game_state ON game (state, ended);
    CREATE TABLE IF NOT EXISTS record (
        game TEXT NOT NULL,
        n INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (game, n)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS book (
        hash TEXT PRIMARY KEY,
        body TEXT NOT NULL
    );
";

/// The version of the layout above.
const LAYOUT: i64 = 1;

const RUNNING: i64 = 0;
const OVER: i64 = 1;
const CLOSED: i64 = 2;

type Done = oneshot::Sender<Result<(), StoreError>>;

/// Records in a file.
pub struct Sqlite {
    jobs: Mutex<Option<Sender<(Append, Done)>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    reader: Mutex<Connection>,
    /// Held until the store is closed, so that no other program takes the data.
    lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Opens the data in this folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(broken)?;
        let lock = File::create(folder.join("lock")).map_err(broken)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(folder.display().to_string()),
            TryLockError::Error(error) => broken(error),
        })?;
        let path = folder.join("jantaku.db");
        let connection = Connection::open(&path).map_err(fault)?;
        prepare(&connection).map_err(fault)?;
        let layout: i64 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(fault)?;
        if layout != LAYOUT {
            return Err(StoreError::Broken(format!(
                "its layout is {layout}, this program knows {LAYOUT}"
            )));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(fault)?;
        let mover = Connection::open(&path).map_err(fault)?;
        set_up(&mover).map_err(fault)?;
        let checkpoints = Checkpoints::by(mover).map_err(broken)?;
        // A new file is safe only when the folder that names it is.
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(broken)?;
        let (jobs, inbox) = channel();
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(connection, &inbox, checkpoints))
            .map_err(broken)?;
        Ok(Sqlite {
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            reader: Mutex::new(reader),
            lock: Mutex::new(Some(lock)),
        })
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How each connection that writes is set: a commit is on the disk before it is done.
///
/// Every running table writes to a page of its own; with less memory these would be read again for each record.
fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    set_up(connection)?;
    connection.execute_batch(SCHEMA)?;
    let layout: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if layout == 0 {
        connection.pragma_update(None, "user_version", LAYOUT)?;
    }
    Ok(())
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
        let reader = self.reader();
        let mut query = reader
            .prepare_cached("SELECT body FROM record WHERE game = ?1 ORDER BY n")
            .map_err(fault)?;
        let rows = query.query_map([table.as_str()], |row| row.get(0)).map_err(fault)?;
        rows.collect::<Result<_, _>>().map_err(fault)
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let found = reader.query_row("SELECT body FROM book WHERE hash = ?1", [hash], |row| row.get(0));
        found.optional().map_err(fault)
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

/// Takes whatever waits into one commit, again and again, until nobody can ask any more.
fn write_all(connection: Connection, inbox: &Receiver<(Append, Done)>, mut checkpoints: Checkpoints) {
    while let Ok(first) = inbox.recv() {
        let mut jobs = vec![first];
        jobs.extend(inbox.try_iter().take(MOST_IN_ONE - 1));
        let kept = keep(&connection, &jobs);
        let records = jobs.iter().map(|(append, _)| append.records.len()).sum();
        for (_, done) in jobs {
            let _ = done.send(kept.clone());
        }
        checkpoints.committed(records, &connection);
    }
    checkpoints.finish(&connection);
}

fn keep(connection: &Connection, jobs: &[(Append, Done)]) -> Result<(), StoreError> {
    run(connection, "BEGIN").map_err(fault)?;
    let mut appends = jobs.iter().map(|(append, _)| append);
    let kept = appends.try_for_each(|append| insert(connection, append));
    let kept = kept.and_then(|()| run(connection, "COMMIT"));
    if kept.is_err() {
        // SQLite may have rolled it back itself.
        let _ = run(connection, "ROLLBACK");
    }
    kept.map_err(fault)
}

/// Runs a statement that is compiled once.
fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

fn insert(connection: &Connection, append: &Append) -> rusqlite::Result<()> {
    let Append {
        table,
        first,
        records,
        book,
        mark,
    } = append;
    let table = table.as_str();
    if let Some(Book { hash, text }) = book {
        let mut book = connection.prepare_cached("INSERT OR IGNORE INTO book (hash, body) VALUES (?1, ?2)")?;
        book.execute(params![hash, text])?;
    }
    if *first == 0 {
        let mut game = connection.prepare_cached("INSERT INTO game (id, state) VALUES (?1, ?2)")?;
        game.execute(params![table, RUNNING])?;
    }
    let mut record = connection.prepare_cached("INSERT INTO record (game, n, body) VALUES (?1, ?2, ?3)")?;
    for (n, body) in (*first..).zip(records.iter()) {
        record.execute(params![table, n, body])?;
    }
    let (state, ended, summary) = match mark {
        Mark::Same => return Ok(()),
        Mark::Over(finished) => (OVER, finished.summary.ended, serde_json::to_string(finished).ok()),
        Mark::Closed => (CLOSED, 0, None),
    };
    let mut game = connection.prepare_cached("UPDATE game SET state = ?2, ended = ?3, summary = ?4 WHERE id = ?1")?;
    game.execute(params![table, state, ended, summary])?;
    Ok(())
}

fn fault(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse("the database".to_owned()),
        _ => StoreError::Broken(error.to_string()),
    }
}
