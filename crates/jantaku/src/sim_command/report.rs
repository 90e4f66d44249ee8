//! The statistics of a simulation, as a page and as JSON.

use super::reach;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_audit::simulation::{Outcome, Simulation};
use jantaku_audit::statistics;
use jantaku_audit::tally::{SeatTally, Tally};
use jantaku_rules::rulebook::choices::ResultKind;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::settlement::draw::DrawReason;
use jantaku_rules::sheet::won_by;
use jantaku_rules::win::By;
use serde_json::{Value, json};
use std::time::Duration;

/// Games, hands and decisions per second.
pub(super) fn speed(tally: &Tally, took: Duration) -> String {
    let seconds = took.as_secs_f64().max(1e-9);
    let rate = |n: u64| whole((n as f64 / seconds) as u64);
    format!(
        "{seconds:.1} s: {} games, {} hands, {} decisions per second",
        rate(tally.games),
        rate(tally.hands),
        rate(tally.decisions)
    )
}

pub(super) fn page(simulation: &Simulation, outcome: &Outcome, width: usize) -> Page {
    let (rules, tally) = (&simulation.rules, &outcome.tally);
    let mut page = Page::new(width);
    page.line(Line::new(rules.names.en.clone(), ink::STRONG).text(format!("  {}", rules.spec)));
    page.line(format!(
        "{} games, {} hands, {} decisions from seed {}",
        whole(tally.games),
        whole(tally.hands),
        whole(tally.decisions),
        simulation.seed
    ));
    page.heading("Hands");
    page.table(2, &hands(rules, tally));
    page.heading("Seats");
    page.table(2, &seats(simulation, tally));
    page.heading("Yaku");
    page.table(2, &yaku(rules, tally));
    if simulation.check.is_some() {
        page.heading("Clauses");
        page.table(2, &reach::table(rules, &outcome.coverage));
        page.blank();
        page.line(match outcome.faults.len() {
            0 => Line::new("All checks passed.", ink::GAIN),
            n => Line::new(
                words::plural(n, "game failed its checks.", "games failed their checks."),
                ink::LOSS,
            ),
        });
    }
    page
}

/// One line for logs.
pub(super) fn brief(simulation: &Simulation, outcome: &Outcome, width: usize) -> Page {
    let (rules, tally) = (&simulation.rules, &outcome.tally);
    let mut page = Page::new(width.max(200));
    let counts = reach::counts(rules, &outcome.coverage);
    let reached = counts.iter().filter(|&&n| n > 0).count();
    page.line(Line::new(rules.spec.clone(), ink::STRONG).text(format!(
        ": {} hands in {} games, {}; {reached} of {} clauses reached, each at least {} times",
        whole(tally.hands),
        whole(tally.games),
        words::plural(outcome.faults.len(), "violation", "violations"),
        counts.len(),
        whole(counts.iter().copied().min().unwrap_or(0)),
    )));
    page
}

fn hands(rules: &Rules, tally: &Tally) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Right]);
    let mut row = |name: &str, n: u64| table.row([name.to_owned(), whole(n), words::percent(n, tally.hands)]);
    row("won", tally.won);
    row("several winners", tally.won_by_several);
    let by_tsumo = won_by(rules, By::Tsumo);
    row(
        &format!("won by {}", by_tsumo.en),
        tally.seats.iter().map(|seat| seat.tsumo).sum(),
    );
    for (reason, &n) in DrawReason::ALL.iter().zip(&tally.drawn) {
        if n > 0 {
            row(&format!("drawn: {}", reason.name().replace('-', " ")), n);
        }
    }
    let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
    table.row(["received per win".to_owned(), mean(tally.worth, wins)]);
    table
}

fn seats(simulation: &Simulation, tally: &Tally) -> Table {
    let mut columns = vec![Column::Left];
    columns.resize(tally.seats.len() + 1, Column::Right);
    let mut table = Table::new(&columns);
    let bot = |seat: usize| simulation.bots.get(seat).or(simulation.bots.last());
    let names = (0..tally.seats.len()).map(|seat| bot(seat).cloned().unwrap_or_default());
    table.row(std::iter::once(String::new()).chain(names));
    let mut row = |name: &str, cell: &dyn Fn(&SeatTally) -> String| {
        table.row(std::iter::once(name.to_owned()).chain(tally.seats.iter().map(cell)));
    };
    row("wins", &|seat| words::percent(seat.wins, tally.hands));
    let by_tsumo = won_by(&simulation.rules, By::Tsumo).romaji;
    row(&format!("by {by_tsumo}"), &|seat| words::percent(seat.tsumo, seat.wins));
    row("deal-ins", &|seat| words::percent(seat.deal_ins, tally.hands));
    let settings = &simulation.rules.settings;
    if settings.riichi.played {
        row("riichi", &|seat| words::percent(seat.riichi, tally.hands));
    }
    row("calls per hand", &|seat| mean_of(seat.calls, tally.hands));
    row("final points", &|seat| mean(seat.points, tally.games));
    if settings.plays_chips() || settings.result.kind == ResultKind::ChipChart {
        row("chips", &|seat| mean(seat.chips, tally.games));
    }
    row("result", &|seat| mean(seat.result, tally.games));
    for place in 0..tally.seats.len() {
        row(&format!("place {}", place + 1), &|seat| {
            words::percent(seat.places[place], tally.games)
        });
    }
    table
}

/// The yaku that counted, most frequent first.
fn yaku(rules: &Rules, tally: &Tally) -> Table {
    let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
    let mut counted: Vec<_> = rules.yaku.iter().zip(&tally.yaku).filter(|(_, n)| **n > 0).collect();
    counted.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Right]);
    for (yaku, &n) in counted {
        table.row([yaku.names.en.clone(), whole(n), words::percent(n, wins)]);
    }
    table
}

/// The same statistics; nothing in them depends on the machine.
pub(super) fn as_json(simulation: &Simulation, outcome: &Outcome) -> Value {
    let rules = &simulation.rules;
    let mut all = statistics::as_json(simulation, &outcome.tally);
    let faults = outcome
        .faults
        .iter()
        .map(|f| json!({ "game": f.game, "seed": f.seed, "what": f.what }));
    all["checked"] = json!(simulation.check.is_some());
    all["rigged"] = json!(simulation.rig);
    all["violations"] = faults.collect();
    all["clauses"] = json!(simulation.check.map(|_| reach::as_json(rules, &outcome.coverage)));
    all
}

pub(super) fn whole(n: u64) -> String {
    words::number(i64::try_from(n).unwrap_or(i64::MAX))
}

fn mean(sum: i64, of: u64) -> String {
    if of == 0 {
        "–".to_owned()
    } else {
        format!("{:.1}", sum as f64 / of as f64)
    }
}

fn mean_of(sum: u64, of: u64) -> String {
    if of == 0 {
        "–".to_owned()
    } else {
        format!("{:.2}", sum as f64 / of as f64)
    }
}
