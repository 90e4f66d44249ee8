//! What the host chooses about the people at a table: how they get their seats, what they may say, and what counts when somebody leaves.

use jantaku_table::lots::Draw;
use serde::{Deserialize, Serialize};

/// How people get their seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// As the host gives them out; the first seat is east.
    #[default]
    Chosen,
    /// All seats are drawn by lot as the game begins.
    Lot,
    /// Everybody keeps their neighbours; only who is east first is drawn.
    East,
}

impl Seating {
    /// What is drawn.
    pub fn draw(self) -> Option<Draw> {
        match self {
            Seating::Chosen => None,
            Seating::Lot => Some(Draw::Seats),
            Seating::East => Some(Draw::East),
        }
    }
}

/// What becomes of a game that somebody left before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// A bot plays on, and the result counts.
    #[default]
    Counts,
    /// A bot plays on, and the result is void.
    Voids,
}

/// What players may say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Talk {
    Off,
    /// Prepared phrases and emotes.
    #[default]
    Phrases,
    /// Their own words too.
    Text,
}

/// Who decided for a person, and for which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instead {
    pub seat: u8,
    pub by: StandIn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StandIn {
    /// The player's time ran out.
    Clock,
    /// A bot played for an absent player.
    Bot,
}
