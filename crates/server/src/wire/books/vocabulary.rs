//! What a rulebook can say: facts, keys, and what its base has.

use crate::wire::lobby::{AlsoJson, NamesJson};
use jantaku_rules::meanings::{self, Meaning};
use serde::Serialize;
use std::collections::BTreeMap;

/// For completion and for controls: `GET /api/books/vocabulary`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Vocabulary {
    pub facts: Vec<FactWord>,
    pub keys: Vec<KeyWord>,
    /// The yaku of the base.
    pub yaku: Vec<YakuWord>,
    /// The clauses of the base.
    pub clauses: Vec<ClauseWord>,
    pub limits: Vec<LimitWord>,
    /// What `with` may name.
    pub overlays: Vec<String>,
    /// What `extends` may name.
    pub books: Vec<String>,
}

/// What a condition can ask for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FactWord {
    pub name: String,
    /// How it is written: `kans >= 1 … 4`.
    #[serde(rename = "use")]
    pub usage: String,
    pub kind: FactKind,
    /// The highest number of a count.
    pub most: Option<u8>,
    pub says: String,
    /// What players call it, or yaku that ask for it; empty for nothing else.
    pub called: String,
    /// A hand that it holds for.
    pub example: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    Flag,
    Count,
    /// It takes tiles in brackets.
    Tiles,
}

/// What `sets` can set.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct KeyWord {
    /// `game.start`
    pub key: String,
    pub section: String,
    pub says: String,
    /// What players call it; empty for nothing else.
    pub called: String,
    pub expected: String,
    pub shape: KeyShape,
    /// The value in the base.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub base: serde_json::Value,
    /// The value where no clause sets it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub default: serde_json::Value,
    /// The clause of the base that sets it; empty for none.
    pub clause: String,
}

/// The values that a key takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum KeyShape {
    Flag,
    /// Only `true`.
    True,
    Number {
        #[cfg_attr(test, ts(type = "number"))]
        from: i64,
        #[cfg_attr(test, ts(type = "number"))]
        to: i64,
    },
    Text,
    Tiles,
    Word {
        words: Vec<KeyChoice>,
    },
    List {
        of: Box<KeyShape>,
    },
    Record {
        fields: Vec<KeyField>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct KeyChoice {
    pub word: String,
    pub says: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct KeyField {
    pub name: String,
    pub says: String,
    pub required: bool,
    pub shape: KeyShape,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct YakuWord {
    pub id: String,
    pub names: NamesJson,
    pub when: String,
    pub worth: String,
    pub clause: String,
    /// Is it played, and not only known?
    pub played: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClauseWord {
    pub id: String,
    /// The file that has it.
    pub rulebook: String,
    pub says: String,
    pub etiquette: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LimitWord {
    pub what: String,
    pub most: u32,
}

/// Translations of what the program says of rulebooks in English: `GET /api/books/meanings`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Meanings {
    /// What facts, words of keys and fields of files mean, by their English.
    pub sentences: BTreeMap<String, AlsoJson>,
    /// What a key decides, by its name.
    pub keys: BTreeMap<String, AlsoJson>,
    /// What is wrong and what to do, by the kind of an error, English included.
    pub errors: BTreeMap<String, ErrorMeaning>,
}

/// What is wrong and what to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ErrorMeaning {
    pub en: String,
    pub also: AlsoJson,
}

impl Meanings {
    pub(crate) fn all() -> Meanings {
        let all = meanings::all();
        let also = |(id, meaning): (&String, &Meaning)| (id.clone(), AlsoJson::from(&meaning.also));
        let error = |(kind, meaning): (&String, &Meaning)| {
            let meaning = ErrorMeaning {
                en: meaning.en.clone(),
                also: (&meaning.also).into(),
            };
            (kind.clone(), meaning)
        };
        Meanings {
            sentences: all.sentences.iter().map(also).collect(),
            keys: all.keys.iter().map(also).collect(),
            errors: all.errors.iter().map(error).collect(),
        }
    }
}
