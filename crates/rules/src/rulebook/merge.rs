//! Merges the files of a request: the parent, then overlays, then the child's clauses. The default choices of a layer apply right after
//! its clauses; explicit choices replace the defaults and apply last.

mod effect;

use super::clause::{Clause, ClauseRef};
use super::error::{ErrorKind, RulebookError, error};
use super::layers::{Choice, Layers};
use super::resolved::{Change, ChosenOption, Place, Placed, Resolved, ResolvedClause, ResolvedYaku};
use super::settings::Key;
use super::source::{Changes, Lined, Source, SourceChoice, WorthPatch, YakuPatch};
use super::yaku::{Names, Unless};
use effect::Applied;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Resolved {
    /// Merges the files. Returns all errors between them too.
    pub(super) fn merge(layers: &Layers<'_>) -> (Resolved, Vec<RulebookError>) {
        let mut merger = Merger::new(layers);
        for source in &layers.sources {
            merger.clauses_of(source);
        }
        for source in &layers.sources {
            merger.apply_layer(source, &layers.explicit);
        }
        for choice in &layers.explicit {
            merger.restore(*choice);
            merger.apply_choice(*choice, true);
        }
        merger.judge(layers);
        (merger.resolved, merger.errors)
    }
}

struct Merger<'a> {
    resolved: Resolved,
    /// The file of each layer with the part of the request that it belongs to.
    files: Vec<(&'a str, usize)>,
    applied: Vec<Applied<'a>>,
    by_id: BTreeMap<String, ClauseRef>,
    order: u32,
    errors: Vec<RulebookError>,
}

/// The source of a change: a clause, the choice if one makes it, and the file.
struct Author {
    clause: ClauseRef,
    choice: String,
    file: Arc<str>,
}

impl Author {
    fn place(&self, line: u32) -> Place {
        Place {
            file: self.file.clone(),
            line,
        }
    }

    fn change<T>(&self, line: u32, order: &mut u32, value: T) -> Change<T> {
        *order += 1;
        Change {
            clause: self.clause,
            choice: self.choice.clone(),
            place: self.place(line),
            order: *order,
            value,
        }
    }
}

impl<'a> Merger<'a> {
    fn new(layers: &Layers<'a>) -> Merger<'a> {
        let part = |layer: usize| layers.parts.iter().position(|part| part.contains(&layer));
        let files = layers.sources.iter().enumerate();
        let files = files
            .map(|(layer, source)| (source.file.as_str(), part(layer).unwrap_or_default()))
            .collect();
        let named = |id: &str| layers.sources.iter().find(|source| source.id == id);
        let parts: Vec<&&Source> = layers.spec.parts().filter_map(|part| named(&part.id)).collect();
        let header = parts
            .last()
            .map_or(("".into(), 0), |source| (source.file.as_str().into(), source.line));
        let known_yaku: BTreeSet<String> = layers.sources.iter().flat_map(|source| yaku_named(source)).collect();
        let resolved = Resolved {
            spec: layers.spec.clone(),
            names: Names::joined(parts.iter().map(|source| &source.names)),
            edition: parts.first().map(|source| source.edition.clone()).unwrap_or_default(),
            header: Place {
                file: header.0,
                line: header.1,
            },
            clauses: Vec::new(),
            keys: vec![Vec::new(); Key::ALL.len()],
            yaku: Vec::new(),
            options: Vec::new(),
            known_yaku,
        };
        Merger {
            resolved,
            files,
            applied: Vec::new(),
            by_id: BTreeMap::new(),
            order: 0,
            errors: Vec::new(),
        }
    }

    /// Collects all clauses before any is applied: options may refer to clauses of other layers.
    fn clauses_of(&mut self, source: &Source) {
        let file: Arc<str> = source.file.as_str().into();
        for clause in &source.clauses {
            let Ok(number) = u16::try_from(self.resolved.clauses.len()) else {
                return;
            };
            // A duplicate within one file was reported when it was read.
            if let Some(first) = self.by_id.insert(clause.id.text.clone(), ClauseRef(number)) {
                let other = self.resolved.clause(first).map(|other| other.place.clone());
                if let Some(other) = other.filter(|place| place.file != file) {
                    let expected = format!("a unique id; {}:{} already has this one", other.file, other.line);
                    self.fail(source, &clause.id, "clause.id", ErrorKind::ClauseTwice, expected);
                }
            }
            self.resolved.clauses.push(ResolvedClause {
                clause: Clause {
                    id: clause.id.text.clone(),
                    rulebook: source.id.clone(),
                    says: clause.says.clone(),
                    reading: clause.reading.clone(),
                    etiquette: clause.etiquette,
                },
                place: Place {
                    file: file.clone(),
                    line: clause.id.line,
                },
                has_data: !clause.changes.is_empty(),
                replaced_by: Vec::new(),
                amended_by: Vec::new(),
            });
        }
    }

    fn apply_layer(&mut self, source: &'a Source, explicit: &[Choice<'_>]) {
        for clause in &source.clauses {
            let clause_ref = self.by_id.get(&clause.id.text).copied().unwrap_or(ClauseRef::NONE);
            let author = Author {
                clause: clause_ref,
                choice: String::new(),
                file: source.file.as_str().into(),
            };
            self.apply(source, &clause.changes, &author);
            for (key, list, whole) in [
                ("clause.replaces", &clause.replaces, true),
                ("clause.amends", &clause.amends, false),
            ] {
                for earlier in list {
                    match self.by_id.get(&earlier.text).map(|clause| usize::from(clause.0)) {
                        None => self.unknown_clause(source, earlier, key),
                        Some(place) if whole => self.resolved.clauses[place].replaced_by.push(clause_ref),
                        Some(place) => self.resolved.clauses[place].amended_by.push(clause_ref),
                    }
                }
            }
        }
        for option in &source.options {
            let of_the_option = |choice: &SourceChoice| choice.clause.is_none() && !choice.changes.is_empty();
            self.mark_clause(
                source,
                &option.clause,
                "option.clause",
                option.choices.iter().any(of_the_option),
            );
            for choice in &option.choices {
                if let Some(own) = &choice.clause {
                    self.mark_clause(source, own, "option.choice.clause", !choice.changes.is_empty());
                }
                for reworded in &choice.rewords {
                    self.mark_clause(source, &reworded.clause, "option.choice.rewords", false);
                }
            }
            let chosen = explicit.iter().any(|choice| std::ptr::eq(choice.option, option));
            let default = option
                .choices
                .iter()
                .find(|choice| choice.id.text == option.default.text);
            if let (false, Some(choice)) = (chosen, default) {
                self.apply_choice(Choice { source, option, choice }, false);
            }
        }
        for example in &source.examples {
            if !self.by_id.contains_key(&example.clause.text) {
                self.unknown_clause(source, &example.clause, "example.clause");
            }
        }
    }

