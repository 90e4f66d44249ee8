//! The bots name no rulebook: they play any, also one written tomorrow.

use jantaku_rules::rulebook::library::Library;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The program without its tests, which play certain rulebooks.
fn program(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn bots_name_no_rulebook() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 10, "only {} files", files.len());
    let library = Library::builtin();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        for source in library.sources() {
            // The mechanism of this name is played by many.
            if source.id == "riichi" {
                continue;
            }
            let quoted = format!("\"{}", source.id);
            assert!(
                !program(&text).contains(&quoted),
                "{} names {}",
                file.display(),
                source.id
            );
        }
    }
}
