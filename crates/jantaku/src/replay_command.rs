//! `jantaku replay`: shows a recorded game, or the table at any point of it.

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

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A log, or a Tenhou game (mjlog or JSON)
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Show the table after this event instead of all events; 0 is before the first
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print JSON: one object per line for the events, or one for the table
    #[arg(long)]
    json: bool,
}

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
