//! What a setting can hold: how it is read from a file, what is expected there, and how it is shown.

use super::value::Value;
use crate::notation;
use crate::tile::{Kind, Tile};

/// A type that can stand behind a key of a rulebook.
pub trait Setting: Sized {
    /// What the file should say here, for an error message and the reference page.
    fn expected() -> String;
    /// The value, if the file says it rightly.
    fn read(value: &Value) -> Option<Self>;
    /// As the file would say it: in full, or without the fields of records that keep their defaults.
    fn value(&self, brief: bool) -> Value;
    /// The words it can be and what each means; empty for what is no choice of words.
    fn words() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

impl Setting for bool {
    fn expected() -> String {
        "true or false".to_owned()
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

/// Points never leave this range in a rulebook, so that sums of them cannot overflow.
const MOST_POINTS: i64 = 1_000_000_000;

impl Setting for i32 {
    fn expected() -> String {
        "a whole number up to 1,000,000,000".to_owned()
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
    fn expected() -> String {
        "a whole number from 0 to 255".to_owned()
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
    fn expected() -> String {
        "text".to_owned()
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

/// Lists stay short in a rulebook: a chart of places or han has a few rows.
const LONGEST_LIST: usize = 64;

impl<T: Setting> Setting for Vec<T> {
    fn expected() -> String {
        format!("a list, each of it {}", T::expected())
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

/// A set of kinds, written as tiles: `"2345678m"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KindSet(pub u64);

impl KindSet {
    /// Is this kind in it?
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }
}

impl Setting for KindSet {
    fn expected() -> String {
        "tiles, such as \"2345678m\"".to_owned()
    }
    fn read(value: &Value) -> Option<Self> {
        let Value::Text(text) = value else { return None };
        notation::kinds(text).ok().map(KindSet)
    }
    fn value(&self, _brief: bool) -> Value {
        let tiles: Vec<Tile> = Kind::all().filter(|kind| self.has(*kind)).map(Tile::plain).collect();
        Value::Text(notation::sorted(&tiles))
    }
}

/// Makes a struct that a file writes as a table, all keys given, none unknown: `{ han = 1, ron = 2000 }`.
/// A key with a default may be left out.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident : $type:ty $(= $default:expr)?),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type),+ }

        impl $crate::rulebook::setting::Setting for $name {
            fn expected() -> String {
                let keys = [$(format!("{} = {}", stringify!($field).replace('_', "-"), <$type as $crate::rulebook::setting::Setting>::expected())),+];
                format!("{{ {} }}", keys.join(", "))
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
    (@said $brief:expr, $value:expr, $default:expr) => { !$brief || $value != $default };
    (@said $brief:expr, $value:expr) => { true };
}
pub(crate) use record;

/// Makes an enum that a file writes as a word: `bust = "at-zero"`. The first choice is the default: the mechanism is not there.
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
            /// The choices: the word in the file, and what it means.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[($first_word, $first_doc), $(($word, $doc)),+];
        }

        impl $crate::rulebook::setting::Setting for $name {
            fn expected() -> String {
                let words: Vec<String> = Self::WORDS.iter().map(|(word, _)| format!("{word:?}")).collect();
                words.join(" or ")
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
            fn words() -> &'static [(&'static str, &'static str)] {
                Self::WORDS
            }
        }
    };
}
pub(crate) use choice;
