//! What the fuzz targets share: rulebooks read once, tables, and what must hold of whatever comes in.

pub mod play;
pub mod record;

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_wire::score_json::response::Sheet;
use std::sync::{Arc, LazyLock};

/// One of each kind of table: three and four players, flowers, norths, pocchi, points without fu.
const SPECS: [&str; 11] = [
    "tenhou",
    "zan",
    "zung-jung",
    "ryanzou-chankan",
    "sanmatsuri",
    "ema-2025",
    "tenhou-sanma",
    "zung-jung(bonus-tiles=yes)",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
    "ryanzou-chankan+hana(variation=3)",
];

/// The rulebooks that come with the program.
pub fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(Library::builtin);
    &LIBRARY
}

/// Rulebooks to play by.
pub fn books() -> &'static [Arc<Rules>] {
    static BOOKS: LazyLock<Vec<Arc<Rules>>> = LazyLock::new(|| {
        let rules = |spec: &&str| Arc::new(library().rules(spec).expect("a rulebook of ours"));
        SPECS.iter().map(rules).collect()
    });
    &BOOKS
}

/// Do points and chips go from one to another, but for the sticks that lay on the table?
pub fn balanced(sheet: &Sheet) -> bool {
    let points: i32 = sheet.deltas.0.iter().sum();
    let chips: i32 = sheet.chips.0.iter().sum();
    points >= 0 && chips == 0
}
