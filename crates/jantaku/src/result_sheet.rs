//! The result of a game, as a page and as JSON.

use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::choices::ResultKind;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::{Key, Settings};
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::transfer::{Party, Stake, What};
use serde_json::{Map, Value as Json, json};

/// The table of places, then the lines behind each result.
pub(crate) fn page(rules: &Rules, result: &FinalResult, drawn: bool, width: usize) -> Page {
    let mut page = Page::new(width);
    let title = Line::new(words::both_names(&rules.names), ink::STRONG);
    page.line(title.add(format!("  {}", words::edition(rules)), ink::FAINT));
    page.blank();
    write(&mut page, 0, rules, result, drawn, &|seat| wind(seat).to_string());
    page
}

/// The same without a title, with the players called by these names.
pub(crate) fn write(
    page: &mut Page,
    indent: usize,
    rules: &Rules,
    result: &FinalResult,
    drawn: bool,
    name: &dyn Fn(Seat) -> String,
) {
    page.table(indent, &places(rules, result, name));
    page.blank();
    if drawn {
        let because = Line::from("The game is a draw: nobody gets anything.  ").indented(indent);
        page.line(because.add(drawn_by(rules), ink::CLAUSE));
    }
    if !drawn || !result.leftover.is_empty() {
        page.table(indent, &reasons(rules, result, name));
    }
}

/// The clause that makes a game a draw if nobody reaches the goal.
fn drawn_by(rules: &Rules) -> &str {
    rules.clause_id(rules.because(Key::GameOvertime))
}

fn places(rules: &Rules, result: &FinalResult, name: &dyn Fn(Seat) -> String) -> Table {
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
            Line::from(name(seat)),
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

fn reasons(rules: &Rules, result: &FinalResult, name: &dyn Fn(Seat) -> String) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Left, Column::Left]);
    for transfer in &result.leftover {
        if let Party::Player(wind) = transfer.to {
            table.row([
                Line::from(name(Seat(wind.index() as u8))),
                words::gain(transfer.amount.number()),
                Line::from(format!("points: {}", transfer.what.name())),
                Line::new(rules.clause_id(transfer.because), ink::CLAUSE),
            ]);
        }
    }
    for seat in in_order(rules, result) {
        for (amount, what, clause) in lines_of(rules, result, seat) {
            table.row([
                Line::from(name(seat)),
                words::gain(amount),
                Line::from(what),
                Line::new(clause, ink::CLAUSE),
            ]);
        }
    }
    table
}

const CHIPS_WON: &str = "chips won during the game";

/// Amount, reason and clause of everything that a player gets, at least one line for each. Chips beside a result in points come last.
fn lines_of(rules: &Rules, result: &FinalResult, seat: Seat) -> Vec<(i32, &'static str, String)> {
    let clause = |key: Key| rules.clause_id(rules.because(key)).to_owned();
    let own = result.lines.iter().filter(|line| line.seat == seat);
    let mut lines: Vec<_> = own
        .map(|line| match (result.unit, line.what) {
            (Stake::Chips, What::Game) => (line.amount, CHIPS_WON, chip_clauses(rules)),
            _ => (line.amount, line.what.name(), rules.clause_id(line.because).to_owned()),
        })
        .collect();
    if lines.is_empty() {
        lines.push(match (result.unit, result.places[seat]) {
            (Stake::Points, _) if rules.settings.result.kind == ResultKind::Points => {
                (0, What::Game.name(), clause(Key::ResultIs))
            }
            (Stake::Points, _) => (0, What::Game.name(), clause(Key::ResultReturn)),
            (Stake::Chips, 1) => (0, What::Place.name(), clause(Key::ResultRestToFirst)),
            (Stake::Chips, 2) => (0, What::Place.name(), clause(Key::ResultSecond)),
            (Stake::Chips, _) => (0, What::Place.name(), clause(Key::ResultThird)),
        });
    }
    if result.unit == Stake::Points && result.chips[seat].0 != 0 {
        lines.push((result.chips[seat].0, CHIPS_WON, chip_clauses(rules)));
    }
    lines
}

/// The clauses that pay chips during a game.
fn chip_clauses(rules: &Rules) -> String {
    let Settings { chips, aside, .. } = &rules.settings;
    let paid = [
        (Key::ChipsIppatsu, chips.ippatsu),
        (Key::ChipsUra, chips.ura),
        (Key::ChipsPocchi, chips.pocchi),
        (Key::ChipsBust, chips.bust),
        (Key::ChipsYakumanRon, chips.yakuman_ron),
        (Key::ChipsYakumanTsumo, chips.yakuman_tsumo),
        (Key::ChipsFlowersRon, chips.flowers_ron),
        (Key::ChipsFlowersTsumo, chips.flowers_tsumo),
        (Key::AsideChips, aside.chips),
    ];
    let paid = paid.into_iter().filter(|(_, chips)| *chips > 0);
    let mut ids: Vec<&str> = paid.map(|(key, _)| rules.clause_id(rules.because(key))).collect();
    ids.dedup();
    ids.join(", ")
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
    let seats = in_order(rules, result).into_iter().filter(|_| !drawn);
    let lines = seats.flat_map(|seat| {
        let lines = lines_of(rules, result, seat).into_iter();
        lines.map(move |(amount, what, because)| {
            json!({ "seat": wind(seat).name(), "amount": amount, "what": what, "because": because })
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
