//! `jantaku sim`: simulates games among bots and checks everything that happens.

mod logs;
mod reach;
mod report;

use crate::failure::Failure;
use crate::{bot_name, ink, progress, screen, shelf};
use clap::Args;
use jantaku_audit::simulation::{Outcome, Simulation, UnknownBot};
use jantaku_bots::arena::MIXED;
use jantaku_rules::rulebook::library::Library;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Most violations printed: one fault usually causes many.
const TOLD: usize = 10;

/// The same seed gives the same games, on any number of threads.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// A rulebook from `jantaku rules list`
    #[arg(long, value_name = "RULEBOOK")]
    rules: String,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Repeat the run with further seeds until at least this many hands are played
    #[arg(long, value_name = "N")]
    hands: Option<u64>,
    /// Bots by seat, from the first dealer on; the last one fills the other seats, and `mixed` picks at random for each game
    #[arg(long, value_delimiter = ',', value_parser = bot, default_value = "random")]
    seats: Vec<String>,
    /// Seed of the first game; each following game adds one
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Check every invariant after every event
    #[arg(long)]
    check: bool,
    /// Write each game's log into this folder, for `jantaku replay` and `jantaku verify-wall`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rig", "hands"])]
    log: Option<PathBuf>,
    /// Print the SHA-256 of all logs in order; with --check, also read and verify each log
    #[arg(long, conflicts_with_all = ["rig", "hands"])]
    digest: bool,
    /// Run expensive checks only once in N times, at random
    #[arg(long, value_name = "N", default_value = "1", requires = "check")]
    every: NonZeroU32,
    /// Fail if some clause in play never decides anything
    #[arg(long, requires = "check")]
    reach: bool,
    /// Rig this share of hands towards rare situations, with games that start near their end and a referee
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    rig: u32,
    /// Print JSON
    #[arg(long, conflicts_with = "brief")]
    json: bool,
    /// Print one line: hands, violations, clauses reached
    #[arg(long)]
    brief: bool,
}

pub(crate) fn run(args: &SimArgs, library: &Library) -> Result<ExitCode, Failure> {
    let simulation = Simulation {
        rules: Arc::new(shelf::rules(library, &args.rules)?),
        bots: args.seats.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_threads),
        check: args.check.then_some(args.every),
        rig: args.rig,
    };
    let (named, seats) = (args.seats.len(), simulation.rules.seats());
    if named > seats {
        let text = format!("--seats names {named} bots, but `{}` is played by {seats}", args.rules);
        return Err(Failure::Asked(text));
    }
    let start = Instant::now();
    let outcome = play(args, &simulation).map_err(|_| Failure::Asked("unknown bot".to_owned()))?;
    let wanted = args.digest || args.log.is_some();
    let digest = wanted
        .then(|| logs::write(&simulation, args.log.as_deref(), args.check))
        .transpose()?;
    if args.brief {
        screen::show(&report::brief(&simulation, &outcome, screen::width()))?;
    } else if args.json {
        let mut json = report::as_json(&simulation, &outcome);
        if let Some(digest) = digest {
            json["logs-sha256"] = digest.into();
        }
        screen::write_json(&json)?;
    } else {
        screen::show(&report::page(&simulation, &outcome, screen::width()))?;
        if let Some(digest) = digest {
            screen::write(&format!("\nSHA-256 of all logs: {digest}\n"))?;
        }
    }
    // The time goes to standard error, so that the same games give the same output.
    anstream::eprintln!(
        "{}{}{:#}",
        ink::FAINT,
        report::speed(&outcome.tally, start.elapsed()),
        ink::FAINT
    );
    print_faults(args, &outcome);
    let missed = args.reach && reach::print_missed(&simulation.rules, &outcome.coverage);
    Ok(if outcome.faults.is_empty() && !missed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Plays the games, and more of them until there are enough hands. A fault ends it.
fn play(args: &SimArgs, simulation: &Simulation) -> Result<Outcome, UnknownBot> {
    let run = |simulation: &Simulation| -> Result<Outcome, UnknownBot> {
        let bar = progress::of_games(args.games);
        let mut outcome = simulation.run(&|| bar.inc(1))?;
        bar.finish_and_clear();
        outcome.faults.extend(logs::unsound(simulation));
        Ok(outcome)
    };
    let mut all = run(simulation)?;
    let mut next = simulation.clone();
    while all.faults.is_empty() && args.games > 0 && all.tally.hands < args.hands.unwrap_or(0) {
        next.seed = next.seed.wrapping_add(args.games);
        let more = run(&next)?;
        all.tally.add(&more.tally);
        all.coverage.add(&more.coverage);
        all.faults.extend(more.faults);
    }
    Ok(all)
}

/// A bot's name, or `mixed`.
fn bot(name: &str) -> Result<String, String> {
    let asked = if name == MIXED {
        Ok(name.to_owned())
    } else {
        bot_name::parse(name)
    };
    asked.map_err(|expected| format!("{expected}, {MIXED}"))
}

pub(crate) fn all_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Prints each fault with the command that reproduces it.
fn print_faults(args: &SimArgs, outcome: &Outcome) {
    for fault in outcome.faults.iter().take(TOLD) {
        anstream::eprintln!(
            "{}violation{:#} in game {}: {}",
            ink::LOSS,
            ink::LOSS,
            fault.game,
            fault.what
        );
        anstream::eprintln!(
            "  reproduce: jantaku sim --rules '{}' --seats {} --games 1 --seed {} --check --every {} --rig {}",
            args.rules,
            args.seats.join(","),
            fault.seed,
            args.every,
            args.rig
        );
    }
}
