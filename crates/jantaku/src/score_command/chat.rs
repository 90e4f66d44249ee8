//! A score sheet in a few plain lines to paste into a chat.

use super::scored::{Scored, Sheet};
use super::sheet::{dora, summary};
use crate::words;
use jantaku_rules::explain::Explanation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score};
use jantaku_rules::seat::Wind;
use jantaku_rules::transfer::Stake;
use jantaku_wire::score_json::response::show_reading;

pub(super) fn text(scored: &Scored) -> String {
    let name = format!("{} ({})", scored.rules.names.en, scored.rules.spec);
    match &scored.sheet {
        Err(error) => format!("{name}: impossible hand: {error}\n"),
        Ok(Sheet {
            explanation: Explanation {
                outcome: Err(refused), ..
            },
            ..
        }) => {
            let why = match refused {
                NotAWin::Incomplete => "not a complete hand",
                NotAWin::NoYaku => "no yaku",
                NotAWin::BelowMinimum => "below the minimum",
            };
            format!("{name}: no win, {why}\n")
        }
        Ok(
            sheet @ Sheet {
                explanation: Explanation { outcome: Ok(score), .. },
                ..
            },
        ) => {
            let lines = [
                format!("{name}: {}", summary(scored, sheet, score)),
                show_reading(&sheet.claim.win, &score.reading),
                counted(&scored.rules, sheet, score),
                gains(&scored.rules, sheet),
            ];
            lines.map(|line| line + "\n").concat()
        }
    }
}

/// Every yaku and dora with its worth and clause.
fn counted(rules: &Rules, sheet: &Sheet, score: &Score) -> String {
    let mut parts: Vec<String> = Vec::new();
    for line in score.lines(rules) {
        let yaku = &rules.yaku[usize::from(line.yaku)];
        parts.push(format!(
            "{} {} ({})",
            yaku.names.en,
            line.worth,
            rules.clause_id(yaku.clause)
        ));
    }
    if !score.value.is_yakuman() {
        for (name, han, key) in dora(rules, sheet, score) {
            parts.push(format!("{name} {han} ({})", rules.clause_id(rules.because(key))));
        }
    }
    parts.join(", ")
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
