//! What a rulebook file says, no more and no less: the first of the three stages.

mod clause;
mod example;
mod option;
mod reader;
mod yaku;

pub use yaku::{WorthPatch, YakuPatch};

use super::clause::ReadingNote;
use super::document;
use super::error::{ErrorKind, Errors, RulebookError};
use super::settings::Key;
use super::value::Value;
use super::yaku::Names;
use reader::name;

pub(super) use clause::{read as read_clause, read_set};
pub(super) use reader::{Table, also, is_name, names};
pub(super) use yaku::{BESIDE, read as read_yaku};

/// Text and the line it stands on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lined {
    /// The line, counted from 1.
    pub line: u32,
    pub text: String,
}

/// A rulebook file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Source {
    /// The file, `zan.toml`.
    pub file: String,
    /// The rulebook, `zan`.
    pub id: String,
    pub line: u32,
    pub names: Names,
    /// The edition of the text it follows; empty for none.
    pub edition: String,
    pub extends: Option<Lined>,
    /// Overlays, in order.
    pub with: Vec<Lined>,
    pub overlay: bool,
    /// What an overlay sits on when asked for alone.
    pub base: Option<Lined>,
    /// Is it only there for others to build on?
    pub hidden: bool,
    /// Its clauses, in order.
    pub clauses: Vec<SourceClause>,
    /// Its options, in order.
    pub options: Vec<SourceOption>,
    pub examples: Vec<SourceExample>,
}

/// A clause of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceClause {
    /// `ZAN-20`
    pub id: Lined,
    pub says: String,
    /// Does it bind people, not the engine?
    pub etiquette: bool,
    pub reading: Option<ReadingNote>,
    pub changes: Changes,
}

/// What a clause or a choice changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes {
    pub sets: Vec<Set>,
    pub yaku: Vec<YakuPatch>,
    pub off: Vec<Lined>,
}

impl Changes {
    /// Does it change nothing?
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty() && self.yaku.is_empty() && self.off.is_empty()
    }
}

/// A key and what it is set to.
#[derive(Clone, PartialEq, Debug)]
pub struct Set {
    pub key: Key,
    pub line: u32,
    /// The value; none where the file says what the key cannot hold, which is an error of the file.
    pub value: Option<Value>,
}

/// A sentence in further languages; empty where the file has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Also {
    pub de: String,
    pub ja: String,
    pub zh: String,
}

/// A named choice that is made when a table is opened.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceOption {
    /// `pocchi`
    pub id: Lined,
    pub clause: Lined,
    pub says: String,
    pub also: Also,
    /// The choice that holds where none is made.
    pub default: Lined,
    /// The choices, in order.
    pub choices: Vec<SourceChoice>,
}

/// One choice of an option.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceChoice {
    /// `after-riichi`
    pub id: Lined,
    pub says: String,
    pub also: Also,
    /// The clause that it brings in, where it is not the option's.
    pub clause: Option<Lined>,
    pub changes: Changes,
}

/// A worked example of the rulebook's text.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceExample {
    pub clause: Lined,
    pub given: Value,
    pub expect: Value,
}

/// A file holds at most so many clauses or examples.
pub(super) const MOST_CLAUSES: usize = 1_000;
/// A file holds at most so many options, each with as many choices: all of them are checked.
pub(super) const MOST_OPTIONS: usize = 32;

impl Source {
    /// Reads a file of this name. What could be read is returned beside all that is wrong, so that errors of later stages can be told
    /// together with these; without the syntax nothing can be read.
    pub fn parse(file: &str, text: &str) -> (Source, Vec<RulebookError>) {
        let mut errors = Errors::of(file);
        let stem = file.strip_suffix(".toml").unwrap_or(file);
        let mut source = Source {
            file: file.to_owned(),
            id: stem.to_owned(),
            line: 1,
            ..Source::default()
        };
        if let Some(entries) = document::parse(text, document::LARGEST, &mut errors) {
            source.read(Table::new("", 1, entries), &mut errors);
        }
        (source, errors.list)
    }

