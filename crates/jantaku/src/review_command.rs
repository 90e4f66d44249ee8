//! `jantaku review`: a bot goes through a recorded game and says what it would have done, and why.

mod html;
mod told;

use crate::failure::Failure;
use crate::log_file::LogFile;
use crate::{bot_name, screen};
use clap::Args;
use jantaku_record::review::Reviewer;
use jantaku_record::verify::verify_log_with;
use jantaku_rules::rulebook::library::Library;
use std::path::PathBuf;
use std::process::ExitCode;

/// For every decision that costs something, it shows what the player did beside the three best choices: the expected result in the
/// currency of the rulebook, the unseen tiles that bring the hand nearer, and the chance to be won on. The bot sees what the player saw.
#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    /// A log, or a Tenhou game (mjlog or JSON)
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// The bot that reviews: club or strong, or strong:MS for the milliseconds that it thinks about a decision
    #[arg(long, value_parser = reviewer_name, default_value = "club")]
    bot: String,
    /// Review this seat only, counted from the first dealer, 1 to 4 [default: people, or all if no person plays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    seat: Option<u8>,
    /// Print a page for a browser
    #[arg(long)]
    html: bool,
}

/// A bot that gives reasons.
fn reviewer_name(name: &str) -> Result<String, String> {
    let gives_reasons = name == "club" || name == "strong" || name.starts_with("strong:");
    match bot_name::parse(name) {
        Ok(name) if gives_reasons => Ok(name),
        _ => Err("expected club, strong or strong:MS".to_owned()),
    }
}

/// Fails if the log cannot be read or played again.
pub(crate) fn run(args: &ReviewArgs, library: &Library) -> Result<ExitCode, Failure> {
    let file = LogFile::read(&args.log, library)?;
    file.warn();
    let seats = file.book.rules.seats();
    let people = file.log.header.players.iter().map(|player| player.bot.is_none());
    let mut counts: Vec<bool> = people.collect();
    if !counts.contains(&true) {
        counts = vec![true; seats];
    }
    if let Some(seat) = args.seat {
        if usize::from(seat) > seats {
            return Err(Failure::Asked(format!("--seat {seat}, but {seats} play")));
        }
        counts = (1..=seats).map(|place| place == usize::from(seat)).collect();
    }
    let mut reviewer = Reviewer::new(&args.bot, counts, &|_| ());
    verify_log_with(&file.log, &file.book, &mut reviewer)
        .map_err(|difference| Failure::Asked(format!("{}: {difference}", args.log.display())))?;
    if args.html {
        screen::write(&html::page(&file, &reviewer.decisions))?;
    } else {
        screen::show(&told::page(&file, &reviewer.decisions, screen::width()))?;
    }
    Ok(ExitCode::SUCCESS)
}
