//! The result of a game, as a page and as JSON.

use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::transfer::{Party, Stake};
use serde_json::{Map, Value as Json, json};

/// The table of places, then the lines behind each result.
pub(crate) fn page(rules: &Rules, result: &FinalResult, drawn: bool, width: usize) -> Page {
    let mut page = Page::new(width);
    let title = Line::new(words::both_names(&rules.names), ink::STRONG);
    page.line(title.add(format!("  {}", words::edition(rules)), ink::FAINT));
    page.blank();
    page.table(0, &places(rules, result));
    page.blank();
    if drawn {
        let because = Line::from("The game is a draw: nobody gets anything.  ");
        page.line(because.add(drawn_by(rules), ink::CLAUSE));
    }
    page.table(0, &reasons(rules, result));
    page
}

/// The clause that makes a game a draw if nobody reaches the goal.
fn drawn_by(rules: &Rules) -> &str {
    rules.clause_id(rules.because(Key::GameOvertime))
}

fn places(rules: &Rules, result: &FinalResult) -> Table {
    let chips = result.unit == Stake::Points && result.chips.iter().any(|chips| chips.0 != 0);
    let mut table = Table::new(&[Column::Right, Column::Left, Column::Right, Column::Right, Column::Right]);
    let unit = match result.unit {
        Stake::Points => "result",
        Stake::Chips => "chips",
    };
    table.row(["", "", "points", unit, if chips { "chips" } else { "" }].map(|head| Line::new(head, ink::FAINT)));
    for seat in in_order(rules, result) {
        table.row([
            Line::new(format!("{}.", result.places[seat]), ink::STRONG),
            Line::from(wind(seat).name()),
            Line::from(words::number(result.points[seat].0)),
            words::gain(result.score[seat]),
            if chips {
                words::gain(result.chips[seat].0)
            } else {
                Line::default()
            },
        ]);
    }
    table
}

fn reasons(rules: &Rules, result: &FinalResult) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Left, Column::Left]);
    for transfer in &result.leftover {
        if let Party::Player(wind) = transfer.to {
            table.row([
                Line::from(wind.name()),
                words::gain(transfer.amount.number()),
                Line::from(format!("points: {}", transfer.what.name())),
                Line::new(rules.clause_id(transfer.because), ink::CLAUSE),
            ]);
        }
    }
    for seat in in_order(rules, result) {
        for line in result.lines.iter().filter(|line| line.seat == seat) {
            table.row([
                Line::from(wind(seat).name()),
                words::gain(line.amount),
                Line::from(line.what.name()),
                Line::new(rules.clause_id(line.because), ink::CLAUSE),
            ]);
        }
    }
    table
}

fn in_order(rules: &Rules, result: &FinalResult) -> Vec<Seat> {
    let mut seats: Vec<Seat> = (0..rules.seats() as u8).map(Seat).collect();
    seats.sort_by_key(|seat| result.places[*seat]);
    seats
}

fn wind(seat: Seat) -> Wind {
    Wind::at(usize::from(seat.0))
}

pub(crate) fn as_json(rules: &Rules, result: &FinalResult, drawn: bool) -> Json {
    let by_seat = |of: &dyn Fn(Seat) -> Json| -> Map<String, Json> {
        let seats = (0..rules.seats() as u8).map(Seat);
        seats.map(|seat| (wind(seat).name().to_owned(), of(seat))).collect()
    };
    let leftover = result.leftover.iter().filter_map(|transfer| match transfer.to {
        Party::Player(wind) => {
            Some(json!({ "to": wind.name(), "points": transfer.amount.number(), "because": rules.clause_id(transfer.because) }))
        }
        Party::Sticks => None,
    });
    let lines = result.lines.iter().map(|line| {
        json!({
            "seat": wind(line.seat).name(), "amount": line.amount, "what": line.what.name(),
            "because": rules.clause_id(line.because),
        })
    });
    // In a draw everybody gets 0, which has its clause, too.
    let seats = (0..rules.seats()).filter(|_| drawn).map(Wind::at);
    let nothing =
        seats.map(|wind| json!({ "seat": wind.name(), "amount": 0, "what": "drawn game", "because": drawn_by(rules) }));
    json!({
        "rules": rules.spec,
        "drawn": drawn,
        "unit": result.unit.word(),
        "places": by_seat(&|seat| result.places[seat].into()),
        "points": by_seat(&|seat| result.points[seat].0.into()),
        "result": by_seat(&|seat| result.score[seat].into()),
        "chips": by_seat(&|seat| result.chips[seat].0.into()),
        "leftover_sticks": leftover.collect::<Vec<_>>(),
        "lines": lines.chain(nothing).collect::<Vec<_>>(),
    })
}
