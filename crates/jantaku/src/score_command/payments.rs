//! Payments and totals.

use super::scored::Sheet;
use super::sheet::clause;
use crate::page::{Column, Line, Table};
use crate::{ink, words};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::sheet::{Counts, Part, ScoreSheet};
use jantaku_rules::transfer::{Party, Stake};

/// Every payment with its clause, and who answers for one in another's place.
pub(crate) fn transfers(rules: &Rules, sheet: &ScoreSheet, name: &dyn Fn(Wind) -> String) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Wrap, Column::Left]);
    let party = |party: Party| match party {
        Party::Player(wind) => name(wind),
        Party::Sticks => "table".to_owned(),
    };
    for line in sheet.part(Part::Payment) {
        let amount = match line.counts {
            Some(Counts::Chips(chips)) => words::plural(chips.unsigned_abs() as usize, "chip", "chips"),
            _ => line.points().map(words::number).unwrap_or_default(),
        };
        let who = match (line.from, line.to) {
            (Some(from), Some(to)) => format!("{} to {}", party(from), party(to)),
            (from, _) => from.map(party).unwrap_or_default(),
        };
        table.row([
            Line::from(who),
            Line::new(amount, ink::STRONG),
            Line::from(line.names.romaji.as_str()),
            clause(rules, line),
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
