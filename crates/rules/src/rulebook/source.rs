//! The contents of one rulebook file: the first of three stages.

mod clause;
mod example;
mod option;
mod reader;
mod yaku;

pub use yaku::{WorthPatch, YakuPatch};

use super::clause::ReadingNote;
use super::document::{self, Content, Entry};
use super::error::{ErrorKind, Errors, RulebookError};
use super::limits;
use super::settings::Key;
use super::value::Value;
use super::yaku::Names;
use reader::name;

pub(super) use clause::{read as read_clause, read_set};
pub(super) use reader::{Table, also, is_name, names};
pub(super) use yaku::{BESIDE, read as read_yaku};

/// Text with its line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lined {
    /// Counted from 1.
    pub line: u32,
    pub text: String,
}

/// A rulebook file.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Source {
    /// The file name, such as `club.toml`.
    pub file: String,
    /// The id of the rulebook, such as `club`.
    pub id: String,
    pub line: u32,
    /// The size of the file.
    pub bytes: usize,
    pub names: Names,
    /// The edition of the paper it follows; empty for none.
    pub edition: String,
    pub extends: Option<Lined>,
    /// Overlays to apply between parent and clauses, in order.
    pub with: Vec<Lined>,
    pub overlay: bool,
    /// The rulebook under an overlay that is requested alone.
    pub base: Option<Lined>,
    /// Not listed: only other rulebooks build on it.
    pub hidden: bool,
    pub clauses: Vec<SourceClause>,
    pub options: Vec<SourceOption>,
    pub examples: Vec<SourceExample>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceClause {
    /// Its number in the book, such as `F-12`.
    pub id: Lined,
    pub says: String,
    /// Does it bind people rather than the engine?
    pub etiquette: bool,
    pub reading: Option<ReadingNote>,
    pub also: ClauseAlso,
    /// Clauses of parents or overlays that do not hold beside it, where their data does not show it.
    pub replaces: Vec<Lined>,
    /// Clauses of parents or overlays of which a part does not hold beside it.
    pub amends: Vec<Lined>,
    pub changes: Changes,
}

/// The changes that a clause or a choice makes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes {
    pub sets: Vec<Set>,
    pub yaku: Vec<YakuPatch>,
    pub off: Vec<Lined>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty() && self.yaku.is_empty() && self.off.is_empty()
    }

    /// The yaku that they change or switch off.
    pub(super) fn yaku_ids(&self) -> impl Iterator<Item = &str> {
        let patched = self.yaku.iter().map(|patch| patch.id.as_str());
        patched.chain(self.off.iter().map(|off| off.text.as_str()))
    }
}

/// An assignment to a key.
#[derive(Clone, PartialEq, Debug)]
pub struct Set {
    pub key: Key,
    pub line: u32,
    /// None if the file has a value that the key does not take, which is reported as an error.
    pub value: Option<Value>,
}

/// Translations of a sentence; empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Also {
    pub de: String,
    pub ja: String,
    pub zh: String,
}

/// Translations of a clause and of its reading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClauseAlso {
    pub says: Also,
    pub chosen: Also,
    pub instead: Also,
}

impl ClauseAlso {
    pub(super) fn bytes(&self) -> usize {
        let of = |Also { de, ja, zh }: &Also| de.len() + ja.len() + zh.len();
        of(&self.says) + of(&self.chosen) + of(&self.instead)
    }
}

/// A question that players answer when they open a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceOption {
    pub id: Lined,
    pub clause: Lined,
    pub says: String,
    pub also: Also,
    /// The choice that applies if nobody chooses.
    pub default: Lined,
    pub choices: Vec<SourceChoice>,
}

/// One answer to an option.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceChoice {
    pub id: Lined,
    pub says: String,
    pub also: Also,
    /// The clause behind it, if it is not the option's.
    pub clause: Option<Lined>,
    pub changes: Changes,
    /// Clauses that say something else with this choice.
    pub rewords: Vec<Reworded>,
}

