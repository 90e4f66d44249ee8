//! Plays every story in `tests/scenarios` and compares the outcome with the rule pages.
//!
//! A file is a scenario with three more keys that only this test reads: `clauses`, the clauses it tells of; `story`, what
//! happens in a sentence; and `expect`, what must come of it. `flow.txt` beside the folders lists the clauses that need a
//! story, rulebook by rulebook.

use jantaku_rules::rulebook::library::Library;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

mod scenario_check;
mod scripts;

use scenario_check::{clauses, object, story};

#[test]
fn every_story_comes_out_as_the_rule_pages_say() {
    let library = Library::builtin();
    let mut failures = Vec::new();
    let mut told = 0;
    for path in stories() {
        let name = path.strip_prefix(folder()).unwrap().display().to_string();
        let wrong = story(&library, &path);
        failures.extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
        told += 1;
    }
    println!("{told} stories");
    assert!(
        failures.is_empty(),
        "{} expectations failed\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_clause_of_the_flow_has_a_story() {
    let library = Library::builtin();
    let covered: BTreeSet<String> = stories().iter().flat_map(|path| clauses(&object(path))).collect();
    let mut missing = Vec::new();
    for line in fs::read_to_string(folder().join("flow.txt")).unwrap().lines() {
        let Some((rulebook, ids)) = line.split_once(':') else {
            continue;
        };
        let ids: Vec<&str> = ids.split_whitespace().collect();
        let known = library
            .rules(rulebook)
            .unwrap_or_else(|errors| panic!("{rulebook}: {errors:?}"));
        let unknown = ids
            .iter()
            .find(|id| !known.clauses.iter().any(|clause| clause.id == **id));
        assert_eq!(unknown, None, "{rulebook} has no such clause");
        let without: Vec<&str> = ids.iter().copied().filter(|id| !covered.contains(*id)).collect();
        println!(
            "{rulebook}: {} of {} flow clauses have a story",
            ids.len() - without.len(),
            ids.len()
        );
        missing.extend(without.into_iter().map(str::to_owned));
    }
    assert!(missing.is_empty(), "no story for {missing:?}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios")
}

fn stories() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for rulebook in fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("a readable entry").path())
    {
        if rulebook.is_dir() {
            let files = fs::read_dir(rulebook)
                .expect("a folder")
                .map(|entry| entry.expect("a readable entry").path());
            found.extend(files.filter(|path| path.extension().is_some_and(|end| end == "json")));
        }
    }
    found.sort();
    found
}

/// Lines of another story end up anywhere in a script: each is played or refused, and nothing else happens.
#[test]
fn refuses_lines_that_do_not_fit() {
    let library = Library::builtin();
    let stories: Vec<Value> = stories().iter().map(|path| object(path)).collect();
    let mut refused = 0;
    for (number, story) in stories.iter().enumerate() {
        for step in [1, 7, 31] {
            let other = &stories[(number + step) % stories.len()];
            let mut mixed = story.clone();
            let Some(fields) = mixed.as_object_mut() else { continue };
            fields.retain(|key, _| !["clauses", "story", "expect"].contains(&key.as_str()));
            let Some(script) = fields.get_mut("script").and_then(Value::as_array_mut) else {
                continue;
            };
            for (place, line) in other["script"].as_array().into_iter().flatten().enumerate() {
                script.insert((place * step + step) % (script.len() + 1), line.clone());
            }
            // A line may name a seat that this table does not have; that is an error of the file.
            if let Ok(report) = jantaku_scenario::run(&library, &mixed.to_string()) {
                refused += usize::from(report.refused.is_some());
                assert!(report.to_json().is_object() && !report.transcript().is_empty());
            }
        }
    }
    println!("{refused} mixed scripts had a line refused");
}
