//! `jantaku settle`: a hand played on real tiles, with everything it moves and the next hand.

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::score_command::payments;
use crate::score_command::sheet::{clause, not_given, write_hand, write_not_given};
use crate::{batch, ink, result_sheet, screen, shelf, words};
use clap::Args;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::sheet::{Ended, Item, Line as SheetLine, Part, won_by};
use jantaku_rules::transfer::Party;
use jantaku_rules::win::By;
use jantaku_wire::score_json::Scorer;
use jantaku_wire::settle_json::settlement::WinRow;
use jantaku_wire::settle_json::{Record, Settlement, settle, to_json};
use std::path::PathBuf;
use std::process::ExitCode;

const RECORD_HELP: &str = "\
Write how the hand ended, then what was on the table, with commas between.
Players are named by their winds in this hand, e s w n for short, or by names
of your own:

  jantaku settle tenhou \"south ron from west: 3 han 40 fu, riichi south, honba 1\"

The last line printed is how the record of the next hand begins.

  a win         south ron from west: HAND        (as `jantaku score` takes it)
                south ron from west: 3 han 40 fu
                east tsumo: mangan               2 yakuman, 24 points
                west robbing-a-kan from east: …  north four-kans: [9999p ankan]…
                Several winners are several parts.
  beside a      ippatsu no-ippatsu ura 2 pocchi no-pocchi
  value         pao west  pao west 2  fed-kan west  responsible west
  no win        draw tenpai south west           nagashi west
                abort nine-terminals             chombo south
  the table     east-2  honba 1  sticks 2  riichi south west  dead north
                sticks are those of earlier hands
                players Anna Ben Carla Dora      east first
  before the    points 25000 25000 25000 25000   east first
  hand          chips 3 -1 -2
  also          flowers south 2  flowers none  last-hand  yame  no-yame
                penalties west 1                 chombo that count at the end";

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
        (Ok(record), Ok(settlement)) => {
            for text in &settlement.warnings {
                screen::warn(text);
            }
            screen::show(&page(&rules, &record, &settlement, screen::width()))?;
        }
        (Err(error), _) | (_, Err(error)) => return Err(Failure::Asked(format!("the record: {error}"))),
    }
    Ok(ExitCode::SUCCESS)
}

fn page(rules: &Rules, record: &Record, settlement: &Settlement, width: usize) -> Page {
    let mut page = Page::new(width);
    let title = Line::new(words::both_names(&rules.names), ink::STRONG);
    page.line(title.add(format!("  {}", words::edition(rules)), ink::FAINT));
    let name = |wind: Wind| record.name(wind.name()).to_owned();
    page.line(ending(rules, record, settlement));
    for passed in &settlement.passed_over {
        let line = Line::from(format!(
            "{} claimed the tile too and does not win  ",
            record.name(passed.is)
        ));
        page.line(line.add(&passed.because, ink::CLAUSE));
    }
    for win in &settlement.wins {
        if let (Some(sheet), Some(lines)) = (&win.sheet, &win.score) {
            if settlement.wins.len() > 1 {
                page.heading(&words::capitalised(record.name(win.seat)));
            }
            write_hand(&mut page, rules, lines, &sheet.reading);
            write_not_given(&mut page, &not_given(rules, lines));
        }
    }
    if !settlement.transfers.is_empty() {
        page.heading("Payments");
        page.table(2, &payments::transfers(rules, &settlement.sheet, &name));
    }
    for penalty in &settlement.after_uma {
        let amount = words::signed(penalty.points);
        let line = format!("{} {amount} at the end of the game  ", record.name(penalty.seat));
        page.line(Line::from(line).add(&penalty.because, ink::CLAUSE));
    }
    page.blank();
    page.table(2, &totals(rules, settlement, &name));
    write_next(&mut page, rules, record, settlement);
    page
}

