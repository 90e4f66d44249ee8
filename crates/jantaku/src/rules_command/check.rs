//! `jantaku rules check`

use crate::failure::Failure;
use crate::page::{Line, Page};
use crate::{ink, screen, shelf, words};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_scenario::example;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A rulebook file; it may extend any rulebook of `jantaku rules list --all`
    file: PathBuf,
}

pub(super) fn run(args: &CheckArgs, library: &Library) -> Result<ExitCode, Failure> {
    let mut library = library.clone();
    let id = shelf::put(&mut library, &args.file)?;
    let errors = example::errors(&library, &id);
    // One line for each error, however long, so that other programs can read them.
    screen::write(&errors.iter().map(|error| format!("{error}\n")).collect::<String>())?;
    let mut page = Page::new(screen::width());
    let name = args.file.display();
    if errors.is_empty() {
        page.line(Line::from(format!("{name}: ")).add("no errors", ink::GAIN));
        page.line(format!("  {}", summary(&library, &id)));
    } else {
        let count = words::plural(errors.len(), "error", "errors");
        page.line(Line::from(format!("{name}: ")).add(count, ink::LOSS));
    }
    screen::show(&page)?;
    Ok(if errors.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The contents of the file and the size of its game.
fn summary(library: &Library, id: &str) -> String {
    let mut parts = Vec::new();
    if let Ok(rules) = library.rules(id) {
        parts.push(words::plural(rules.seats(), "player", "players"));
        parts.push(words::plural(rules.tiles.tiles().len(), "tile", "tiles"));
        parts.push(format!("{} yaku", rules.yaku.len()));
    }
    if let Some(source) = library.source(id) {
        let etiquette = source.clauses.iter().filter(|clause| clause.etiquette).count();
        parts.push(format!(
            "{} in this file ({etiquette} of etiquette)",
            words::plural(source.clauses.len(), "clause", "clauses")
        ));
        parts.push(words::plural(source.options.len(), "option", "options"));
        parts.push(words::plural(
            source.examples.len(),
            "worked example",
            "worked examples",
        ));
    }
    parts.join(", ")
}
