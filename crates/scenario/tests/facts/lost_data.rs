//! If a clause loses its data, some row, example or story fails.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::{Source, SourceClause, SourceExample};
use jantaku_scenario::example;

use crate::page::{Page, Row};
use crate::scenario_check::story;
use crate::{Shelf, check, folder};

/// The longest test of all.
#[test]
fn notices_every_clause_that_loses_its_data() {
    let pages = Page::all();
    let rows: Vec<&Row> = pages.iter().flat_map(|page| &page.rows).collect();
    let builtin = Library::builtin();
    let mut tries = Vec::new();
    for source in builtin.sources() {
        let text = std::fs::read_to_string(folder("crates/rules/rulebooks").join(&source.file)).expect("a rulebook");
        let mut same = builtin.clone();
        same.put(&source.file, &text);
        assert_eq!(first_fault(same, source, "", &rows), None, "with all data");
        let with_data = source.clauses.iter().filter(|clause| !clause.changes.is_empty());
        tries.extend(with_data.map(|clause| (source, clause, without_data(&text, clause))));
    }
    let unnoticed = on_all_threads(&tries, |(source, clause, text)| {
        let mut library = builtin.clone();
        library.put(&source.file, text);
        let fault = first_fault(library, source, &clause.id.text, &rows);
        fault.is_none().then(|| clause.id.text.clone())
    });
    println!("{} clauses lost their data, {} unnoticed", tries.len(), unnoticed.len());
    assert!(
        unnoticed.is_empty(),
        "nothing fails without the data of {}",
        unnoticed.join(" ")
    );
}

/// What the trials come to, each made by itself, on as many threads as there are processors.
pub(crate) fn on_all_threads<T: Sync>(trials: &[T], run: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = run(trial);
            found.lock().expect("no panic").extend(outcome);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("no panic")
}

/// The file with nothing left of a clause but what it says to people.
fn without_data(text: &str, clause: &SourceClause) -> String {
    let mut parts: Vec<String> = text.split("\n[[").map(str::to_owned).collect();
    let own = |part: &&mut String| {
        let id = part.strip_prefix("clause]]").and_then(|rest| rest.split('"').nth(1));
        id == Some(clause.id.text.as_str())
    };
    let part = parts
        .iter_mut()
        .find(own)
        .unwrap_or_else(|| panic!("no clause {}", clause.id.text));
    *part = format!("clause]]\nid = {:?}\nsays = {:?}\n", clause.id.text, clause.says);
    parts.join("\n[[")
}

/// Something that fails. Rows of the clause itself are asked first, and stories last, since they take longest.
fn first_fault(library: Library, source: &Source, clause: &str, rows: &[&Row]) -> Option<String> {
    let mut shelf = Shelf {
        library,
        compiled: Vec::new(),
    };
    let (own, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.clause == clause);
    let of_row = |shelf: &mut Shelf, row: &Row| check(shelf, row).err().map(|fault| format!("{row}: {fault}"));
    let of_example = |shelf: &mut Shelf, worked: &SourceExample| {
        let rules = shelf.rules(&example::spec(source, worked));
        let held = |rules: std::rc::Rc<Rules>| example::check(&rules, worked).map_err(|unmet| unmet.to_string());
        rules.and_then(held).err()
    };
    let of_story = |shelf: &mut Shelf, path: &PathBuf| story(&shelf.library, path).into_iter().next();
    let fault = own.iter().find_map(|row| of_row(&mut shelf, row));
    let fault = fault.or_else(|| source.examples.iter().find_map(|worked| of_example(&mut shelf, worked)));
    let fault = fault.or_else(|| others.iter().find_map(|row| of_row(&mut shelf, row)));
    fault.or_else(|| stories().iter().find_map(|path| of_story(&mut shelf, path)))
}

pub(crate) fn stories() -> Vec<PathBuf> {
    let entries = |folder: PathBuf| {
        let found = std::fs::read_dir(folder).expect("a folder");
        found.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let folders = entries(folder("tests/scenarios"))
        .into_iter()
        .filter(|path| path.is_dir());
    let files = folders.flat_map(entries);
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect()
}
