//! Types of settings: how each is read from a file, described and written.

use super::value::Value;
use crate::kind_set::KindSet;
use crate::notation;
use crate::tile::Tile;

/// A type that a key of a rulebook can have.
pub trait Setting: Sized {
    /// The values that a file may give.
    fn shape() -> Shape;
    /// None if the file has something else.
    fn read(value: &Value) -> Option<Self>;
    /// The value as a file writes it; `brief` leaves out fields of records that have their defaults.
    fn value(&self, brief: bool) -> Value;
}

/// The values that a key takes. Error messages, `jantaku rules keys` and the JSON schema are generated from it.
#[derive(Clone, Debug)]
pub enum Shape {
    Flag,
    /// `true` and nothing else.
    True,
    Number {
        from: i64,
        to: i64,
    },
    Text,
    /// Kinds of tiles, such as `"2345678m"`.
    Tiles,
    /// One of these words, each with its meaning.
    Word(&'static [(&'static str, &'static str)]),
    List(Box<Shape>),
    /// A table with these fields.
    Record(Vec<Field>),
}

/// A field of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Field {
    pub name: String,
    pub doc: &'static str,
    pub shape: Shape,
    pub required: bool,
}

impl Shape {
    /// The expected value, for an error message.
    pub fn expected(&self) -> String {
        match self {
            Shape::Flag => "true or false".to_owned(),
            Shape::True => "true".to_owned(),
            Shape::Number { from: 0, to } => format!("a whole number from 0 to {to}"),
            Shape::Number { .. } => "a whole number up to 1,000,000,000".to_owned(),
            Shape::Text => "text".to_owned(),
            Shape::Tiles => "tiles, such as \"2345678m\"".to_owned(),
            Shape::Word(words) => {
                let words: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
                words.join(" or ")
            }
            Shape::List(each) => format!("a list, each entry {}", each.expected()),
            Shape::Record(fields) => {
                let field = |field: &Field| format!("{} = {}", field.name, field.shape.expected());
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }
}

impl Setting for bool {
    fn shape() -> Shape {
        Shape::Flag
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }
    fn value(&self, _brief: bool) -> Value {
        Value::Bool(*self)
    }
}

/// Whether a clause states a rule that holds in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cited(bool);

impl Setting for Cited {
    fn shape() -> Shape {
        Shape::True
    }
    fn read(value: &Value) -> Option<Self> {
        (*value == Value::Bool(true)).then_some(Cited(true))
    }
    fn value(&self, _brief: bool) -> Value {
        Value::Bool(self.0)
    }
}

/// Limit on points, so that sums cannot overflow.
const MOST_POINTS: i64 = 1_000_000_000;

impl Setting for i32 {
    fn shape() -> Shape {
        Shape::Number {
            from: -MOST_POINTS,
            to: MOST_POINTS,
        }
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Int(i) if (-MOST_POINTS..=MOST_POINTS).contains(i) => i32::try_from(*i).ok(),
            _ => None,
        }
    }
    fn value(&self, _brief: bool) -> Value {
        Value::Int(i64::from(*self))
    }
}

impl Setting for u8 {
    fn shape() -> Shape {
        Shape::Number { from: 0, to: 255 }
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Int(i) => u8::try_from(*i).ok(),
            _ => None,
        }
    }
    fn value(&self, _brief: bool) -> Value {
        Value::Int(i64::from(*self))
    }
}

impl Setting for String {
    fn shape() -> Shape {
        Shape::Text
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Text(t) => Some(t.clone()),
            _ => None,
        }
    }
    fn value(&self, _brief: bool) -> Value {
        Value::Text(self.clone())
    }
}

/// Limit on the entries of a list. Charts of places or han need only a few.
const LONGEST_LIST: usize = 64;

impl<T: Setting> Setting for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::List(items) if items.len() <= LONGEST_LIST => items.iter().map(T::read).collect(),
            _ => None,
        }
    }
    fn value(&self, brief: bool) -> Value {
        Value::List(self.iter().map(|item| item.value(brief)).collect())
    }
}

