//! Reads canonical text back. It comes from a log or a database, so it is checked as thoroughly as a rulebook file.

use super::super::clause::{Clause, ClauseRef};
use super::super::compile;
use super::super::document::{self, Content, Entry};
use super::super::error::{ErrorKind, Errors, RulebookError};
use super::super::limits::{CLAUSES, LAYERS, Limit, MERGED_BYTES, OPTIONS};
use super::super::resolved::{Change, ChosenOption, Place, Placed, Resolved, ResolvedClause, ResolvedYaku};
use super::super::rules::Rules;
use super::super::settings::Key;
use super::super::source::{self, Lined, Table};
use super::super::spec::Spec;
use super::super::value::Value;
use super::super::yaku::Unless;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The file name in error messages.
const FILE: &str = "stored rulebook";

impl Rules {
    /// Reads the rulebook of a game from the text that the game kept ([`Rules::canonical`]).
    ///
    /// ```
    /// use jantaku_rules::{Library, Rules};
    ///
    /// let rules = Library::builtin().rules("ema-2025").expect("a built-in rulebook");
    /// let read = Rules::from_canonical(rules.canonical()).expect("text from `canonical`");
    /// assert_eq!(read.hash, rules.hash);
    /// ```
    ///
    /// # Errors
    /// Everything in the text that cannot be read or played.
    pub fn from_canonical(text: &str) -> Result<Rules, Vec<RulebookError>> {
        let mut errors = Errors::of(FILE);
        let Some(entries) = document::parse(text, MERGED_BYTES, &mut errors) else {
            return Err(errors.list);
        };
        let resolved = Reader {
            errors,
            by_id: BTreeMap::new(),
            file: FILE.into(),
        }
        .resolved(Table::new("", 1, entries))?;
        compile::compile(&resolved).map(|rules| rules.kept_as(text))
    }
}

/// The limit of a file, for all files that a rulebook builds on.
fn of_layers(limit: Limit) -> Limit {
    Limit {
        most: LAYERS.most * limit.most,
        ..limit
    }
}

struct Reader<'a> {
    errors: Errors<'a>,
    by_id: BTreeMap<String, ClauseRef>,
    file: Arc<str>,
}

