//! Hashes of the built-in rulebooks.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use std::fmt::Write;

/// A rulebook's hash changes only when somebody edits it or a rulebook it builds on.
#[test]
fn change_only_with_their_rulebooks() {
    let library = Library::builtin();
    let mut hashes = String::new();
    for listing in library.list() {
        let rules = library.rules(&listing.source.id).unwrap();
        let hash: String = rules.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(hashes, "{hash} {}", rules.spec).unwrap();
    }
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rulebook/hashes.txt");
    if std::env::var_os("UPDATE_HASHES").is_some() {
        std::fs::write(golden, &hashes).unwrap();
    }
    assert_eq!(
        hashes,
        std::fs::read_to_string(golden).unwrap(),
        "A hash has moved. If you edited the text or data of exactly these rulebooks, that is right: run this test with UPDATE_HASHES=1. \
         If you changed the engine, it is a mistake: every stored game would count as another edition."
    );
}

/// Games of earlier editions are stored with their rulebook, which must always load.
#[test]
fn texts_of_earlier_editions_still_load() {
    let text = include_str!("kept.toml");
    let rules = Rules::from_canonical(text).unwrap();
    assert_eq!(
        (rules.spec.as_str(), rules.canonical()),
        ("ryanzou-chankan(pocchi=ippatsu)+hana(variation=2)", text)
    );
}
