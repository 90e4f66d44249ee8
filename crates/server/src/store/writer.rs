//! The one thread that writes: it commits many appends together, and does nothing else meanwhile.

use super::chains::{self, Chain, Chains};
use super::checkpoint::Checkpoints;
use super::layout::{self, CLOSED, OVER, RUNNING};
use super::openers::{self, Settled};
use super::sqlite::{damage, fault, lock};
use super::{Append, Book, Mark, StoreError};
use crate::room::unix_time;
use rusqlite::{Connection, params};
use std::sync::Mutex;
use std::sync::mpsc::Receiver;
use tokio::sync::oneshot;

/// The most appends in one commit.
const MOST_IN_ONE: usize = 1024;

pub(super) type Done = oneshot::Sender<Result<(), StoreError>>;

pub(super) enum Job {
    Append(Append, Done),
    /// Something that no append may come between.
    Work(Box<dyn FnOnce(&Connection) + Send>),
}

/// Commits whatever is waiting, again and again, until the store is closed.
pub(super) fn write_all(
    connection: &Connection,
    inbox: &Receiver<Job>,
    (chains, settled): (&Mutex<Chains>, &Mutex<Settled>),
    mut checkpoints: Checkpoints,
) {
    while let Ok(first) = inbox.recv() {
        let mut appends = Vec::new();
        let mut next = Some(first);
        while let Some(Job::Append(append, done)) = next {
            appends.push((append, done));
            next = match appends.len() {
                MOST_IN_ONE.. => None,
                _ => inbox.try_recv().ok(),
            };
        }
        if !appends.is_empty() {
            let kept = keep(connection, &appends, chains, settled);
            let records = appends.iter().map(|(append, _)| append.records.len()).sum();
            for ((_, done), kept) in appends.into_iter().zip(kept) {
                let _ = done.send(kept);
            }
            checkpoints.committed(records, connection);
        }
        if let Some(Job::Work(work)) = next {
            work(connection);
        }
    }
    checkpoints.finish(connection);
}

/// Does something in one commit, or not at all.
pub(super) fn in_one_commit<T>(
    connection: &Connection,
    work: impl FnOnce() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    run(connection, "BEGIN").map_err(fault)?;
    let done = work().and_then(|done| run(connection, "COMMIT").map(|()| done).map_err(fault));
    if done.is_err() {
        // SQLite may have rolled it back itself.
        let _ = run(connection, "ROLLBACK");
    }
    done
}

/// Stores everything in one commit. An append to a damaged table fails by itself; any other failure is that of all.
fn keep(
    connection: &Connection,
    jobs: &[(Append, Done)],
    chains: &Mutex<Chains>,
    settled: &Mutex<Settled>,
) -> Vec<Result<(), StoreError>> {
    let all = |error: StoreError| vec![Err(error); jobs.len()];
    if let Err(error) = run(connection, "BEGIN") {
        return all(fault(error));
    }
    let mut longer = Chains::new();
    let mut ended = Vec::new();
    let mut each = Vec::with_capacity(jobs.len());
    let mut failed = None;
    for (append, _) in jobs {
        let known = longer.get(&append.table).or(lock(chains).get(&append.table)).copied();
        match insert(connection, append, known) {
            Ok(chain) => {
                if !matches!(append.mark, Mark::Same) {
                    ended.extend(chain.place.map(|place| (place, chain.bytes)));
                }
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
    let mut settled = lock(settled);
    for (place, bytes) in ended {
        *settled.entry(place).or_default() += bytes;
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
    if !is_new && !chains::is_as_left(connection, &append.table, &chain).map_err(damage)? {
        return Err(StoreError::Damaged(format!(
            "its row, its end or record {} was changed or removed while the server ran",
            chain.count.saturating_sub(1)
        )));
    }
    if !openers::is_as_left(connection, &chain).map_err(damage)? {
        // What is played does not depend on it.
        tracing::error!(table = %append.table, "who opened a table, or how much it stores, was changed while the server ran");
        chain.opener = None;
    }
    write(connection, append, &mut chain).map_err(fault)?;
    Ok(chain)
}

fn write(connection: &Connection, append: &Append, chain: &mut Chain) -> rusqlite::Result<()> {
    let table = append.table.as_str();
    chain.bytes += openers::bytes(append.records.iter());
    let is_new = append.first == 0;
    if is_new {
        chain.game = layout::new_game(connection, table, RUNNING, 0, None)?;
        chain.place = append.place.map(|place| place as i64);
    }
    if let Some(stored @ Book { hash, text, replaced }) = &append.book {
        let mut book = connection.prepare_cached("INSERT OR IGNORE INTO book (hash, body) VALUES (?1, ?2)")?;
        if book.execute(params![hash, text])? > 0 {
            chain.bytes += openers::book_bytes(stored);
        }
        if let Some(replaced) = replaced {
            layout::keep_replaced(connection, hash, replaced)?;
        }
        chain.opener = Some(openers::note(connection, chain, hash)?);
    }
    for body in append.records.iter() {
        chains::push(connection, table, chain, body)?;
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
        Mark::Closed => layout::set_state(connection, table, CLOSED, unix_time() as i64, None)?,
    }
    chain.is_over = true;
    openers::settle(connection, chain)?;
    Ok(())
}
