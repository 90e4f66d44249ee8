//! Queries: which options there are, where a value comes from, what a rulebook leaves open.

use super::choices::Scheme;
use super::clause::ClauseRef;
use super::layers::Layers;
use super::library::Library;
use super::resolved::{Change, ChosenOption, Place, Resolved, ResolvedClause};
use super::setting::Shape;
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

/// Which clauses took the place of another.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// In the order of the rulebook.
    pub by: Vec<ClauseRef>,
    /// Does nothing of the clause hold any more?
    pub whole: bool,
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
        // The options of an overlay's base belong to the base, and those that a child has settled are no options any more.
        let (layers, open) = match Layers::of(self, alone) {
            Ok(layers) if !source.overlay => (layers.sources.clone(), Some(Resolved::merge(&layers).0.options)),
            _ => (vec![source], None),
        };
        let is_open = |layer: &Source, option: &SourceOption| {
            let same = |open: &ChosenOption| (&open.rulebook, &open.option) == (&layer.id, &option.id.text);
            open.as_ref().is_none_or(|open| open.iter().any(same))
        };
        let options = layers.iter().rev().flat_map(|layer| {
            let open = layer.options.iter().filter(|option| is_open(layer, option));
            open.map(|option| (layer.id.as_str(), option))
        });
        Listing {
            source,
            options: options.collect(),
        }
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

    /// The clauses that later set otherwise what this one sets; none if all of it holds.
    pub fn replaced(&self, clause: ClauseRef) -> Option<Replaced> {
        let found = self.clause(clause)?;
        let mut by = [found.replaced_by.as_slice(), &found.amended_by].concat();
        let (said, mut holds) = (!found.replaced_by.is_empty(), !found.amended_by.is_empty());
        let mut judge = |later: Option<ClauseRef>| match later {
            Some(later) => by.push(later),
            None => holds = true,
        };
        let (off, without_fu) = (Settings::default(), self.settings().value.scheme != Scheme::FuAndHan);
        for (key, chain) in Key::ALL.iter().zip(&self.keys) {
            let shown = |change: &Change<Option<Value>>| {
                let mut settings = Settings::default();
                change.value.as_ref().map(|value| settings.set(*key, value));
                settings.show(*key)
            };
            let plays = |change: &Change<_>| change.clause == clause && shown(change) != off.show(*key);
            if without_fu && is_about_flower_fu(*key) && chain.iter().any(plays) {
                judge(Some(self.because(Key::ValueScheme)));
                continue;
            }
            let own = chain
                .iter()
                .rfind(|change| change.clause == clause && change.choice.is_empty());
            if let (Some(own), Some(last)) = (own, chain.last()) {
                let same = last.clause == clause || shown(own) == shown(last);
                judge((!same).then_some(last.clause));
            }
        }
        for yaku in self
            .yaku
            .iter()
            .filter(|yaku| yaku.changes.iter().any(|change| change.clause == clause))
        {
            let lost = |(before, _): &&(ClauseRef, ClauseRef)| *before == clause;
            let gives = yaku.played && yaku.given_by == clause;
            let later = yaku.replaced.iter().rfind(lost).filter(|_| !gives);
            judge(later.map(|(_, by)| *by).filter(|by| *by != clause));
        }
        by.sort();
        by.dedup();
        let whole = said || !holds;
        (!by.is_empty()).then_some(Replaced { by, whole })
    }

    /// The clauses of each file: those of the requested rulebook and its overlays first, those of its parents last.
    pub fn by_file(&self) -> Vec<(&str, Vec<ClauseRef>)> {
        let mut files: Vec<(&str, Vec<ClauseRef>)> = Vec::new();
        for (place, clause) in self.clauses.iter().enumerate() {
            let file = clause.clause.rulebook.as_str();
            match files.last_mut() {
                Some((last, places)) if *last == file => places.push(ClauseRef(place as u16)),
                _ => files.push((file, vec![ClauseRef(place as u16)])),
            }
        }
        files.reverse();
        files
    }

    pub fn gaps(&self) -> Gaps<'_> {
        let silent = |clause: &&ResolvedClause| !clause.has_data && !clause.clause.etiquette;
        Gaps {
            without_data: self.clauses.iter().filter(silent).collect(),
            unset: Key::ALL
                .iter()
                .copied()
                .filter(|key| self.changes(*key).is_empty() && !matches!(key.info().shape, Shape::True))
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

/// Does it decide about the fu of flowers, which a rulebook without fu does not have?
const fn is_about_flower_fu(key: Key) -> bool {
    matches!(
        key,
        Key::AsideFu | Key::CiteFlowerFuWaived | Key::CiteFlowersWithSevenPairs
    )
}
