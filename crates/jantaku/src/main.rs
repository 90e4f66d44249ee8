//! The `jantaku` program: its commands, and what all of them share.

mod agree_command;
mod arena_command;
mod backup_command;
mod batch;
mod bench_command;
mod bot_name;
mod check_command;
mod failure;
mod forget_command;
mod game_files;
mod ink;
mod log_file;
mod migrate_command;
mod page;
mod progress;
mod replay_command;
mod result_command;
mod result_sheet;
mod review_command;
mod rules_command;
mod scenario_command;
mod score_command;
mod screen;
mod serve_command;
mod settle_command;
mod shelf;
mod sim_command;
mod verify_command;
mod verify_wall_command;
mod words;

use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};
use failure::Failure;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// A mahjong table that plays house rules. Without a command it opens one in the browser.
#[derive(Parser, Debug)]
#[command(name = "jantaku", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Add a rulebook file; repeat for more
    #[arg(long, global = true, value_name = "FILE", help_heading = "Everywhere")]
    book: Vec<PathBuf>,
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Everywhere"
    )]
    color: Colours,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Host tables that people join in their browsers
    Serve(Box<serve_command::ServeArgs>),
    /// Score a hand and name the clause behind every line
    Score(score_command::ScoreArgs),
    /// Settle a hand played on real tiles: payments, chips and the next hand
    Settle(settle_command::SettleArgs),
    /// Read, compare and check rulebooks
    #[command(subcommand)]
    Rules(rules_command::RulesCommand),
    /// Work out the result of a game: places, uma, oka, chips
    Result(result_command::ResultArgs),
    /// Play a script at a table with a stacked wall
    Scenario(scenario_command::ScenarioArgs),
    /// Play recorded games again and report every difference
    Verify(verify_command::VerifyArgs),
    /// Show a recorded game, or the table at any point of it
    Replay(replay_command::ReplayArgs),
    /// Recompute the walls of a game and compare them with the tiles dealt and drawn
    VerifyWall(verify_wall_command::VerifyWallArgs),
    /// Save all games of a server and its signing key in one file, also while it runs
    Backup(backup_command::BackupArgs),
    /// Put a backup in the place of a server's data
    Restore(backup_command::BackupArgs),
    /// Look for changed and lost data in the folder of a server
    Check(check_command::CheckArgs),
    /// Move a server's games from its data folder into PostgreSQL
    Migrate(migrate_command::MigrateArgs),
    /// Remove a player's names and sessions from the stored games of a server
    Forget(forget_command::ForgetArgs),
    /// Simulate games among bots and check everything that happens
    Sim(sim_command::SimArgs),
    /// Let levels of bots play against each other: same walls, seats rotated
    Arena(arena_command::ArenaArgs),
    /// Count how often a bot decides as the players of recorded games did
    Agree(agree_command::AgreeArgs),
    /// Let a bot go through a recorded game and say what it would have done, and why
    Review(review_command::ReviewArgs),
    /// Measure how fast a rulebook is scored and played
    Bench(bench_command::BenchArgs),
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Colours {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    /// Even into files and pipes
    Always,
    /// Never
    Never,
}

fn main() -> ExitCode {
    let mut cli = Cli::parse();
    cli.book = books(std::env::args_os());
    let choice = match cli.color {
        Colours::Auto => ColorChoice::Auto,
        Colours::Always => ColorChoice::Always,
        Colours::Never => ColorChoice::Never,
    };
    choice.write_global();
    match run(&cli) {
        Ok(code) => code,
        Err(failure) if failure.is_silence() => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("{}error:{:#} {failure}", ink::LOSS, ink::LOSS);
            ExitCode::from(2)
        }
    }
}

/// Every `--book` of a command line. Clap forgets those before a command if there are others after it.
fn books(args: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let mut args = args.take_while(|arg| arg != "--");
    let mut books = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--book" {
            books.extend(args.next().map(PathBuf::from));
        } else if let Some(book) = arg.to_str().and_then(|arg| arg.strip_prefix("--book=")) {
            books.push(PathBuf::from(book));
        }
    }
    books
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    let Some(command) = &cli.command else {
        return serve_command::play(shelf::usable(&cli.book));
    };
    let library = || shelf::library(&cli.book);
    match command {
        Command::Serve(args) => serve_command::run(args, &cli.book),
        Command::Score(args) => score_command::run(args, &library()?),
        Command::Settle(args) => settle_command::run(args, &library()?),
        Command::Rules(command) => rules_command::run(command, &library()?),
        Command::Result(args) => result_command::run(args, &library()?),
        Command::Scenario(args) => scenario_command::run(args, &library()?),
        Command::Verify(args) => verify_command::run(args),
        Command::Replay(args) => replay_command::run(args, &library()?),
        Command::VerifyWall(args) => verify_wall_command::run(args, &library()?),
        Command::Backup(args) => backup_command::backup(args),
        Command::Restore(args) => backup_command::restore(args),
        Command::Check(args) => check_command::run(args),
        Command::Migrate(args) => migrate_command::run(args),
        Command::Forget(args) => forget_command::run(args),
        Command::Sim(args) => sim_command::run(args, &library()?),
        Command::Arena(args) => arena_command::run(args, &library()?),
        Command::Agree(args) => agree_command::run(args),
        Command::Review(args) => review_command::run(args, &library()?),
        Command::Bench(args) => bench_command::run(args, &library()?),
    }
}
