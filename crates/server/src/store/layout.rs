//! The tables of the database, and the conversion of data that an earlier version wrote.

use super::chains::{self, Chain, Hash};
use super::roll;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

/// The version of the layout below.
pub(super) const LAYOUT: i64 = 3;

/// The layout once more, as SQLite's number for an application: a changed byte in one of them is told from another layout.
const MARK: i64 = 0x4a4e_5400 + LAYOUT;

pub(super) const RUNNING: i64 = 0;
pub(super) const OVER: i64 = 1;
pub(super) const CLOSED: i64 = 2;

/// `game.hash`, `replaced.sum`, `opener.sum` and those of accounts and saved rulebooks cover the rest of their rows, `book_copy` has every rulebook once more, `head` says where each chain ends, and `total` how much there is of everything.
/// `account_roll` says of every account what else belongs to it, and `account_total` how many accounts there are.
pub(super) const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS game (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        state INTEGER NOT NULL,
        ended INTEGER NOT NULL DEFAULT 0,
        summary TEXT,
        hash BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS game_state ON game (state, ended);
    CREATE TABLE IF NOT EXISTS head (
        n INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        count INTEGER NOT NULL,
        hash BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS record (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        prev INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS book (
        hash TEXT PRIMARY KEY,
        body TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS replaced (
        hash TEXT PRIMARY KEY,
        body TEXT NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS opener (
        n INTEGER PRIMARY KEY,
        place INTEGER,
        bytes INTEGER NOT NULL,
        book TEXT NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS total (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        games INTEGER NOT NULL,
        records INTEGER NOT NULL
    );
    INSERT OR IGNORE INTO total VALUES (1, 0, 0);
    CREATE TABLE IF NOT EXISTS book_copy (
        hash TEXT PRIMARY KEY,
        body BLOB NOT NULL
    );
    CREATE TRIGGER IF NOT EXISTS book_kept AFTER INSERT ON book BEGIN
        INSERT OR IGNORE INTO book_copy VALUES (new.hash, CAST(new.body AS BLOB));
    END;
    CREATE TRIGGER IF NOT EXISTS book_gone AFTER DELETE ON book BEGIN
        DELETE FROM book_copy WHERE hash = old.hash;
    END;
    INSERT OR IGNORE INTO book_copy SELECT hash, CAST(body AS BLOB) FROM book;
    CREATE TABLE IF NOT EXISTS account (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS account_session (
        session TEXT PRIMARY KEY,
        account TEXT NOT NULL,
        n INTEGER NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS session_account ON account_session (account);
    CREATE TABLE IF NOT EXISTS account_roll (
        id TEXT PRIMARY KEY,
        place INTEGER,
        bytes INTEGER NOT NULL,
        used INTEGER NOT NULL,
        whole BLOB NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS account_total (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        accounts INTEGER NOT NULL,
        sum BLOB NOT NULL
    );
    INSERT OR IGNORE INTO account_total VALUES (1, 0, zeroblob(32));
    CREATE TABLE IF NOT EXISTS saved (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        owner TEXT NOT NULL,
        place INTEGER,
        listed INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        edition INTEGER NOT NULL,
        body TEXT NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS saved_owner ON saved (owner);
    CREATE TABLE IF NOT EXISTS saved_edition (
        book TEXT NOT NULL,
        n INTEGER NOT NULL,
        about TEXT NOT NULL,
        text TEXT NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS saved_edition_n ON saved_edition (book, n);
    CREATE TABLE IF NOT EXISTS signer (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        seed BLOB NOT NULL,
        key BLOB NOT NULL
    );
";

/// Converts the first layout, which sorted records by game.
const FROM_FIRST: &str = "
    ALTER TABLE game ADD COLUMN first INTEGER;
    ALTER TABLE game ADD COLUMN last INTEGER;
    ALTER TABLE record RENAME TO sorted;
    CREATE TABLE record (id INTEGER PRIMARY KEY, game TEXT NOT NULL, prev INTEGER NOT NULL, body TEXT NOT NULL);
    INSERT INTO record SELECT at, game, CASE n WHEN 0 THEN 0 ELSE at - 1 END, body
        FROM (SELECT row_number() OVER (ORDER BY game, n) AS at, * FROM sorted);
    DROP TABLE sorted;
";

/// Lays the data out, if they are new or of an earlier layout; the layout that they have.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<i64> {
    let mut layout: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if layout != LAYOUT && is_marked(connection)? {
        tracing::warn!(
            layout,
            "the number of the layout was changed; the data have layout {LAYOUT}"
        );
        connection.pragma_update(None, "user_version", LAYOUT)?;
        layout = LAYOUT;
    }
    match layout {
        0 => connection.pragma_update(None, "user_version", LAYOUT)?,
        1 | 2 => {
            connection.execute_batch("BEGIN")?;
            if layout == 1 {
                connection.execute_batch(FROM_FIRST)?;
            }
            chain_up(connection)?;
            connection.pragma_update(None, "user_version", LAYOUT)?;
            connection.execute_batch("COMMIT")?;
        }
        _ => {}
    }
    if layout <= LAYOUT {
        // A transaction that begins by reading would not wait for a foreign lock.
        connection.execute_batch("BEGIN IMMEDIATE")?;
        // Accounts of an earlier version are not on the roll.
        let has_roll = roll::is_kept(connection);
        connection.execute_batch(SCHEMA)?;
        if !has_roll {
            roll::enrol_all(connection)?;
        }
        connection.execute_batch("COMMIT")?;
        connection.pragma_update(None, "application_id", MARK)?;
    }
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

fn is_marked(connection: &Connection) -> rusqlite::Result<bool> {
    let mark: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    Ok(mark == MARK)
}

/// Did an earlier or a later version write these data? If they `may_be_lost`, none at all is no other.
pub(super) fn is_other(connection: &Connection, may_be_lost: bool) -> bool {
    let layout = connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    let is_other = layout.is_ok_and(|layout| layout != LAYOUT && !(layout == 0 && may_be_lost));
    is_other && !is_marked(connection).unwrap_or_default()
}

/// Converts the second layout, whose records were linked but had no hashes.
fn chain_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DROP INDEX IF EXISTS game_state;
         ALTER TABLE game RENAME TO plain;
         ALTER TABLE record ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
         CREATE INDEX of_game ON record (game);",
    )?;
    connection.execute_batch(SCHEMA)?;
    let mut games = connection.prepare("SELECT id, state, ended, summary FROM plain ORDER BY id")?;
    let mut games = games.query([])?;
    while let Some(row) = games.next()? {
        let (id, state, ended): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let summary: Option<String> = row.get(3)?;
        let game = new_game(connection, &id, state, ended, summary.as_deref())?;
        let mut chain = Chain {
            game,
            ..Chain::default()
        };
        let mut records = connection.prepare_cached("SELECT id, body FROM record WHERE game = ?1 ORDER BY id")?;
        let mut records = records.query([&id])?;
        while let Some(record) = records.next()? {
            chain.last = record.get(0)?;
            chain.hash = chains::hash(&chain.hash, &id, record.get_ref(1)?.as_str().unwrap_or_default());
            chain.count += 1;
            let mut hashed = connection.prepare_cached("UPDATE record SET hash = ?2 WHERE id = ?1")?;
            hashed.execute(params![chain.last, chain.hash])?;
        }
        chains::note(connection, &chain)?;
    }
    connection.execute_batch(
        "DROP INDEX of_game;
         DROP TABLE plain;
         UPDATE total SET games = (SELECT count(*) FROM game), records = (SELECT count(*) FROM record);",
    )
}

/// Adds a game; its row.
pub(super) fn new_game(
    connection: &Connection,
    id: &str,
    state: i64,
    ended: i64,
    summary: Option<&str>,
) -> rusqlite::Result<i64> {
    let mut game =
        connection.prepare_cached("INSERT INTO game (id, state, ended, summary, hash) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    game.insert(params![id, state, ended, summary, game_hash(id, state, ended, summary)])
}

/// Changes the state of a game.
pub(super) fn set_state(
    connection: &Connection,
    id: &str,
    state: i64,
    ended: i64,
    summary: Option<&str>,
) -> rusqlite::Result<()> {
    let mut game =
        connection.prepare_cached("UPDATE game SET state = ?2, ended = ?3, summary = ?4, hash = ?5 WHERE id = ?1")?;
    game.execute(params![id, state, ended, summary, game_hash(id, state, ended, summary)])
        .map(drop)
}

/// The hash of a game's row.
pub(super) fn game_hash(id: &str, state: i64, ended: i64, summary: Option<&str>) -> Hash {
    let text = format!("{id}\n{state}\n{ended}\n{}", summary.unwrap_or_default());
    Sha256::digest(text.as_bytes()).into()
}

/// Is the row of a game as it was written? Its state, end, summary and hash are in these columns, from the first on.
pub(super) fn is_whole(row: &Row<'_>, first: usize, id: &str) -> bool {
    let read = || {
        let (state, ended): (i64, i64) = (row.get(first)?, row.get(first + 1)?);
        let (summary, hash): (Option<String>, Hash) = (row.get(first + 2)?, row.get(first + 3)?);
        Ok::<_, rusqlite::Error>(hash == game_hash(id, state, ended, summary.as_deref()))
    };
    read().unwrap_or_default()
}

/// Stores which clauses of a rulebook others replace, once.
pub(super) fn keep_replaced(connection: &Connection, hash: &str, body: &str) -> rusqlite::Result<()> {
    let mut replaced =
        connection.prepare_cached("INSERT OR IGNORE INTO replaced (hash, body, sum) VALUES (?1, ?2, ?3)")?;
    replaced
        .execute(params![hash, body, replaced_sum(hash, body)])
        .map(drop)
}

/// The hash of such a row.
pub(super) fn replaced_sum(hash: &str, body: &str) -> Hash {
    Sha256::digest(format!("{hash}\n{body}").as_bytes()).into()
}

/// Counts new games and records.
pub(super) fn count(connection: &Connection, games: i64, records: i64) -> rusqlite::Result<()> {
    let mut total = connection.prepare_cached("UPDATE total SET games = games + ?1, records = records + ?2")?;
    total.execute([games, records]).map(drop)
}

/// The counted games and records; none if the count is gone.
pub(super) fn counted(connection: &Connection) -> rusqlite::Result<Option<(i64, i64)>> {
    let total = connection.query_row("SELECT games, records FROM total", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    });
    total.optional()
}
