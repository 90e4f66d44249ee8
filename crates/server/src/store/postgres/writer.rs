//! Commits appends, those of many tables together. While one commit is on its way, the next one gathers.

use super::super::openers::{book_bytes, bytes};
use super::super::{Append, Book, Epoch, Mark, NodeId, StoreError};
use super::connection::{Connection, Open};
use super::leases::number;
use super::{SOON, migrations};
use crate::room::unix_time;
use crate::token::TableId;
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// The most appends in one commit.
const MOST_IN_ONE: usize = 1024;

type Done = oneshot::Sender<Result<(), StoreError>>;

pub(super) enum Write {
    Append(Append, Done),
    Release(TableId, Epoch, Done),
}

impl Write {
    pub(super) fn answer(self, answer: Result<(), StoreError>) {
        let (Write::Append(_, done) | Write::Release(_, _, done)) = self;
        let _ = done.send(answer);
    }

    fn table(&self) -> &TableId {
        match self {
            Write::Append(append, _) => &append.table,
            Write::Release(table, ..) => table,
        }
    }

    fn epoch(&self) -> Epoch {
        match self {
            Write::Append(append, _) => append.epoch,
            Write::Release(_, epoch, _) => *epoch,
        }
    }

    /// Can it go with others in one statement?
    fn is_plain(&self) -> bool {
        matches!(self, Write::Append(append, _) if append.first > 0 && matches!(append.mark, Mark::Same))
    }
}

pub(super) async fn write_all(connection: Connection, node: NodeId, mut inbox: mpsc::UnboundedReceiver<Write>) {
    let mut held = None;
    while let Some(first) = match held.take() {
        Some(write) => Some(write),
        None => inbox.recv().await,
    } {
        if matches!(first, Write::Release(..)) {
            let mut releases = vec![first];
            while let Ok(write) = inbox.try_recv() {
                if !matches!(write, Write::Release(..)) {
                    held = Some(write);
                    break;
                }
                releases.push(write);
            }
            release(&connection, releases).await;
            continue;
        }
        let mut plain = Vec::new();
        let mut tables = HashSet::new();
        let mut next = Some(first);
        while let Some(write) = next.take() {
            // One statement takes one append of a table.
            if !write.is_plain() || plain.len() == MOST_IN_ONE || !tables.insert(write.table().clone()) {
                held = Some(write);
                break;
            }
            plain.push(write);
            next = inbox.try_recv().ok();
        }
        if plain.is_empty() {
            if let Some(Write::Append(append, done)) = held.take() {
                alone(&connection, node, append, done).await;
            }
        } else {
            together(&connection, plain).await;
        }
    }
}

/// Gives up all these tables at once: a node that stops has many.
async fn release(connection: &Connection, writes: Vec<Write>) {
    let released = connection
        .within(SOON, async |open| {
            let release = "UPDATE game SET owner = NULL FROM unnest($1::text[], $2::int[]) AS r (id, epoch)
                WHERE game.id = r.id AND game.epoch = r.epoch";
            let tables: Vec<&str> = writes.iter().map(|write| write.table().as_str()).collect();
            let epochs: Vec<i32> = writes.iter().map(|write| write.epoch().0 as i32).collect();
            open.rows(release, &[&tables, &epochs]).await.map(drop)
        })
        .await;
    for write in writes {
        write.answer(released.clone());
    }
}

/// Commits an append by itself.
async fn alone(connection: &Connection, node: NodeId, append: Append, done: Done) {
    let kept = connection
        .within(SOON, async |open| {
            let kept = open.in_one_commit(async |open| one(open, node, &append).await).await?;
            match kept {
                true => Ok(()),
                false => whether_kept(open, &append).await,
            }
        })
        .await;
    let _ = done.send(kept);
}

/// Commits appends that change nothing but the records, in one statement.
async fn together(connection: &Connection, writes: Vec<Write>) {
    let appends: Vec<&Append> = writes
        .iter()
        .filter_map(|write| match write {
            Write::Append(append, _) => Some(append),
            Write::Release(..) => None,
        })
        .collect();
    let kept = connection
        .within(SOON, async |open| {
            let kept = insert(open, &appends).await?;
            let mut each = Vec::with_capacity(appends.len());
            for append in &appends {
                each.push(match kept.contains(append.table.as_str()) {
                    true => Ok(()),
                    false => whether_kept(open, append).await,
                });
            }
            Ok(each)
        })
        .await;
    let kept = kept.unwrap_or_else(|error| vec![Err(error); writes.len()]);
    for (write, kept) in writes.into_iter().zip(kept) {
        write.answer(kept);
    }
}

