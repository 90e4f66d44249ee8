//! The fu of a hand, each line with its clause.

use crate::ink;
use crate::page::{Column, Line, Table};
use jantaku_rules::fu::{self, FuFor, FuLine};
use jantaku_rules::reading::{Form, Set, Shape, Wait};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{Score, fu_context};
use jantaku_rules::win::Win;

pub(super) fn of(rules: &Rules, win: &Win, score: &Score) -> Table {
    let mut table = Table::new(&[Column::Wrap, Column::Right, Column::Left]);
    let context = fu_context(rules, win, &score.facts, score.waived_fu);
    let mut sum = 0;
    fu::lines(&rules.settings, &context, &score.reading, |FuLine { what, fu }| {
        sum += u32::from(fu.0);
        let clause = rules.clause_id(rules.because(what.key(win.seat, win.round)));
        table.row([
            Line::from(name(what)),
            format!("{fu} fu").into(),
            Line::new(clause, ink::CLAUSE),
        ]);
    });
    if score.waived_fu && win.by.is_tsumo() && rules.settings.fu.tsumo > 0 {
        let waiving = score
            .yaku
            .iter()
            .map(|place| &rules.yaku[place])
            .find(|yaku| yaku.waives_fu);
        let (by, clause) = waiving.map_or(("", "-"), |yaku| (yaku.names.en.as_str(), rules.clause_id(yaku.clause)));
        let text = Line::new(format!("Tsumo: waived by {by}"), ink::FAINT);
        table.row([text, Line::new("0 fu", ink::FAINT), Line::new(clause, ink::CLAUSE)]);
    }
    let total = u32::from(score.value.fu().0);
    let rounded = if total == sum {
        "Total".to_owned()
    } else {
        format!("Total {sum}, rounded up")
    };
    table.row([
        Line::new(rounded, ink::STRONG),
        Line::new(format!("{total} fu"), ink::STRONG),
        Line::default(),
    ]);
    table
}

/// Whether fu count for this hand.
pub(super) fn has_any(score: &Score) -> bool {
    score.value.fu().0 > 0 && score.reading.shape != Shape::AllFlowers
}

fn name(what: FuFor) -> String {
    match what {
        FuFor::Base => "Every hand".to_owned(),
        FuFor::ClosedRon => "Closed hand by ron".to_owned(),
        FuFor::Tsumo => "Tsumo".to_owned(),
        FuFor::Set(set) => set_name(&set),
        FuFor::Pair(kind) => format!("Pair {}{kind}", kind.number()),
        FuFor::SingleWait(wait) => match wait {
            Wait::Closed => "Closed wait".to_owned(),
            Wait::Edge => "Edge wait".to_owned(),
            _ => "Pair wait".to_owned(),
        },
        FuFor::Aside => "Tiles set aside".to_owned(),
        FuFor::SevenPairs => "Seven pairs".to_owned(),
        FuFor::OpenMinimum => "Open hand with no other fu".to_owned(),
    }
}

/// `Closed triplet 999s`
fn set_name(set: &Set) -> String {
    let how = if set.open { "Open" } else { "Closed" };
    let form = if set.form == Form::Kan { "kan" } else { "triplet" };
    format!("{how} {form} {set}")
}
