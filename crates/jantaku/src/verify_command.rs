//! `jantaku verify`: recorded games played again at the table, with everything that came out differently.

mod game_files;
mod run_through;
mod told;

use crate::failure::Failure;
use crate::{progress, screen};
use clap::Args;
use run_through::RunThrough;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// Games to play again.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Games as Tenhou keeps them (mjlog or JSON, gzipped or not), or folders of such games
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// How many games are played at a time; as many as there are processors, if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// Carries it out. Success means that every game was played again and came out the same.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let files = game_files::below(&args.paths)?;
    let usual = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = args.threads.unwrap_or_else(usual);
    let bar = progress::of_games(files.len() as u64);
    let through = RunThrough::of(&files, threads, &|| bar.inc(1));
    bar.finish_and_clear();
    if args.json {
        screen::write_json(&told::json(&through))?;
    } else {
        screen::show(&told::page(&through, screen::width()))?;
    }
    Ok(if through.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