/// `east-2, 1 honba: south wins by ron from west: mangan`
fn ending(rules: &Rules, record: &Record, settlement: &Settlement) -> Line {
    let counted = [
        (record.honba > 0).then(|| format!("{} honba", record.honba)),
        (record.sticks > 0).then(|| words::plural(record.sticks.into(), "stick", "sticks")),
    ];
    let round = format!("{}-{}", record.round, record.dealer.0 + 1);
    let hand: Vec<String> = std::iter::once(round).chain(counted.into_iter().flatten()).collect();
    let win = |win: &WinRow| {
        let from = win.from.map(|from| format!(" from {}", record.name(from)));
        let how = match By::WORDS.iter().find(|(word, _)| *word == win.by) {
            Some((_, by)) => won_by(rules, *by).romaji,
            None => "four kans without the pair".to_owned(),
        };
        let (seat, worth) = (record.name(win.seat), &win.worth);
        format!("{seat} wins by {how}{}: {worth}", from.unwrap_or_default())
    };
    let mut said = Line::from(format!("{}: ", hand.join(", ")));
    said = said.text(settlement.wins.iter().map(win).collect::<Vec<_>>().join("; "));
    let how = |line: &&SheetLine| !matches!(line.what, Item::Ended(Ended::Tenpai | Ended::Noten));
    let ended: Vec<&SheetLine> = settlement.sheet.part(Part::Ending).filter(how).collect();
    let Some(first) = ended.first() else { return said };
    let who = ended.iter().filter_map(|line| match line.to {
        Some(Party::Player(wind)) => Some(record.name(wind.name())),
        _ => None,
    });
    let who: Vec<&str> = who.collect();
    said = said.text(&first.names.romaji);
    if !who.is_empty() {
        said = said.text(format!(" ({})", who.join(", ")));
    }
    said.text("  ").join(clause(rules, first))
}

/// What everybody gains, and has after the hand.
fn totals(rules: &Rules, settlement: &Settlement, name: &dyn Fn(Wind) -> String) -> Table {
    let columns: Vec<Column> = std::iter::once(Column::Left)
        .chain(vec![Column::Right; rules.seats()])
        .collect();
    let mut table = Table::new(&columns);
    let winds = || Wind::ALL.into_iter().take(rules.seats());
    let mut row = |name: &str, cell: &dyn Fn(Wind) -> Line| {
        table.row(std::iter::once(Line::new(name, ink::FAINT)).chain(winds().map(cell)));
    };
    row("", &|wind| Line::new(name(wind), ink::FAINT));
    let chips = rules.settings.plays_chips();
    let all = [
        ("points", &settlement.deltas.0, &settlement.totals.points.0),
        ("chips", &settlement.chips.0, &settlement.totals.chips.0),
    ];
    for (name, gains, totals) in all.into_iter().take(1 + usize::from(chips)) {
        row(name, &|wind| words::gain(gains[wind]));
        row("  now", &|wind| Line::from(words::number(totals[wind])));
    }
    table
}

/// Who deals the next hand and how its record begins, or the result of the game.
fn write_next(page: &mut Page, rules: &Rules, record: &Record, settlement: &Settlement) {
    let game = &settlement.game;
    let because = game.because.as_deref().unwrap_or_default();
    let ruled = |text: &str, because: &str| Line::from(format!("  {text}  ")).add(because, ink::CLAUSE);
    let bust: Vec<&str> = settlement.bust.iter().map(|wind| record.name(wind)).collect();
    if let Some(result) = &settlement.result {
        page.heading("Game over");
        let drawn = if game.drawn { ", a draw" } else { "" };
        let why = match bust.is_empty() {
            true => format!("this was the last hand{drawn}"),
            false => format!("{} bust", bust.join(" and ")),
        };
        page.line(ruled(&why, because));
        page.blank();
        let name = |chair: Seat| record.name(record.wind_of(chair, rules.seats()).name()).to_owned();
        result_sheet::write(page, 2, rules, &result.by_chair, game.drawn, &name);
        return;
    }
    page.heading("Next hand");
    let stays = &settlement.dealer_stays;
    let dealer = record.name(settlement.next_dealer);
    let deals = if stays.is { "keeps the deal" } else { "deals" };
    page.line(ruled(&format!("{dealer} {deals}"), &stays.because));
    if let Some(overtime) = &settlement.overtime {
        let goal = words::number(rules.settings.game.goal);
        let text = format!("nobody has {goal}, so a {} round follows", overtime.is);
        page.line(ruled(&text, &overtime.because));
    }
    if game.dealer_may_end {
        page.line(ruled("the dealer may end the game: add yame or no-yame", because));
    }
    page.line(format!("  {}", settlement.next));
}
