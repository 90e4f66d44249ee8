//! Checks the roll of accounts against what is stored.

use super::{Enrolled, add, is_kept, whole};
use crate::store::accounts;
use crate::store::chains::Hash;
use crate::store::check::Checked;
use rusqlite::{Connection, OptionalExtension};
use std::collections::HashSet;

/// Looks for accounts and sessions that are lost, and for changes of the roll. Data of an earlier version have none.
pub(in crate::store) fn look(connection: &Connection, checked: &mut Checked) -> rusqlite::Result<()> {
    if !is_kept(connection) {
        return Ok(());
    }
    let mut roll = connection.prepare("SELECT id, place, bytes, used, whole, sum FROM account_roll")?;
    let mut rows = roll.query([])?;
    let (mut known, mut total) = (HashSet::new(), Hash::default());
    let mut count = 0i64;
    while let Some(row) = rows.next()? {
        count += 1;
        let id: String = row.get(0).unwrap_or_default();
        known.insert(id.clone());
        let Some((enrolled, sum)) = Enrolled::read(row, 1).ok() else {
            checked.add(None, None, format!("what belongs to account {id} cannot be read"));
            continue;
        };
        add(&mut total, &sum);
        if enrolled.sum(&id) != sum {
            checked.add(None, None, format!("what belongs to account {id} was changed"));
            continue;
        }
        let stored = connection
            .prepare_cached("SELECT sum FROM account WHERE id = ?1")?
            .query_row([&id], |row| row.get::<_, Hash>(0))
            .ok();
        let Some(stored) = stored else {
            checked.add(None, None, format!("account {id} is missing"));
            continue;
        };
        let sessions = accounts::session_texts(connection, &id).unwrap_or_default();
        if whole(&stored, sessions.into_iter()) != enrolled.whole {
            let what = format!("a session of account {id} is missing, or the account is another than it was");
            checked.add(None, None, what);
        }
    }
    let mut accounts = connection.prepare("SELECT id FROM account")?;
    let mut rows = accounts.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0).unwrap_or_default();
        if !known.contains(&id) {
            checked.add(None, None, format!("what belongs to account {id} is missing"));
        }
    }
    let stored = connection
        .query_row("SELECT accounts, sum FROM account_total", [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Hash>(1)?))
        })
        .optional();
    match stored {
        Ok(Some(stored)) if stored == (count, total) => {}
        Ok(Some((accounts, _))) if accounts != count => checked.add(
            None,
            None,
            format!("{accounts} accounts were stored, {count} are there"),
        ),
        Ok(Some(_)) => checked.add(None, None, "the accounts are others than were stored"),
        _ => checked.add(None, None, "the count of accounts is missing"),
    }
    Ok(())
}
