//! Reads a club's rulebook and scores a hand under it: `cargo run -p jantaku-rules --example write_a_rulebook`.

use jantaku_rules::{Library, Win, score};
use std::error::Error;

/// EMA's rules with one more yaku and a shorter game.
const CLUB: &str = r#"
[rulebook]
id = "club"
name = { en = "Our club" }
edition = "2026"
extends = "ema-2025"

[[clause]]
id = "CLUB-1"
says = "We play one round."
sets = { game.rounds = 1 }

[[clause]]
id = "CLUB-2"
says = "Three triplets in a row are worth two han."
yaku.sanrenkou = { han = 2, when = "consecutive-triplets >= 3", name = { en = "Three in a row" } }
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut library = Library::builtin();
    library.add(CLUB).map_err(|errors| format!("{errors:?}"))?;
    let rules = library.rules("club").map_err(|errors| format!("{errors:?}"))?;
    let win: Win = "222333m456p5z [444m pon west] +5z".parse()?;
    let score = score(&rules, &win).map_err(|refused| format!("{refused:?}"))?;
    for line in score.lines(&rules) {
        let yaku = &rules.yaku[usize::from(line.yaku)];
        println!("{} by {}", yaku.names.en, rules.clause_id(yaku.clause));
    }
    Ok(())
}
