//! Values of rulebooks as JSON.

use jantaku_rules::rulebook::value::Value;

#[must_use]
pub fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(b) => (*b).into(),
        Value::Int(n) => (*n).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Table(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), to_json(value)))
            .collect(),
    }
}
