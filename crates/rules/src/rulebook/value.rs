//! A value as a rulebook file gives it, freed from the syntax of the file.

/// What stands behind a key.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number; rulebooks have no others.
    Int(i64),
    /// Text in quotes.
    Text(String),
    /// `[ … ]`
    List(Vec<Value>),
    /// `{ … }`, in the order of the file.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The value behind a key of a table.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Table(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// What it is, for an error message.
    pub fn describe(&self) -> String {
        match self {
            Value::Bool(b) => b.to_string(),
            Value::Int(i) => i.to_string(),
            Value::Text(t) => format!("{t:?}"),
            Value::List(items) => format!("a list of {}", items.len()),
            Value::Table(_) => "a table".to_owned(),
        }
    }
}
