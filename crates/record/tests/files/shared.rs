//! Finds material outside the project: in `JANTAKU_SHARED`, or in a folder `shared` beside the checkout.

use std::path::{Path, PathBuf};

/// A file or folder of the shared material; a test that gets none says so and passes.
pub(crate) fn find(part: &str) -> Option<PathBuf> {
    let named = std::env::var_os("JANTAKU_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = named
        .into_iter()
        .chain(beside.map(|folder| folder.join("shared")))
        .map(|folder| folder.join(part))
        .find(|path| path.exists());
    if found.is_none() {
        println!("skipped: no shared/{part}; set JANTAKU_SHARED to the folder that holds it");
    }
    found
}

/// All games below the folder of logs, three players first.
pub(crate) fn games(folder: &Path) -> Vec<PathBuf> {
    let mut games = Vec::new();
    for sub in ["tenhou-3p", "tenhou-4p"] {
        let entries = std::fs::read_dir(folder.join(sub)).expect("a folder");
        games.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    games.sort();
    games
}
