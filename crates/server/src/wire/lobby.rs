//! The lobby: rulebooks, bots, tables, finished games.

use super::table::{ClockJson, Leaving, PlayerInfo, Seating, Status, Talk};
use crate::store::Summary;
use crate::test_wall::TestWall;
use jantaku_rules::rulebook::source::Also;
pub use jantaku_wire::names_json::NamesJson;
use serde::{Deserialize, Serialize};

/// A rulebook or overlay: `GET /api/rulebooks`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RulebookInfo {
    /// `zan`
    pub id: String,
    pub name: NamesJson,
    /// The edition it follows; empty for none.
    pub edition: String,
    pub seats: u8,
    /// Is it laid over another rulebook, `base+id`?
    pub overlay: bool,
    /// What an overlay sits on when it is asked for alone.
    pub base: Option<String>,
    pub options: Vec<OptionInfo>,
}

/// Something that can be chosen, written `id(option=choice)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OptionInfo {
    /// `pocchi`
    pub id: String,
    pub says: String,
    pub also: AlsoJson,
    pub clause: String,
    /// The choice that holds where none is made.
    pub default: String,
    pub choices: Vec<ChoiceInfo>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChoiceInfo {
    /// `after-riichi`
    pub id: String,
    pub says: String,
    pub also: AlsoJson,
}

/// A sentence in further languages; empty where the rulebook has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AlsoJson {
    pub de: String,
    pub ja: String,
    pub zh: String,
}

impl From<&Also> for AlsoJson {
    fn from(also: &Also) -> AlsoJson {
        let Also { de, ja, zh } = also.clone();
        AlsoJson { de, ja, zh }
    }
}

/// A bot: `GET /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BotInfo {
    /// `greedy`
    pub id: String,
    pub says: String,
}

/// A table to be opened: `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    pub rules: String,
    /// One word for each seat: `me`, `open`, or a bot's id. `me` at most once; without it one watches.
    pub seats: Vec<String>,
    pub name: String,
    /// What the table is called; empty for the rulebook's name.
    #[serde(default)]
    pub table: String,
    /// The turn clock; none for off.
    #[serde(default)]
    pub clock: Option<ClockJson>,
    /// May others watch?
    #[serde(default)]
    pub spectators: bool,
    /// Is it shown in the lobby? Otherwise only the invitation leads to it.
    #[serde(default)]
    pub listed: bool,
    /// May somebody with an invitation take a bot's seat between two hands?
    #[serde(default = "yes")]
    pub late: bool,
    /// May only people sit down who have an invitation?
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub invited_only: bool,
    /// May players ask for hints? None for: only while a single person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub hints: Option<bool>,
    /// How people get their seats. The word `me` and invitations name the seats before they are drawn.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Seating>"))]
    pub seating: Seating,
    /// What becomes of the game if somebody leaves it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Leaving>"))]
    pub leaving: Leaving,
    /// What players may say to each other.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Talk>"))]
    pub talk: Talk,
    /// Stacked walls for the first hands: only where the server was started for tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<TestWall>>"))]
    pub walls: Vec<TestWall>,
}

const fn yes() -> bool {
    true
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Created {
    /// Its id: the page is `/table/<id>`.
    pub table: String,
    pub seat: Option<u8>,
    /// A code for each open seat.
    pub invites: Vec<Invitation>,
}

/// Who takes the open seats: `POST /api/tables/<id>/start`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FillSeats {
    /// A bot's id; none for the weakest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub bot: Option<String>,
}

/// Somebody looks for a game: `POST /api/find`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindGame {
    /// The rulebooks, with options; if nobody waits for any of them, a table opens for the first.
    pub rules: Vec<String>,
    pub name: String,
    /// Seconds until bots take the seats that are still open; none for never.
    #[serde(default)]
    pub after: Option<u32>,
    /// Which bots; none for the weakest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub bot: Option<String>,
    /// The turn clock of a table that opens; none for off.
    #[serde(default)]
    pub clock: Option<ClockJson>,
    /// Open a table even if others wait at one that fits.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub open: bool,
}

/// The answer: tables where people wait, or the table that is open for whoever asks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FoundGame {
    /// A new table, or the one where they wait already.
    pub table: Option<String>,
    /// Tables with a free seat, the one with the most people first.
    pub offers: Vec<TableSummary>,
}

