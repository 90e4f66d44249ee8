//! Finds recorded games.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

const ENDINGS: [&str; 5] = ["mjlog", "xml", "gz", "json", "jsonl"];
/// Deeper nesting is a mistake or a circular link.
const DEEPEST: usize = 32;

/// The given files, whatever their names, and all games in the given folders; sorted, without duplicates.
pub(crate) fn below(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let about = std::fs::metadata(path).map_err(|error| Failure::File(path.clone(), error))?;
        if about.is_dir() {
            collect(path, 0, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
        return Err(Failure::Asked(format!("no games found: no file ends in {endings}")));
    }
    Ok(files)
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::File(folder.to_owned(), error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            if depth < DEEPEST {
                collect(&path, depth + 1, files)?;
            }
        } else if is_game(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_game(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}
