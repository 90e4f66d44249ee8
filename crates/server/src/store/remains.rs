//! Games whose row is gone although records of theirs are left.

use crate::token::TableId;
use rusqlite::Connection;
use std::collections::HashSet;

/// Found by looking at every record, so this is done again only when another row is missing.
pub(super) struct Remains {
    missing: Option<i64>,
    games: HashSet<String>,
}

impl Remains {
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Remains> {
        let missing = missing(connection)?;
        let mut found =
            connection.prepare("SELECT DISTINCT game FROM record WHERE game NOT IN (SELECT id FROM game)")?;
        let games = found.query_map([], |row| row.get::<_, String>(0))?;
        // Of a record whose game cannot be read, nobody asks for the game.
        let games = games.filter_map(Result::ok).collect();
        Ok(Remains { missing, games })
    }

    /// Are there records of this table, which has no row?
    pub(super) fn has(&mut self, connection: &Connection, table: &TableId) -> rusqlite::Result<bool> {
        if missing(connection)? != self.missing {
            *self = Remains::read(connection)?;
        }
        Ok(self.games.contains(table.as_str()))
    }
}

/// How many rows fewer there are than games were counted; none if the count is gone.
fn missing(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let mut missing = connection.prepare_cached("SELECT (SELECT games FROM total) - (SELECT count(*) FROM game)")?;
    missing.query_row([], |row| row.get(0))
}
