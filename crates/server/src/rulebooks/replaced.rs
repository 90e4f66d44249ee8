//! Which clauses of a rulebook others replace.
//!
//! That follows from the files of an edition and not from its canonical text, so it is stored beside the text when a table opens.

use super::{Rulebooks, found, remember};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::query::Replaced;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_table::fair::Bytes32;
use std::sync::Arc;

/// What replaces each clause, in the order of the clauses.
pub type AllReplaced = Vec<Option<Replaced>>;

impl Rulebooks {
    /// What replaces each clause; none if the library has another edition now.
    pub fn replaced(&self, rules: &Rules) -> Option<Arc<AllReplaced>> {
        let hash = Bytes32(rules.hash);
        if let Some(all) = found(&self.replaced, &hash) {
            return Some(all);
        }
        let current = self.rules(&rules.spec).ok().filter(|current| current.hash == hash.0)?;
        let resolved = self.offer().library.resolve(&current.spec).ok()?;
        let all = Arc::new(places(rules).map(|place| resolved.replaced(place)).collect());
        remember(&self.replaced, hash, &all);
        Some(all)
    }
}

/// A replaced clause, those that replace it, and whether nothing of it holds any more.
type Stored = (String, Vec<String>, bool);

/// As it is stored: a list in JSON.
pub fn to_text(rules: &Rules, all: &[Option<Replaced>]) -> Option<String> {
    let id = |clause: ClauseRef| rules.clause_id(clause).to_owned();
    let replaced = places(rules).zip(all).filter_map(|(place, replaced)| {
        let Replaced { by, whole } = replaced.as_ref()?;
        Some((id(place), by.iter().map(|by| id(*by)).collect(), *whole))
    });
    serde_json::to_string(&replaced.collect::<Vec<Stored>>()).ok()
}

/// Reads what was stored; none if it does not fit the rulebook.
pub fn of_text(rules: &Rules, text: &str) -> Option<AllReplaced> {
    let stored: Vec<Stored> = serde_json::from_str(text).ok()?;
    let named = |id: &String| places(rules).find(|place| rules.clause_id(*place) == id);
    let mut all = vec![None; rules.clauses.len()];
    for (id, by, whole) in &stored {
        let by = by.iter().map(named).collect::<Option<Vec<ClauseRef>>>()?;
        all[usize::from(named(id)?.0)] = Some(Replaced { by, whole: *whole });
    }
    Some(all)
}

/// What the canonical text tells: the first and the last clause behind each value.
pub fn of_values(rules: &Rules) -> AllReplaced {
    let later = |place: ClauseRef| {
        let of = |key: &&Key| rules.first_because(**key) == place && rules.because(**key) != place;
        let mut by: Vec<ClauseRef> = Key::ALL.iter().filter(of).map(|key| rules.because(*key)).collect();
        by.sort();
        by.dedup();
        (!by.is_empty()).then_some(Replaced { by, whole: false })
    };
    places(rules).map(later).collect()
}

pub(super) fn places(rules: &Rules) -> impl Iterator<Item = ClauseRef> {
    (0..rules.clauses.len()).map(|place| ClauseRef(place as u16))
}
