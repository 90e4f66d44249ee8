//! A table as its page shows it.

use super::lobby::NamesJson;
pub use crate::company::{Leaving, Seating, Talk};
pub use crate::game::Status;
use crate::record::Clock;
pub use jantaku_wire::event_json::PenaltyWord;
use serde::{Deserialize, Serialize};

/// A table, apart from what happens at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TableInfo {
    pub id: String,
    pub name: String,
    /// The rulebook with overlays and options.
    pub rules: String,
    pub rulebook: NamesJson,
    /// The edition of the text that the rulebook follows; empty where it names none.
    #[serde(default)]
    pub edition: String,
    /// The hash of the rulebook as this table plays it: its page is `/rules/<hash>`, and people are shown the first eight digits.
    #[serde(default)]
    pub hash: String,
    pub start: i32,
    pub stick: i32,
    /// The clause that asks for the stick; a dash where none does.
    pub stick_because: String,
    /// All tiles of the box in their order.
    pub tiles: String,
    pub chips: bool,
    pub players: Vec<PlayerInfo>,
    /// The turn clock; none if it is off.
    pub clock: Option<ClockJson>,
    /// When the time of a timed game is up, in seconds since 1970; none without a limit or before the game.
    #[serde(default)]
    pub ends: Option<u32>,
    /// The penalties of this rulebook.
    #[serde(default)]
    pub penalties: Vec<PenaltyWord>,
    pub spectators: bool,
    /// May somebody with an invitation take a bot's seat between two hands?
    #[serde(default)]
    pub late: bool,
    /// Is it shown in the lobby while seats are open?
    pub listed: bool,
    /// May only people sit down who have an invitation?
    #[serde(default)]
    pub invited_only: bool,
    /// May players ask for hints?
    #[serde(default)]
    pub hints: bool,
    #[serde(default)]
    pub seating: Seating,
    #[serde(default)]
    pub leaving: Leaving,
    #[serde(default)]
    pub talk: Talk,
    /// After the game, the seats whose people left before its end.
    #[serde(default)]
    pub left: Vec<u8>,
    /// Does Tenhou's JSON have a place for games of this rulebook?
    #[serde(default)]
    pub tenhou: bool,
    pub status: Status,
    /// The seat of the host, who starts the game and says who may come; none for a host who only watches.
    #[serde(default)]
    pub host: Option<u8>,
    /// The table of the rematch, once there is one.
    pub next: Option<String>,
    /// When bots take the seats that are still open, in seconds since 1970; none for never.
    #[serde(default)]
    pub fills: Option<u32>,
}

/// A player, or an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PlayerInfo {
    /// The name shown; empty for an open seat.
    pub name: String,
    pub kind: PlayerKind,
    /// Which bot it is, or which one plays for an absent player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bot: Option<String>,
    /// Which of the bots of its level it is: the seat that it had before the seats were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cast: Option<u8>,
    /// Is the player connected? Bots always are.
    pub present: bool,
    /// Does a bot play for an absent player just now?
    pub away: bool,
    /// Other seats whose players are connected from the same address: perhaps the same person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<u8>>"))]
    pub shares: Vec<u8>,
    /// Is the player ready for the game?
    #[serde(default, skip_serializing_if = "is_no")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub ready: bool,
    /// How often the player committed to the wall and did not reveal.
    pub faults: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_no(flag: &bool) -> bool {
    !*flag
}

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Nobody yet.
    Open,
    /// A person.
    Human,
    /// A program.
    Bot,
}

/// A turn clock. At time-out the drawn tile is discarded, or the claim passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClockJson {
    pub seconds: u16,
    pub bank: u16,
}

impl From<Clock> for ClockJson {
    fn from(Clock { seconds, bank }: Clock) -> ClockJson {
        ClockJson { seconds, bank }
    }
}

impl From<ClockJson> for Clock {
    fn from(ClockJson { seconds, bank }: ClockJson) -> Clock {
        Clock { seconds, bank }
    }
}

impl ClockJson {
    /// Can it be played with?
    pub fn is_sensible(self) -> bool {
        (1..=600).contains(&self.seconds) && self.bank <= 3600
    }
}
