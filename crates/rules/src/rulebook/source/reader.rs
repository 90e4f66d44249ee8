//! Reads a table of the file key by key, and reports the keys that remain as unknown.

use super::super::document::{Content, Entry, Node};
use super::super::error::{ErrorKind, Errors};
use super::super::limits::{self, Limit};
use super::super::yaku::Names;
use super::{Also, Lined};
use crate::nearest::nearest;

/// A table whose entries are taken out one by one.
pub(in super::super) struct Table {
    pub(in super::super) path: String,
    pub(in super::super) line: u32,
    entries: Vec<Entry>,
    asked: Vec<&'static str>,
}

impl Table {
    pub(in super::super) fn new(path: &str, line: u32, entries: Vec<Entry>) -> Table {
        Table {
            path: path.to_owned(),
            line,
            entries,
            asked: Vec::new(),
        }
    }

    /// The full name of a key, for error messages.
    pub(in super::super) fn key(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    pub(in super::super) fn take(&mut self, key: &'static str) -> Option<Entry> {
        self.asked.push(key);
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// Takes all remaining entries.
    pub(in super::super) fn take_all(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    pub(in super::super) fn text(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<Lined> {
        let entry = self.take(key)?;
        match entry.node.content {
            Content::Text(text) => Some(Lined { line: entry.line, text }),
            _ => self.wrong(key, &entry.node, "text", errors),
        }
    }

    pub(in super::super) fn required_text(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<Lined> {
        self.require(key, errors);
        let text = self.text(key, errors)?;
        if text.text.trim().is_empty() {
            errors.add(
                text.line,
                &self.key(key),
                ErrorKind::WrongValue,
                "text that is not empty",
                "",
            );
        }
        Some(text)
    }

    pub(in super::super) fn required_name(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<Lined> {
        let text = self.required_text(key, errors)?;
        name(text, &self.key(key), errors)
    }

    pub(in super::super) fn flag(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<bool> {
        let entry = self.take(key)?;
        match entry.node.content {
            Content::Bool(flag) => Some(flag),
            _ => self.wrong(key, &entry.node, "true or false", errors),
        }
    }

    pub(in super::super) fn number(
        &mut self,
        key: &'static str,
        from: i64,
        to: i64,
        errors: &mut Errors<'_>,
    ) -> Option<i64> {
        let entry = self.take(key)?;
        match entry.node.content {
            Content::Int(number) if (from..=to).contains(&number) => Some(number),
            _ => self.wrong(key, &entry.node, &format!("a whole number from {from} to {to}"), errors),
        }
    }

    pub(in super::super) fn texts(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<Vec<Lined>> {
        let entry = self.take(key)?;
        let Content::List(items) = entry.node.content else {
            return self.wrong(key, &entry.node, "a list of names", errors);
        };
        let mut names = Vec::new();
        for item in items {
            match item.content {
                Content::Text(text) => names.extend(name(Lined { line: item.line, text }, &self.key(key), errors)),
                _ => names.extend(self.wrong::<Lined>(key, &item, "a list of names", errors)),
            }
        }
        Some(names)
    }

    pub(in super::super) fn table(&mut self, key: &'static str, errors: &mut Errors<'_>) -> Option<Table> {
        let entry = self.take(key)?;
        match entry.node.content {
            Content::Table(entries) => Some(Table::new(&self.key(key), entry.line, entries)),
            _ => self.wrong(key, &entry.node, "a table", errors),
        }
    }

    /// The tables of `[[key]]`, as many as the limit allows.
    pub(in super::super) fn tables(&mut self, key: &'static str, limit: Limit, errors: &mut Errors<'_>) -> Vec<Table> {
        let Some(entry) = self.take(key) else { return Vec::new() };
        let items = match entry.node.content {
            Content::List(items) => items,
            _ => {
                return self
                    .wrong(key, &entry.node, &format!("[[{key}]]"), errors)
                    .unwrap_or_default();
            }
        };
        if items.len() > limit.most {
            let found = items.len().to_string();
            errors.add(entry.line, &self.key(key), ErrorKind::TooMany, limit.expected(), found);
        }
        let mut tables = Vec::new();
        for item in items.into_iter().take(limit.most) {
            match item.content {
                Content::Table(entries) => tables.push(Table::new(&self.key(key), item.line, entries)),
                _ => tables.extend(self.wrong(key, &item, &format!("[[{key}]]"), errors)),
            }
        }
        tables
    }

    /// Reports a missing key. Call this before taking it.
    pub(in super::super) fn require(&self, key: &str, errors: &mut Errors<'_>) {
        if !self.entries.iter().any(|entry| entry.key == key) {
            errors.add(
                self.line,
                &self.key(key),
                ErrorKind::MissingKey,
                format!("the key {key:?}"),
                "",
            );
        }
    }

    /// Reports all remaining keys as unknown.
    pub(in super::super) fn finish(self, errors: &mut Errors<'_>) {
        for entry in &self.entries {
            if errors.is_full() {
                return;
            }
            let known = match nearest(&entry.key, self.asked.iter().copied()) {
                Some(near) => format!("a known key; did you mean {near:?}?"),
                None => format!("one of {}", self.asked.join(", ")),
            };
            errors.add(entry.line, &self.key(&entry.key), ErrorKind::UnknownKey, known, "");
        }
    }

    fn wrong<T>(&self, key: &str, node: &Node, expected: &str, errors: &mut Errors<'_>) -> Option<T> {
        errors.add(
            node.line,
            &self.key(key),
            ErrorKind::WrongValue,
            expected,
            node.describe(),
        );
        None
    }
}

/// Names in the languages of the players.
pub(in super::super) fn names(mut table: Table, needs_english: bool, errors: &mut Errors<'_>) -> Names {
    if needs_english {
        table.require("en", errors);
    }
    let mut text = |key| table.text(key, errors).map(|name| name.text).unwrap_or_default();
    let names = Names {
        en: text("en"),
        de: text("de"),
        ja: text("ja"),
        romaji: text("romaji"),
        zh: text("zh"),
    };
    table.finish(errors);
    names
}

/// Translations in further languages.
pub(in super::super) fn also(table: &mut Table, key: &'static str, errors: &mut Errors<'_>) -> Also {
    let Some(mut also) = table.table(key, errors) else {
        return Also::default();
    };
    let mut text = |key| also.text(key, errors).map(|says| says.text).unwrap_or_default();
    let says = Also {
        de: text("de"),
        ja: text("ja"),
        zh: text("zh"),
    };
    also.finish(errors);
    says
}

/// The text, if it is a valid name.
pub(super) fn name(text: Lined, key: &str, errors: &mut Errors<'_>) -> Option<Lined> {
    if is_name(&text.text) {
        return Some(text);
    }
    let most = limits::NAME.most;
    let expected = format!("a name of at most {most} letters, digits and dashes, not starting with a dash");
    errors.add(
        text.line,
        key,
        ErrorKind::WrongName,
        expected,
        format!("{:?}", text.text),
    );
    None
}

/// Names must be unambiguous in `rulebook(option=choice)+overlay`.
pub(in super::super) fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=limits::NAME.most).contains(&text.len()) && text.chars().all(fits) && !text.starts_with('-')
}
