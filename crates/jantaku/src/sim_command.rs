//! `jantaku sim`: bots play whole games, and everything that happens can be checked.

mod logs;
mod reach;
mod report;

use crate::failure::Failure;
use crate::{ink, progress, screen, shelf};
use clap::Args;
use jantaku_audit::simulation::{Outcome, Simulation, UnknownBot};
use jantaku_bots::NAMES;
use jantaku_bots::arena::MIXED;
use jantaku_rules::rulebook::library::Library;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Violations that are told; what is wrong once is mostly wrong often.
const TOLD: usize = 10;

/// Games that are to be played. The same seed gives the same games on any number of threads.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// The rulebook, such as `zan` or `ryanzou-chankan+hana(variation=1)`
    #[arg(long, value_name = "RULEBOOK")]
    rules: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// As many times so many games as it takes to play this number of hands
    #[arg(long, value_name = "N")]
    hands: Option<u64>,
    /// The bots from the first dealer on; the last one takes all further seats; `mixed` draws lots for each game
    #[arg(long, value_delimiter = ',', value_parser = bot, default_value = "random")]
    seats: Vec<String>,
    /// The seed of the first game; each further game has the next number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many threads; as many as the machine has, if nothing is said
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Check after every event all that must hold
    #[arg(long)]
    check: bool,
    /// Write the log of each game into this folder, for `jantaku replay` and `jantaku verify-wall`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rig", "hands"])]
    log: Option<PathBuf>,
    /// Tell the SHA-256 of all logs, one after the other; with --check each is read and replayed too
    #[arg(long, conflicts_with_all = ["rig", "hands"])]
    digest: bool,
    /// Check what costs much at one occasion of so many only, by lot
    #[arg(long, value_name = "N", default_value = "1", requires = "check")]
    every: NonZeroU32,
    /// Fail if a clause that is played never decides anything
    #[arg(long, requires = "check")]
    reach: bool,
    /// How many hands of a hundred are rigged towards what is rare, with starts near the end and a referee
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    rig: u32,
    /// As JSON
    #[arg(long, conflicts_with = "brief")]
    json: bool,
    /// One line: hands, what went wrong, clauses reached
    #[arg(long)]
    brief: bool,
}

/// Carries it out.
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
    let outcome = play(args, &simulation).map_err(|_| Failure::Asked("a bot that nobody knows".to_owned()))?;
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
    // How long it took is nobody's result: it stands apart, so that the output of the same games is the same.
    anstream::eprintln!(
        "{}{}{:#}",
        ink::FAINT,
        report::speed(&outcome.tally, start.elapsed()),
        ink::FAINT
    );
    tell_faults(args, &outcome);
    let missed = args.reach && reach::tell_missed(&simulation.rules, &outcome.coverage);
    Ok(if outcome.faults.is_empty() && !missed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Plays the games, and again so many until there are enough hands; a fault ends it.
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

fn bot(name: &str) -> Result<String, String> {
    let names = NAMES.map(|(name, _)| name);
    let unknown = || format!("expected one of {}, {MIXED}", names.join(", "));
    (names.contains(&name) || name == MIXED)
        .then(|| name.to_owned())
        .ok_or_else(unknown)
}

fn all_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What went wrong, each with the command that plays the game again.
fn tell_faults(args: &SimArgs, outcome: &Outcome) {
    for fault in outcome.faults.iter().take(TOLD) {
        anstream::eprintln!(
            "{}violation{:#} in game {}: {}",
            ink::LOSS,
            ink::LOSS,
            fault.game,
            fault.what
        );
        anstream::eprintln!(
            "  again: jantaku sim --rules '{}' --seats {} --games 1 --seed {} --check --every {} --rig {}",
            args.rules,
            args.seats.join(","),
            fault.seed,
            args.every,
            args.rig
        );
    }
}