    /// The id that a text gives itself, where it has a fitting one.
    pub fn id_of(text: &str) -> Option<String> {
        let entries = document::parse(text, document::LARGEST, &mut Errors::of(""))?;
        let header = entries.iter().find(|entry| entry.key == "rulebook")?.node.value()?;
        match header.get("id") {
            Some(Value::Text(id)) if is_name(id) => Some(id.clone()),
            _ => None,
        }
    }

    /// The option with this name.
    pub fn option(&self, id: &str) -> Option<&SourceOption> {
        self.options.iter().find(|option| option.id.text == id)
    }

    fn read(&mut self, mut document: Table, errors: &mut Errors<'_>) {
        document.require("rulebook", errors);
        if let Some(header) = document.table("rulebook", errors) {
            self.read_header(header, errors);
        }
        self.clauses = document
            .tables("clause", MOST_CLAUSES, errors)
            .filter_map_read(clause::read, errors);
        self.options = document
            .tables("option", MOST_OPTIONS, errors)
            .filter_map_read(option::read, errors);
        self.examples = document
            .tables("example", MOST_CLAUSES, errors)
            .filter_map_read(example::read, errors);
        document.finish(errors);
        twice(
            self.clauses.iter().map(|clause| &clause.id),
            "clause.id",
            ErrorKind::ClauseTwice,
            errors,
        );
        twice(
            self.options.iter().map(|option| &option.id),
            "option.id",
            ErrorKind::OptionTwice,
            errors,
        );
    }

    fn read_header(&mut self, mut header: Table, errors: &mut Errors<'_>) {
        self.line = header.line;
        if let Some(id) = header.required_name("id", errors) {
            if id.text != self.id {
                let expected = format!("{:?}, the name of the file", self.id);
                errors.add(
                    id.line,
                    "rulebook.id",
                    ErrorKind::NotTheFileName,
                    expected,
                    format!("{:?}", id.text),
                );
            }
            self.id = id.text;
        }
        header.require("name", errors);
        if let Some(table) = header.table("name", errors) {
            self.names = names(table, true, errors);
        }
        self.edition = header
            .text("edition", errors)
            .map(|edition| edition.text)
            .unwrap_or_default();
        self.extends = header
            .text("extends", errors)
            .and_then(|parent| name(parent, "rulebook.extends", errors));
        self.with = header.texts("with", errors).unwrap_or_default();
        self.overlay = header.flag("overlay", errors).unwrap_or_default();
        self.base = header
            .text("base", errors)
            .and_then(|base| name(base, "rulebook.base", errors));
        self.hidden = header.flag("hidden", errors).unwrap_or_default();
        header.finish(errors);
        let misplaced = [
            (
                self.overlay,
                "extends",
                &self.extends,
                "no parent: an overlay takes the rulebook it is laid on",
            ),
            (
                self.overlay,
                "with",
                &self.with.first().cloned(),
                "no overlays on an overlay",
            ),
            (
                !self.overlay,
                "base",
                &self.base,
                "no base: only an overlay sits on one",
            ),
        ];
        for (wrong, key, found, expected) in misplaced {
            if let (true, Some(found)) = (wrong, found) {
                let key = format!("rulebook.{key}");
                errors.add(
                    found.line,
                    &key,
                    ErrorKind::Contradiction,
                    expected,
                    format!("{:?}", found.text),
                );
            }
        }
    }
}

/// Reads each table of a list.
trait FilterMapRead {
    fn filter_map_read<T>(self, read: fn(Table, &mut Errors<'_>) -> Option<T>, errors: &mut Errors<'_>) -> Vec<T>;
}

impl FilterMapRead for Vec<Table> {
    fn filter_map_read<T>(self, read: fn(Table, &mut Errors<'_>) -> Option<T>, errors: &mut Errors<'_>) -> Vec<T> {
        self.into_iter().filter_map(|table| read(table, errors)).collect()
    }
}

fn twice<'a>(ids: impl Iterator<Item = &'a Lined>, key: &str, kind: ErrorKind, errors: &mut Errors<'_>) {
    let mut seen = std::collections::BTreeMap::new();
    for id in ids {
        if let Some(first) = seen.insert(&id.text, id.line) {
            let expected = format!("a name of its own; line {first} has this one");
            errors.add(id.line, key, kind, expected, format!("{:?}", id.text));
        }
    }
}
