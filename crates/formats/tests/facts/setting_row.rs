//! A key and its value; `edition` is the edition at the head of the rulebook.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;

/// Is the key set to this, as a rulebook file would say it?
pub(crate) fn check(rules: &Rules, key: &str, value: &str) -> Result<(), String> {
    if key == "edition" {
        let shown = format!("{:?}", rules.edition);
        return if shown == value {
            Ok(())
        } else {
            Err(format!("the edition is {shown}"))
        };
    }
    let found = Key::ALL
        .iter()
        .find(|known| known.name() == key)
        .ok_or_else(|| format!("no key {key}"))?;
    let shown = rules.settings.show(*found);
    if shown == value {
        return Ok(());
    }
    Err(format!(
        "{key} is {shown}, by {}",
        rules.clause_id(rules.because(*found))
    ))
}
