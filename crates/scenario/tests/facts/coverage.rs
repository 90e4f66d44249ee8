//! Every clause that is not etiquette is shown by a row, an example or a scenario.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::page::Page;
use crate::{Shelf, folder};

#[test]
fn every_clause_is_covered() {
    let shelf = Shelf::new();
    let pages = Page::all();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for page in &pages {
        shown.extend(page.rows.iter().map(|row| row.clause.clone()));
    }
    for source in shelf.library.sources() {
        shown.extend(source.examples.iter().map(|example| example.clause.text.clone()));
    }
    in_scenarios(&folder("tests/scenarios"), &mut shown);
    let mut missing = Vec::new();
    for source in shelf.library.sources() {
        let clauses: Vec<&str> = source
            .clauses
            .iter()
            .filter(|clause| !clause.etiquette)
            .map(|clause| clause.id.text.as_str())
            .collect();
        let open: Vec<&str> = clauses.iter().copied().filter(|id| !shown.contains(*id)).collect();
        println!(
            "{}: {} of {} clauses covered",
            source.id,
            clauses.len() - open.len(),
            clauses.len()
        );
        missing.extend(open.into_iter().map(str::to_owned));
    }
    assert!(missing.is_empty(), "shown nowhere: {}", missing.join(" "));
}

/// The clauses that scenarios are there for.
fn in_scenarios(folder: &Path, shown: &mut BTreeSet<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            in_scenarios(&path, shown);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).expect("a readable scenario");
            let scenario: Value = serde_json::from_str(&text).expect("a scenario in JSON");
            let clauses = scenario["clauses"].as_array().into_iter().flatten();
            shown.extend(clauses.filter_map(Value::as_str).map(str::to_owned));
        }
    }
}
