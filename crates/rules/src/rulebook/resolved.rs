//! A rulebook merged with its parents, overlays and options. Each value keeps the clauses that set it: the second of three stages.

use super::clause::{Clause, ClauseRef};
use super::settings::{Key, Settings};
use super::source::{Also, WorthPatch};
use super::spec::Spec;
use super::value::Value;
use super::yaku::{Beside, Names, Unless};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file name, such as `club.toml`.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: u32,
}

/// A value with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed<T> {
    pub place: Place,
    pub value: T,
}

/// An assignment by a clause or choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Change<T> {
    pub clause: ClauseRef,
    /// The choice that made the change, as `option=choice`; empty if the clause itself did.
    pub choice: String,
    pub place: Place,
    /// Counts up through all changes. The later of two wins.
    pub order: u32,
    pub value: T,
}

/// A clause with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct ResolvedClause {
    pub clause: Clause,
    pub place: Place,
    /// Does it, or a choice that belongs to it, change a value or yaku?
    pub has_data: bool,
    /// Clauses that say it differently, where the data does not show it.
    pub replaced_by: Vec<ClauseRef>,
    /// Clauses beside which a part of it does not hold.
    pub amended_by: Vec<ClauseRef>,
}

/// A yaku after all changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResolvedYaku {
    pub id: String,
    pub played: bool,
    pub names: Names,
    pub when: Option<Placed<String>>,
    /// What later clauses ruled out, already part of `when`.
    pub unless: Vec<Unless>,
    pub worth: Option<Placed<WorthPatch>>,
    /// Han in an open hand, if they differ.
    pub open: Option<u8>,
    /// The count that multiplies the worth; empty for none.
    pub each: String,
    /// Does it add value without being a yaku?
    pub bonus: bool,
    pub beside: Beside,
    /// Yaku that do not count when this one does.
    pub over: Vec<Placed<String>>,
    /// Do fu for tsumo and tiles set aside not count with it?
    pub waives_fu: bool,
    /// A file has an error in its worth, or (`asks_broken`) in its condition.
    pub worth_broken: bool,
    pub asks_broken: bool,
    /// All changes, first to last, as TOML.
    pub changes: Vec<Change<String>>,
    /// The last clause that set its worth. Changing only the condition does not count.
    pub given_by: ClauseRef,
    /// Clauses that gave it another worth before, each with the one that changed that or switched it off.
    pub replaced: Vec<(ClauseRef, ClauseRef)>,
    /// The last clause that set its condition.
    pub asked_by: ClauseRef,
    /// The last clause that set `over`, `beside` and `waives_fu`.
    pub over_by: ClauseRef,
    pub beside_by: ClauseRef,
    pub waives_by: ClauseRef,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// The rulebook or overlay that has the option.
    pub rulebook: String,
    pub option: String,
    pub choice: String,
    /// Did the request name it, or is it the default?
    pub asked: bool,
    pub clause: ClauseRef,
    /// The question, in English; `also` has translations.
    pub says: String,
    pub also: Also,
    /// The answer, in English.
    pub choice_says: String,
    pub choice_also: Also,
}

/// A merged rulebook.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved {
    pub spec: Spec,
    pub names: Names,
    /// The edition of the paper it follows; empty for none.
    pub edition: String,
    /// The header of the requested file.
    pub header: Place,
    pub clauses: Vec<ResolvedClause>,
    /// All assignments to each key, first to last, in the order of [`Key::ALL`].
    pub keys: Vec<Vec<Change<Option<Value>>>>,
    /// All yaku, played or not, in the order in which they first appear.
    pub yaku: Vec<ResolvedYaku>,
    /// All options and the choices in force.
    pub options: Vec<ChosenOption>,
    /// All yaku that any clause or choice defines, chosen or not.
    pub known_yaku: BTreeSet<String>,
}

impl Resolved {
    /// The settings after all changes.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (key, changes) in Key::ALL.iter().zip(&self.keys) {
            if let Some(Change { value: Some(value), .. }) = changes.last() {
                settings.set(*key, value);
            }
        }
        settings
    }

    /// All assignments to a key, first to last.
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

    /// None for [`ClauseRef::NONE`].
    pub fn clause(&self, clause: ClauseRef) -> Option<&ResolvedClause> {
        self.clauses.get(usize::from(clause.0))
    }

    pub fn yaku(&self, id: &str) -> Option<&ResolvedYaku> {
        self.yaku.iter().find(|yaku| yaku.id == id)
    }
}

impl ResolvedYaku {
    /// The worth with the han of an open hand.
    pub(super) fn worth_shown(&self) -> Option<(WorthPatch, Option<u8>)> {
        let worth = self.worth.as_ref()?.value;
        let open = match worth {
            WorthPatch::Han(closed) => Some(self.open.unwrap_or(closed)),
            _ => None,
        };
        Some((worth, open))
    }

    /// The last clause that changed it.
    pub fn because(&self) -> ClauseRef {
        self.changes.last().map_or(ClauseRef::NONE, |change| change.clause)
    }
}
