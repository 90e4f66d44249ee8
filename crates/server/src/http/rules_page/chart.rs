//! The charts that clauses speak of: prices by han, chips by points, limits.

use super::deal;
use crate::http::language::Language;
use jantaku_rules::rulebook::choices::Deal;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;
use maud::{Markup, html};

/// A bound as low as this stands for none.
const NO_BOUND: i64 = -1_000_000_000;

/// The charts and pictures that a clause sets.
pub(super) fn all_of(rules: &Rules, clause: ClauseRef, language: Language) -> Markup {
    html! {
        @for key in Key::ALL.iter().filter(|key| rules.because(**key) == clause) {
            @if *key == Key::WallDeal && rules.settings.wall.deal == Deal::DealerTwoOnTop { (deal::picture(language)) }
            @if let Value::List(rows) = rules.settings.value(*key) { (chart(*key, &rows)) }
        }
    }
}

/// A list of rows becomes a table; everything else is told well enough by what the clause says.
fn chart(key: Key, rows: &[Value]) -> Markup {
    let mut columns: Vec<&str> = Vec::new();
    for row in rows {
        let Value::Table(cells) = row else {
            return Markup::default();
        };
        for (name, _) in cells {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
    }
    if rows.is_empty() {
        return Markup::default();
    }
    let caption = key.info().doc.trim();
    let counts = |column: &str| rows.iter().any(|row| matches!(row.get(column), Some(Value::Int(_))));
    html! {
        div.scroll tabindex="0" role="group" aria-label=(caption) {
            table.chart {
                caption { (caption) }
                thead { tr { @for column in &columns { th.amount[counts(column)] scope="col" { (column.replace('-', " ")) } } } }
                tbody { @for row in rows { tr { @for column in &columns { (cell(row.get(column))) } } } }
            }
        }
    }
}

fn cell(value: Option<&Value>) -> Markup {
    html! {
        @match value {
            Some(Value::Int(number)) => td.amount { @if *number <= NO_BOUND { "less" } @else { (grouped(*number)) } },
            Some(Value::Text(text)) => td { (text) },
            _ => td {},
        }
    }
}

/// A number as it is written in English.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "−" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let all = [
            (0, "0"),
            (-8, "−8"),
            (999, "999"),
            (1_000, "1,000"),
            (-12_000, "−12,000"),
            (1_234_567, "1,234,567"),
        ];
        for (number, text) in all {
            assert_eq!(grouped(number), text);
        }
    }
}
