//! Looks for changed and lost data: every chain of records, the row of every game, every rulebook, and SQLite's own structures.

use super::StoreError;
use super::chains::{self, Chain, Hash};
use super::layout::{self, LAYOUT};
use super::lost;
use super::pages::{PAGE, header_damage};
use super::sqlite::fault;
use jantaku_table::fair::Bytes32;
use rusqlite::{Connection, OpenFlags};
use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::path::Path;

/// The most messages of SQLite itself.
const MOST: usize = 100;

/// What a check has found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Checked {
    pub games: usize,
    pub records: usize,
    pub damage: Vec<Damage>,
}

/// Something that is changed or lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The game, if it is known.
    pub game: Option<String>,
    /// Which of its records, counted from 0.
    pub record: Option<u32>,
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = &self.game {
            write!(f, "game {game}: ")?;
        }
        if let Some(record) = self.record {
            write!(f, "record {record}: ")?;
        }
        f.write_str(&self.what)
    }
}

impl Checked {
    pub(super) fn add(&mut self, game: Option<&str>, record: Option<u32>, what: impl Into<String>) {
        let (game, what) = (game.map(str::to_owned), what.into());
        self.damage.push(Damage { game, record, what });
    }
}

/// Checks the data in this folder, which a running server may be using.
///
/// # Errors
/// If there is no database, or it was written by another version.
pub fn check(folder: &Path) -> Result<Checked, StoreError> {
    inspect(folder, super::is_in_use(folder))
}

/// The same where the caller knows whether a server uses the folder.
pub(super) fn inspect(folder: &Path, is_in_use: bool) -> Result<Checked, StoreError> {
    let path = folder.join(super::files::DATABASE);
    let mut checked = Checked::default();
    let wrong = |what| Damage {
        game: None,
        record: None,
        what,
    };
    checked.damage.extend(header_damage(&beginning(&path)).map(wrong));
    if !is_in_use {
        let log = std::fs::read(folder.join(super::files::LOG)).unwrap_or_default();
        checked.damage.extend(super::wal::damage(&log).map(wrong));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(fault)?;
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    match version {
        Ok(LAYOUT) => {}
        Ok(older @ 1..LAYOUT) if layout::is_other(&connection, false) => {
            return Err(StoreError::Broken(format!(
                "the data have layout {older}, without hashes; `jantaku serve` converts them to {LAYOUT}"
            )));
        }
        Ok(other) => checked.add(None, None, format!("unknown layout {other}, expected {LAYOUT}")),
        Err(error) => checked.add(None, None, error.to_string()),
    }
    if let Err(error) = look(&connection, &mut checked) {
        checked.add(None, None, error.to_string());
    }
    for what in super::signing_key::damage(&connection, folder) {
        checked.add(None, None, what);
    }
    Ok(checked)
}

/// The first bytes of a file.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(PAGE as u64).read_to_end(&mut bytes));
    read.map_or(Vec::new(), |_| bytes)
}

