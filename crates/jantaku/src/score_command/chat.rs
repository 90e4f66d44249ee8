//! A score sheet in a few plain lines to paste into a chat.

use super::scored::{Scored, Sheet};
use super::sheet::{name, summary};
use crate::words;
use jantaku_rules::explain::Explanation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::NotAWin;
use jantaku_rules::seat::Wind;
use jantaku_rules::sheet::{Item, Part, reading_text};
use jantaku_rules::transfer::Stake;

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
                reading_text(&scored.rules, &sheet.claim.win, &score.reading),
                counted(&scored.rules, sheet),
                gains(&scored.rules, sheet),
            ];
            lines.map(|line| line + "\n").concat()
        }
    }
}

/// Every yaku and dora with its worth and clause.
fn counted(rules: &Rules, sheet: &Sheet) -> String {
    let lines = [Part::Yaku, Part::Dora]
        .into_iter()
        .flat_map(|part| sheet.lines.part(part));
    let shown = lines.map(|line| {
        let name = match line.what {
            Item::Yaku(_) => line.names.en.clone(),
            _ => name(line),
        };
        let number = line.han().or(line.yakuman()).or(line.points());
        let number = number.map(|number| format!(" {number}")).unwrap_or_default();
        format!("{name}{number} ({})", rules.clause_id(line.clause))
    });
    shown.collect::<Vec<_>>().join(", ")
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
