//! Compares two rulebooks: keys, yaku and options, with the clauses behind them.

use super::clause::ClauseRef;
use super::resolved::{ChosenOption, Placed, Resolved, ResolvedYaku};
use super::settings::Key;
use super::source::{Lined, WorthPatch, YakuPatch};
use super::yaku::Beside;

/// The differences between two rulebooks.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Diff {
    pub keys: Vec<Difference>,
    /// Yaku that only one of them plays, or that they play differently.
    pub yaku: Vec<Difference>,
    /// Options that only one of them has, or with different choices.
    pub options: Vec<Difference>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// A key (`game.start`), a yaku (`tanyao`) or an option (`club.length`).
    pub name: String,
    pub left: Side,
    pub right: Side,
}

/// The value in one of the two rulebooks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// None if the yaku is not played or the option does not exist.
    pub value: Option<String>,
    /// The id of the clause behind it; empty for none.
    pub clause: String,
}

impl Diff {
    /// Compares two rulebooks.
    pub fn of(left: &Resolved, right: &Resolved) -> Diff {
        Diff {
            keys: keys(left, right),
            yaku: yaku(left, right),
            options: options(left, right),
        }
    }

    /// Do both play the same?
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.yaku.is_empty() && self.options.is_empty()
    }
}

fn keys(left: &Resolved, right: &Resolved) -> Vec<Difference> {
    let (left_settings, right_settings) = (left.settings(), right.settings());
    let compare = |key: &Key| {
        let left = side(left, left.because(*key), Some(left_settings.show(*key)));
        differing(
            key.name(),
            left,
            side(right, right.because(*key), Some(right_settings.show(*key))),
        )
    };
    Key::ALL.iter().filter_map(compare).collect()
}

fn yaku(left: &Resolved, right: &Resolved) -> Vec<Difference> {
    let only_right = right.yaku.iter().filter(|yaku| left.yaku(&yaku.id).is_none());
    let shown = |resolved: &Resolved, id: &str| {
        let yaku = resolved.yaku(id);
        let clause = yaku.map_or(ClauseRef::NONE, ResolvedYaku::because);
        side(
            resolved,
            clause,
            yaku.filter(|yaku| yaku.played).map(ResolvedYaku::show),
        )
    };
    let all = left.yaku.iter().chain(only_right);
    all.filter_map(|yaku| differing(yaku.id.clone(), shown(left, &yaku.id), shown(right, &yaku.id)))
        .collect()
}

fn options(left: &Resolved, right: &Resolved) -> Vec<Difference> {
    let names = |resolved: &Resolved| -> Vec<(String, String)> {
        resolved
            .options
            .iter()
            .map(|chosen| (chosen.rulebook.clone(), chosen.option.clone()))
            .collect()
    };
    let shown = |resolved: &Resolved, name: &(String, String)| {
        let same = |chosen: &&_| names_option(chosen, name);
        let chosen = resolved.options.iter().find(same);
        let clause = chosen.map_or(ClauseRef::NONE, |chosen| chosen.clause);
        side(resolved, clause, chosen.map(|chosen| chosen.choice.clone()))
    };
    let mut all = names(left);
    all.extend(
        names(right)
            .into_iter()
            .filter(|name| !left.options.iter().any(|chosen| names_option(chosen, name))),
    );
    let compare =
        |name: &(String, String)| differing(format!("{}.{}", name.0, name.1), shown(left, name), shown(right, name));
    all.iter().filter_map(compare).collect()
}

fn names_option(chosen: &ChosenOption, name: &(String, String)) -> bool {
    chosen.rulebook == name.0 && chosen.option == name.1
}

fn side(resolved: &Resolved, clause: ClauseRef, value: Option<String>) -> Side {
    Side {
        value,
        clause: resolved
            .clause(clause)
            .map(|clause| clause.clause.id.clone())
            .unwrap_or_default(),
    }
}

/// The same value from different clauses is no difference.
fn differing(name: String, left: Side, right: Side) -> Option<Difference> {
    (left.value != right.value).then_some(Difference { name, left, right })
}

/// Han in an open hand are left out if they are the same as in a closed one.
fn is_han(worth: &Option<Placed<WorthPatch>>, open: u8) -> bool {
    worth.as_ref().is_some_and(|worth| worth.value == WorthPatch::Han(open))
}

impl ResolvedYaku {
    /// Its fields as TOML.
    pub fn show(&self) -> String {
        let lined = |text: &String| Lined {
            line: 0,
            text: text.clone(),
        };
        let over: Vec<Lined> = self.over.iter().map(|over| lined(&over.value)).collect();
        let patch = YakuPatch {
            when: self.when.as_ref().map(|when| lined(&when.value)),
            worth: self.worth.as_ref().map(|worth| worth.value),
            open: self.open.filter(|open| !is_han(&self.worth, *open)),
            each: (!self.each.is_empty()).then(|| lined(&self.each)),
            bonus: self.bonus.then_some(true),
            beside: (self.beside != Beside::default()).then_some(self.beside),
            over: (!over.is_empty()).then_some(over),
            waives_fu: self.waives_fu.then_some(true),
            ..YakuPatch::default()
        };
        patch.show()
    }
}
