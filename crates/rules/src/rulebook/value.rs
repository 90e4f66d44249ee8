//! Values of a rulebook file, independent of TOML.

use std::fmt::{self, Write};

/// The value of a key.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Bool(bool),
    /// A whole number. Rulebooks have no fractions.
    Int(i64),
    Text(String),
    List(Vec<Value>),
    /// Entries in file order.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The entry of a table with this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Table(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Describes the value for an error message.
    pub fn describe(&self) -> String {
        match self {
            Value::Bool(b) => b.to_string(),
            Value::Int(i) => i.to_string(),
            Value::Text(t) => format!("{t:?}"),
            Value::List(items) => format!("a list of length {}", items.len()),
            Value::Table(_) => "a table".to_owned(),
        }
    }
}

/// Writes TOML in a fixed form of our own: hashes are taken of it, so it must not depend on a library's formatting.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Text(text) => f.write_str(&quoted(text)),
            Value::List(items) => {
                f.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
                }
                f.write_char(']')
            }
            Value::Table(entries) if entries.is_empty() => f.write_str("{}"),
            Value::Table(entries) => {
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key} = {value}", if i == 0 { "{ " } else { ", " })?;
                }
                f.write_str(" }")
            }
        }
    }
}

/// Text as a TOML basic string.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
