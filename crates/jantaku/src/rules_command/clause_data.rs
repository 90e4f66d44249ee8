//! What each clause sets, and whether a later layer overrides it.

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::query::Cause;
use jantaku_rules::rulebook::resolved::{ChosenOption, Resolved, ResolvedClause};
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;
use serde_json::{Value as Json, json};

/// One thing that a clause sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Said<'a> {
    /// `game.start`, or `yaku.pinfu`.
    pub(super) key: String,
    /// As written in the file.
    pub(super) value: String,
    /// The choice that sets it, `pocchi=none`; empty if the clause itself does.
    pub(super) choice: &'a str,
    /// The clause that overrides it, if one does.
    pub(super) until: Option<&'a str>,
}

/// Everything that a clause sets: keys in the order of the reference, then yaku.
pub(super) fn said_by<'a>(resolved: &'a Resolved, clause: &ResolvedClause) -> Vec<Said<'a>> {
    let keys = Key::ALL.iter().map(|key| key.name());
    let yaku = resolved.yaku.iter().map(|yaku| format!("yaku.{}", yaku.id));
    let mut said = Vec::new();
    for name in keys.chain(yaku) {
        let causes = resolved.why(&name).unwrap_or_default();
        let last = causes.last().cloned();
        let own = causes
            .into_iter()
            .filter(|cause| cause.clause.is_some_and(|own| own.place == clause.place));
        for cause in own {
            // A later clause changes some fields of a yaku and leaves the others, so only "off" takes anything back.
            let replaces = |last: &&Cause<'_>| !name.starts_with("yaku.") || last.value == "off";
            let otherwise = last.as_ref().filter(replaces).filter(|last| last.value != cause.value);
            let until = otherwise
                .and_then(|last| last.clause)
                .map(|later| later.clause.id.as_str());
            said.push(Said {
                key: name.clone(),
                value: cause.value,
                choice: cause.choice,
                until,
            });
        }
    }
    said
}

/// The options that a clause leaves open, with the choices in force.
pub(super) fn chosen_in<'a>(
    resolved: &'a Resolved,
    clause: &'a ResolvedClause,
) -> impl Iterator<Item = &'a ChosenOption> {
    let own = |chosen: &&ChosenOption| {
        resolved
            .clause(chosen.clause)
            .is_some_and(|own| own.place == clause.place)
    };
    resolved.options.iter().filter(own)
}

/// The id of a clause, or a dash if no clause set the value.
pub(super) fn clause_id(resolved: &Resolved, clause: ClauseRef) -> &str {
    resolved.clause(clause).map_or("-", |clause| clause.clause.id.as_str())
}

pub(super) fn value_json(value: &Value) -> Json {
    match value {
        Value::Bool(b) => json!(b),
        Value::Int(n) => json!(n),
        Value::Text(text) => json!(text),
        Value::List(items) => items.iter().map(value_json).collect(),
        Value::Table(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), value_json(value)))
            .collect(),
    }
}
