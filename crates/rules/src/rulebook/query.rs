//! Queries: which options there are, where a value comes from, what a rulebook leaves open.

use super::layers::Layers;
use super::library::Library;
use super::resolved::{Change, Place, Resolved, ResolvedClause};
use super::settings::{Key, Settings};
use super::source::{Source, SourceOption};
use super::spec::{Part, Spec};
use super::value::Value;

/// A rulebook or overlay with its options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listing<'a> {
    pub source: &'a Source,
    /// Its own options and those it inherits, each with the id of the file that has it.
    pub options: Vec<(&'a str, &'a SourceOption)>,
}

/// A clause or choice that set a value. The last cause of a value is the one that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause<'a> {
    pub clause: Option<&'a ResolvedClause>,
    /// The choice that made the change, as `option=choice`; empty if the clause itself did.
    pub choice: &'a str,
    pub place: &'a Place,
    pub value: String,
}

/// What a rulebook leaves open.
#[must_use]
#[derive(Clone, Debug)]
pub struct Gaps<'a> {
    /// Clauses that are not etiquette and still change nothing.
    pub without_data: Vec<&'a ResolvedClause>,
    /// Keys that no clause sets, so the mechanism is not played.
    pub unset: Vec<Key>,
    /// Clauses with an ambiguous or silent text, for which a reading was chosen.
    pub readings: Vec<&'a ResolvedClause>,
}

impl Library {
    /// All rulebooks and overlays that are not hidden, in the order in which they were added.
    pub fn list(&self) -> Vec<Listing<'_>> {
        self.sources()
            .filter(|source| !source.hidden)
            .map(|source| self.listing(source))
            .collect()
    }

    /// One rulebook or overlay, hidden or not.
    pub fn listing<'a>(&'a self, source: &'a Source) -> Listing<'a> {
        let alone = Spec {
            base: Part::plain(&source.id),
            overlays: Vec::new(),
        };
        let layers = match Layers::of(self, alone) {
            // The options of an overlay's base belong to the base.
            Ok(layers) if !source.overlay => layers.sources,
            _ => vec![source],
        };
        // A child's option hides its parent's of the same name.
        let mut options: Vec<(&str, &SourceOption)> = Vec::new();
        for layer in layers.into_iter().rev() {
            for option in &layer.options {
                if !options.iter().any(|(_, other)| other.id.text == option.id.text) {
                    options.push((&layer.id, option));
                }
            }
        }
        Listing { source, options }
    }
}

impl Resolved {
    /// Everything that set a key (`game.start`) or changed a yaku (`yaku.tanyao`), first to last. None for an unknown name.
    pub fn why(&self, name: &str) -> Option<Vec<Cause<'_>>> {
        if let Some(id) = name.strip_prefix("yaku.") {
            let yaku = self.yaku(id)?;
            return Some(
                yaku.changes
                    .iter()
                    .map(|change| self.cause(change, change.value.clone()))
                    .collect(),
            );
        }
        let key = Key::ALL.iter().copied().find(|key| key.name() == name)?;
        let shown = |value: &Option<Value>| {
            let mut settings = Settings::default();
            if let Some(value) = value {
                settings.set(key, value);
            }
            settings.show(key)
        };
        Some(
            self.changes(key)
                .iter()
                .map(|change| self.cause(change, shown(&change.value)))
                .collect(),
        )
    }

    pub fn gaps(&self) -> Gaps<'_> {
        let silent = |clause: &&ResolvedClause| !clause.has_data && !clause.clause.etiquette;
        Gaps {
            without_data: self.clauses.iter().filter(silent).collect(),
            unset: Key::ALL
                .iter()
                .copied()
                .filter(|key| self.changes(*key).is_empty())
                .collect(),
            readings: self
                .clauses
                .iter()
                .filter(|clause| clause.clause.reading.is_some())
                .collect(),
        }
    }

    fn cause<'a, T>(&'a self, change: &'a Change<T>, value: String) -> Cause<'a> {
        Cause {
            clause: self.clause(change.clause),
            choice: &change.choice,
            place: &change.place,
            value,
        }
    }
}
