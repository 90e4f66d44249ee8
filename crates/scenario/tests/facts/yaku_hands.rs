//! Every yaku has a hand that makes it and a near miss that does not, on the page of the rulebook that defines it.

use crate::Shelf;
use crate::hand_row::yaku_named;
use crate::page::{Kind, Page, Row};
use jantaku_rules::rulebook::source::{Source, YakuPatch};

#[test]
fn every_yaku_has_a_hand_and_a_near_miss() {
    let shelf = Shelf::new();
    let pages = Page::all();
    let mut missing = Vec::new();
    for source in shelf.library.sources() {
        let rows: &[Row] = pages
            .iter()
            .find(|page| page.name == source.id)
            .map_or(&[], |page| &page.rows);
        let (mut made, mut missed) = (0, 0);
        let defined = defined(source);
        for (id, clause) in &defined {
            if rows.iter().any(|row| makes(row, id)) {
                made += 1;
            } else {
                missing.push(format!("{}: no hand makes {id} ({clause})", source.id));
            }
            if rows.iter().any(|row| misses(row, id, clause)) {
                missed += 1;
            } else {
                missing.push(format!("{}: no near miss of {id} ({clause})", source.id));
            }
        }
        println!(
            "{}: {} yaku, {made} with a hand, {missed} with a near miss",
            source.id,
            defined.len()
        );
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The yaku that a file defines, each with its clause. A patch of another file's yaku asks for nothing new.
fn defined(source: &Source) -> Vec<(&str, &str)> {
    let in_clauses = source.clauses.iter().map(|clause| (&clause.id, &clause.changes));
    let in_choices = source.options.iter().flat_map(|option| {
        option
            .choices
            .iter()
            .map(|choice| (choice.clause.as_ref().unwrap_or(&option.clause), &choice.changes))
    });
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (clause, changes) in in_clauses.chain(in_choices) {
        let defines = |patch: &&YakuPatch| patch.when.is_some() || patch.each.is_some();
        for patch in changes.yaku.iter().filter(defines) {
            if !found.iter().any(|(id, _)| *id == patch.id) {
                found.push((&patch.id, &clause.text));
            }
        }
    }
    found
}

fn makes(row: &Row, id: &str) -> bool {
    matches!(&row.kind, Kind::Hand { expect, .. } if yaku_named(expect).0.contains(&id))
}

/// A hand that lacks the yaku, said outright; or one under its clause that does not win, or has just other yaku.
fn misses(row: &Row, id: &str, clause: &str) -> bool {
    let Kind::Hand { expect, .. } = &row.kind else {
        return false;
    };
    let (there, not_there) = yaku_named(expect);
    let just = expect.split(';').any(|item| item.trim().starts_with("yaku "));
    let other = expect.contains("not a win") || expect.contains("refused") || just && !there.contains(&id);
    not_there.contains(&id) || row.clause == clause && other
}
