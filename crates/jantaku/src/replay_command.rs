//! `jantaku replay`: a game told again from its log, or the table as it stood at any point of it.

mod state;
mod story;

use crate::failure::Failure;
use crate::log_file::LogFile;
use crate::screen;
use clap::Args;
use jantaku_record::log::Replay;
use jantaku_rules::rulebook::library::Library;
use std::path::PathBuf;
use std::process::ExitCode;

/// A game that was played.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The log of a game, or a game as Tenhou keeps it (mjlog or JSON)
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Show the whole table as it stood after this event, instead of all events; 0 is before the first
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// As JSON: one object a line for the events, or one for the table
    #[arg(long)]
    json: bool,
}

/// Carries it out.
pub(crate) fn run(args: &ReplayArgs, library: &Library) -> Result<ExitCode, Failure> {
    let file = LogFile::read(&args.log, library)?;
    file.warn();
    let mut replay = Replay::new(&file.log, &file.book);
    let failed = |error| Failure::Log(args.log.clone(), error);
    let Some(at) = args.at else {
        let (story, error) = story::tell(&file, &mut replay, args.json);
        screen::write(&story)?;
        return error.map_or(Ok(ExitCode::SUCCESS), |error| Err(failed(error)));
    };
    let events = replay.to(at).map_err(failed)?;
    if events < at {
        return Err(Failure::Asked(format!("the log ends after event {events}")));
    }
    match args.json {
        true => screen::write_json(&state::as_json(&file, replay.table(), at))?,
        false => screen::show(&state::page(&file, replay.table(), at, screen::width()))?,
    }
    Ok(ExitCode::SUCCESS)
}
