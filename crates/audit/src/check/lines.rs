//! Reckons the lines of a score sheet again from what they say: sums, payments and citations.
//!
//! A sheet is built from the score and the settlement. This works from the written rows, the events, the players' balances and the
//! list of which clause set what, so neither can hide a mistake of the other.

pub mod cite;
pub mod draw;
pub mod price;
pub mod result;
pub mod uncounted;
pub mod win;

use super::Found;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::event::Party;
use jantaku_table::{Event, Table};
use jantaku_wire::score_json::LineRow;

/// The line says this clause, or none.
fn says(rules: &Rules, line: &LineRow, clause: ClauseRef) -> Found {
    let expected = rules.clause(clause).map(|clause| clause.id.as_str());
    match line.clause.as_deref() == expected {
        true => Ok(()),
        false => Err(format!(
            "the line {} {} cites {}, not {}",
            line.part,
            line.id,
            line.clause.as_deref().unwrap_or("nothing"),
            expected.unwrap_or("nothing")
        )),
    }
}

/// How much a line counts, whatever the unit.
fn amount(line: &LineRow) -> Option<i32> {
    [line.han, line.fu, line.yakuman, line.points, line.chips]
        .into_iter()
        .flatten()
        .next()
}

/// No line appears twice. Payments may: two liable players share a hand with the same discarder.
fn no_line_twice(lines: &[LineRow]) -> Found {
    let same = |one: &LineRow, other: &LineRow| {
        (one.part, &one.id, &one.tiles, one.from, one.to) == (other.part, &other.id, &other.tiles, other.from, other.to)
            && one.chips.is_some() == other.chips.is_some()
            && (one.part != "payment" || amount(one).is_none())
    };
    for (place, line) in lines.iter().enumerate() {
        if lines[..place].iter().any(|earlier| same(earlier, line)) {
            return Err(format!("the line {} {} appears twice", line.part, line.id));
        }
    }
    Ok(())
}

/// The payment lines that move something are these payments.
fn payments<'a>(table: &Table, lines: &[LineRow], paid: impl Iterator<Item = &'a Event>) -> Found {
    let party = |party: &Party| match party {
        Party::Seat(seat) => table.wind(*seat).name(),
        Party::Sticks => "sticks",
    };
    let mut open = Vec::new();
    for event in paid {
        if let Event::Paid {
            from, to, amount, what, ..
        } = event
        {
            let (points, chips) = (amount.points(), amount.chips());
            let (points, chips) = (points.map(|points| points.0), chips.map(|chips| chips.0));
            open.push((id_of(&format!("{what:?}")), party(from), party(to), points, chips));
        }
    }
    for line in lines
        .iter()
        .filter(|line| line.part == "payment" && amount(line).is_some())
    {
        let (from, to) = (line.from.unwrap_or_default(), line.to.unwrap_or_default());
        let said = (line.id.clone(), from, to, line.points, line.chips);
        match open.iter().position(|payment| *payment == said) {
            Some(place) => open.remove(place),
            None => return Err(format!("the line {said:?} is no payment of the hand")),
        };
    }
    match open.first() {
        Some(payment) => Err(format!("the payment {payment:?} has no line")),
        None => Ok(()),
    }
}

/// The id of the line for what an event pays: `RinshanPao` is `rinshan-pao`. Dora and flowers have lines without chips too.
fn id_of(what: &str) -> String {
    let mut id = String::new();
    for (place, letter) in what.char_indices() {
        if letter.is_uppercase() && place > 0 {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    match id.as_str() {
        "ura" | "all-flowers" => id + "-chips",
        // Flowers pay at once, so that chips for them go back at the end of a hand.
        "flower" => "flower-returned".to_owned(),
        _ => id,
    }
}
