//! `jantaku settle`: a hand played on real tiles, with everything it moves and the next hand.

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{batch, ink, screen, shelf, words};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_wire::score_json::Scorer;
use jantaku_wire::settle_json::settlement::WinRow;
use jantaku_wire::settle_json::{Record, Settlement, settle, to_json};
use std::path::PathBuf;
use std::process::ExitCode;

const RECORD_HELP: &str = "\
Write how the hand ended, then what was on the table, with commas between.
Players are named by their winds in this hand:

  jantaku settle tenhou \"south ron from west: 3 han 40 fu, riichi south, honba 1\"

  a win         south ron from west: HAND        (as `jantaku score` takes it)
                south ron from west: 3 han 40 fu
                east tsumo: mangan               2 yakuman, 24 points
                west robbing-a-kan from east: …  north four-kans: [9999p ankan]…
                Several winners are several parts.
  beside a      ippatsu no-ippatsu ura 2 pocchi no-pocchi
  value         pao west  pao west 2  fed-kan west  responsible west
  no win        draw tenpai south west           nagashi west
                abort nine-terminals             chombo south
  the table     east-2  honba 1  sticks 2  riichi south west
                sticks are those of earlier hands
  before the    points 25000 25000 25000 25000   east first
  hand          chips 3 -1 -2
  also          flowers south 2  flowers none  last-hand  yame  no-yame";

#[derive(Args, Debug)]
#[command(after_help = RECORD_HELP)]
pub(crate) struct SettleArgs {
    /// A rulebook from `jantaku rules list`
    #[arg(value_name = "RULEBOOK", required_unless_present = "batch")]
    rules: Option<String>,
    /// The hand record, quoted or in several words
    #[arg(required_unless_present = "batch")]
    record: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Settle a file with one JSON record on each line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "record", "json"])]
    batch: Option<PathBuf>,
}

pub(crate) fn run(args: &SettleArgs, library: &Library) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.batch {
        let mut scorer = Scorer::new(library);
        batch::run(path, |line| scorer.settle_line(line))?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = args.rules.as_deref().unwrap_or_default();
    let rules = shelf::rules(library, name)?;
    let record = Record::of_line(name, &args.record.join(" "));
    let settlement = record
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|record| settle(&rules, record));
    if args.json {
        screen::write(&format!("{}\n", to_json(None, &settlement)))?;
        return Ok(ExitCode::from(if settlement.is_ok() { 0 } else { 2 }));
    }
    match (record, settlement) {
        (Ok(record), Ok(settlement)) => screen::show(&page(&rules, &record, &settlement, screen::width()))?,
        (Err(error), _) | (_, Err(error)) => return Err(Failure::Asked(format!("the record: {error}"))),
    }
    Ok(ExitCode::SUCCESS)
}

fn page(rules: &Rules, record: &Record, settlement: &Settlement, width: usize) -> Page {
    let mut page = Page::new(width);
    let title = Line::new(words::both_names(&rules.names), ink::STRONG);
    page.line(title.add(format!("  {}", words::edition(rules)), ink::FAINT));
    let round = format!("{}-{}", record.round, record.dealer.0 + 1);
    page.line(format!(
        "{}: {}",
        hand(&round, record.honba, record.sticks),
        ending(settlement)
    ));
    for passed in &settlement.passed_over {
        let line = Line::from(format!("{} claimed the tile too and does not win  ", passed.is));
        page.line(line.add(&passed.because, ink::CLAUSE));
    }
    if !settlement.transfers.is_empty() {
        page.heading("Payments");
        page.table(2, &payments(settlement));
    }
    for penalty in &settlement.after_uma {
        let line = format!(
            "{} {} at the end of the game  ",
            penalty.seat,
            words::signed(penalty.points)
        );
        page.line(Line::from(line).add(&penalty.because, ink::CLAUSE));
    }
    page.blank();
    page.table(2, &totals(rules, settlement));
    page.heading("Next");
    for (line, because) in next(settlement) {
        page.line(Line::from(format!("  {line}  ")).add(because, ink::CLAUSE));
    }
    page
}

