//! Whether a choice decides anything once everything is merged: another choice, an overlay or a child's clause may have the last word.

use super::super::choices::{DiscardPays, Nagashi, Reds, Scheme};
use super::super::error::{ErrorKind, error};
use super::super::layers::{Choice, Layers};
use super::super::resolved::Change;
use super::super::settings::{Key, Settings};
use super::super::value::Value;
use super::Merger;
use std::collections::BTreeSet;

/// A choice in the order in which they were applied, parallel to the options of the merged rulebook.
pub(super) struct Applied<'a> {
    pub(super) choice: Choice<'a>,
    /// The last change before it.
    pub(super) after: u32,
}

/// What decides in place of a choice.
type Decided = Result<(), String>;

impl<'a> Merger<'a> {
    /// Takes back what overlays and choices of parents changed, where the request asks for a choice that leaves a value as its rulebook
    /// has it.
    pub(super) fn restore(&mut self, choice: Choice<'a>) {
        let file = &choice.source.file;
        let (part, layer) = (self.part_of(file), self.layer_of(file));
        let author = self.author(choice);
        for key in keys_of(choice) {
            let chain = &self.resolved.keys[key as usize];
            let theirs = |change: &&Change<_>| {
                let file = &change.place.file;
                let of_parent = self.part_of(file) == part && self.layer_of(file) < layer;
                self.part_of(file) > part || of_parent && self.asked(&change.choice)
            };
            if sets(choice, key).is_some() || chain.last().filter(theirs).is_none() {
                continue;
            }
            let own = |change: &&Change<_>| self.part_of(&change.place.file) == part && !theirs(change);
            let own = chain.iter().rfind(own);
            let value = own.map_or_else(|| Some(Settings::default().value(key)), |own| own.value.clone());
            let change = author.change(choice.choice.id.line, &mut self.order, value);
            self.resolved.keys[key as usize].push(change);
        }
    }

    /// Reports the choices of the request that decide nothing, and drops the defaults that do not.
    pub(super) fn judge(&mut self, layers: &Layers<'_>) {
        let mut kept = Vec::new();
        let settings = self.resolved.settings();
        for (place, applied) in self.applied.iter().enumerate() {
            let Choice { option, choice, .. } = applied.choice;
            let yaku: BTreeSet<&str> = option
                .choices
                .iter()
                .flat_map(|choice| choice.changes.yaku_ids())
                .collect();
            let keys = keys_of(applied.choice).into_iter().map(|key| {
                self.key_decided(applied, key)
                    .and_then(|()| self.key_used(applied, key, &settings))
            });
            let decided: Vec<Decided> = keys
                .chain(yaku.into_iter().map(|id| self.yaku_decided(applied, id)))
                .collect();
            // A choice about what another setting leaves out, or a child's clause has settled, has no effect, whatever else it sets.
            let set = keys_of(applied.choice).into_iter().filter(|key| {
                let by_itself = unmet(*key, &settings).is_some_and(|needed| sets(applied.choice, needed).is_some());
                sets(applied.choice, *key).is_some() && !by_itself
            });
            let unused = set.map(|key| self.key_used(applied, key, &settings));
            let settled = keys_of(applied.choice)
                .into_iter()
                .map(|key| self.key_settled(applied, key));
            let unused = unused.chain(settled).find(Result::is_err);
            let takes_effect = unused.is_none() && (decided.is_empty() || decided.iter().any(Result::is_ok));
            let decided: Vec<Decided> = decided.into_iter().chain(unused).collect();
            kept.push(takes_effect || self.resolved.options[place].asked);
            if let (false, true, Some(Err(why))) = (takes_effect, self.resolved.options[place].asked, decided.last()) {
                self.errors.push(error(
                    &layers.spec.to_string(),
                    0,
                    &option.id.text,
                    ErrorKind::NoEffect,
                    format!("a choice that has an effect here: {why}"),
                    format!("{}={}", option.id.text, choice.id.text),
                ));
            }
        }
        let mut kept = kept.into_iter();
        self.resolved.options.retain(|_| kept.next().unwrap_or_default());
    }

