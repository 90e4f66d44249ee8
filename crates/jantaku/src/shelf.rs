//! The rulebooks that come with the program, and those of the command line.

use crate::failure::Failure;
use crate::screen;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_scenario::example;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The rulebook of commands that are given none.
pub(crate) const DEFAULT_RULEBOOK: &str = include_str!("../default-rulebook.txt").trim_ascii();
/// Far more than the longest rulebook, so that an endless file is not read to its end.
const MOST_READ: u64 = 32 << 20;

/// All rulebooks. A file replaces the built-in rulebook with the same id.
pub(crate) fn library(files: &[PathBuf]) -> Result<Library, Failure> {
    files
        .iter()
        .try_fold(Library::builtin(), |library, path| with(library, path))
}

/// The same for a server: a file that cannot be used is left out with a warning, since running games carry their own rulebooks
/// and must go on.
pub(crate) fn usable(files: &[PathBuf]) -> Library {
    files.iter().fold(Library::builtin(), |library, path| {
        with(library.clone(), path).unwrap_or_else(|failure| {
            screen::warn(&failure.to_string());
            let path = path.display();
            anstream::eprintln!("{path} is left out: no new table can play by it, but running games go on.");
            library
        })
    })
}

fn with(mut library: Library, path: &Path) -> Result<Library, Failure> {
    let id = put(&mut library, path)?;
    match example::errors(&library, &id) {
        errors if errors.is_empty() => Ok(library),
        errors => Err(Failure::Rulebook(errors)),
    }
}

/// Adds a file to the library and returns its id.
pub(crate) fn put(library: &mut Library, path: &Path) -> Result<String, Failure> {
    let text = read(path).map_err(|error| Failure::File(path.to_owned(), error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(library.put(&name, &text))
}

/// The text of a file, or as much of it as no rulebook could need.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_READ).read_to_string(&mut text)?;
    Ok(text)
}

pub(crate) fn rules(library: &Library, request: &str) -> Result<Rules, Failure> {
    library.rules(request).map_err(Failure::Rulebook)
}

/// A rulebook with the origin of its values.
pub(crate) fn resolved(library: &Library, request: &str) -> Result<Resolved, Failure> {
    library.resolve(request).map_err(Failure::Rulebook)
}
