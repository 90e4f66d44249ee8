//! Accounts, a player's own games and statistics.

use super::lobby::{GameSummary, NamesJson};
use crate::tally::Tally;
use serde::{Deserialize, Serialize};

/// A new account: `POST /api/account/open`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenAccount {
    pub name: String,
    pub password: String,
    /// Do the games and seats of this browser become the account's?
    pub claim: bool,
}

/// Signing in: `POST /api/account/sign-in`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EnterAccount {
    /// What the account was given for it when it was opened.
    pub login: String,
    pub password: String,
    pub claim: bool,
}

/// `POST /api/account/password`. All other devices are signed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    pub old: String,
    pub new: String,
}

/// `POST /api/account/sign-out`: this device, or the one with this number in the list, or all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignOut {
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub device: Option<u32>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub others: bool,
}

/// `POST /api/account/delete`: the account, and the name in every game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    pub password: String,
}

/// The account that a browser is signed in to: `GET /api/account`, `null` for a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccountInfo {
    pub name: String,
    pub login: String,
    /// Seconds since 1970.
    pub since: u32,
    pub devices: Vec<DeviceInfo>,
}

/// A device that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DeviceInfo {
    pub label: String,
    pub since: u32,
    /// Is it the one that asks?
    pub own: bool,
}

/// A finished game with the seat of whoever asks: `GET /api/me/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnGame {
    pub game: GameSummary,
    pub seat: u8,
}

/// Results and habits by rulebook: `GET /api/me/statistics`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Statistics {
    pub books: Vec<BookStatistics>,
    /// How many games were counted; void ones are not.
    pub games: u32,
}

/// All games of one rulebook.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookStatistics {
    pub rules: String,
    pub rulebook: NamesJson,
    pub games: u32,
    /// How often each place was reached, the first first.
    pub places: Vec<u32>,
    pub tally: Tally,
    /// The yaku won with most often, the first first.
    pub yaku: Vec<YakuCount>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct YakuCount {
    pub id: String,
    pub names: NamesJson,
    pub times: u32,
}
