//! The tables of `tests/facts` and the worked examples of the rulebooks, run row by row; and what they cover.
//!
//! A page of facts is named after a rulebook. Each table row names a clause and is one of
//!
//! - `clause | hand | expect`: a hand in one line, and `;` between what is said of its score sheet: `han 3`, `fu 40`, `yakuman 1`,
//!   `value 160`, `limit mangan`, `yaku riichi pinfu` (just these), `with pinfu`, `without pinfu`, `clause pinfu` (it is the row's
//!   clause that the sheet names beside pinfu), `line fu-rounding` (the sheet has this line and names the row's clause), `not-given
//!   pinfu` (the sheet says by the row's clause why there is no pinfu), `gains 3900`, `east -2000`, `chips east -1`, `not a win`,
//!   `refused` (no win, by the row's clause), or `impossible`;
//! - `clause | setting | value`: a key, and its value as a rulebook file says it, which this clause and no other set last. Where another
//!   clause has the last word: the value of this one, `, then RC-54`; or for `yaku.pinfu` all clauses before it, `, then RC-52`;
//! - `clause | points | result`: final points chair by chair (`dealer=south` names who would deal next, `substitute=west` a
//!   substitute), and the result in thousands, or `chips` and a number each; then `; line uma` where a
//!   line of this kind (`line uma east`: east's) names the row's clause.
//!
//! `uncited.txt` beside the pages lists the clauses with data that no sheet, payment, refusal or result can name, by reason.
//!
//! A line `Rules: zan(pocchi-as-five=plain)` holds for the tables after it, a column `rules` for its row.

mod citations;
mod coverage;
mod exchanged_ids;
mod hand_row;
mod lost_data;
mod page;
mod result_row;
mod rule_pages;
#[allow(dead_code, reason = "the other tests ask for more")]
#[path = "../scenario_check/mod.rs"]
mod scenario_check;
mod setting_row;
#[allow(dead_code, reason = "games are read by the other tests")]
#[path = "../../../record/tests/files/shared.rs"]
mod shared;
mod vocabulary;
mod yaku_hands;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_scenario::example;
use page::{Kind, Page, Row};

/// A folder at the root of the project.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Rulebooks, each compiled once.
struct Shelf {
    library: Library,
    compiled: Vec<(String, Rc<Rules>)>,
}

impl Shelf {
    fn new() -> Shelf {
        Shelf {
            library: Library::builtin(),
            compiled: Vec::new(),
        }
    }

    fn rules(&mut self, spec: &str) -> Result<Rc<Rules>, String> {
        if let Some((_, rules)) = self.compiled.iter().find(|(known, _)| known == spec) {
            return Ok(rules.clone());
        }
        let compiled = self.library.rules(spec);
        let rules = compiled.map_err(|errors| format!("{spec} does not load: {errors:?}"))?;
        self.compiled.push((spec.to_owned(), Rc::new(rules)));
        Ok(self.compiled[self.compiled.len() - 1].1.clone())
    }
}

fn check(shelf: &mut Shelf, row: &Row) -> Result<(), String> {
    let rules = shelf.rules(&row.rules)?;
    if !rules.clauses.iter().any(|clause| clause.id == row.clause) {
        return Err(format!("{} has no clause {}", row.rules, row.clause));
    }
    match &row.kind {
        Kind::Hand { hand, expect } => hand_row::check(&rules, &row.clause, hand, expect),
        Kind::Setting { key, value } if value.contains(", then ") => {
            let resolved = shelf.library.resolve(&row.rules);
            let resolved = resolved.map_err(|errors| format!("{errors:?}"))?;
            setting_row::check_before(&resolved, &row.clause, key, value)
        }
        Kind::Setting { key, value } => setting_row::check(&rules, &row.clause, key, value),
        Kind::Result { points, result } => result_row::check(&rules, &row.clause, points, result),
    }
}

#[test]
fn every_row_holds() {
    let mut shelf = Shelf::new();
    let mut wrong = Vec::new();
    for page in Page::all() {
        let faults: Vec<String> = page
            .rows
            .iter()
            .filter_map(|row| check(&mut shelf, row).err().map(|fault| format!("{row}\n  {fault}")))
            .collect();
        println!(
            "{}: {} of {} rows hold",
            page.name,
            page.rows.len() - faults.len(),
            page.rows.len()
        );
        wrong.extend(faults);
    }
    assert!(
        wrong.is_empty(),
        "{} rows do not hold:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_example_holds() {
    let library = Library::builtin();
    let mut wrong = Vec::new();
    for source in library.sources() {
        let faults = example::check_all(&library, &source.id);
        wrong.extend(faults.iter().map(ToString::to_string));
        println!("{}: {} examples", source.id, source.examples.len());
    }
    assert!(
        wrong.is_empty(),
        "{} examples do not hold:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