/// Written as tiles: `"2345678m"`.
impl Setting for KindSet {
    fn shape() -> Shape {
        Shape::Tiles
    }
    fn read(value: &Value) -> Option<Self> {
        let Value::Text(text) = value else { return None };
        notation::kinds(text).ok()
    }
    fn value(&self, _brief: bool) -> Value {
        let tiles: Vec<Tile> = self.iter().map(Tile::plain).collect();
        Value::Text(notation::sorted(&tiles))
    }
}

/// Defines a struct that files write as a table, such as `{ han = 1, ron = 2000 }`. Unknown keys are refused.
/// Only keys with a default may be left out.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $(#[doc = $doc:literal] $field:ident : $type:ty $(= $default:expr)?),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct $name { $(#[doc = $doc] pub $field: $type),+ }

        impl $crate::rulebook::setting::Setting for $name {
            fn shape() -> $crate::rulebook::setting::Shape {
                $crate::rulebook::setting::Shape::Record(vec![$($crate::rulebook::setting::Field {
                    name: stringify!($field).replace('_', "-"),
                    doc: $doc.trim_ascii(),
                    shape: <$type as $crate::rulebook::setting::Setting>::shape(),
                    required: record!(@required $($default)?),
                }),+])
            }
            fn read(value: &$crate::rulebook::value::Value) -> Option<Self> {
                let $crate::rulebook::value::Value::Table(entries) = value else { return None };
                let known = [$(stringify!($field).replace('_', "-")),+];
                if !entries.iter().all(|(key, _)| known.contains(key)) {
                    return None;
                }
                Some($name { $($field: match value.get(&stringify!($field).replace('_', "-")) {
                    Some(inner) => <$type as $crate::rulebook::setting::Setting>::read(inner)?,
                    None => record!(@default $($default)?),
                }),+ })
            }
            fn value(&self, brief: bool) -> $crate::rulebook::value::Value {
                let mut entries = Vec::new();
                $(if record!(@said brief, self.$field $(, $default)?) {
                    let inner = $crate::rulebook::setting::Setting::value(&self.$field, brief);
                    entries.push((stringify!($field).replace('_', "-"), inner));
                })+
                $crate::rulebook::value::Value::Table(entries)
            }
        }
    };
    (@default $default:expr) => { $default };
    (@default) => { return None };
    (@required $default:expr) => { false };
    (@required) => { true };
    (@said $brief:expr, $value:expr, $default:expr) => { !$brief || $value != $default };
    (@said $brief:expr, $value:expr) => { true };
}
pub(crate) use record;

/// Defines an enum that files write as a word, such as `bust = "at-zero"`. The first variant is the default and means that the
/// mechanism is not played.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { #[doc = $first_doc:literal] $first:ident = $first_word:literal, $(#[doc = $doc:literal] $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name {
            #[doc = $first_doc]
            #[default]
            $first,
            $(#[doc = $doc] $variant,)+
        }

        impl $name {
            /// Each word with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[($first_word, $first_doc), $(($word, $doc)),+];
        }

        impl $crate::rulebook::setting::Setting for $name {
            fn shape() -> $crate::rulebook::setting::Shape {
                $crate::rulebook::setting::Shape::Word(Self::WORDS)
            }
            fn read(value: &$crate::rulebook::value::Value) -> Option<Self> {
                match value {
                    $crate::rulebook::value::Value::Text(text) => match text.as_str() {
                        $first_word => Some(Self::$first),
                        $($word => Some(Self::$variant),)+
                        _ => None,
                    },
                    _ => None,
                }
            }
            fn value(&self, _brief: bool) -> $crate::rulebook::value::Value {
                let word = match self {
                    Self::$first => $first_word,
                    $(Self::$variant => $word,)+
                };
                $crate::rulebook::value::Value::Text(word.to_owned())
            }
        }
    };
}
pub(crate) use choice;