    fn mark_clause(&mut self, source: &Source, id: &Lined, key: &str, has_data: bool) {
        match self.by_id.get(&id.text).map(|clause| usize::from(clause.0)) {
            None => self.unknown_clause(source, id, key),
            Some(place) => {
                if let Some(clause) = self.resolved.clauses.get_mut(place) {
                    clause.has_data |= has_data;
                }
            }
        }
    }

    fn unknown_clause(&mut self, source: &Source, id: &Lined, key: &str) {
        self.fail(
            source,
            id,
            key,
            ErrorKind::UnknownClause,
            "a clause of this rulebook or of one it builds on".to_owned(),
        );
    }

    fn apply_choice(&mut self, applied: Choice<'a>, asked: bool) {
        let Choice { source, option, choice } = applied;
        let author = self.author(applied);
        let clause = author.clause;
        self.applied.push(Applied {
            choice: applied,
            after: self.order,
        });
        self.resolved.options.push(ChosenOption {
            rulebook: source.id.clone(),
            option: option.id.text.clone(),
            choice: choice.id.text.clone(),
            asked,
            clause,
            says: option.says.clone(),
            also: option.also.clone(),
            choice_says: choice.says.clone(),
            choice_also: choice.also.clone(),
        });
        self.apply(source, &choice.changes, &author);
        for reworded in &choice.rewords {
            let place = self
                .by_id
                .get(&reworded.clause.text)
                .map(|clause| usize::from(clause.0));
            if let Some(clause) = place.and_then(|place| self.resolved.clauses.get_mut(place)) {
                let Clause { says, reading, .. } = &mut clause.clause;
                *says = reworded.says.clone().unwrap_or(std::mem::take(says));
                *reading = reworded.reading.clone().or(reading.take());
            }
        }
    }

    fn author(&self, Choice { source, option, choice }: Choice<'_>) -> Author {
        let id = choice.clause.as_ref().unwrap_or(&option.clause);
        Author {
            clause: self.by_id.get(&id.text).copied().unwrap_or(ClauseRef::NONE),
            choice: format!("{}={}", option.id.text, choice.id.text),
            file: source.file.as_str().into(),
        }
    }

    fn layer_of(&self, file: &str) -> usize {
        self.files
            .iter()
            .position(|(other, _)| *other == file)
            .unwrap_or_default()
    }

