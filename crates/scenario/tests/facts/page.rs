//! A page of facts: its tables, row by row.

use std::fmt;

use crate::folder;

/// A file of `tests/facts`.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) rows: Vec<Row>,
}

/// A row of a table.
pub(crate) struct Row {
    /// Where it stands: `zan.md:17`.
    place: String,
    text: String,
    pub(crate) clause: String,
    pub(crate) rules: String,
    pub(crate) kind: Kind,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.place, self.rules, self.text)
    }
}

/// What a row says.
pub(crate) enum Kind {
    /// A hand and what is said of its score sheet.
    Hand { hand: String, expect: String },
    /// A key and its value.
    Setting { key: String, value: String },
    /// Final points and the result.
    Result { points: String, result: String },
}

impl Page {
    /// All pages, by name.
    pub(crate) fn all() -> Vec<Page> {
        let entries = std::fs::read_dir(folder("tests/facts")).expect("the folder of facts");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let text = std::fs::read_to_string(path).expect("a readable page");
            Page::parse(&path.file_stem().expect("a name").to_string_lossy(), &text)
        };
        paths.iter().map(read).collect()
    }

    fn parse(name: &str, text: &str) -> Page {
        let mut page = Page {
            name: name.to_owned(),
            rows: Vec::new(),
        };
        let mut rules = name.to_owned();
        let mut columns: Vec<String> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(spec) = line.strip_prefix("Rules:") {
                spec.trim().clone_into(&mut rules);
            } else if let Some(cells) = cells(line) {
                let place = format!("{name}.md:{}", index + 1);
                if columns.is_empty() {
                    columns = cells;
                } else if !cells.iter().all(|cell| cell.chars().all(|c| c == '-' || c == ':')) {
                    page.rows.push(Row::new(place, line, &columns, &cells, &rules));
                }
                continue;
            }
            columns.clear();
        }
        page
    }
}

impl Row {
    /// Does it ask that a sheet, a refusal or a result names its clause?
    pub(crate) fn cites(&self) -> bool {
        match &self.kind {
            Kind::Hand { expect, .. } => crate::hand_row::cites(expect),
            Kind::Setting { .. } => false,
            Kind::Result { result, .. } => result.contains("; line "),
        }
    }

    fn new(place: String, text: &str, columns: &[String], cells: &[String], rules: &str) -> Row {
        assert_eq!(columns.len(), cells.len(), "{place}: {text}");
        let cell = |name: &str| {
            columns
                .iter()
                .position(|column| column == name)
                .map(|at| cells[at].clone())
        };
        let both = |a: &str, b: &str| Some((cell(a)?, cell(b)?));
        let kind = if let Some((hand, expect)) = both("hand", "expect") {
            Kind::Hand { hand, expect }
        } else if let Some((key, value)) = both("setting", "value") {
            Kind::Setting { key, value }
        } else if let Some((points, result)) = both("points", "result") {
            Kind::Result { points, result }
        } else {
            panic!("{place}: a table of {columns:?}")
        };
        Row {
            text: text.to_owned(),
            clause: cell("clause").unwrap_or_else(|| panic!("{place}: no clause")),
            rules: cell("rules").unwrap_or_else(|| rules.to_owned()),
            kind,
            place,
        }
    }
}

/// The cells of a line, if it is one of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inside.split('|').map(|cell| cell.trim().to_owned()).collect())
}

/// The ids of clauses in a sentence; `RC-48 to RC-50` names three.
pub(crate) fn clauses_named(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut span = false;
    for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        let Some((book, number)) = as_clause(word) else {
            span = word == "to" || span && word.is_empty();
            continue;
        };
        let last = found
            .last()
            .and_then(|last| as_clause(last))
            .map_or(number, |(_, last)| last + 1);
        let first = if span { last } else { number };
        found.extend((first..=number).map(|number| format!("{book}-{number:02}")));
        span = false;
    }
    found
}

fn as_clause(word: &str) -> Option<(&str, u32)> {
    let (book, number) = word.split_once('-')?;
    let is_book = !book.is_empty() && book.chars().all(|c| c.is_ascii_uppercase());
    Some((book, number.parse().ok()?)).filter(|_| is_book)
}

#[test]
fn clauses_are_found_in_sentences() {
    assert_eq!(
        clauses_named("In the scenarios: RC-20, RC-48 to RC-50, and ZAN-06 (who)."),
        ["RC-20", "RC-48", "RC-49", "RC-50", "ZAN-06"]
    );
    assert_eq!(clauses_named("A pair-wait of 1-9, to be shown."), [""; 0]);
}
