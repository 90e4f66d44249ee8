//! `jantaku scenario`: plays scripts at a table with a stacked wall.

use crate::failure::Failure;
use crate::screen;
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_wire::MAX_TEXT;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct ScenarioArgs {
    /// Scenario files, each one JSON object; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON, one object per line, instead of a transcript
    #[arg(long)]
    json: bool,
}

/// A file that cannot be read is reported and does not stop the others.
pub(crate) fn run(args: &ScenarioArgs, library: &Library) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let text = read(path).map_err(|error| Failure::File(path.clone(), error))?;
        let shown = match jantaku_scenario::run(library, &text) {
            Ok(report) if args.json => format!("{}\n", report.to_json()),
            Ok(report) if args.files.len() > 1 => format!("{}\n{}\n", path.display(), report.transcript()),
            Ok(report) => report.transcript(),
            Err(error) => {
                code = ExitCode::FAILURE;
                match args.json {
                    true => format!("{}\n", json!({ "error": error.to_string() })),
                    false => format!("{}: {error}\n", path.display()),
                }
            }
        };
        screen::write(&shown)?;
    }
    Ok(code)
}

/// The text of a file, up to the length of the longest game.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let source: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path)?),
    };
    source.take(MAX_TEXT as u64).read_to_string(&mut text)?;
    Ok(text)
}
