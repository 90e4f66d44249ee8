//! Friends: requests, who is there, invitations to a table.

use super::lobby::NamesJson;
use serde::{Deserialize, Serialize};

/// Everything about one's friends: `GET /api/friends`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FriendsInfo {
    /// By which others can ask: `/friends#add=<code>`.
    pub code: String,
    pub friends: Vec<FriendInfo>,
    /// Requests that wait for an answer.
    pub waiting: Vec<RequestInfo>,
    /// Requests that were sent. Whoever declines one does not answer.
    pub asked: Vec<RequestInfo>,
    pub blocked: Vec<RequestInfo>,
    pub invitations: Vec<TableInvitation>,
    /// People with whom one has shared a table lately.
    pub met: Vec<MetInfo>,
}

/// A friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FriendInfo {
    pub id: String,
    pub name: String,
    /// Seconds since 1970.
    pub since: u32,
    pub online: bool,
    /// Does the friend have a seat at a running table?
    pub plays: bool,
    /// That table, if the lobby lists it.
    pub table: Option<String>,
    /// Its rulebook.
    pub rulebook: Option<NamesJson>,
}

/// A request, or somebody who is blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RequestInfo {
    pub id: String,
    pub name: String,
    /// Seconds since 1970.
    pub at: u32,
}

/// Somebody with whom one has shared a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MetInfo {
    pub table: String,
    pub seat: u8,
    pub name: String,
}

/// A friend's invitation to a table, for one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TableInvitation {
    /// The friend.
    pub from: String,
    pub name: String,
    pub table: String,
    /// Seconds since 1970.
    pub at: u32,
}

/// What waits for an answer: `GET /api/friends/news`, empty for guests.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FriendsNews {
    /// How many requests.
    pub requests: u32,
    pub invitations: Vec<TableInvitation>,
}

/// Ask somebody to become a friend: `POST /api/friends/add`, by a code, or by a seat at a table that one has shared. The answer is the
/// same whether or not they have an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddFriend {
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub code: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub table: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub seat: Option<u8>,
}

/// What is done about somebody: `POST /api/friends/change`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeFriend {
    /// The friend, the request, or whoever is blocked.
    pub id: String,
    pub act: FriendAct,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FriendAct {
    /// Become friends with whoever asked.
    Accept,
    /// Nobody is told.
    Decline,
    Remove,
    /// Nobody is told, and later requests are dropped.
    Block,
    Unblock,
    /// Take a request back.
    Withdraw,
}

/// Invite a friend to the table where one sits: `POST /api/friends/invite`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InviteFriend {
    pub id: String,
    pub table: String,
}

/// Take a seat by a friend's invitation, or decline it: `POST /api/friends/answer`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerInvitation {
    /// The friend.
    pub from: String,
    pub table: String,
    pub accept: bool,
}
