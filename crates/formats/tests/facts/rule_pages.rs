//! The clauses of the rulebooks are those of the rule pages, where these are at hand.

use std::collections::BTreeMap;

use crate::Shelf;
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
    let mut pages = 0;
    let mut missing = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a page");
        let ids = bold_ids(&text);
        pages += ids.len();
        missing.extend(ids.into_iter().filter(|id| !ours.contains_key(id)));
    }
    println!("{} clauses on the rule pages, {} in the rulebooks", pages, ours.len());
    assert!(missing.is_empty(), "on the pages only: {missing:?}");
}

/// The ids that a page defines: they stand in bold.
fn bold_ids(text: &str) -> Vec<String> {
    let is_id = |word: &&str| {
        let number = word
            .split_once('-')
            .filter(|(book, _)| !book.is_empty() && book.chars().all(|c| c.is_ascii_uppercase()));
        number.is_some_and(|(_, number)| number.chars().all(|c| c.is_ascii_digit()))
    };
    text.split("**")
        .skip(1)
        .step_by(2)
        .filter(is_id)
        .map(str::to_owned)
        .collect()
}
