//! Every clause with data is expected as the citation of a sheet, a payment, a refusal or a result, or listed as never cited.

use std::collections::{BTreeMap, BTreeSet};

use jantaku_rules::rulebook::source::{Source, SourceClause};
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::score;
use serde_json::Value;

use crate::lost_data::stories;
use crate::page::{Kind, Page, clauses_named};
use crate::scenario_check::object;
use crate::{Shelf, folder};

/// The clauses that rows and stories expect to be cited.
pub(crate) fn expected(pages: &[Page]) -> BTreeSet<String> {
    let rows = pages.iter().flat_map(|page| &page.rows).filter(|row| row.cites());
    let mut found: BTreeSet<String> = rows.map(|row| row.clause.clone()).collect();
    found.extend(stories().iter().flat_map(|path| cited(&object(path))));
    found
}

/// The clauses that a story expects on a sheet, a payment, a refusal or the result.
pub(crate) fn cited(story: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    named_in(&story["expect"], &mut |clause, _| {
        found.insert(clause.to_owned());
    });
    found
}

/// Every clause that a report names, or that an expectation asks for, with the object that names it.
fn named_in(value: &Value, found: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(clause) if ["clause", "because", "ended_by"].contains(&key.as_str()) => {
                        found(clause, value);
                    }
                    _ => named_in(field, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| named_in(value, found)),
        _ => {}
    }
}

/// The clauses that nothing can cite, each with its reason.
fn uncited() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder("tests/facts/uncited.txt")).expect("the list");
    let mut found = BTreeMap::new();
    for (reason, ids) in text.lines().filter_map(|line| line.split_once(':')) {
        for id in clauses_named(ids) {
            let before = found.insert(id.clone(), reason.to_owned());
            assert_eq!(before, None, "{id} has two reasons");
        }
    }
    found
}

/// The clauses of a file that change something, themselves or by an option.
fn with_data(source: &Source) -> impl Iterator<Item = &SourceClause> {
    let in_option = |id: &str| {
        source.options.iter().any(|option| {
            let choices = option.choices.iter().filter(|choice| !choice.changes.is_empty());
            choices
                .map(|choice| choice.clause.as_ref().unwrap_or(&option.clause))
                .any(|clause| clause.text == id)
        })
    };
    let clauses = source.clauses.iter();
    clauses.filter(move |clause| !clause.changes.is_empty() || in_option(&clause.id.text))
}

#[test]
fn every_clause_with_data_is_cited_or_listed() {
    let shelf = Shelf::new();
    let expected = expected(&Page::all());
    let mut uncited = uncited();
    let (mut open, mut both, mut number) = (Vec::new(), Vec::new(), 0);
    for clause in shelf.library.sources().flat_map(with_data) {
        let id = clause.id.text.as_str();
        number += 1;
        match (expected.contains(id), uncited.remove(id).is_some()) {
            (false, false) => open.push(id),
            (true, true) => both.push(id),
            _ => {}
        }
    }
    println!("{number} clauses with data");
    assert!(open.is_empty(), "nothing expects a citation of {}", open.join(" "));
    assert!(both.is_empty(), "listed, but cited: {}", both.join(" "));
    assert!(uncited.is_empty(), "listed, but without data: {uncited:?}");
}

/// A listed clause that some row or story does cite needs an expectation instead.
#[test]
fn listed_clauses_are_cited_nowhere() {
    let uncited = uncited();
    let mut shelf = Shelf::new();
    let mut wrong = Vec::new();
    let mut look = |place: String, report: &Value| {
        named_in(report, &mut |clause, by| {
            if let Some(reason) = uncited.get(clause) {
                wrong.push(format!("{place}: {clause} ({reason}) by {by}"));
            }
        });
    };
    for row in Page::all().iter().flat_map(|page| &page.rows) {
        let Kind::Hand { hand, .. } = &row.kind else { continue };
        let rules = shelf.rules(&row.rules).expect("a rulebook");
        let Ok(request) = Request::of_line(&rules.spec, hand) else {
            continue;
        };
        let sheet = serde_json::to_value(score(&rules, &request)).expect("a sheet in JSON");
        look(row.to_string(), &sheet);
    }
    for path in stories() {
        let mut story = object(&path);
        let fields = story.as_object_mut().expect("an object");
        fields.retain(|key, _| !["clauses", "story", "expect"].contains(&key.as_str()));
        let report = jantaku_scenario::run(&shelf.library, &story.to_string()).expect("a scenario that runs");
        look(path.display().to_string(), &report.to_json());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