/// `east-2, 1 honba, 2 sticks`
fn hand(round: &str, honba: u8, sticks: u8) -> String {
    let counted = [
        (honba > 0).then(|| format!("{honba} honba")),
        (sticks > 0).then(|| words::plural(sticks.into(), "stick", "sticks")),
    ];
    let parts = std::iter::once(round.to_owned()).chain(counted.into_iter().flatten());
    parts.collect::<Vec<_>>().join(", ")
}

fn ending(settlement: &Settlement) -> String {
    let win = |win: &WinRow| {
        let by = win.by.replace('-', " ");
        let from = win.from.map_or_else(String::new, |from| format!(" from {from}"));
        format!("{} wins by {by}{from}: {}", win.seat, win.worth)
    };
    match (settlement.ending, settlement.reason) {
        ("win", _) => settlement.wins.iter().map(win).collect::<Vec<_>>().join("; "),
        ("four-kans", _) => "four kans score without the pair".to_owned(),
        ("draw", _) => "exhaustive draw".to_owned(),
        (_, Some(reason)) => format!("abortive draw, {}", reason.replace('-', " ")),
        (other, None) => other.to_owned(),
    }
}

fn payments(settlement: &Settlement) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Wrap, Column::Left]);
    for row in &settlement.transfers {
        let amount = match (row.points, row.chips) {
            (Some(points), _) => words::number(points),
            (None, chips) => words::plural(chips.unwrap_or(0).unsigned_abs() as usize, "chip", "chips"),
        };
        let party = |name: &'static str| if name == "sticks" { "table" } else { name };
        table.row([
            Line::from(format!("{} to {}", party(row.from), party(row.to))),
            Line::new(amount, ink::STRONG),
            Line::from(row.what.as_str()),
            Line::new(row.because.as_str(), ink::CLAUSE),
        ]);
    }
    table
}

/// What everybody gains, and has after the hand.
fn totals(rules: &Rules, settlement: &Settlement) -> Table {
    let columns: Vec<Column> = std::iter::once(Column::Left)
        .chain(vec![Column::Right; rules.seats()])
        .collect();
    let mut table = Table::new(&columns);
    let winds = || Wind::ALL.into_iter().take(rules.seats());
    let mut row = |name: &str, cell: &dyn Fn(Wind) -> Line| {
        table.row(std::iter::once(Line::new(name, ink::FAINT)).chain(winds().map(cell)));
    };
    row("", &|wind| Line::new(wind.name(), ink::FAINT));
    let chips = rules.settings.plays_chips();
    let all = [
        ("points", &settlement.deltas.0, &settlement.totals.points.0),
        ("chips", &settlement.chips.0, &settlement.totals.chips.0),
    ];
    for (name, gains, totals) in all.into_iter().take(1 + usize::from(chips)) {
        let numbers = |of: &BySeat<i32>, wind: Wind| of[wind];
        row(name, &|wind| words::gain(numbers(gains, wind)));
        row("  now", &|wind| Line::from(words::number(numbers(totals, wind))));
    }
    table
}

/// What follows, each with its clause.
fn next(settlement: &Settlement) -> Vec<(String, &str)> {
    let (game, next) = (&settlement.game, &settlement.next);
    let because = game.because.as_deref().unwrap_or_default();
    let mut lines = Vec::new();
    if !settlement.bust.is_empty() {
        lines.push((format!("bust: {}", settlement.bust.join(", ")), ""));
    }
    if game.over {
        let drawn = if game.drawn { " and a draw" } else { "" };
        lines.push((format!("the game is over{drawn}"), because));
        return lines;
    }
    let stays = if settlement.dealer_stays.is {
        "the dealer stays"
    } else {
        "the deal passes"
    };
    let question = "the dealer may end the game: add yame or no-yame".to_owned();
    lines.push((stays.to_owned(), &settlement.dealer_stays.because));
    lines.extend(game.dealer_may_end.then_some((question, because)));
    let hand = hand(&next.round, next.honba, next.sticks);
    lines.push((format!("{hand}, {} deals", next.dealer), ""));
    lines
}