    fn part_of(&self, file: &str) -> usize {
        self.files.get(self.layer_of(file)).map_or(0, |(_, part)| *part)
    }

    fn apply(&mut self, source: &Source, changes: &Changes, author: &Author) {
        for set in &changes.sets {
            if let Some(chain) = self.resolved.keys.get_mut(set.key as usize) {
                chain.push(author.change(set.line, &mut self.order, set.value.clone()));
            }
        }
        for patch in &changes.yaku {
            self.apply_patch(patch, author);
        }
        for off in &changes.off {
            if let Some(yaku) = self.resolved.yaku.iter_mut().find(|yaku| yaku.id == off.text) {
                yaku.played = false;
                yaku.replaced.push((yaku.given_by, author.clause));
                yaku.changes
                    .push(author.change(off.line, &mut self.order, "off".to_owned()));
            } else if !self.resolved.known_yaku.contains(&off.text) {
                self.fail(
                    source,
                    off,
                    "off",
                    ErrorKind::UnknownYaku,
                    "a yaku of this rulebook or of one it builds on".to_owned(),
                );
            }
        }
    }

    /// Sets the fields that the patch has and keeps the others. A yaku that was off is played again.
    fn apply_patch(&mut self, patch: &YakuPatch, author: &Author) {
        let all = &mut self.resolved.yaku;
        let place = all.iter().position(|yaku| yaku.id == patch.id).unwrap_or_else(|| {
            all.push(ResolvedYaku {
                id: patch.id.clone(),
                ..ResolvedYaku::default()
            });
            all.len() - 1
        });
        let yaku = &mut all[place];
        let placed = |text: &Lined| Placed {
            place: author.place(text.line),
            value: text.text.clone(),
        };
        let is_new = !std::mem::replace(&mut yaku.played, true);
        let worth_before = yaku.worth_shown();
        yaku.worth_broken |= patch.worth_broken;
        yaku.asks_broken |= patch.asks_broken;
        yaku.names = yaku.names.overlaid(&patch.names);
        if let Some(when) = &patch.when {
            yaku.when = Some(placed(when));
            yaku.unless.clear();
        }
        if let (Some(unless), Some(when)) = (&patch.unless, &mut yaku.when) {
            when.value = format!("({}) and not ({})", when.value, unless.text);
            yaku.unless.push(Unless {
                when: unless.text.clone(),
                clause: author.clause,
            });
        }
        if let Some(worth) = patch.worth {
            yaku.worth = Some(Placed {
                place: author.place(patch.line),
                value: worth,
            });
            if !matches!(worth, WorthPatch::Han(_)) {
                yaku.open = None;
            }
        }
        yaku.open = patch.open.or(yaku.open);
        yaku.each = patch
            .each
            .as_ref()
            .map_or(std::mem::take(&mut yaku.each), |each| each.text.clone());
        yaku.bonus = patch.bonus.unwrap_or(yaku.bonus);
        yaku.beside = patch.beside.unwrap_or(yaku.beside);
        yaku.waives_fu = patch.waives_fu.unwrap_or(yaku.waives_fu);
        if let Some(over) = &patch.over {
            yaku.over = over.iter().map(placed).collect();
        }
        let change = author.change(patch.line, &mut self.order, patch.show());
        if !is_new && worth_before != yaku.worth_shown() {
            yaku.replaced.push((yaku.given_by, change.clause));
        }
        if patch.sets_worth() || is_new {
            yaku.given_by = change.clause;
        }
        for (is_set, by) in [
            (patch.when.is_some(), &mut yaku.asked_by),
            (patch.over.is_some(), &mut yaku.over_by),
            (patch.beside.is_some(), &mut yaku.beside_by),
            (patch.waives_fu.is_some(), &mut yaku.waives_by),
        ] {
            if is_set || is_new {
                *by = change.clause;
            }
        }
        yaku.changes.push(change);
    }

    fn fail(&mut self, source: &Source, name: &Lined, key: &str, kind: ErrorKind, expected: String) {
        self.errors.push(error(
            &source.file,
            name.line,
            key,
            kind,
            expected,
            format!("{:?}", name.text),
        ));
    }
}

/// All yaku that a file defines, in clauses or in any choice.
fn yaku_named(source: &Source) -> impl Iterator<Item = String> {
    let choices = source
        .options
        .iter()
        .flat_map(|option| option.choices.iter().map(|choice| &choice.changes));
    let clauses = source.clauses.iter().map(|clause| &clause.changes);
    clauses
        .chain(choices)
        .flat_map(|changes| changes.yaku.iter().map(|patch| patch.id.clone()))
}
