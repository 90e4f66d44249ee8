//! Rulebooks that people save on the server.

pub mod changes;
pub mod check;
pub mod vocabulary;

use super::lobby::NamesJson;
use serde::{Deserialize, Serialize};

/// A saved rulebook: `GET /api/books`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookInfo {
    /// `rulebook.id` of its text.
    pub name: String,
    /// What to write where rules are asked for. For a private one it holds its key: whoever has it can read and play the rulebook.
    pub request: String,
    pub title: NamesJson,
    /// Who saved the latest edition.
    pub who: String,
    pub mine: bool,
    pub listed: bool,
    /// The latest one, from 1.
    pub edition: u32,
    /// When that was saved, in seconds since 1970.
    pub saved: u32,
    /// When the first was.
    pub since: u32,
    /// What was written about the latest edition.
    pub note: String,
    pub extends: Option<String>,
    pub overlay: bool,
    /// 0 for an overlay without a base.
    pub seats: u8,
    pub based_on: Option<BookOrigin>,
}

/// The rulebook and edition that another was cloned from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BookOrigin {
    pub name: String,
    pub edition: u32,
}

/// Saved rulebooks that whoever asks can see: `GET /api/books`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookList {
    /// One's own first, then the listed ones, each the latest first.
    pub books: Vec<BookInfo>,
    /// How many listed ones were left out.
    pub more: u32,
}

/// A new rulebook: `POST /api/books`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveBook {
    /// TOML. `rulebook.id` becomes its name.
    pub text: String,
    /// Can everybody see and play it?
    pub listed: bool,
    /// What is new in this edition.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub note: String,
    /// Whose name the history shows.
    pub who: String,
    /// What it was cloned from; the name may be a request with its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub based_on: Option<BookOrigin>,
}

/// The next edition of a rulebook: `PUT /api/books/<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeBook {
    pub text: String,
    pub listed: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub note: String,
    pub who: String,
    /// The edition that it was edited from.
    pub edition: u32,
}

/// A rulebook with its text and history: `GET /api/books/<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SavedBook {
    pub book: BookInfo,
    pub text: String,
    /// The latest first. The oldest are dropped when there are too many.
    pub history: Vec<EditionInfo>,
    /// Why it cannot be played beside the rulebooks that the server has now; empty if it can.
    pub errors: Vec<BookError>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EditionInfo {
    pub edition: u32,
    pub saved: u32,
    pub who: String,
    pub note: String,
    /// How long its text is.
    pub bytes: u32,
}

/// One edition and what it changed: `GET /api/books/<name>/editions/<n>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookEdition {
    pub edition: EditionInfo,
    pub text: String,
    /// The edition that it is compared with; none for the first that is kept.
    pub before: Option<u32>,
    /// What is played differently; empty if one of the two cannot be played beside the rulebooks that the server has now.
    pub words: Vec<BookChange>,
    pub lines: Vec<LineChange>,
}

/// Something that two rulebooks play differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookChange {
    pub kind: ChangeKind,
    /// `game.start`, `tanyao` or `club.length`.
    pub name: String,
    /// What a key means; empty for others.
    pub says: String,
    /// None if it is not played.
    pub before: Option<String>,
    pub after: Option<String>,
    /// The clause behind it; empty for none.
    pub before_clause: String,
    pub after_clause: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    Key,
    Yaku,
    Option,
}

/// A line of a text that is compared with another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LineChange {
    pub kind: LineKind,
    /// Its number in the text before, from 1.
    pub before: Option<u32>,
    pub after: Option<u32>,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    Same,
    Added,
    Removed,
    /// Lines that both have are left out.
    Gap,
}

/// An error in the text of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookError {
    /// From 1; 0 for the whole text.
    pub line: u32,
    /// From 1, in UTF-16 units; none if it is not known.
    pub column: Option<u32>,
    /// The column after the last.
    pub end_column: Option<u32>,
    /// `game.start`; empty for none.
    pub key: String,
    pub message: String,
    /// What was probably meant.
    pub hint: Option<String>,
    /// The command that lists what is allowed: `jantaku rules keys`.
    pub command: Option<String>,
    /// `unknown-key`
    pub kind: String,
}

/// The answer to a text that cannot be saved or played (422).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BrokenBook {
    pub error: String,
    pub says: String,
    pub errors: Vec<BookError>,
}

/// The answer to a change of an edition that is no longer the latest (409), or to a name that is taken; then there is no book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookConflict {
    pub error: String,
    pub says: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub book: Option<SavedBook>,
}