impl Reader<'_> {
    fn resolved(mut self, mut document: Table) -> Result<Resolved, Vec<RulebookError>> {
        let errors = &mut self.errors;
        document.require("rulebook", errors);
        let mut header = document
            .table("rulebook", errors)
            .unwrap_or_else(|| Table::new("rulebook", 1, Vec::new()));
        let line = header.line;
        let spec = header.required_text("spec", errors);
        header.require("name", errors);
        let names = header
            .table("name", errors)
            .map(|names| source::names(names, true, errors));
        let edition = header.text("edition", errors).map(|edition| edition.text);
        header.finish(errors);
        let clauses = document.tables("clause", of_layers(CLAUSES), errors);
        let clauses = clauses.into_iter().filter_map(|table| self.clause(table)).collect();
        let options = document.tables("option", of_layers(OPTIONS), &mut self.errors);
        let options = options.into_iter().filter_map(|table| self.option(table)).collect();
        let sets = document.table("sets", &mut self.errors);
        let keys = self.sets(sets);
        let yaku = document.table("yaku", &mut self.errors);
        let yaku = self.all_yaku(yaku);
        document.finish(&mut self.errors);
        let spec = spec.and_then(|spec| {
            Spec::parse(&spec.text)
                .map_err(|wrong| {
                    self.errors
                        .add(spec.line, "rulebook.spec", wrong.kind, wrong.expected, wrong.found);
                })
                .ok()
        });
        match spec {
            Some(spec) if self.errors.list.is_empty() => Ok(Resolved {
                spec,
                names: names.unwrap_or_default(),
                edition: edition.unwrap_or_default(),
                header: self.place(line),
                clauses,
                known_yaku: mentioned(&yaku, &keys),
                keys,
                yaku,
                options,
            }),
            _ => Err(self.errors.list),
        }
    }

    fn place(&self, line: u32) -> Place {
        Place {
            file: self.file.clone(),
            line,
        }
    }

    fn clause(&mut self, mut table: Table) -> Option<ResolvedClause> {
        let rulebook = table.required_name("rulebook", &mut self.errors);
        let clause = source::read_clause(table, &mut self.errors)?;
        let number = ClauseRef(u16::try_from(self.by_id.len()).ok()?);
        if self.by_id.insert(clause.id.text.clone(), number).is_some() {
            let found = format!("{:?}", clause.id.text);
            self.errors.add(
                clause.id.line,
                "clause.id",
                ErrorKind::ClauseTwice,
                "a unique id",
                found,
            );
        }
        Some(ResolvedClause {
            replaced_by: Vec::new(),
            amended_by: Vec::new(),
            place: self.place(clause.id.line),
            clause: Clause {
                id: clause.id.text,
                rulebook: rulebook?.text,
                says: clause.says,
                reading: clause.reading,
                etiquette: clause.etiquette,
            },
            has_data: false,
        })
    }

    /// Looks up the clause that a field refers to.
    fn by(&mut self, id: Option<Lined>, key: &str) -> Option<ClauseRef> {
        let id = id?;
        let clause = self.by_id.get(&id.text).copied();
        if clause.is_none() {
            let found = format!("{:?}", id.text);
            self.errors.add(
                id.line,
                key,
                ErrorKind::UnknownClause,
                "a clause of this rulebook",
                found,
            );
        }
        clause
    }

    fn option(&mut self, mut table: Table) -> Option<ChosenOption> {
        let errors = &mut self.errors;
        let rulebook = table.required_name("rulebook", errors);
        let option = table.required_name("id", errors);
        let choice = table.required_name("choice", errors);
        let asked = table.flag("asked", errors).unwrap_or_default();
        let mut says = |key| {
            table
                .required_text(key, errors)
                .map(|says| says.text)
                .unwrap_or_default()
        };
        let (option_says, choice_says) = (says("says"), says("choice-says"));
        let also = source::also(&mut table, "also", errors);
        let choice_also = source::also(&mut table, "choice-also", errors);
        let clause = table.required_name("clause", errors);
        table.finish(errors);
        Some(ChosenOption {
            rulebook: rulebook?.text,
            option: option?.text,
            choice: choice?.text,
            asked,
            clause: self.by(clause, "option.clause")?,
            says: option_says,
            also,
            choice_says,
            choice_also,
        })
    }

    fn sets(&mut self, table: Option<Table>) -> Vec<Vec<Change<Option<Value>>>> {
        let mut keys = vec![Vec::new(); Key::ALL.len()];
        for section in table.map(|mut table| table.take_all()).unwrap_or_default() {
            let line = section.line;
            let Content::Table(fields) = section.node.content else {
                self.errors.add(
                    line,
                    &section.key,
                    ErrorKind::WrongValue,
                    "a table",
                    section.node.describe(),
                );
                continue;
            };
            for field in fields {
                self.set(&section.key, field, &mut keys);
            }
        }
        keys
    }

    /// `game.start = { is = 50000, by = "F-12" }`
    fn set(&mut self, section: &str, field: Entry, keys: &mut [Vec<Change<Option<Value>>>]) {
        let (name, line) = (format!("{section}.{}", field.key), field.line);
        let Content::Table(entries) = field.node.content else {
            self.errors.add(
                line,
                &name,
                ErrorKind::WrongValue,
                "{ is = …, by = … }",
                field.node.describe(),
            );
            return;
        };
        let mut table = Table::new(&name, line, entries);
        table.require("is", &mut self.errors);
        let is = table.take("is");
        let by = table.required_name("by", &mut self.errors);
        let first = table.text("first-by", &mut self.errors);
        table.finish(&mut self.errors);
        let set = is.and_then(|is| source::read_set(section, Entry { key: field.key, ..is }, &mut self.errors));
        let (by, first) = (self.by(by, &name), self.by(first, &name));
        let (Some(set), Some(by)) = (set, by) else { return };
        let place = self.place(line);
        let change = |clause| Change {
            clause,
            choice: String::new(),
            place: place.clone(),
            order: line,
            value: set.value.clone(),
        };
        if let Some(chain) = keys.get_mut(set.key as usize) {
            chain.extend(first.into_iter().chain([by]).map(change));
        }
    }

    fn all_yaku(&mut self, table: Option<Table>) -> Vec<ResolvedYaku> {
        let entries = table.map(|mut table| table.take_all()).unwrap_or_default();
        entries.into_iter().filter_map(|entry| self.yaku(entry)).collect()
    }

    /// A yaku in the format of clauses, plus the clauses behind it.
    fn yaku(&mut self, mut entry: Entry) -> Option<ResolvedYaku> {
        let key = format!("yaku.{}", entry.key);
        let Content::Table(fields) = &mut entry.node.content else {
            self.errors.add(
                entry.line,
                &key,
                ErrorKind::WrongValue,
                "a table",
                entry.node.describe(),
            );
            return None;
        };
        let by = fields.extract_if(.., |field| {
            matches!(field.key.as_str(), "clauses" | "unless") || field.key.ends_with("-by")
        });
        let mut by = Table::new(&key, entry.line, by.collect());
        by.require("clauses", &mut self.errors);
        let ids = by.texts("clauses", &mut self.errors).unwrap_or_default();
        let clauses: Vec<ClauseRef> = ids.into_iter().filter_map(|id| self.by(Some(id), &key)).collect();
        let last = clauses.last().copied().unwrap_or(ClauseRef::NONE);
        let mut lines = |key| by.texts(key, &mut self.errors).unwrap_or_default();
        let (unless, unless_by) = (lines("unless"), lines("unless-by"));
        let unless = unless.into_iter().zip(unless_by).filter_map(|(when, clause)| {
            let clause = self.by(Some(clause), &key)?;
            Some(Unless {
                when: when.text,
                clause,
            })
        });
        let unless = unless.collect();
        let mut set_by = |field, otherwise| {
            let id = by.text(field, &mut self.errors);
            self.by(id, &key).unwrap_or(otherwise)
        };
        let (given_by, asked_by) = (set_by("given-by", last), set_by("asked-by", last));
        let [over_by, beside_by, waives_by] =
            ["over-by", "beside-by", "waives-by"].map(|field| set_by(field, given_by));
        by.finish(&mut self.errors);
        let patch = source::read_yaku(entry, &mut self.errors)?;
        let place = self.place(patch.line);
        let placed = |text: Lined| Placed {
            place: place.clone(),
            value: text.text,
        };
        let change = |clause| Change {
            clause,
            choice: String::new(),
            place: place.clone(),
            order: patch.line,
            value: String::new(),
        };
        Some(ResolvedYaku {
            id: patch.id,
            played: true,
            names: patch.names,
            when: patch.when.map(placed),
            unless,
            worth: patch.worth.map(|value| Placed {
                place: place.clone(),
                value,
            }),
            open: patch.open,
            each: patch.each.map(|each| each.text).unwrap_or_default(),
            bonus: patch.bonus.unwrap_or_default(),
            beside: patch.beside.unwrap_or_default(),
            over: patch.over.unwrap_or_default().into_iter().map(placed).collect(),
            waives_fu: patch.waives_fu.unwrap_or_default(),
            worth_broken: false,
            asks_broken: false,
            replaced: Vec::new(),
            changes: clauses.into_iter().map(change).collect(),
            given_by,
            asked_by,
            over_by,
            beside_by,
            waives_by,
        })
    }
}

/// All yaku that are played or referred to: a rulebook may refer to one that it has switched off.
fn mentioned(yaku: &[ResolvedYaku], keys: &[Vec<Change<Option<Value>>>]) -> BTreeSet<String> {
    let over = yaku
        .iter()
        .flat_map(|yaku| yaku.over.iter().map(|over| over.value.clone()));
    let pao = match keys
        .get(Key::PaoYaku as usize)
        .and_then(|chain| chain.last()?.value.as_ref())
    {
        Some(Value::List(items)) => items.as_slice(),
        _ => &[],
    };
    let pao = pao.iter().filter_map(|item| match item {
        Value::Text(id) => Some(id.clone()),
        _ => None,
    });
    yaku.iter().map(|yaku| yaku.id.clone()).chain(over).chain(pao).collect()
}
