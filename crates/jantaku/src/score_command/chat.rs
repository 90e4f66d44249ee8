//! A score sheet in plain lines to paste into a chat.

use super::scored::{Scored, Sheet};
use super::sheet::{name, refusal_clause, summary, worth};
use crate::words;
use jantaku_rules::Terms;
use jantaku_rules::explain::Explanation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score};
use jantaku_rules::seat::Wind;
use jantaku_rules::sheet::{Counts, Item, Line, Part, reading_text};
use jantaku_rules::transfer::{Party, Stake};

pub(super) fn text(scored: &Scored) -> String {
    let name = format!("{} ({})", scored.rules.names.en, scored.rules.spec);
    match &scored.sheet {
        Err(error) => format!("{name}: impossible hand: {error}\n"),
        Ok(
            sheet @ Sheet {
                explanation: Explanation {
                    outcome: Err(refused), ..
                },
                ..
            },
        ) => {
            let why = match refused {
                NotAWin::Incomplete => "not a complete hand".to_owned(),
                NotAWin::NoYaku => format!("no {}", Terms::of(&scored.rules).yaku),
                NotAWin::BelowMinimum => "below the minimum".to_owned(),
            };
            let clause = match refusal_clause(&scored.rules, sheet, *refused) {
                "" => String::new(),
                clause => format!(" ({clause})"),
            };
            let refusal = format!("{name}: no win, {why}{clause}");
            [vec![refusal], not_given(&scored.rules, sheet)].concat().join("\n") + "\n"
        }
        Ok(
            sheet @ Sheet {
                explanation: Explanation { outcome: Ok(score), .. },
                ..
            },
        ) => {
            let title = format!("{name}: {}", summary(scored, sheet, score));
            [vec![title], win(&scored.rules, sheet, score)].concat().join("\n") + "\n"
        }
    }
}

/// Every line of a win, the short ones of one part side by side.
fn win(rules: &Rules, sheet: &Sheet, score: &Score) -> Vec<String> {
    let mut lines = vec![reading_text(rules, &sheet.claim.win, &score.reading)];
    let together = |parts: &[Part]| {
        let lines = parts.iter().flat_map(|part| sheet.lines.part(*part));
        let shown: Vec<String> = lines.map(|line| counted(rules, line)).collect();
        shown.join(", ")
    };
    let cited = |line: &&Line| rules.clause(line.clause).is_some();
    lines.extend(
        sheet
            .lines
            .part(Part::Reading)
            .filter(cited)
            .map(|line| counted(rules, line)),
    );
    lines.push(together(&[Part::Yaku, Part::Dora]));
    lines.push(together(&[Part::Fu]));
    let limits = sheet.lines.part(Part::Value).filter(|line| line.what != Item::FuTotal);
    lines.extend(limits.filter(cited).map(|line| counted(rules, line)));
    lines.extend(sheet.lines.part(Part::Payment).map(|line| paid(rules, line)));
    lines.push(gains(rules, sheet));
    lines.extend(not_given(rules, sheet));
    lines.retain(|line| !line.is_empty());
    lines
}

/// `Pinfu 1 han (RB-20)`
fn counted(rules: &Rules, line: &Line) -> String {
    let name = match line.what {
        Item::Yaku(_) => line.names.en.clone(),
        _ => name(line),
    };
    let words = [name, worth(line), clause(rules, line)];
    words
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `east to south 8,000: mangan by ron (RB-26)`, or who answers for a payment and why.
fn paid(rules: &Rules, line: &Line) -> String {
    let party = |party: Party| match party {
        Party::Player(wind) => wind.to_string(),
        Party::Sticks => "table".to_owned(),
    };
    let who = match (line.from, line.to) {
        (Some(from), Some(to)) => format!("{} to {}", party(from), party(to)),
        (from, to) => from.or(to).map(party).unwrap_or_default(),
    };
    let amount = match line.counts {
        Some(Counts::Chips(chips)) => format!(" {}", words::plural(chips.unsigned_abs() as usize, "chip", "chips")),
        _ => line
            .points()
            .map(|points| format!(" {}", words::number(points)))
            .unwrap_or_default(),
    };
    format!("{who}{amount}: {} {}", line.names.romaji, clause(rules, line))
}

/// What the hand does not get, and why.
fn not_given(rules: &Rules, sheet: &Sheet) -> Vec<String> {
    let line = |line: &Line| {
        let why = line.why.as_ref().map_or("", |why| why.en.as_str());
        format!("Not given: {}: {why} {}", name(line), clause(rules, line))
    };
    sheet.lines.part(Part::NotGiven).map(line).collect()
}

fn clause(rules: &Rules, line: &Line) -> String {
    rules
        .clause(line.clause)
        .map_or(String::new(), |clause| format!("({})", clause.id))
}

/// `east -8,000, south +8,000, west 0`, and chips if any moved.
fn gains(rules: &Rules, sheet: &Sheet) -> String {
    let by_wind = |stake: Stake| {
        let gains = sheet.balance(rules, stake);
        let winds = Wind::ALL.into_iter().take(rules.seats());
        let parts: Vec<String> = winds
            .map(|wind| format!("{wind} {}", words::signed(gains[wind])))
            .collect();
        gains.iter().any(|gain| *gain != 0).then(|| parts.join(", "))
    };
    let points = by_wind(Stake::Points).unwrap_or_default();
    match by_wind(Stake::Chips) {
        Some(chips) => format!("{points}\nChips: {chips}"),
        None => points,
    }
}
