//! The owner's key, which opens the admin page. Only its hash is kept in memory.

use crate::token;
use jantaku_table::fair::Bytes32;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The file in the data folder.
const FILE: &str = "owner.key";
/// Letters of the shortest key.
const SHORTEST: usize = 16;

pub struct OwnerKey {
    hash: Bytes32,
    /// Where the key can be read.
    pub path: PathBuf,
}

#[derive(Debug, Error)]
pub enum KeyError {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0}: an owner's key has at least {SHORTEST} letters")]
    Short(PathBuf),
    #[error("the operating system gives no random numbers")]
    NoRandomness,
}

impl OwnerKey {
    /// The file of the key, if nobody names another.
    pub fn usual(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// The key in this file, or that of the data folder, which is made if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or made, or its key is short enough to be guessed.
    pub fn of(file: Option<&Path>, folder: &Path) -> Result<OwnerKey, KeyError> {
        let path = file.map_or_else(|| OwnerKey::usual(folder), Path::to_owned);
        let failed = |error: io::Error| KeyError::File(path.clone(), error);
        if file.is_none() && !path.exists() {
            let key = token::code().map_err(|_| KeyError::NoRandomness)?;
            fs::create_dir_all(folder).map_err(failed)?;
            let mut made = crate::store::private_file(&path).map_err(failed)?;
            made.write_all(format!("{key}\n").as_bytes()).map_err(failed)?;
            made.sync_all().map_err(failed)?;
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        let key = text.trim();
        if key.chars().count() < SHORTEST {
            return Err(KeyError::Short(path));
        }
        Ok(OwnerKey { hash: hash(key), path })
    }

    /// Is this the key?
    pub fn is(&self, key: &str) -> bool {
        same(&self.hash.to_string(), &hash(key.trim()).to_string())
    }

    /// What only somebody with the key can make of a text. It is hashed twice, so that no seal can be extended to a longer text.
    pub(crate) fn seal(&self, text: &str) -> Bytes32 {
        let once = |text: &str| Bytes32::hash(format!("{}:{text}", self.hash).as_bytes());
        once(&once(text).to_string())
    }
}

/// Compares secrets in a time that does not tell where they differ.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

fn hash(key: &str) -> Bytes32 {
    Bytes32::hash(format!("jantaku-owner:1:{key}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_its_owner_reads_it() {
        let folder = std::env::temp_dir().join(format!("jantaku-key-{}", std::process::id()));
        let made = OwnerKey::of(None, &folder).unwrap();
        let text = fs::read_to_string(&made.path).unwrap();
        assert!(made.is(&text) && made.is(text.trim()) && !made.is("") && !made.is(&text[1..]));
        assert!(OwnerKey::of(None, &folder).unwrap().is(&text), "it stays the same");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&made.path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let own = folder.join("mine");
        assert!(matches!(OwnerKey::of(Some(&own), &folder), Err(KeyError::File(..))));
        fs::write(&own, "short\n").unwrap();
        assert!(matches!(OwnerKey::of(Some(&own), &folder), Err(KeyError::Short(_))));
        fs::write(&own, "correct horse battery\n").unwrap();
        assert!(OwnerKey::of(Some(&own), &folder).unwrap().is("correct horse battery"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
