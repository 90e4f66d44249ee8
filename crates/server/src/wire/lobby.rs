//! The lobby: rulebooks, bots, tables, finished games.

use super::table::{ClockJson, PlayerInfo, Status};
use super::test_wall::TestWall;
pub use jantaku_formats::names_json::NamesJson;
use jantaku_rules::rulebook::source::Also;
use serde::{Deserialize, Serialize};

/// A rulebook or overlay: `GET /api/rulebooks`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulebookInfo {
    /// `zan`
    pub id: String,
    /// Its names.
    pub name: NamesJson,
    /// The edition it follows; empty for none.
    pub edition: String,
    /// How many players.
    pub seats: u8,
    /// Is it laid over another rulebook, `base+id`?
    pub overlay: bool,
    /// What an overlay sits on when it is asked for alone.
    pub base: Option<String>,
    /// What can be chosen.
    pub options: Vec<OptionInfo>,
}

/// Something that can be chosen, written `id(option=choice)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OptionInfo {
    /// `pocchi`
    pub id: String,
    /// What is chosen.
    pub says: String,
    /// The same in further languages.
    pub also: AlsoJson,
    /// The clause it belongs to.
    pub clause: String,
    /// The choice that holds where none is made.
    pub default: String,
    /// The choices.
    pub choices: Vec<ChoiceInfo>,
}

/// One choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChoiceInfo {
    /// `after-riichi`
    pub id: String,
    /// What it means.
    pub says: String,
    /// The same in further languages.
    pub also: AlsoJson,
}

/// A sentence in further languages; empty where the rulebook has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlsoJson {
    /// German.
    pub de: String,
    /// Japanese.
    pub ja: String,
    /// Chinese.
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotInfo {
    /// `greedy`
    pub id: String,
    /// What it does.
    pub says: String,
}

/// A table to be opened: `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Rulebook, overlays and options.
    pub rules: String,
    /// One word for each seat: `me`, `open`, or a bot's id. `me` at most once; without it one watches.
    pub seats: Vec<String>,
    /// The own name.
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
    /// Stacked walls for the first hands: only where the server was started for tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<TestWall>>"))]
    pub walls: Vec<TestWall>,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Created {
    /// Its id: the page is `/table/<id>`.
    pub table: String,
    /// The own seat, if one sits.
    pub seat: Option<u8>,
    /// The code for friends: `/table/<id>#join=<invite>`.
    pub invite: String,
}

/// Who wants to sit down: `POST /api/tables/<id>/join`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// The name to be shown.
    pub name: String,
    /// The table's invitation, or a code for one's own seat made by `POST /api/tables/<id>/link`; a listed table needs none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub invite: Option<String>,
}

/// The seat that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joined {
    /// Which.
    pub seat: u8,
}

/// A code for friends, which gives an open seat or, while the game is on, that of a bot: `/table/<id>#join=<code>`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Invitation {
    /// The code.
    pub code: String,
}

/// A code with which another device can take over the own seat, once: `/table/<id>#seat=<code>`. The seat moves with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatLink {
    /// The code.
    pub code: String,
}

/// The tables of the lobby: `GET /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableList {
    /// One's own, then those with an open seat, then the others; of each the newest first.
    pub tables: Vec<TableSummary>,
    /// How many more there are.
    pub more: u32,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rulebook asked for.
    pub rules: String,
    /// The rulebook's names.
    pub rulebook: NamesJson,
    /// The players.
    pub players: Vec<PlayerInfo>,
    /// The turn clock.
    pub clock: Option<ClockJson>,
    /// May others watch?
    pub spectators: bool,
    /// Where it stands.
    pub status: Status,
    /// Does the asker sit there?
    pub mine: bool,
}

/// A finished game: `GET /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSummary {
    /// Its id, the table's: `/replay/<id>`.
    pub id: String,
    /// The table's name.
    pub name: String,
    /// The rulebook asked for.
    pub rules: String,
    /// The rulebook's names.
    pub rulebook: NamesJson,
    /// The players' names, by seat.
    pub names: Vec<String>,
    /// Final points, by seat.
    pub points: Vec<i32>,
    /// Places, by seat.
    pub places: Vec<u8>,
    /// When it ended, in seconds since 1970.
    pub ended: u32,
}

/// Why a request was refused; the status code says the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorBody {
    /// A word to translate.
    pub error: String,
    /// In English.
    pub says: String,
}
