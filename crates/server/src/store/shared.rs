//! Lists that are kept beside the games, each as one text of JSON: in a file, or in a store that all nodes share.

use super::{Store, private_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The list in a file; empty if there is no file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn in_file<T: DeserializeOwned>(path: &Path) -> io::Result<Vec<T>> {
    match fs::read(path) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Writes another file and puts it in the place of the old one: a crash leaves one or the other.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_file<T: Serialize>(path: &Path, list: &[T]) -> io::Result<()> {
    let new = path.with_extension("json.new");
    let mut file = private_file(&new)?;
    file.set_len(0)?;
    file.write_all(&serde_json::to_vec_pretty(list)?)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// The list of this name; empty where nothing is shared yet.
///
/// # Errors
/// If the store does not answer, or the text cannot be read.
pub(crate) fn list<T: DeserializeOwned>(store: &dyn Store, name: &str) -> io::Result<Vec<T>> {
    read(store.shared_text(name).map_err(io::Error::other)?.as_deref())
}

/// Changes the list of this name; what it is then. Another node may change it meanwhile: then `how` is asked again, for what that
/// node has left.
///
/// # Errors
/// If the change cannot be stored.
pub(crate) fn change<T: Serialize + DeserializeOwned>(
    store: &dyn Store,
    name: &str,
    how: impl Fn(&mut Vec<T>),
) -> io::Result<Vec<T>> {
    loop {
        let before = store.shared_text(name).map_err(io::Error::other)?;
        let mut list = read(before.as_deref())?;
        how(&mut list);
        let after = serde_json::to_string(&list)?;
        let swapped = store.swap_text(name, before.as_deref(), &after);
        if swapped.map_err(io::Error::other)? {
            return Ok(list);
        }
    }
}

fn read<T: DeserializeOwned>(text: Option<&str>) -> io::Result<Vec<T>> {
    Ok(serde_json::from_str(text.unwrap_or("[]"))?)
}
