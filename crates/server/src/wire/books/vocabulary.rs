//! What a rulebook can say: facts, keys, and what its base has.

use crate::wire::lobby::NamesJson;
use serde::Serialize;

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
