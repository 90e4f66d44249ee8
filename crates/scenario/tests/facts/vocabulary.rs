//! Every fact of the vocabulary holds of the hand that is given as its example.

use jantaku_rules::facts::{FactInfo, Meaning, VOCABULARY};
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::score;

use crate::Shelf;

#[test]
fn every_example_of_a_fact_holds() {
    let mut wrong = Vec::new();
    for fact in VOCABULARY {
        if let Err(fault) = check(fact) {
            wrong.push(format!("{}, {:?}: {fault}", fact.name, fact.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Asks for the fact in a rulebook that has everything, of which it is the dearest yaku.
fn check(fact: &FactInfo) -> Result<(), String> {
    let when = match fact.meaning {
        Meaning::Flag(_) => fact.name.to_owned(),
        Meaning::Count(_) => format!("{} >= 1", fact.name),
        Meaning::AnyOf { .. } => format!("{}(1235z2s1m)", fact.name),
        Meaning::NoneBut { .. } => format!("{}(234m456p678s2s6s)", fact.name),
    };
    let text = format!(
        r#"
        [rulebook]
        id = "everything"
        name = {{ en = "Everything" }}
        extends = "zung-jung"
        [[clause]]
        id = "ALL-01"
        says = "Flowers, norths set aside and riichi, in one box of tiles."
        sets = {{ tiles.flowers = 8, aside.kita = true, aside.kita-robbed = true, aside.all-win = true, aside.rinshan = "always", wall.replacements = 16, riichi.played = true, riichi.open = true, value.cap = 0 }}
        yaku.asked = {{ points = 5000, when = "{when}" }}
        "#
    );
    let mut shelf = Shelf::new();
    shelf.library.add(&text).map_err(|errors| format!("{errors:?}"))?;
    let rules = shelf.rules("everything")?;
    let request = Request::of_line("everything", fact.example).map_err(|error| error.to_string())?;
    match score(&rules, &request) {
        Response::Sheet(sheet) if sheet.yaku.iter().any(|yaku| yaku.id == "asked") => Ok(()),
        other => Err(other.to_json()),
    }
}
