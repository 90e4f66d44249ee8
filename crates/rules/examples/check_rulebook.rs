//! Checks rulebook files: `cargo run -q -p jantaku-rules --example check_rulebook -- rulebooks/zan.toml`.
//!
//! Each file is read with all others of its folder, so that it can extend them, and looked at as it stands and with each of its choices made.

use jantaku_rules::rulebook::library::Library;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut failed = false;
    for argument in std::env::args().skip(1) {
        let path = Path::new(&argument);
        match check(path) {
            Ok(report) => println!("{report}"),
            Err(report) => {
                println!("{report}");
                failed = true;
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What is right, or everything that is wrong, with one file.
fn check(path: &Path) -> Result<String, String> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let library = read_folder(folder)?;
    let errors = library.check(&id);
    if !errors.is_empty() {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        return Err(format!("{}\n{id}: {} errors", lines.join("\n"), errors.len()));
    }
    Ok(match library.rules(&id) {
        Ok(rules) => format!(
            "{id}: {} players, {} tiles, {} clauses, {} yaku, {} options",
            rules.seats(),
            rules.tiles.tiles().len(),
            rules.clauses.len(),
            rules.yaku.len(),
            rules.options.len()
        ),
        Err(_) => format!("{id}: fine in what is built on it"),
    })
}

fn read_folder(folder: &Path) -> Result<Library, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml") {
            let text = std::fs::read_to_string(entry.path()).map_err(|error| format!("{name}: {error}"))?;
            files.push((name, text));
        }
    }
    files.sort();
    Ok(Library::of(
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())),
    ))
}