/// When bots take the open seats: `POST /api/tables/<id>/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FillAfter {
    /// Seconds from now; none for never.
    pub after: Option<u32>,
    /// A bot's id; none for the weakest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub bot: Option<String>,
}

/// Who wants to sit down: `POST /api/tables/<id>/join`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    pub name: String,
    /// The table's invitation, or a code for one's own seat made by `POST /api/tables/<id>/link`; a listed table needs none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub invite: Option<String>,
}

/// The seat that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Joined {
    /// None for a referee.
    pub seat: Option<u8>,
    /// Is the seat a bot's until the hand is over, or must the players agree to the referee?
    pub waits: bool,
}

/// The seat to invite somebody to: `POST /api/tables/<id>/invite`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InviteTo {
    /// None for the first one without an invitation.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seat: Option<u8>,
}

/// A single-use code for one seat that is open, or a bot's while the game is on: `/table/<id>#join=<code>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Invitation {
    pub code: String,
    pub seat: u8,
}

/// Which invitation to withdraw: `POST /api/tables/<id>/withdraw`. A player withdraws their own, the host anybody's.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// All of them without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub code: Option<String>,
}

/// How many invitations were withdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Withdrawn {
    pub withdrawn: u32,
}

/// Who may come, as the host changes it: `POST /api/tables/<id>/settings`. What is left out stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub spectators: Option<bool>,
    /// Without, seats are by invitation only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub listed: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub late: Option<bool>,
    /// May only people sit down who have an invitation, though the lobby shows the table?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub invited_only: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub talk: Option<Talk>,
}

/// A single-use code that lets another device take over one's seat: `/table/<id>#seat=<code>`. The seat moves with it. Also one for
/// a referee, made by the host: `POST /api/tables/<id>/referee`, `/table/<id>#join=<code>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeatLink {
    pub code: String,
}

/// The tables of the lobby: `GET /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TableList {
    /// One's own, then those with people who wait, then the others; no address comes twice before each has come once.
    pub tables: Vec<TableSummary>,
    pub more: u32,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TableSummary {
    pub id: String,
    pub name: String,
    pub rules: String,
    pub rulebook: NamesJson,
    pub players: Vec<PlayerInfo>,
    pub clock: Option<ClockJson>,
    pub spectators: bool,
    /// May only people sit down who have an invitation?
    pub invited_only: bool,
    pub status: Status,
    pub mine: bool,
}

/// A finished game: `GET /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameSummary {
    /// Its id, the table's: `/replay/<id>`.
    pub id: String,
    pub name: String,
    pub rules: String,
    pub rulebook: NamesJson,
    pub names: Vec<String>,
    pub points: Vec<i32>,
    pub places: Vec<u8>,
    /// When it ended, in seconds since 1970.
    pub ended: u32,
    /// Where each player sat before the seats were drawn, by which bots are named; empty where they were not drawn.
    pub cast: Vec<u8>,
    /// The seats whose people left before its end.
    pub left: Vec<u8>,
    /// Is the result void because of that?
    pub void: bool,
}

impl From<Summary> for GameSummary {
    fn from(summary: Summary) -> GameSummary {
        let Summary {
            id,
            name,
            rules,
            rulebook,
            names,
            points,
            places,
            ended,
            cast,
            left,
            void,
        } = summary;
        GameSummary {
            id,
            name,
            rules,
            rulebook,
            names,
            points,
            places,
            ended,
            cast,
            left,
            void,
        }
    }
}

/// Which finished games: `GET /api/games/search`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SearchGames {
    /// Any part of a player's name; empty for all.
    #[serde(default)]
    pub player: String,
    /// The id of a rulebook; empty for all.
    #[serde(default)]
    pub rules: String,
    /// What the page before gave as `next`.
    #[serde(default)]
    pub after: Option<String>,
}

/// Finished games that match, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GamePage {
    pub games: Vec<GameSummary>,
    /// What to ask for the next page with; none if there is none.
    pub next: Option<String>,
}

/// How to play again: `POST /api/tables/<id>/rematch`. Whoever asks first decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayAgain {
    /// How people get their seats this time; as before without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seating: Option<Seating>,
}

/// Why a request was refused; the status code says the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ErrorBody {
    pub error: String,
    pub says: String,
}
