//! What a clause makes the table do: the values it sets and the yaku it gives, in words.

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::setting::Shape;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::value::Value;
use maud::{Markup, html};

use super::chart::grouped;
use super::words::Words;

/// The values that hold by this clause, folded; nothing where it sets none.
pub(super) fn effect(rules: &Rules, clause: ClauseRef, words: &Words) -> Markup {
    // A key that only has its clause cited does nothing else.
    let does_something = |key: &&Key| !matches!(key.info().shape, Shape::True);
    let keys = Key::ALL.iter().filter(|key| rules.because(**key) == clause);
    let keys = keys.filter(does_something);
    let said: Vec<(Key, String)> = keys.filter_map(|key| Some((*key, value(rules, *key)?))).collect();
    let yaku: Vec<_> = rules.yaku.iter().filter(|yaku| yaku.clause == clause).collect();
    html! {
        @if !said.is_empty() || !yaku.is_empty() {
            details.effect {
                summary.soft { (words.effect) }
                ul lang="en" {
                    @for (key, value) in &said { li { span { (key.info().doc) } " " strong { (value) } " " code { (key.name()) } } }
                    @for yaku in &yaku { li { span { (yaku.names.en) } " " strong { (words.worth_of(yaku.worth)) } " " code { "yaku." (yaku.id) ": " (yaku.when) } } }
                }
            }
        }
    }
}

/// The value in words; none for charts, which are drawn.
fn value(rules: &Rules, key: Key) -> Option<String> {
    let value = rules.settings.value(key);
    Some(match &value {
        Value::Bool(true) => "Yes.".to_owned(),
        Value::Bool(false) => "No.".to_owned(),
        Value::Int(number) => grouped(*number),
        Value::Text(text) => match key.info().shape {
            Shape::Word(words) => words
                .iter()
                .find(|(word, _)| word == text)
                .map_or_else(|| text.clone(), |(_, meaning)| meaning.trim().to_owned()),
            _ if text.is_empty() => return None,
            _ => text.clone(),
        },
        Value::List(items) if items.iter().all(|item| matches!(item, Value::Int(_) | Value::Text(_))) => {
            value.to_string()
        }
        Value::List(_) => return None,
        Value::Table(_) => value.to_string(),
    })
}
