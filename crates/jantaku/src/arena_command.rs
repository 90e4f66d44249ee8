//! `jantaku arena`: duplicate play between levels of bots.

mod report;

use crate::failure::Failure;
use crate::sim_command::all_threads;
use crate::{bot_name, ink, progress, screen, shelf};
use clap::Args;
use jantaku_audit::duplicate::Duplicate;
use jantaku_rules::rulebook::library::Library;
use std::num::{NonZeroU64, NonZeroUsize};
use std::process::ExitCode;
use std::sync::Arc;

/// Every deal is played once in every seating with the same walls, so that luck falls on all levels equally. The same seed gives the
/// same games, on any number of threads; only the milliseconds differ.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    /// A rulebook from `jantaku rules list`
    #[arg(long, value_name = "RULEBOOK")]
    rules: String,
    /// Bots by seat in the first seating; the last one fills the other seats
    #[arg(long, value_delimiter = ',', value_parser = bot_name::parse, required = true)]
    seats: Vec<String>,
    /// Number of games, rounded up so that every deal is played in every seating
    #[arg(long, value_name = "N", default_value = "1000")]
    games: NonZeroU64,
    /// Seed of the first deal; each following deal adds one
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Fails if a bot chose an illegal action or a game did not end.
pub(crate) fn run(args: &ArenaArgs, library: &Library) -> Result<ExitCode, Failure> {
    let rules = Arc::new(shelf::rules(library, &args.rules)?);
    let (named, seats) = (args.seats.len(), rules.seats());
    if named > seats {
        let text = format!("--seats names {named} bots, but `{}` is played by {seats}", args.rules);
        return Err(Failure::Asked(text));
    }
    let contest = Duplicate {
        deals: Duplicate::deals_for(&rules, args.games.get()),
        rules,
        bots: args.seats.clone(),
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_threads),
    };
    let bar = progress::of_games(contest.deals * seats as u64);
    let standings = contest
        .run(&|| bar.inc(1))
        .map_err(|_| Failure::Asked("unknown bot".to_owned()))?;
    bar.finish_and_clear();
    if args.json {
        screen::write_json(&report::as_json(&contest, &standings))?;
    } else {
        screen::show(&report::page(&contest, &standings, screen::width()))?;
    }
    for fault in &standings.faults {
        anstream::eprintln!(
            "{}fault{:#} with seed {}, {}",
            ink::LOSS,
            ink::LOSS,
            fault.seed,
            fault.what
        );
    }
    Ok(if standings.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
