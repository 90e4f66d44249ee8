//! A key, its value and the clause that set it; `edition` is the edition at the head of the rulebook.

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::{Key, Settings};
use jantaku_rules::rulebook::value::Value;

/// Is the key set to this, as a rulebook file would say it, by the clause that the row stands for?
pub(crate) fn check(rules: &Rules, clause: &str, key: &str, value: &str) -> Result<(), String> {
    if key == "edition" {
        let shown = format!("{:?}", rules.edition);
        return if shown == value {
            Ok(())
        } else {
            Err(format!("the edition is {shown}"))
        };
    }
    if let Some(id) = key.strip_prefix("yaku.") {
        return check_yaku(rules, clause, id, value);
    }
    let found = named(key)?;
    let shown = rules.settings.show(found);
    let set_by = rules.clause_id(rules.because(found));
    if shown == value && set_by == clause {
        return Ok(());
    }
    Err(format!("{key} is {shown}, by {set_by}"))
}

/// Have these clauses spoken of a yaku, the row's last?
fn check_yaku(rules: &Rules, clause: &str, id: &str, expected: &str) -> Result<(), String> {
    let clauses = rules
        .yaku
        .iter()
        .find(|yaku| yaku.id == id)
        .map(|yaku| yaku.clauses.as_slice());
    let ids: Vec<&str> = clauses
        .unwrap_or_default()
        .iter()
        .map(|clause| rules.clause_id(*clause))
        .collect();
    let found = ids.join(", ");
    if found == expected && ids.last() == Some(&clause) {
        return Ok(());
    }
    Err(format!("{id} was set so: {found}"))
}

/// Did the clause set the key to this, or change the yaku, right before the last one to do so?
pub(crate) fn check_before(resolved: &Resolved, clause: &str, key: &str, expected: &str) -> Result<(), String> {
    let id = |clause: ClauseRef| resolved.clause(clause).map_or("-", |found| found.clause.id.as_str());
    let chain: Vec<(&str, String)> = match key.strip_prefix("yaku.") {
        Some(yaku) => {
            let changes = resolved.yaku(yaku).map_or(&[][..], |yaku| yaku.changes.as_slice());
            let ids: Vec<&str> = changes.iter().map(|change| id(change.clause)).collect();
            let so_far = |place: usize| ids[..=place].join(", ");
            ids.iter().enumerate().map(|(place, id)| (*id, so_far(place))).collect()
        }
        None => {
            let key = named(key)?;
            let changes = resolved.changes(key).iter();
            changes
                .map(|change| (id(change.clause), show(key, change.value.as_ref())))
                .collect()
        }
    };
    let found = match chain.as_slice() {
        [.., (by, shown), (last, _)] if *by == clause => format!("{shown}, then {last}"),
        _ => format!("{chain:?}"),
    };
    if found == expected {
        Ok(())
    } else {
        Err(format!("{key} was set so: {found}"))
    }
}

/// A value as a rulebook file would say it.
fn show(key: Key, value: Option<&Value>) -> String {
    let mut settings = Settings::default();
    match value {
        Some(value) if settings.set(key, value) => settings.show(key),
        _ => String::new(),
    }
}

fn named(key: &str) -> Result<Key, String> {
    let found = Key::ALL.iter().find(|known| known.name() == key);
    found.copied().ok_or_else(|| format!("no key {key}"))
}
