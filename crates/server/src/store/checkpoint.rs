//! Moves committed pages from the log into the database on a separate thread and connection, while commits continue.
//!
//! The log restarts once all of it has been moved, but under constant commits there is always something left in
//! it. When it grows long, the mover repeats until almost nothing is left, and the writer moves that rest
//! itself between two commits. So the file stays small, and a commit syncs only what it wrote.

use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Records between two moves. A page is moved once however often it was written, so fewer moves mean less work.
const EVERY: usize = 2048;
/// Pages of a long log, 16 MiB. It is read when the server starts after a crash.
const LONG: i64 = 4096;
/// Passes over a long log: the first takes about 20 ms, the last less than one.
const PASSES: usize = 3;

pub(super) struct Checkpoints {
    /// Records since the last move.
    records: usize,
    every: usize,
    wake: Option<SyncSender<()>>,
    /// Is the log long, with only a small rest to move?
    rest: Arc<AtomicBool>,
    mover: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the mover on this connection.
    pub(super) fn by(connection: Connection) -> std::io::Result<Checkpoints> {
        Checkpoints::at(EVERY, LONG, connection)
    }

    fn at(every: usize, long: i64, connection: Connection) -> std::io::Result<Checkpoints> {
        let (wake, woken) = sync_channel(1);
        let rest = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&rest);
        let mover = std::thread::Builder::new()
            .name("checkpoint".to_owned())
            .spawn(move || move_all(&connection, &woken, long, &told))?;
        Ok(Checkpoints {
            records: 0,
            every,
            wake: Some(wake),
            rest,
            mover: Some(mover),
        })
    }

    /// Notes how many records the writer has committed.
    pub(super) fn committed(&mut self, records: usize, writer: &Connection) {
        if self.rest.swap(false, Ordering::Acquire) {
            checkpoint(writer, "PASSIVE");
        }
        self.records += records;
        if self.records >= self.every {
            self.records = 0;
            // A mover that is still busy need not be woken again.
            let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
        }
    }

    /// Moves everything and truncates the log.
    pub(super) fn finish(mut self, writer: &Connection) {
        drop(self.wake.take());
        if let Some(mover) = self.mover.take() {
            let _ = mover.join();
        }
        checkpoint(writer, "TRUNCATE");
    }
}

fn move_all(connection: &Connection, woken: &Receiver<()>, long: i64, rest: &AtomicBool) {
    while woken.recv().is_ok() {
        let is_long = checkpoint(connection, "PASSIVE") >= long;
        if is_long {
            for _ in 1..PASSES {
                checkpoint(connection, "PASSIVE");
            }
        }
        rest.store(is_long, Ordering::Release);
    }
}

/// Moves what can be moved, and returns the length of the log in pages. The rest stays safely in the log until the next time.
fn checkpoint(connection: &Connection, how: &str) -> i64 {
    let pages = connection.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |row| row.get("log"));
    pages.unwrap_or_else(|error| {
        tracing::warn!(%error, "the log could not be moved into the database");
        0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("jantaku-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn connection(&self) -> Connection {
            let connection = Connection::open(self.0.join("log.db")).unwrap();
            connection.pragma_update(None, "journal_mode", "WAL").unwrap();
            connection.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
            connection
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn insert(connection: &Connection) {
        connection.execute("INSERT INTO record VALUES ('x')", []).unwrap();
    }

    fn count(connection: &Connection) -> i64 {
        let count = connection.query_row("SELECT count(*) FROM record", [], |row| row.get(0));
        count.unwrap()
    }

    /// How many pages the log has after ten records, of which somebody kept the last few from being moved, and one more; `long` pages
    /// make a log long.
    fn pages_after_a_rest(name: &str, long: i64) -> i64 {
        let folder = Folder::new(name);
        let writer = folder.connection();
        writer.execute("CREATE TABLE record (body TEXT)", []).unwrap();
        let reader = folder.connection();
        let mut checkpoints = Checkpoints::at(10, long, folder.connection()).unwrap();
        for record in 1..=10 {
            if record == 8 {
                // An open reader keeps everything after this moment in the log.
                reader.execute_batch("BEGIN").unwrap();
                assert_eq!(count(&reader), 7);
            }
            insert(&writer);
            checkpoints.committed(1, &writer);
        }
        // A second time is taken up only when the first is done.
        while checkpoints.wake.as_ref().unwrap().try_send(()).is_err() {
            std::thread::yield_now();
        }
        drop(checkpoints.wake.take());
        checkpoints.mover.take().unwrap().join().unwrap();
        reader.execute_batch("COMMIT").unwrap();
        insert(&writer);
        checkpoints.committed(1, &writer);
        insert(&writer);
        let pages = checkpoint(&folder.connection(), "PASSIVE");
        checkpoints.finish(&writer);
        assert_eq!(count(&reader), 12);
        assert_eq!(std::fs::metadata(folder.0.join("log.db-wal")).unwrap().len(), 0);
        pages
    }

    #[test]
    fn a_long_log_begins_anew_although_commits_go_on() {
        assert_eq!(pages_after_a_rest("long-log", 10), 1);
        // Each record is a page, the table two.
        assert_eq!(pages_after_a_rest("short-log", 1000), 14);
    }
}