/// Stores appends whose tenure lasts and whose turn it is; the tables of those.
async fn insert(open: &mut Open, appends: &[&Append]) -> Result<HashSet<String>, StoreError> {
    let insert = "WITH longer AS (
            UPDATE game SET count = count + a.more, bytes = game.bytes + a.bytes
            FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[]) AS a (id, epoch, first, more, bytes)
            WHERE game.id = a.id AND game.epoch = a.epoch AND game.count = a.first
            RETURNING game.id, game.epoch
        ), stored AS (
            INSERT INTO record (game, n, epoch, body)
            SELECT r.game, r.n, longer.epoch, r.body
            FROM unnest($6::text[], $7::int[], $8::text[]) AS r (game, n, body) JOIN longer ON longer.id = r.game
        )
        SELECT id FROM longer";
    let tables: Vec<&str> = appends.iter().map(|append| append.table.as_str()).collect();
    let epochs: Vec<i32> = appends.iter().map(|append| append.epoch.0 as i32).collect();
    let firsts: Vec<i32> = appends.iter().map(|append| append.first as i32).collect();
    let mores: Vec<i32> = appends.iter().map(|append| append.records.len() as i32).collect();
    let sizes: Vec<i64> = appends
        .iter()
        .map(|append| bytes(append.records.iter()) as i64)
        .collect();
    let each = || {
        appends.iter().flat_map(|append| {
            (append.first..)
                .zip(append.records.iter())
                .map(move |record| (append, record))
        })
    };
    let games: Vec<&str> = each().map(|(append, _)| append.table.as_str()).collect();
    let numbers: Vec<i32> = each().map(|(_, (n, _))| n as i32).collect();
    let bodies: Vec<&str> = each().map(|(_, (_, body))| body.as_str()).collect();
    let rows = open
        .rows(
            insert,
            &[&tables, &epochs, &firsts, &mores, &sizes, &games, &numbers, &bodies],
        )
        .await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Stores an append that opens a table or ends it; false if it is not its turn.
async fn one(open: &mut Open, node: NodeId, append: &Append) -> Result<bool, StoreError> {
    if append.first == 0 && !new_game(open, node, append).await? {
        return Ok(false);
    }
    if insert(open, &[append]).await?.is_empty() {
        return Ok(false);
    }
    let (state, ended, summary) = match &append.mark {
        Mark::Same => return Ok(true),
        Mark::Over(finished) => (
            1_i16,
            i64::from(finished.summary.ended),
            serde_json::to_string(finished).ok(),
        ),
        Mark::Closed => (2, unix_time() as i64, None),
    };
    let end = "UPDATE game SET state = $2, ended = $3, summary = $4 WHERE id = $1";
    open.rows(end, &[&append.table.as_str(), &state, &ended, &summary])
        .await?;
    Ok(true)
}

/// Enters a table that is opened; false if there is one already.
async fn new_game(open: &mut Open, node: NodeId, append: &Append) -> Result<bool, StoreError> {
    let mut size = 0;
    let mut hash = "";
    if let Some(
        book @ Book {
            hash: named,
            text,
            replaced,
        },
    ) = &append.book
    {
        // Whoever removes rulebooks sees this game afterwards.
        open.rows("SELECT pg_advisory_xact_lock_shared($1)", &[&migrations::BOOKS])
            .await?;
        let keep = "INSERT INTO book (hash, body, replaced) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING hash";
        if !open.rows(keep, &[named, &&**text, replaced]).await?.is_empty() {
            size = book_bytes(book);
        }
        hash = named;
    }
    let enter = "WITH entered AS (
            INSERT INTO game (id, epoch, owner, count, bytes, place, book) VALUES ($1, $2, $3, 0, $4, $5, $6)
            ON CONFLICT DO NOTHING RETURNING id, epoch
        )
        INSERT INTO tenure (game, epoch, node) SELECT id, epoch, $3 FROM entered RETURNING game";
    let (epoch, place) = (append.epoch.0 as i32, append.place.map(|place| place as i64));
    let rows = open
        .rows(
            enter,
            &[
                &append.table.as_str(),
                &epoch,
                &number(node),
                &(size as i64),
                &place,
                &hash,
            ],
        )
        .await?;
    Ok(!rows.is_empty())
}

/// Was this append committed before, and only its answer lost? A tenure has one owner, so nobody else can have written it.
async fn whether_kept(open: &mut Open, append: &Append) -> Result<(), StoreError> {
    let game = "SELECT epoch, count FROM game WHERE id = $1";
    let rows = open.rows(game, &[&append.table.as_str()]).await?;
    let Some(row) = rows.first() else {
        return Err(StoreError::Damaged("there is no such game".to_owned()));
    };
    let (epoch, count) = (row.get::<_, i32>(0), row.get::<_, i32>(1));
    if epoch != append.epoch.0 as i32 {
        return Err(StoreError::Fenced);
    }
    let stored = "SELECT body FROM record WHERE game = $1 AND n >= $2 AND epoch = $3 ORDER BY n";
    let rows = open
        .rows(stored, &[&append.table.as_str(), &(append.first as i32), &epoch])
        .await?;
    let is_same = rows.len() == append.records.len()
        && rows
            .iter()
            .zip(append.records.iter())
            .all(|(row, body)| row.get::<_, &str>(0) == body);
    match is_same {
        true => Ok(()),
        false => Err(StoreError::Damaged(format!(
            "record {} of a game that has {count}",
            append.first
        ))),
    }
}
