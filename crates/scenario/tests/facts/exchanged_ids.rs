//! If two clauses exchange their ids, a row or story that expects one of them notices.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::PathBuf;

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::source::{Source, SourceClause, WorthPatch};

use crate::citations::{cited, expected};
use crate::lost_data::{on_all_threads, stories};
use crate::page::{Page, Row};
use crate::scenario_check::{object, story};
use crate::{Shelf, check, folder};

/// Every clause with data changes places with the one most like it. If it can be cited, a citation must notice.
#[test]
fn notices_every_exchange_of_ids() {
    let pages = Page::all();
    let rows: Vec<&Row> = pages.iter().flat_map(|page| &page.rows).collect();
    let told: Vec<(PathBuf, BTreeSet<String>)> = stories()
        .into_iter()
        .map(|path| (path.clone(), cited(&object(&path))))
        .collect();
    let cited = expected(&pages);
    let builtin = Library::builtin();
    let mut tries = Vec::new();
    for source in builtin.sources() {
        let text = std::fs::read_to_string(folder("crates/rules/rulebooks").join(&source.file)).expect("a rulebook");
        for clause in with_data(source) {
            if let Some(other) = most_alike(source, clause) {
                let ids = [clause.id.text.as_str(), other.id.text.as_str()];
                tries.push((source, ids, exchanged(&text, ids)));
            }
        }
    }
    let unnoticed = on_all_threads(&tries, |(source, ids, text)| {
        let mut library = builtin.clone();
        library.put(&source.file, text);
        let mut shelf = Shelf {
            library,
            compiled: Vec::new(),
        };
        let own = |row: &&&Row| ids.contains(&row.clause.as_str()) && (row.cites() || !cited.contains(ids[0]));
        let by_row = rows.iter().filter(own).any(|row| check(&mut shelf, row).is_err());
        let expects = |cited: &BTreeSet<String>| ids.iter().any(|id| cited.contains(*id));
        let mut stories = told.iter().filter(|(_, cited)| expects(cited));
        let noticed = by_row || stories.any(|(path, _)| !story(&shelf.library, path).is_empty());
        (!noticed).then(|| ids.join(" and "))
    });
    println!("{} exchanges, {} unnoticed", tries.len(), unnoticed.len());
    assert!(
        unnoticed.is_empty(),
        "nothing fails after the exchange of {}",
        unnoticed.join(", ")
    );
}

fn with_data(source: &Source) -> impl Iterator<Item = &SourceClause> {
    source.clauses.iter().filter(|clause| !clause.changes.is_empty())
}

/// Of the other clauses with data the one whose changes are of the same kinds, and of those the nearest.
fn most_alike<'a>(source: &'a Source, clause: &SourceClause) -> Option<&'a SourceClause> {
    let kinds = kinds(clause);
    let place = |id: &str| {
        source
            .clauses
            .iter()
            .position(|clause| clause.id.text == id)
            .unwrap_or(0)
    };
    let here = place(&clause.id.text);
    let others = with_data(source).filter(|other| other.id.text != clause.id.text);
    others.min_by_key(|other| {
        let shared = self::kinds(other).intersection(&kinds).count();
        (Reverse(shared), place(&other.id.text).abs_diff(here))
    })
}

/// The groups of keys that a clause sets, and what its yaku are worth.
fn kinds(clause: &SourceClause) -> BTreeSet<String> {
    let keys = clause.changes.sets.iter().map(|set| set.key.name());
    let groups = keys.filter_map(|key| Some(key.split_once('.')?.0.to_owned()));
    let worth = |worth: &WorthPatch| format!("{:?}", std::mem::discriminant(worth));
    let yaku = clause
        .changes
        .yaku
        .iter()
        .map(|patch| format!("yaku {:?}", patch.worth.as_ref().map(worth)));
    groups.chain(yaku).collect()
}

/// The file with these two clauses under each other's ids, in options too.
fn exchanged(text: &str, ids: [&str; 2]) -> String {
    let [one, other] = ids.map(|id| format!("{id:?}"));
    let parts = text.split(&one).map(|part| part.replace(&other, &one));
    parts.collect::<Vec<_>>().join(&other)
}
