//! Which address opened each game, and how much its tables have stored: a stranger gets only so much of the disk.

use super::chains::{Chain, Hash};
use super::sqlite::fault;
use super::{Book, StoreError};
use crate::room::Place;
use jantaku_record::log::Signer;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What a record takes beside its text: its hash, its game, and the numbers that link it.
const RECORD: u64 = 64;

/// Bytes of finished games and of accounts, by the address that opened them.
pub(super) type Settled = HashMap<i64, u64>;

/// The bytes that records take.
pub(super) fn bytes<'a>(records: impl Iterator<Item = &'a String>) -> u64 {
    records.map(|body| body.len() as u64 + RECORD).sum()
}

/// The bytes that a rulebook takes, if it is stored for the first time.
pub(super) fn book_bytes(book: &Book) -> u64 {
    (book.text.len() + book.replaced.as_ref().map_or(0, String::len)) as u64
}

/// A row of the table `opener`, whose `sum` covers the rest of it.
struct Opener {
    game: i64,
    place: Option<i64>,
    bytes: u64,
    book: String,
}

impl Opener {
    fn sum(&self) -> Hash {
        let Opener {
            game,
            place,
            bytes,
            book,
        } = self;
        Sha256::digest(format!("{game}\n{place:?}\n{bytes}\n{book}").as_bytes()).into()
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<(Opener, bool)> {
        let bytes: i64 = row.get(2)?;
        let opener = Opener {
            game: row.get(0)?,
            place: row.get(1)?,
            bytes: bytes.try_into().unwrap_or_default(),
            book: row.get(3)?,
        };
        let is_whole = bytes >= 0 && row.get::<_, Hash>(4)? == opener.sum();
        Ok((opener, is_whole))
    }

    fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut row = connection
            .prepare_cached("INSERT OR REPLACE INTO opener (n, place, bytes, book, sum) VALUES (?1, ?2, ?3, ?4, ?5)")?;
        row.execute(params![self.game, self.place, self.bytes as i64, self.book, self.sum()])
            .map(drop)
    }
}

const ALL: &str = "SELECT n, place, bytes, book, sum FROM opener";

/// Notes who opens a game; the sum of that row.
pub(super) fn note(connection: &Connection, chain: &Chain, book: &str) -> rusqlite::Result<Hash> {
    let opener = Opener {
        game: chain.game,
        place: chain.place,
        bytes: 0,
        book: book.to_owned(),
    };
    opener.write(connection)?;
    Ok(opener.sum())
}

/// Is the row of a game as it was left? Games of earlier versions have none.
pub(super) fn is_as_left(connection: &Connection, chain: &Chain) -> rusqlite::Result<bool> {
    let Some(sum) = chain.opener else {
        return Ok(true);
    };
    Ok(whole(connection, chain.game)?.is_some_and(|opener| opener.sum() == sum))
}

/// The row of a game; none if it is missing or was changed.
fn whole(connection: &Connection, game: i64) -> rusqlite::Result<Option<Opener>> {
    let mut row = connection.prepare_cached(&format!("{ALL} WHERE n = ?1"))?;
    // A value of another type was changed too.
    let found = row.query_row([game], |row| Ok(Opener::read(row).ok())).optional()?;
    let whole = found.flatten().filter(|(_, is_whole)| *is_whole);
    Ok(whole.map(|(opener, _)| opener))
}

/// Notes of games that an earlier version opened what they play by; who opened them is not known.
pub(super) fn complete(connection: &Connection) -> rusqlite::Result<()> {
    let without = "SELECT game.n, record.body FROM game JOIN record ON record.game = game.id AND record.prev = 0
        LEFT JOIN opener ON opener.n = game.n WHERE opener.n IS NULL";
    let mut without = connection.prepare(without)?;
    let games = without.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    for (game, body) in games.collect::<rusqlite::Result<Vec<_>>>()? {
        if let Some(setup) = super::lost::setup(&body) {
            let chain = Chain {
                game,
                ..Chain::default()
            };
            note(connection, &chain, &setup.hash.0.to_string())?;
        }
    }
    Ok(())
}

/// Notes how much a game that is over has stored. A row that was changed stays as it is, to be found by a check.
pub(super) fn settle(connection: &Connection, chain: &Chain) -> rusqlite::Result<()> {
    let Some(mut opener) = whole(connection, chain.game)? else {
        return Ok(());
    };
    opener.bytes = chain.bytes;
    opener.write(connection)
}

/// Removes the address that opened a game. A hash of it stays, so that the game goes on counting for it.
pub(super) fn forget(connection: &Connection, game: i64, signer: &Signer) -> rusqlite::Result<()> {
    match whole(connection, game)? {
        Some(opener) => {
            let place = opener.place.map(|place| Place(place as u64).forgotten(signer).0 as i64);
            Opener { place, ..opener }.write(connection)
        }
        None => {
            let place = connection.prepare_cached("UPDATE opener SET place = NULL WHERE n = ?1");
            place?.execute([game]).map(drop)
        }
    }
}

/// What the finished games and the accounts of each address have stored.
pub(super) fn settled(connection: &Connection) -> Result<Settled, StoreError> {
    let sums = "SELECT place, sum(bytes) FROM (SELECT place, bytes FROM opener UNION ALL SELECT place, bytes FROM account_roll)
        WHERE place IS NOT NULL GROUP BY place";
    let mut sums = connection.prepare(sums).map_err(fault)?;
    let rows = sums.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)));
    let rows = rows.map_err(fault)?.filter_map(Result::ok);
    Ok(rows
        .map(|(place, bytes)| (place, bytes.try_into().unwrap_or_default()))
        .collect())
}

/// Removes rulebooks that no game plays by any more. Nothing is removed while it is not certain of every game what it plays by.
pub(super) fn remove_unused_books(connection: &Connection) -> rusqlite::Result<()> {
    let unknown = "SELECT count(*) FROM game LEFT JOIN opener ON opener.n = game.n WHERE opener.n IS NULL";
    let unknown: i64 = connection.query_row(unknown, [], |row| row.get(0))?;
    if unknown > 0 || !damaged(connection)?.is_empty() {
        return Ok(());
    }
    for table in ["book", "replaced"] {
        let unused = format!("DELETE FROM {table} WHERE hash NOT IN (SELECT book FROM opener)");
        connection.execute(&unused, [])?;
    }
    Ok(())
}

/// The games whose row was changed, as far as they are known. Data that only an earlier version has opened have none.
pub(super) fn damaged(connection: &Connection) -> rusqlite::Result<Vec<Option<String>>> {
    let joined = "SELECT opener.n, place, bytes, book, sum, game.id FROM opener LEFT JOIN game ON game.n = opener.n";
    let Ok(mut all) = connection.prepare(joined) else {
        return Ok(Vec::new());
    };
    let mut rows = all.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let game = row.get::<_, Option<String>>(5).unwrap_or_default();
        if game.is_none() || !matches!(Opener::read(row), Ok((_, true))) {
            damaged.push(game);
        }
    }
    Ok(damaged)
}