    fn key_decided(&self, applied: &Applied<'_>, key: Key) -> Decided {
        let Choice { source, option, choice } = applied.choice;
        let chain = &self.resolved.keys[key as usize];
        let Some(last) = chain.last() else { return Ok(()) };
        let shown = |value: &Option<Value>| shown(key, value);
        let by = |change: &Change<_>| Err(self.sets_it(key, change));
        if let Some(own) = sets(applied.choice, key) {
            return if shown(own) == shown(&last.value) {
                Ok(())
            } else {
                by(last)
            };
        }
        let part = self.part_of(&source.file);
        let later = |change: &&Change<_>| {
            change.order > applied.after && (!change.choice.is_empty() || self.part_of(&change.place.file) != part)
        };
        let own = format!("{}={}", option.id.text, choice.id.text);
        let others = option.choices.iter().map(|choice| Choice { source, option, choice });
        let of_another = |value: &str| {
            let mut values = others.clone().filter_map(|other| sets(other, key));
            values.any(|other| shown(other) == value)
        };
        // An option of a child may refine a value that this choice leaves open.
        let refines = |change: &Change<_>| {
            self.part_of(&change.place.file) == part
                && self.layer_of(&change.place.file) > self.layer_of(&source.file)
                && !of_another(&shown(&change.value))
        };
        if let Some(later) = chain.iter().rfind(later).filter(|later| later.choice != own) {
            return if refines(later) { Ok(()) } else { by(later) };
        }
        Ok(())
    }

    /// Fails if a child's clause has settled the question, with the value of another choice or of none. Where the other choices only
    /// leave something out, a child that plays it in its own way has not.
    fn key_settled(&self, applied: &Applied<'_>, key: Key) -> Decided {
        let Choice { source, option, choice } = applied.choice;
        let of_parent = |change: &&Change<_>| self.layer_of(&change.place.file) <= self.layer_of(&source.file);
        let chain = &self.resolved.keys[key as usize];
        let of_child = |change: &&Change<_>| change.choice.is_empty() && !of_parent(change);
        let part = self.part_of(&source.file);
        let settled = if sets(applied.choice, key).is_none() {
            chain.last().filter(of_child)
        } else if self.asked(&format!("{}={}", option.id.text, choice.id.text)) {
            // A choice has the last word over overlays of the request, but not over a child of its rulebook.
            let same_part = |change: &&Change<_>| self.part_of(&change.place.file) == part;
            chain.iter().rfind(|change| of_child(change) && same_part(change))
        } else {
            None
        };
        let Some(last) = settled else { return Ok(()) };
        let before = chain
            .iter()
            .rfind(|change| of_parent(change) && change.choice.is_empty());
        let (value, off) = (shown(key, &last.value), Settings::default().show(key));
        let same = before.is_some_and(|before| shown(key, &before.value) == value);
        let others = option.choices.iter().map(|choice| Choice { source, option, choice });
        let mut others = others
            .filter_map(|other| sets(other, key))
            .map(|other| shown(key, other));
        match others.any(|other| other == value || other != off) && !same {
            true => Err(self.sets_it(key, last)),
            false => Ok(()),
        }
    }

    fn sets_it(&self, key: Key, change: &Change<Option<Value>>) -> String {
        let value = shown(key, &change.value);
        format!("{} sets {} to {value}", self.named(change), key.name())
    }

    /// Fails if another setting leaves nothing for the key to decide. An option that waits for another one keeps its default.
    fn key_used(&self, applied: &Applied<'_>, key: Key, settings: &Settings) -> Decided {
        let Choice { option, choice, .. } = applied.choice;
        let Some(needed) = unmet(key, settings) else {
            return Ok(());
        };
        let last = self.resolved.keys[needed as usize].last();
        // No option changes how hands are counted, so nothing could make such a default count.
        let chosen = needed == Key::ValueScheme || last.is_some_and(|last| self.asked(&last.choice));
        if choice.id.text == option.default.text && !chosen {
            return Ok(());
        }
        let value = settings.show(needed);
        Err(last.map_or_else(
            || format!("{} is {value}", needed.name()),
            |last| format!("{} sets {} to {value}", self.named(last), needed.name()),
        ))
    }

