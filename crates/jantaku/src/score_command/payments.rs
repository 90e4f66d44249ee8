//! Payments and totals.

use super::scored::Sheet;
use crate::page::{Column, Line, Table};
use crate::{ink, words};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::seat::Wind;
use jantaku_rules::transfer::{Amount, Party, Stake};
use jantaku_wire::score_json::what;

/// Every payment with its clause.
pub(super) fn transfers(rules: &Rules, sheet: &Sheet, score: &Score) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Wrap, Column::Left]);
    for transfer in &sheet.transfers {
        let amount = match transfer.amount {
            Amount::Points(points) => words::number(points.0),
            Amount::Chips(chips) => words::plural(chips.0.unsigned_abs() as usize, "chip", "chips"),
        };
        table.row([
            Line::from(format!("{} to {}", party(transfer.from), party(transfer.to))),
            Line::new(amount, ink::STRONG),
            Line::from(what(rules, &sheet.claim, score, transfer)),
            Line::new(rules.clause_id(transfer.because), ink::CLAUSE),
        ]);
    }
    table
}

/// The gain of each player in points and, if any moved, chips.
pub(super) fn totals(rules: &Rules, sheet: &Sheet) -> Table {
    let columns: Vec<Column> = std::iter::once(Column::Left)
        .chain(vec![Column::Right; rules.seats()])
        .collect();
    let mut table = Table::new(&columns);
    let winds = || Wind::ALL.into_iter().take(rules.seats());
    table.row(std::iter::once(Line::default()).chain(winds().map(|wind| Line::new(wind.name(), ink::FAINT))));
    for (stake, name) in [(Stake::Points, "points"), (Stake::Chips, "chips")] {
        let gains = sheet.balance(rules, stake);
        if stake == Stake::Points || gains.iter().any(|gain| *gain != 0) {
            let cells = winds().map(|wind| words::gain(gains[wind]));
            table.row(std::iter::once(Line::new(name, ink::FAINT)).chain(cells));
        }
    }
    table
}

const fn party(party: Party) -> &'static str {
    match party {
        Party::Player(wind) => wind.name(),
        Party::Sticks => "table",
    }
}