pub(super) fn look(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    // Everything is read as it was at one moment, whatever a server stores meanwhile.
    connection.execute_batch("BEGIN")?;
    let mut messages = connection.prepare(&format!("PRAGMA integrity_check({MOST})"))?;
    let messages = messages.query_map([], |row| row.get::<_, String>(0))?;
    for message in messages {
        match message? {
            fine if fine == "ok" => {}
            message => checked.add(None, None, message),
        }
    }
    let mut reached = HashSet::new();
    let mut games = connection.prepare(
        "SELECT game.id, game.n, game.state, game.ended, game.summary, game.hash, head.last, head.count, head.hash
         FROM game LEFT JOIN head ON head.n = game.n ORDER BY game.n",
    )?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        checked.games += 1;
        let Ok(id) = row.get::<_, String>(0) else {
            checked.add(None, None, format!("the id of game {} cannot be read", checked.games));
            continue;
        };
        if !layout::is_whole(row, 2, &id) {
            checked.add(Some(&id), None, "its state or summary was changed");
        }
        let end = || {
            Ok::<_, rusqlite::Error>(Chain {
                game: row.get(1)?,
                last: row.get(6)?,
                count: row.get(7)?,
                hash: row.get(8)?,
                ..Chain::default()
            })
        };
        match end() {
            Ok(chain) => match chains::records(connection, &id, &chain)? {
                Ok(records) => {
                    lost::of_game(connection, &id, chain.game, records.first(), checked);
                    reached.extend(records.iter().map(|record| record.id));
                }
                Err(broken) => checked.add(Some(&id), Some(broken.place), broken.what),
            },
            Err(_) => checked.add(Some(&id), None, "where its records end is missing or unreadable"),
        }
    }
    unreached(connection, &reached, checked)?;
    let now = (checked.games as i64, checked.records as i64);
    match layout::counted(connection) {
        Ok(Some(counted)) if counted == now => {}
        Ok(Some((games, records))) => checked.add(
            None,
            None,
            format!(
                "{games} games with {records} records were stored, {} with {} are there",
                now.0, now.1
            ),
        ),
        _ => checked.add(None, None, "the count of games and records is missing"),
    }
    lost::objects(connection, checked)?;
    super::accounts::look(connection, checked)?;
    super::saved::look(connection, checked)?;
    books(connection, checked)
}

/// Reports records that belong to no game's chain. Those of a game that is reported already are not listed one by one.
fn unreached(connection: &Connection, reached: &HashSet<i64>, checked: &mut Checked) -> rusqlite::Result<()> {
    let known: HashSet<String> = checked.damage.iter().filter_map(|damage| damage.game.clone()).collect();
    let mut records = connection.prepare("SELECT id, game FROM record ORDER BY id")?;
    let mut rows = records.query([])?;
    while let Some(row) = rows.next()? {
        checked.records += 1;
        let id: i64 = row.get(0)?;
        let game = row.get::<_, String>(1).unwrap_or_default();
        if !reached.contains(&id) && !known.contains(&game) {
            checked.add(Some(&game), None, format!("row {id} is not one of its records"));
        }
    }
    Ok(())
}

/// Is it the text with this hash?
pub(super) fn is_of(body: &[u8], hash: &str) -> bool {
    Bytes32::hash(body).to_string() == hash
}

fn books(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    for game in super::openers::damaged(connection)? {
        checked.add(
            game.as_deref(),
            None,
            "who opened it, or how much it stores, was changed",
        );
    }
    let mut books = connection.prepare("SELECT hash, body FROM book")?;
    let mut rows = books.query([])?;
    while let Some(row) = rows.next()? {
        let hash: String = row.get(0).unwrap_or_default();
        let body: String = row.get(1).unwrap_or_default();
        if !is_of(body.as_bytes(), &hash) {
            checked.add(None, None, format!("the text of rulebook {hash} was changed"));
        }
    }
    // Data of an earlier version do not have these tables.
    if let Ok(mut copies) = connection.prepare("SELECT hash, body FROM book_copy") {
        let mut rows = copies.query([])?;
        while let Some(row) = rows.next()? {
            let hash: String = row.get(0).unwrap_or_default();
            if !is_of(&row.get::<_, Vec<u8>>(1).unwrap_or_default(), &hash) {
                checked.add(None, None, format!("the second copy of rulebook {hash} was changed"));
            }
        }
    }
    let Ok(mut replaced) = connection.prepare("SELECT hash, body, sum FROM replaced") else {
        return Ok(());
    };
    let mut rows = replaced.query([])?;
    while let Some(row) = rows.next()? {
        let hash: String = row.get(0).unwrap_or_default();
        let body: String = row.get(1).unwrap_or_default();
        if row.get::<_, Hash>(2).ok() != Some(layout::replaced_sum(&hash, &body)) {
            checked.add(
                None,
                None,
                format!("which clauses of rulebook {hash} are replaced was changed"),
            );
        }
    }
    Ok(())
}
