//! What a change of a rulebook does in many games of bots.

use super::BookChange;
use crate::wire::lobby::NamesJson;
use serde::{Deserialize, Serialize};

/// Two rulebooks to be played: `POST /api/books/changes`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CompareBooks {
    /// A request such as `tenhou`.
    pub before: String,
    pub after: AfterChange,
    /// The seed of the first game.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    pub seed: u32,
    /// How many hands to play of each, from 100 to 10,000; none for 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub hands: Option<u32>,
}

/// The rulebook after the change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AfterChange {
    /// As it is being written.
    Text(String),
    /// A request.
    Rules(String),
}

/// How far it is: `GET /api/books/changes/<id>`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChangesJob {
    pub id: String,
    pub state: JobState,
    /// From 0 to 1.
    pub progress: f32,
    pub result: Option<Changes>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// Others are being worked on.
    Waiting,
    Running,
    Done,
    Cancelled,
    /// It took too much work, or the server stops.
    Broken,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Changes {
    pub seed: u32,
    pub before: Played,
    pub after: Played,
    /// Yaku that either of them plays.
    pub yaku: Vec<YakuChange>,
    /// What is played differently.
    pub words: Vec<BookChange>,
}

/// How often a yaku counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct YakuChange {
    pub id: String,
    pub names: NamesJson,
    /// None if it is not played.
    pub before: Option<u32>,
    pub after: Option<u32>,
}

/// What happened under one of the two rulebooks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Played {
    pub rules: String,
    pub games: u32,
    pub hands: u32,
    /// Hands that somebody won.
    pub won: u32,
    /// Winning hands: several may win at once.
    pub wins: u32,
    /// Hands that nobody won.
    pub drawn: u32,
    /// What a winning hand gets from other players, without honba and sticks; 0 without any win.
    pub mean_value: f64,
    /// By place, the first first.
    pub places: Vec<PlaceMeans>,
    /// Points of winning hands, and how often.
    pub values: Vec<(i32, u32)>,
    /// Hands of a game, and how often.
    pub lengths: Vec<(u32, u32)>,
    /// The command that plays the same games.
    pub command: String,
    /// What that command prints.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub data: serde_json::Value,
}

/// What players had at the end, on average.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PlaceMeans {
    pub points: f64,
    pub chips: f64,
    pub result: f64,
}
