//! The files of a data folder: only their owner may read them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The database.
pub(super) const DATABASE: &str = "jantaku.db";
/// What SQLite has committed and not moved into the database yet.
pub(super) const LOG: &str = "jantaku.db-wal";
/// SQLite gives these the mode of the database.
pub(super) const BESIDE: [&str; 2] = [LOG, "jantaku.db-shm"];
const LOCK: &str = "lock";
/// The key that signs logs.
pub(super) const KEY: &str = "signing.key";

/// Creates the folder and its database if needed and tightens what others may read; the file that servers lock.
pub(super) fn prepare(folder: &Path) -> io::Result<File> {
    create_folder(folder)?;
    tighten(folder, 0o700)?;
    let lock = private(&folder.join(LOCK))?;
    private(&folder.join(DATABASE))?;
    for name in [LOCK, KEY, DATABASE].iter().chain(&BESIDE) {
        tighten(&folder.join(name), 0o600)?;
    }
    Ok(lock)
}

/// Opens a file for writing. If it is new, only its owner may read it.
pub(crate) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes the rights of everybody but the owner away, and says so.
#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(path) else {
        return Ok(());
    };
    if found.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
        tracing::warn!(path = %path.display(), "others could read this; now only its owner can");
    }
    Ok(())
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// Writes a file that only its owner may read, whole or not at all.
pub(super) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let new = folder.join(format!("new-{name}"));
    let mut file = private(&new)?;
    file.set_len(0)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(new, folder.join(name))
}

/// Copies a file under a name that begins with a reason and is not used yet; where it is.
pub(super) fn copy_aside(folder: &Path, why: &str, name: &str) -> io::Result<PathBuf> {
    let names = std::iter::once(why.to_owned()).chain((2..).map(|number| format!("{why}-{number}")));
    let mut places = names.map(|why| folder.join(format!("{why}-{name}")));
    let place = places.find(|place| !place.exists()).unwrap_or_default();
    let mut copy = private(&place)?;
    copy.write_all(&fs::read(folder.join(name))?)?;
    copy.sync_all()?;
    Ok(place)
}

/// Moves a database away with the files beside it and these others, under names that begin with a reason, so that another can take
/// its place. Nothing that was moved away earlier is overwritten. Returns where the database is now, if there was one.
pub(super) fn set_aside(folder: &Path, why: &str, others: &[&str]) -> io::Result<Option<PathBuf>> {
    let all = || [DATABASE].iter().chain(&BESIDE).chain(others);
    let numbered = (2..).map(|number| format!("{why}-{number}"));
    let is_free = |why: &String| all().all(|name| !folder.join(format!("{why}-{name}")).exists());
    let Some(why) = std::iter::once(why.to_owned()).chain(numbered).find(is_free) else {
        return Ok(None);
    };
    for name in all().filter(|name| folder.join(name).exists()) {
        fs::rename(folder.join(name), folder.join(format!("{why}-{name}")))?;
    }
    Ok(Some(folder.join(format!("{why}-{DATABASE}"))).filter(|aside| aside.exists()))
}
