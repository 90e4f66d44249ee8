//! `jantaku bench`: measures how fast a rulebook is scored and played.

mod measure;
mod wins;

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen, shelf};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use measure::{Measured, measure};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::sync::Arc;

/// Times scoring, shanten and whole games of bots, from the same seed each time.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// A rulebook from `jantaku rules list`
    #[arg(long, value_name = "RULEBOOK", default_value = shelf::DEFAULT_RULEBOOK)]
    rules: String,
    /// Seconds to spend on each figure, roughly
    #[arg(long, value_name = "SECONDS", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=60))]
    seconds: u8,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &BenchArgs, library: &Library) -> Result<ExitCode, Failure> {
    let rules = Arc::new(shelf::rules(library, &args.rules)?);
    let measured = measure(&rules, f64::from(args.seconds));
    if args.json {
        screen::write_json(&as_json(&rules, &measured))?;
    } else {
        screen::show(&page(&rules, &measured))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(rules: &Rules, measured: &Measured) -> Value {
    json!({
        "rules": rules.spec,
        "score_ns": tenths(measured.score_ns),
        "score_wins": measured.wins,
        "shanten_ns": tenths(measured.shanten_ns),
        "games_per_s": tenths(measured.one_thread.games),
        "decisions_per_s": measured.one_thread.decisions.round(),
        "two_threads": {
            "games_per_s": tenths(measured.two_threads.games),
            "decisions_per_s": measured.two_threads.decisions.round(),
            "ratio": (measured.scaling() * 100.0).round() / 100.0,
        },
    })
}

fn page(rules: &Rules, measured: &Measured) -> Page {
    let mut page = Page::new(screen::width());
    page.line(Line::new(rules.names.en.clone(), ink::STRONG).text(format!("  {}", rules.spec)));
    page.blank();
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Left]);
    let of_wins = match measured.wins {
        0 => "nobody won".to_owned(),
        wins => format!("ns, over {wins} wins of greedy bots"),
    };
    table.row([
        "score of a win".to_owned(),
        format!("{:.0}", measured.score_ns),
        of_wins,
    ]);
    table.row([
        "shanten of 14 tiles".to_owned(),
        format!("{:.0}", measured.shanten_ns),
        "ns, as they are dealt".to_owned(),
    ]);
    let rate = |decisions: f64| format!("a second, {:.0} ns a decision", 1e9 / decisions.max(1.0));
    table.row([
        "games, one thread".to_owned(),
        format!("{:.0}", measured.one_thread.games),
        rate(measured.one_thread.decisions),
    ]);
    table.row([
        "games, two threads".to_owned(),
        format!("{:.0}", measured.two_threads.games),
        format!("a second, {:.2} times as many", measured.scaling()),
    ]);
    page.table(0, &table);
    page
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
