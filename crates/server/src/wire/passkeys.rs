//! Passkeys of an account.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Whether passkeys can be used here, and those of the account: `GET /api/account/passkeys`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyList {
    /// Browsers allow them at a name with HTTPS and at `localhost`.
    pub allowed: bool,
    /// Does the account have a password too?
    pub password: bool,
    pub passkeys: Vec<PasskeyInfo>,
}

/// A passkey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyInfo {
    pub id: String,
    pub name: String,
    /// Seconds since 1970.
    pub since: u32,
    /// When it was last used; none if it never was.
    pub used: Option<u32>,
}

/// What a challenge is for: `POST /api/account/passkeys/challenge`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskChallenge {
    pub purpose: PasskeyPurpose,
    /// The name of a new account.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub name: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PasskeyPurpose {
    /// Open an account with a passkey and no password.
    Open,
    /// Add a passkey to the account.
    Add,
    SignIn,
    /// Instead of the password.
    Prove,
}

/// What a browser is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasskeyChallenge {
    /// It comes back with the answer.
    pub challenge: String,
    /// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    #[cfg_attr(test, ts(type = "object"))]
    pub options: Value,
}

/// What the passkey answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeyAnswer {
    pub challenge: String,
    #[cfg_attr(test, ts(type = "object"))]
    pub response: Value,
    /// What a new passkey is called.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub label: String,
    /// The name of a new account.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub name: String,
    /// Do the games and seats of this browser become the account's?
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub claim: bool,
    /// A new password.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub password: String,
}

/// `POST /api/account/passkeys/remove`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RemovePasskey {
    pub id: String,
}
