//! The rulebooks at hand: those that come with the program, and those that the command line names.

use crate::failure::Failure;
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_scenario::example;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Far more than any rulebook may have: a file without an end is not read to its end.
const MOST_READ: u64 = 32 << 20;

/// All rulebooks; one of these files stands in place of a built-in one with its id.
pub(crate) fn library(files: &[PathBuf]) -> Result<Library, Failure> {
    let mut library = Library::builtin();
    for path in files {
        let id = put(&mut library, path)?;
        let errors = errors(&library, &id);
        if !errors.is_empty() {
            return Err(Failure::Rulebook(errors));
        }
    }
    Ok(library)
}

/// Everything that is wrong with a file, its worked examples included, in the order of its lines.
pub(crate) fn errors(library: &Library, id: &str) -> Vec<RulebookError> {
    let mut errors = library.check(id);
    errors.extend(example::check_all(library, id));
    errors.sort();
    errors.dedup();
    errors
}

/// Puts a file beside the others and returns its id.
pub(crate) fn put(library: &mut Library, path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let file = File::open(path).map(|file| file.take(MOST_READ));
    let read = file.and_then(|mut file| file.read_to_string(&mut text));
    read.map_err(|error| Failure::File(path.to_owned(), error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(library.put(&name, &text))
}

/// A rulebook ready to play.
pub(crate) fn rules(library: &Library, request: &str) -> Result<Rules, Failure> {
    library.rules(request).map_err(Failure::Rulebook)
}

/// A rulebook with where its values come from.
pub(crate) fn resolved(library: &Library, request: &str) -> Result<Resolved, Failure> {
    library.resolve(request).map_err(Failure::Rulebook)
}
