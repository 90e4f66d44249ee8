//! Compares the shanten of 80,000 hands with two other projects.
//!
//! The tables are not part of this repository: the test looks for them where `JANTAKU_SHARED` says, or
//! in a folder `shared` next to the repository, and passes with a note if there are none.

#![allow(clippy::unwrap_used, reason = "a table that cannot be read fails the test")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use jantaku_rules::shanten::{Calculator, Shapes, TileSet};
use jantaku_rules::tile::{HAND_KINDS, Kind, Suit};
use serde_json::Value;

/// The standard shape, thirteen orphans, seven pairs.
type Shanten = [i8; 3];

#[test]
fn agrees_with_kobalab() {
    check("kobalab-shanten.jsonl.gz", |fact| {
        let tiles: Vec<char> = fact["tiles"].as_str().unwrap().chars().collect();
        let kinds = tiles.chunks(2).map(|tile| {
            let suit = Suit::from_letter(tile[0]).unwrap();
            let number = tile[1].to_digit(10).unwrap().max(1);
            Kind::of(suit, number as u8).unwrap().index()
        });
        let shanten = [0, 1, 2].map(|i| number(&fact["shanten"][i]));
        (counts(kinds), shanten)
    });
}

#[test]
fn agrees_with_mjx() {
    check("mjx-shanten.jsonl.gz", |fact| {
        let tiles = fact["tiles34"].as_array().unwrap();
        let kinds = tiles.iter().map(|tile| tile.as_u64().unwrap() as usize);
        let shanten = ["normal", "kokushi", "chiitoi"].map(|key| number(&fact[key]));
        (counts(kinds), shanten)
    });
}

fn check(name: &str, read: impl Fn(&Value) -> ([u8; HAND_KINDS], Shanten)) {
    let Some(folder) = facts() else {
        println!("skipped: no folder of facts, set JANTAKU_SHARED to check {name}");
        return;
    };
    let file = std::fs::File::open(folder.join(name)).unwrap();
    let calculator = Calculator::new(TileSet::All, Shapes::ALL);
    let mut hands = 0;
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let line = line.unwrap();
        let (counts, expected) = read(&serde_json::from_str(&line).unwrap());
        let hand = calculator.track(&counts);
        let found = [hand.standard(), hand.orphans().unwrap(), hand.seven_pairs().unwrap()];
        assert_eq!(found, expected, "{line}");
        assert_eq!(Some(&hand.shanten()), expected.iter().min(), "{line}");
        hands += 1;
    }
    assert_eq!(hands, 40_000, "{name} is cut short");
    println!("{name}: {hands} hands agree");
}

fn facts() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("JANTAKU_SHARED").map_or(beside, PathBuf::from);
    let facts = shared.join("facts");
    facts.is_dir().then_some(facts)
}

fn counts(kinds: impl Iterator<Item = usize>) -> [u8; HAND_KINDS] {
    let mut counts = [0; HAND_KINDS];
    kinds.for_each(|kind| counts[kind] += 1);
    counts
}

fn number(value: &Value) -> i8 {
    value.as_i64().unwrap() as i8
}
