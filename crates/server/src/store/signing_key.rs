//! The key with which the server signs logs. It is kept twice, in the database and so in every backup, and in a file beside it: one
//! copy repairs the other.

use super::{StoreError, files};
use crate::token;
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;
use rusqlite::{Connection, OptionalExtension};
use std::fs;
use std::path::Path;

/// One copy of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Copy {
    Missing,
    /// The public half does not follow from the secret.
    Damaged,
    Whole(Bytes32),
}

impl Copy {
    fn of(seed: Option<Bytes32>, key: Option<Bytes32>) -> Copy {
        match (seed, key) {
            (Some(seed), Some(key)) if Signer::of_seed(seed).key() == key => Copy::Whole(seed),
            _ => Copy::Damaged,
        }
    }
}

/// The key of these data; a new one if there is none. The database wins over the file.
pub(super) fn open(connection: &Connection, folder: &Path) -> Result<Signer, StoreError> {
    let (stored, filed) = (in_database(connection), in_file(folder));
    let seed = match (stored, filed) {
        (Copy::Whole(seed), _) | (_, Copy::Whole(seed)) => seed,
        (Copy::Missing, Copy::Missing) => new()?,
        _ => {
            tracing::error!(
                "the key that signs logs is damaged; logs get a new one. `jantaku restore` brings the old one back"
            );
            new()?
        }
    };
    let signer = Signer::of_seed(seed);
    if stored != Copy::Whole(seed) {
        store(connection, seed, &signer).map_err(super::sqlite::fault)?;
    }
    if filed != Copy::Whole(seed) {
        write(folder, seed, &signer).map_err(|error| StoreError::Broken(format!("{}: {error}", folder.display())))?;
    }
    Ok(signer)
}

/// Writes the file anew from a database that was restored, unless an earlier version saved it without a key.
pub(super) fn restored(connection: &Connection, folder: &Path) -> std::io::Result<()> {
    match in_database(connection) {
        Copy::Whole(seed) => write(folder, seed, &Signer::of_seed(seed)),
        _ => Ok(()),
    }
}

/// What is wrong with the copies, if anything.
pub(super) fn damage(connection: &Connection, folder: &Path) -> Vec<String> {
    let copies = [("the database", in_database(connection)), (files::KEY, in_file(folder))];
    if copies.iter().all(|(_, copy)| *copy == Copy::Missing) {
        return Vec::new();
    }
    let mut found: Vec<String> = copies
        .iter()
        .filter_map(|(place, copy)| match copy {
            Copy::Missing => Some(format!(
                "the signing key is missing from {place}; the next start puts it back"
            )),
            Copy::Damaged => Some(format!(
                "the signing key in {place} was changed; the next start repairs it"
            )),
            Copy::Whole(_) => None,
        })
        .collect();
    if found.is_empty() && copies[0].1 != copies[1].1 {
        found.push(format!("{} and the database have different signing keys", files::KEY));
    }
    found
}

fn new() -> Result<Bytes32, StoreError> {
    token::random().map_err(|_| StoreError::Broken("the system gives no randomness for a signing key".to_owned()))
}

fn in_database(connection: &Connection) -> Copy {
    let row = connection.query_row("SELECT seed, key FROM signer", [], |row| {
        let bytes = |at| Ok::<_, rusqlite::Error>(row.get::<_, [u8; 32]>(at).ok().map(Bytes32));
        Ok((bytes(0)?, bytes(1)?))
    });
    match row.optional() {
        Ok(None) => Copy::Missing,
        Ok(Some((seed, key))) => Copy::of(seed, key),
        // Data of an earlier version do not have this table.
        Err(rusqlite::Error::SqliteFailure(_, Some(why))) if why.starts_with("no such table") => Copy::Missing,
        Err(_) => Copy::Damaged,
    }
}

fn in_file(folder: &Path) -> Copy {
    let Ok(bytes) = fs::read(folder.join(files::KEY)) else {
        return Copy::Missing;
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut words = text.split_ascii_whitespace().map(Bytes32::from_hex);
    Copy::of(words.next().flatten(), words.next().flatten())
}

fn store(connection: &Connection, seed: Bytes32, signer: &Signer) -> rusqlite::Result<()> {
    let row = [seed.0, signer.key().0];
    connection
        .execute("INSERT OR REPLACE INTO signer (one, seed, key) VALUES (1, ?1, ?2)", row)
        .map(drop)
}

/// Writes the file whole or not at all.
fn write(folder: &Path, seed: Bytes32, signer: &Signer) -> std::io::Result<()> {
    files::replace(folder, files::KEY, format!("{seed} {}\n", signer.key()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn data(name: &str) -> (Folder, Connection) {
        let folder = std::env::temp_dir().join(format!("jantaku-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(super::super::layout::SCHEMA).unwrap();
        (Folder(folder), connection)
    }

    #[test]
    fn each_copy_of_the_key_repairs_the_other() {
        let (folder, connection) = data("two-keys");
        let key = open(&connection, &folder.0).unwrap().key();
        assert_eq!(damage(&connection, &folder.0), [""; 0]);
        let file = folder.0.join(files::KEY);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replacen(&text[..1], "g", 1)).unwrap();
        assert_eq!(damage(&connection, &folder.0).len(), 1);
        assert_eq!(open(&connection, &folder.0).unwrap().key(), key);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        for edit in ["UPDATE signer SET seed = zeroblob(32)", "DELETE FROM signer"] {
            connection.execute(edit, []).unwrap();
            assert_eq!(damage(&connection, &folder.0).len(), 1, "{edit}");
            assert_eq!(open(&connection, &folder.0).unwrap().key(), key, "{edit}");
            assert_eq!(damage(&connection, &folder.0), [""; 0], "{edit}");
        }
        fs::remove_file(&file).unwrap();
        assert_eq!(open(&connection, &folder.0).unwrap().key(), key);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }

    #[test]
    fn the_key_of_a_restored_database_is_the_one_that_signs() {
        let (folder, connection) = data("restored-key");
        let older = open(&connection, &folder.0).unwrap().key();
        let newer = Bytes32([7; 32]);
        write(&folder.0, newer, &Signer::of_seed(newer)).unwrap();
        assert_eq!(damage(&connection, &folder.0).len(), 1);
        assert_eq!(open(&connection, &folder.0).unwrap().key(), older);
        // A backup of an earlier version has no key: the present one stays.
        connection.execute("DELETE FROM signer", []).unwrap();
        assert_eq!(open(&connection, &folder.0).unwrap().key(), older);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_can_read_the_key() {
        use std::os::unix::fs::PermissionsExt;
        let (folder, connection) = data("key-mode");
        open(&connection, &folder.0).unwrap();
        let mode = fs::metadata(folder.0.join(files::KEY)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
