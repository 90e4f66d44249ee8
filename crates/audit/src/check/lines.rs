//! Reckons the lines of a score sheet again from what they say: sums, payments and citations.
//!
//! The sheet is built from the score and the settlement. This works from the written rows, the events and the list of which clause
//! set what, so neither can hide a mistake of the other.

use super::Found;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_table::event::Party;
use jantaku_table::{Event, Table};
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::Sheet;

/// Checks a sheet against these payments to its winner.
pub fn check(table: &Table, sheet: &Sheet, paid: &[&Event]) -> Found {
    sums(sheet)?;
    payments(table, sheet, paid)?;
    sheet.lines.iter().try_for_each(|line| cites(table.rules(), line))
}

/// Yaku and dora add up to the value, fu to the fu.
fn sums(sheet: &Sheet) -> Found {
    let sum = |parts: &[&str], of: fn(&LineRow) -> Option<i32>| -> i32 {
        let lines = sheet.lines.iter().filter(|line| parts.contains(&line.part));
        lines.filter_map(of).sum()
    };
    let counted = ["yaku", "dora"];
    let (found, value) = match (sheet.yakuman, sheet.points) {
        (0, None) => (sum(&counted, |line| line.han), i32::from(sheet.han)),
        (0, Some(points)) => (sum(&counted, |line| line.points), points),
        (yakuman, _) => (sum(&counted, |line| line.yakuman), i32::from(yakuman)),
    };
    if found != value {
        return Err(format!(
            "the yaku and dora lines add up to {found}, not to the value {value}"
        ));
    }
    let fu = sum(&["fu"], |line| line.fu);
    match sheet.fu {
        Some(expected) if fu != 0 && fu != i32::from(expected) => {
            Err(format!("the fu lines add up to {fu}, not to {expected}"))
        }
        _ => Ok(()),
    }
}

/// The payment lines are the payments, each with its clause.
fn payments(table: &Table, sheet: &Sheet, paid: &[&Event]) -> Found {
    let party = |party: &Party| match party {
        Party::Seat(seat) => table.wind(*seat).name(),
        Party::Sticks => "sticks",
    };
    let mut open: Vec<(&str, &str, i32, &str)> = Vec::new();
    for event in paid {
        if let Event::Paid {
            from,
            to,
            amount,
            because,
            ..
        } = event
        {
            let clause = table.rules().clause_id(*because);
            open.push((party(from), party(to), amount.number(), clause));
        }
    }
    for line in sheet.lines.iter().filter(|line| line.part == "payment") {
        let Some(amount) = line.points.or(line.chips) else {
            continue;
        };
        let (from, to) = (line.from.unwrap_or_default(), line.to.unwrap_or_default());
        let said = (from, to, amount, line.clause.as_deref().unwrap_or("-"));
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

/// The clause of a line is in force, and set what the line is about.
fn cites(rules: &Rules, line: &LineRow) -> Found {
    let Some(clause) = &line.clause else { return Ok(()) };
    let sets = |prefixes: &[&str]| {
        let mut keys = Key::ALL
            .iter()
            .filter(|key| prefixes.iter().any(|prefix| key.name().starts_with(prefix)));
        keys.any(|key| {
            [rules.because(*key), rules.first_because(*key)]
                .map(|set| rules.clause_id(set))
                .contains(&clause.as_str())
        })
    };
    let of_yaku = |id: Option<&str>| {
        let mut yaku = rules.yaku.iter().filter(|yaku| id.is_none_or(|id| yaku.id == id));
        yaku.any(|yaku| {
            yaku.clauses
                .iter()
                .chain([&yaku.clause])
                .any(|set| rules.clause_id(*set) == clause)
        })
    };
    let holds = match (line.part, line.id.as_str()) {
        ("yaku", "no-pattern") => sets(&["value.chicken"]),
        ("yaku", "capped" | "highest-alone") => sets(&["value.cap"]),
        ("yaku", "one-yakuman") => sets(&["value.yakuman-add"]),
        ("yaku", id) => {
            of_yaku(Some(id)) || sets(&["kan.four-score-alone", "aside.rinshan", "value.four-of-a-kind-pairs"])
        }
        ("dora", "dora" | "ura") => sets(&["dora."]),
        ("dora", "dora-skipping" | "ura-skipping") => sets(&["tiles.removed"]),
        ("dora", "dora-by-flower" | "ura-by-flower") => sets(&["aside.indicator"]),
        ("dora", "red") => sets(&["tiles.red"]),
        ("dora", "red-pocchi" | "red-stand-in") => sets(&["pocchi."]),
        // Without a clause about such norths, the one about dora covers them.
        ("dora", "dora-kita" | "ura-kita") => sets(&["aside.", "dora."]),
        ("dora", _) => sets(&["aside."]),
        ("fu", id) if id.ends_with("-waived") => of_yaku(None) || sets(&["fu."]),
        ("fu", _) => sets(&["fu.", "aside.fu"]),
        ("value", _) => sets(&["value."]),
        _ => of_yaku(None) || sets(&[""]),
    };
    match holds {
        true => Ok(()),
        false => Err(format!(
            "the line {} {} cites {clause}, which did not set it",
            line.part, line.id
        )),
    }
}
