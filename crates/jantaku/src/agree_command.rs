//! `jantaku agree`: how often a bot decides as the players of recorded games did.

mod agreement;
mod onlooker;
mod run_through;
mod told;

use crate::failure::Failure;
use crate::sim_command::all_threads;
use crate::{bot_name, game_files, progress, screen};
use clap::Args;
use run_through::RunThrough;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// The bot is asked whatever a player was asked, with what that player saw. Decisions without a choice do not count, nor do answers that a
/// record does not show because another player's claim went first. In our own logs the seats of people count, or all if no person plays.
#[derive(Args, Debug)]
pub(crate) struct AgreeArgs {
    /// The bot
    #[arg(long, value_parser = bot_name::parse)]
    bot: String,
    /// Logs of ours and Tenhou games (mjlog or JSON, gzipped or not), or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Fails if a file cannot be read or played again.
pub(crate) fn run(args: &AgreeArgs) -> Result<ExitCode, Failure> {
    let files = game_files::below(&args.paths)?;
    let bar = progress::of_games(files.len() as u64);
    let threads = args.threads.unwrap_or_else(all_threads);
    let through = RunThrough::of(&args.bot, &files, threads, &|| bar.inc(1));
    bar.finish_and_clear();
    if args.json {
        screen::write_json(&told::json(&args.bot, &through))?;
    } else {
        screen::show(&told::page(&args.bot, &through, screen::width()))?;
    }
    Ok(if through.failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
