//! What is said of the text of a rulebook while it is written.

use super::BookError;
use crate::wire::lobby::{NamesJson, OptionInfo};
use jantaku_wire::score_json::response::Sheet;
use serde::{Deserialize, Serialize};

/// A text to be checked: `POST /api/books/check`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckBook {
    pub text: String,
    /// The saved rulebook that is being edited; none for a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub name: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CheckedBook {
    /// Everything that keeps it from being saved.
    pub errors: Vec<BookError>,
    /// None if it does not load.
    pub book: Option<BookSummary>,
    /// The worked examples of the text, in its order.
    pub examples: Vec<CheckedExample>,
    /// The yaku that the text adds or changes.
    pub yaku: Vec<CheckedYaku>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookSummary {
    pub name: String,
    pub title: NamesJson,
    pub extends: Option<String>,
    pub overlay: bool,
    pub seats: u8,
    /// How many tiles are on the table.
    pub tiles: u32,
    /// How many yaku are played.
    pub yaku: u32,
    /// How many clauses are in the text.
    pub clauses: u32,
    pub options: Vec<OptionInfo>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CheckedExample {
    pub line: u32,
    pub clause: String,
    pub passed: bool,
    /// What came out instead; empty if it passed.
    pub why: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CheckedYaku {
    pub id: String,
    pub names: NamesJson,
    pub line: u32,
    pub clause: String,
    /// Its condition, with what a base contributes.
    pub when: String,
    /// `2 han, 1 open`
    pub worth: String,
    /// A hand that makes it; none if no such hand was found.
    pub hand: Option<TestHand>,
    /// Complete hands that differ in one tile or one circumstance and do not make it.
    pub near: Vec<TestHand>,
    /// Yaku that do not count beside it.
    pub excludes: Vec<String>,
    pub excluded_by: Vec<String>,
}

/// A hand as `jantaku score` reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestHand {
    pub hand: String,
    /// Why it does not make the yaku; none if it does.
    pub why: Option<NamesJson>,
}

/// A hand to be tried with a yaku: `POST /api/books/try`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TryHand {
    pub text: String,
    pub yaku: String,
    /// As `jantaku score` reads it: `123m456p789s11z55z +5z tsumo`.
    pub hand: String,
    /// The saved rulebook that is being edited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub name: Option<String>,
    /// Options of the rulebook: `length=east,chips=yes`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub options: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TriedHand {
    pub made: bool,
    /// Why it was not made; none if it was.
    pub why: Option<NamesJson>,
    /// The score sheet, as `POST /api/score` answers; none if the hand does not win.
    pub sheet: Option<Sheet>,
    /// What is wrong with the hand; none if it can be read and can lie on a table.
    pub error: Option<String>,
}