/// The words of a clause under a choice. What is left out stays as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Reworded {
    pub clause: Lined,
    pub says: Option<String>,
    pub reading: Option<ReadingNote>,
    pub also: ClauseAlso,
}

/// A worked example, which tests the rulebook.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceExample {
    pub clause: Lined,
    pub given: Value,
    pub expect: Value,
}

impl Source {
    /// Reads a file with this name. Returns what could be read along with all errors, so that later stages can report theirs
    /// together with these. Nothing is read from a file with a syntax error.
    pub fn parse(file: &str, text: &str) -> (Source, Vec<RulebookError>) {
        let mut errors = Errors::of(file);
        let entries = document::parse(text, limits::FILE_BYTES, &mut errors);
        (Source::of(text, entries, &mut errors), errors.list)
    }

    /// The same for a text without a file, which is named by the id in its header, if it has a valid one.
    pub fn parse_unnamed(text: &str) -> (Source, Vec<RulebookError>) {
        let mut unread = Errors::of("rulebook.toml");
        let entries = document::parse(text, limits::FILE_BYTES, &mut unread);
        let file = entries
            .as_ref()
            .and_then(|entries| id_in(entries))
            .map(|id| format!("{id}.toml"));
        let mut errors = Errors::of(file.as_deref().unwrap_or(unread.file));
        errors.list = unread.list;
        (Source::of(text, entries, &mut errors), errors.list)
    }

    fn of(text: &str, entries: Option<Vec<Entry>>, errors: &mut Errors<'_>) -> Source {
        let file = errors.file;
        let mut source = Source {
            file: file.to_owned(),
            id: file.strip_suffix(".toml").unwrap_or(file).to_owned(),
            line: 1,
            bytes: text.len(),
            ..Source::default()
        };
        if let Some(entries) = entries {
            source.read(Table::new("", 1, entries), errors);
        }
        source
    }

    pub fn option(&self, id: &str) -> Option<&SourceOption> {
        self.options.iter().find(|option| option.id.text == id)
    }

    /// The translations of its clauses and of those that its choices reword.
    pub(super) fn clauses_also(&self) -> impl Iterator<Item = &ClauseAlso> {
        let choices = self.options.iter().flat_map(|option| &option.choices);
        let reworded = choices.flat_map(|choice| &choice.rewords);
        let clauses = self.clauses.iter().map(|clause| &clause.also);
        clauses.chain(reworded.map(|reworded| &reworded.also))
    }

    fn read(&mut self, mut document: Table, errors: &mut Errors<'_>) {
        document.require("rulebook", errors);
        if let Some(header) = document.table("rulebook", errors) {
            self.read_header(header, errors);
        }
        self.clauses = document
            .tables("clause", limits::CLAUSES, errors)
            .filter_map_read(clause::read, errors);
        self.options = document
            .tables("option", limits::OPTIONS, errors)
            .filter_map_read(option::read, errors);
        self.examples = document
            .tables("example", limits::EXAMPLES, errors)
            .filter_map_read(example::read, errors);
        document.finish(errors);
        limits::bound(self, errors);
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
                let expected = format!("{:?}, as in the file name", self.id);
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
                "no parent: an overlay builds on the rulebook under it",
            ),
            (
                self.overlay,
                "with",
                &self.with.first().cloned(),
                "no overlays: only a rulebook has them",
            ),
            (!self.overlay, "base", &self.base, "no base: only an overlay has one"),
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

/// The id in the header of a file, if it has a valid one.
fn id_in(entries: &[Entry]) -> Option<String> {
    let header = entries.iter().find(|entry| entry.key == "rulebook")?;
    let Content::Table(fields) = &header.node.content else {
        return None;
    };
    match &fields.iter().find(|field| field.key == "id")?.node.content {
        Content::Text(id) if is_name(id) => Some(id.clone()),
        _ => None,
    }
}

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
            let expected = format!("a unique name; line {first} already has this one");
            errors.add(id.line, key, kind, expected, format!("{:?}", id.text));
        }
    }
}
