//! The clauses of the rulebooks are those of the rule pages, where these are at hand.

use std::collections::BTreeMap;

use crate::Shelf;
use crate::page::clauses_named;
use crate::shared;

#[test]
fn clauses_are_those_of_the_rule_pages() {
    let Some(folder) = shared::find("rules") else { return };
    let shelf = Shelf::new();
    let mut ours: BTreeMap<String, usize> = BTreeMap::new();
    for clause in shelf.library.sources().flat_map(|source| &source.clauses) {
        *ours.entry(clause.id.text.clone()).or_default() += 1;
    }
    let twice: Vec<&String> = ours.iter().filter(|(_, count)| **count > 1).map(|(id, _)| id).collect();
    assert!(twice.is_empty(), "in two rulebooks: {twice:?}");
    let mut theirs: BTreeMap<String, usize> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a page");
        for id in bold_ids(&text) {
            *theirs.entry(id).or_default() += 1;
        }
    }
    println!(
        "{} clauses on the rule pages, {} in the rulebooks",
        theirs.len(),
        ours.len()
    );
    let twice: Vec<&String> = theirs
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(id, _)| id)
        .collect();
    assert!(twice.is_empty(), "twice on the pages: {twice:?}");
    let missing: Vec<&String> = theirs.keys().filter(|id| !ours.contains_key(*id)).collect();
    assert!(missing.is_empty(), "on the pages only: {missing:?}");
    // Rulebooks without a page, such as Tenhou's, number their own clauses.
    let has_page = |id: &str| theirs.keys().any(|other| book(other) == book(id));
    let invented: Vec<&String> = ours
        .keys()
        .filter(|id| has_page(id) && !theirs.contains_key(*id))
        .collect();
    assert!(invented.is_empty(), "in the rulebooks only: {invented:?}");
}

/// `ZAN` of `ZAN-20`.
fn book(id: &str) -> &str {
    id.split_once('-').map_or(id, |(book, _)| book)
}

/// The ids that a page defines: they stand in bold.
fn bold_ids(text: &str) -> Vec<String> {
    let bold = text.split("**").skip(1).step_by(2);
    bold.filter(|word| clauses_named(word) == [*word])
        .map(str::to_owned)
        .collect()
}
