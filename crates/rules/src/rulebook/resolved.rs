//! A rulebook with its parents, overlays and options laid together, each value with the clauses that set it: the second of the three stages.

use super::clause::{Clause, ClauseRef};
use super::settings::{Key, Settings};
use super::source::{Also, WorthPatch};
use super::spec::Spec;
use super::value::Value;
use super::yaku::{Beside, Names};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file, `zan.toml`.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: u32,
}

/// Something and the place that says it.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed<T> {
    pub place: Place,
    pub value: T,
}

/// One time that something was set.
#[derive(Clone, PartialEq, Debug)]
pub struct Change<T> {
    pub clause: ClauseRef,
    /// The choice that did it, `pocchi=none`; empty where the clause itself did.
    pub choice: String,
    pub place: Place,
    /// How many changes were made before it: of two, the later one holds.
    pub order: u32,
    pub value: T,
}

/// A clause and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct ResolvedClause {
    pub clause: Clause,
    pub place: Place,
    /// Does it, or a choice that belongs to it, say something to the table?
    pub has_data: bool,
}

/// A yaku with all its fields laid together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResolvedYaku {
    /// `ryanpeikou`
    pub id: String,
    pub played: bool,
    pub names: Names,
    pub when: Option<Placed<String>>,
    pub worth: Option<Placed<WorthPatch>>,
    /// Han in an open hand, where they differ.
    pub open: Option<u8>,
    /// The count by which the worth is multiplied; empty for once.
    pub each: String,
    /// Does it add value without being a yaku?
    pub bonus: bool,
    pub beside: Beside,
    /// The yaku that do not count when it does.
    pub over: Vec<Placed<String>>,
    /// Do the fu of a tsumo and of tiles set aside not count with it?
    pub waives_fu: bool,
    /// Has a file said something of its worth that could not be read?
    pub worth_broken: bool,
    pub asks_broken: bool,
    /// Everything said of it, first to last.
    pub changes: Vec<Change<String>>,
    /// The clause that gave it last what it is worth. One that only asks for more has given nothing.
    pub given_by: ClauseRef,
    /// The clause that said last what it asks for.
    pub asked_by: ClauseRef,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// The rulebook or overlay that has it.
    pub rulebook: String,
    /// `pocchi`
    pub option: String,
    /// `none`
    pub choice: String,
    /// Was it asked for, or is it the default?
    pub asked: bool,
    pub clause: ClauseRef,
    /// What the option asks, in English and other languages.
    pub says: String,
    pub also: Also,
    /// What the choice answers.
    pub choice_says: String,
    pub choice_also: Also,
}

/// A rulebook, laid together.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved {
    pub spec: Spec,
    pub names: Names,
    /// The edition of the text it follows; empty for none.
    pub edition: String,
    /// The header of the file that was asked for.
    pub header: Place,
    pub clauses: Vec<ResolvedClause>,
    /// For each key, by its place in `Key::ALL`, everything that set it, first to last.
    pub keys: Vec<Vec<Change<Option<Value>>>>,
    /// All yaku ever named, played or not, in the order in which they were first.
    pub yaku: Vec<ResolvedYaku>,
    /// All options and what holds of them.
    pub options: Vec<ChosenOption>,
    /// All yaku that any clause or choice names, whether or not it was chosen.
    pub known_yaku: BTreeSet<String>,
}

impl Resolved {
    /// The settings, as last set.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (key, changes) in Key::ALL.iter().zip(&self.keys) {
            if let Some(Change { value: Some(value), .. }) = changes.last() {
                settings.set(*key, value);
            }
        }
        settings
    }

    /// Everything that set a key, first to last.
    pub fn changes(&self, key: Key) -> &[Change<Option<Value>>] {
        self.keys.get(key as usize).map_or(&[], Vec::as_slice)
    }

    /// The clause that set a key last.
    pub fn because(&self, key: Key) -> ClauseRef {
        self.changes(key).last().map_or(ClauseRef::NONE, |change| change.clause)
    }

    /// The clause that set a key first.
    pub fn first_because(&self, key: Key) -> ClauseRef {
        self.changes(key)
            .first()
            .map_or(ClauseRef::NONE, |change| change.clause)
    }

    /// A clause, if one set the value.
    pub fn clause(&self, clause: ClauseRef) -> Option<&ResolvedClause> {
        self.clauses.get(usize::from(clause.0))
    }

    /// The yaku with this name.
    pub fn yaku(&self, id: &str) -> Option<&ResolvedYaku> {
        self.yaku.iter().find(|yaku| yaku.id == id)
    }
}

impl ResolvedYaku {
    /// The clause that touched it last.
    pub fn because(&self) -> ClauseRef {
        self.changes.last().map_or(ClauseRef::NONE, |change| change.clause)
    }
}