    /// Does the request name this `option=choice`?
    fn asked(&self, choice: &str) -> bool {
        let mut options = self.resolved.options.iter().filter(|option| option.asked);
        options.any(|option| format!("{}={}", option.option, option.choice) == choice)
    }

    fn yaku_decided(&self, applied: &Applied<'_>, id: &str) -> Decided {
        let Choice { option, choice, .. } = applied.choice;
        let own = format!("{}={}", option.id.text, choice.id.text);
        let found = self.resolved.yaku(id);
        let off = choice.changes.off.iter().any(|off| off.text == id);
        let named = off || choice.changes.yaku.iter().any(|patch| patch.id == id);
        let Some(yaku) = found else {
            return if named {
                Err(format!("the yaku {id} is not played"))
            } else {
                Ok(())
            };
        };
        let changed = |change: &&Change<String>| change.choice != own && !change.choice.is_empty();
        match yaku.changes.last() {
            Some(last) if named && yaku.played == off => Err(format!("{} changes the yaku {id}", self.named(last))),
            Some(last) if !named && changed(&last) && last.order > applied.after => {
                Err(format!("{} changes the yaku {id}", self.named(last)))
            }
            _ => Ok(()),
        }
    }

    /// A clause, or a choice with its clause.
    fn named<T>(&self, change: &Change<T>) -> String {
        let clause = self
            .resolved
            .clause(change.clause)
            .map_or("-", |clause| &clause.clause.id);
        if change.choice.is_empty() {
            clause.to_owned()
        } else {
            format!("{} ({clause})", change.choice)
        }
    }
}

fn shown(key: Key, value: &Option<Value>) -> String {
    let mut settings = Settings::default();
    value.as_ref().map(|value| settings.set(key, value));
    settings.show(key)
}

/// The setting without which a key decides nothing.
fn unmet(key: Key, settings: &Settings) -> Option<Key> {
    let Settings {
        tiles,
        aside,
        value,
        draws,
        payment,
        ..
    } = settings;
    let no_flowers = tiles.flowers == 0;
    let unmet = match key {
        Key::TilesRedNumber => (tiles.reds == Reds::default(), Key::TilesReds),
        Key::PaymentResponsible => (payment.discard != DiscardPays::Responsible, Key::PaymentDiscard),
        Key::ValueChickenAlone if value.chicken == 0 => (true, Key::ValueChicken),
        Key::ValueChickenAlone | Key::ValueMinimumWithBonus => (no_flowers, Key::TilesFlowers),
        Key::AsideRinshanCounts => (no_flowers && !aside.kita, Key::TilesFlowers),
        Key::AsideFu if aside.fu > 0 => (value.scheme != Scheme::FuAndHan, Key::ValueScheme),
        Key::DrawsNotenFrom | Key::ChipsBustByNoten => (draws.noten == 0, Key::DrawsNoten),
        Key::DrawsNagashiAs => (draws.nagashi == Nagashi::Nothing, Key::DrawsNagashi),
        _ => return None,
    };
    unmet.0.then_some(unmet.1)
}

/// The keys that any choice of the option sets.
fn keys_of(choice: Choice<'_>) -> BTreeSet<Key> {
    let all = choice.option.choices.iter().flat_map(|choice| &choice.changes.sets);
    all.map(|set| set.key).collect()
}

fn sets(choice: Choice<'_>, key: Key) -> Option<&Option<Value>> {
    let own = choice.choice.changes.sets.iter().rfind(|set| set.key == key);
    own.map(|set| &set.value)
}
