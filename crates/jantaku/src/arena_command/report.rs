//! The standings of a contest, as a page and as JSON.

use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_audit::duplicate::{Duplicate, Level, Standings};
use jantaku_audit::estimate::Estimate;
use jantaku_bots::thinking_time;
use jantaku_rules::rulebook::choices::ResultKind;
use serde_json::{Value, json};

pub(super) fn page(contest: &Duplicate, standings: &Standings, width: usize) -> Page {
    let rules = &contest.rules;
    let mut page = Page::new(width);
    page.line(Line::new(rules.names.en.clone(), ink::STRONG).text(format!("  {}", rules.spec)));
    let count = |n: u64| words::number(i64::try_from(n).unwrap_or(i64::MAX));
    page.line(format!(
        "{} games ({} deals in {} seatings), {} hands, {} decisions from seed {}",
        count(standings.games),
        count(contest.deals),
        rules.seats(),
        count(standings.hands),
        count(standings.decisions),
        contest.seed
    ));
    page.blank();
    page.table(2, &table(contest, standings));
    page.blank();
    page.line(Line::new(
        "Intervals are 95 %. The advantage is over the other levels at the table; rates are of hands.",
        ink::FAINT,
    ));
    page
}

fn table(contest: &Duplicate, standings: &Standings) -> Table {
    let settings = &contest.rules.settings;
    let mut columns = vec![Column::Left];
    columns.resize(standings.levels.len() + 1, Column::Right);
    let mut table = Table::new(&columns);
    let names = standings.levels.iter().map(|level| level.name.clone());
    table.row(std::iter::once(String::new()).chain(names));
    let mut row = |name: &str, cell: &dyn Fn(&Level) -> String| {
        table.row(std::iter::once(name.to_owned()).chain(standings.levels.iter().map(cell)));
    };
    row("result", &|level| interval(level.result(), 1));
    if standings.levels.len() > 1 {
        row("advantage", &|level| interval(level.advantage(), 1));
    }
    row("place", &|level| interval(level.place(), 3));
    if settings.plays_chips() || settings.result.kind == ResultKind::ChipChart {
        row("chips", &|level| interval(level.chips(), 2));
    }
    row("wins", &|level| words::percent(level.rates.wins, level.rates.hands));
    row("by tsumo", &|level| words::percent(level.rates.tsumo, level.rates.wins));
    row("deal-ins", &|level| {
        words::percent(level.rates.deal_ins, level.rates.hands)
    });
    row("called", &|level| words::percent(level.rates.called, level.rates.hands));
    if settings.riichi.played {
        row("riichi", &|level| words::percent(level.rates.riichi, level.rates.hands));
    }
    row("ms a decision", &|level| format!("{:.4}", level.pace.milliseconds()));
    row("longest, ms", &|level| {
        format!("{:.2}", level.pace.longest.as_secs_f64() * 1_000.0)
    });
    if standings
        .levels
        .iter()
        .any(|level| thinking_time(&level.name).is_some())
    {
        row("longest, of its time", &|level| {
            of_its_time(level).map_or_else(|| "–".to_owned(), |part| format!("{:.0} %", part * 100.0))
        });
    }
    table
}

/// The longest decision, as a part of the time that the bot may take.
fn of_its_time(level: &Level) -> Option<f64> {
    let time = thinking_time(&level.name)?;
    Some(level.pace.longest.as_secs_f64() / time.as_secs_f64())
}

pub(super) fn as_json(contest: &Duplicate, standings: &Standings) -> Value {
    let levels = standings.levels.iter().map(|level| {
        let rates = &level.rates;
        json!({
            "bot": level.name,
            "result": estimate(level.result()), "advantage": estimate(level.advantage()),
            "place": estimate(level.place()), "chips": estimate(level.chips()),
            "hands": rates.hands, "wins": rates.wins, "tsumo": rates.tsumo, "deal-ins": rates.deal_ins,
            "called": rates.called, "riichi": rates.riichi,
            "pace": {
                "decisions": level.pace.decisions,
                "milliseconds": level.pace.milliseconds(),
                "longest": level.pace.longest.as_secs_f64() * 1_000.0,
                "of_its_time": of_its_time(level),
            },
        })
    });
    let faults = standings
        .faults
        .iter()
        .map(|fault| json!({ "seed": fault.seed, "what": fault.what }));
    json!({
        "rules": contest.rules.spec, "seats": contest.bots, "seed": contest.seed, "deals": contest.deals,
        "games": standings.games, "hands": standings.hands, "decisions": standings.decisions,
        "levels": levels.collect::<Vec<_>>(), "faults": faults.collect::<Vec<_>>(),
    })
}

fn estimate(found: Option<Estimate>) -> Value {
    // JSON has no infinity: a single deal has no interval.
    let bound = |n: f64| n.is_finite().then_some(n);
    found.map_or(
        Value::Null,
        |found| json!({ "mean": found.mean, "low": bound(found.low), "high": bound(found.high) }),
    )
}

/// `+12.3 (+10.1 to +14.5)`.
fn interval(found: Option<Estimate>, digits: usize) -> String {
    match found {
        None => "–".to_owned(),
        Some(found) if found.low.is_infinite() => format!("{:.digits$}", found.mean),
        Some(found) => format!(
            "{:.digits$} ({:.digits$} to {:.digits$})",
            found.mean, found.low, found.high
        ),
    }
}
