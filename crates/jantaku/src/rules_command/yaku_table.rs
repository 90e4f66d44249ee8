//! All yaku of a rulebook as a table.

use crate::page::{Column, Line, Table};
use crate::{ink, words};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::{Beside, Worth, Yaku};
use serde_json::{Value as Json, json};

/// Id, worth, names and clause; below them its condition and how it combines with others.
pub(super) fn of(rules: &Rules) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Left, Column::Wrap, Column::Left]);
    for yaku in &rules.yaku {
        let id = Line::new(yaku.id.as_str(), ink::STRONG);
        let clause = Line::new(rules.clause_id(yaku.clause), ink::CLAUSE);
        table.row([
            id,
            words::worth(yaku).into(),
            words::both_names(&yaku.names).into(),
            clause,
        ]);
        let mut about = Line::from("    ").add(yaku.when.as_str(), ink::CODE);
        for field in fields(yaku) {
            about = about.add(format!("; {field}"), ink::FAINT);
        }
        table.note(about);
    }
    table
}

/// How the yaku counts and combines.
fn fields(yaku: &Yaku) -> Vec<String> {
    let mut fields = Vec::new();
    if !yaku.each.is_empty() {
        fields.push(format!("for each of {}", yaku.each));
    }
    if !yaku.over.is_empty() {
        fields.push(format!("over {}", yaku.over.join(", ")));
    }
    match yaku.beside {
        Beside::Adds => {}
        Beside::Alone => fields.push("counts only alone".to_owned()),
        Beside::NoOtherYakuman => fields.push("only without another yakuman".to_owned()),
    }
    if yaku.bonus {
        fields.push("bonus, not a yaku by itself".to_owned());
    }
    if yaku.waives_fu {
        fields.push("waives the fu of tsumo and of tiles set aside".to_owned());
    }
    fields
}

pub(super) fn as_json(rules: &Rules) -> Vec<Json> {
    let yaku = rules.yaku.iter().map(|yaku| {
        let (han, open, yakuman, points) = match yaku.worth {
            Worth::Han { closed, open } => (Some(closed), Some(open), None, None),
            Worth::Yakuman(n) => (None, None, Some(n), None),
            Worth::Points(n) => (None, None, None, Some(n)),
        };
        json!({
            "id": yaku.id, "name": words::names_json(&yaku.names), "when": yaku.when,
            "han": han, "open": open, "yakuman": yakuman, "points": points,
            "each": yaku.each, "bonus": yaku.bonus, "over": yaku.over, "waives_fu": yaku.waives_fu,
            "beside": match yaku.beside {
                Beside::Adds => "adds",
                Beside::Alone => "alone",
                Beside::NoOtherYakuman => "no-other-yakuman",
            },
            "clause": rules.clause_id(yaku.clause),
        })
    });
    yaku.collect()
}
