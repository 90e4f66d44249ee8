//! Sessions: a random token in a cookie that scripts cannot read. The server keeps only its hash.
//!
//! Whoever is signed in plays as the session of the account. The door finds out who stands behind a token (`identify`) and writes it
//! into the head of the request, where nobody outside can.

use super::cookie;
use crate::accounts::{Accounts, Who};
use crate::config::Config;
use crate::room::Refused;
use crate::token::{self, NoRandomness, SessionHash};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use jantaku_table::fair::Bytes32;

const YEAR: u32 = 31_536_000;
/// Who stands behind the token: 64 digits, or a dash for nobody.
const PLAYS_AS: HeaderName = HeaderName::from_static("x-jantaku-plays-as");

/// Removes what a request itself says of who asks.
pub(super) fn believe_nobody(headers: &mut HeaderMap) {
    headers.remove(PLAYS_AS);
}

/// Finds out who asks.
pub(super) async fn identify(headers: &mut HeaderMap, accounts: &Accounts, config: &Config) -> Result<(), Refused> {
    let Some(token) = token(headers, config) else {
        return Ok(());
    };
    let plays_as = match accounts.who(token).await? {
        Who::Guest => return Ok(()),
        Who::Player(session) => session.to_string(),
        Who::Nobody => "-".to_owned(),
        Who::Damaged => {
            headers.insert(PLAYS_AS, HeaderValue::from_static("-"));
            return Err(Refused::DamagedAccount);
        }
    };
    if let Ok(value) = HeaderValue::from_str(&plays_as) {
        headers.insert(PLAYS_AS, value);
    }
    Ok(())
}

/// Was the token of a request given to a device that signed in? The store is not asked.
pub(super) fn is_issued(headers: &HeaderMap, accounts: &Accounts, config: &Config) -> bool {
    cookie::of(headers, cookie_name(config)).is_some_and(|token| accounts.has_issued(token))
}

/// The session of a request; none without a valid cookie.
pub(super) fn of(headers: &HeaderMap, config: &Config) -> Option<SessionHash> {
    match headers.get(PLAYS_AS) {
        Some(session) => session.to_str().ok().and_then(SessionHash::read),
        None => token(headers, config),
    }
}

/// The player of the account that whoever asks is signed in to.
pub(super) fn account(headers: &HeaderMap) -> Option<SessionHash> {
    let plays_as = headers.get(PLAYS_AS)?;
    plays_as.to_str().ok().and_then(SessionHash::read)
}

/// The token of a request, hashed: the device itself, whoever plays with it.
pub(super) fn token(headers: &HeaderMap, config: &Config) -> Option<SessionHash> {
    let token = cookie::of(headers, cookie_name(config))?;
    Bytes32::from_hex(token).map(|_| SessionHash::of(token))
}

/// The session of a request, or a new one with the cookie to set.
pub(super) fn of_or_new(headers: &HeaderMap, config: &Config) -> Result<(SessionHash, HeaderMap), NoRandomness> {
    match of(headers, config) {
        Some(session) => Ok((session, HeaderMap::new())),
        None => new(config),
    }
}

/// A new token, with the cookie to set.
pub(super) fn new(config: &Config) -> Result<(SessionHash, HeaderMap), NoRandomness> {
    let token = token::random()?.to_string();
    Ok((SessionHash::of(&token), set_cookie(&token, YEAR, config)))
}

/// A new token for a device that signs in, with the cookie to set.
pub(super) fn issued(accounts: &Accounts, config: &Config) -> Result<(SessionHash, HeaderMap), NoRandomness> {
    let token = accounts.issue()?;
    Ok((SessionHash::of(&token), set_cookie(&token, YEAR, config)))
}

/// Takes the cookie away.
pub(super) fn forget(config: &Config) -> HeaderMap {
    set_cookie("", 0, config)
}

fn set_cookie(token: &str, seconds: u32, config: &Config) -> HeaderMap {
    let mut answer = HeaderMap::new();
    let secure = if config.is_secure() { "; Secure" } else { "" };
    let cookie = format!(
        "{}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}",
        cookie_name(config)
    );
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        answer.insert(SET_COOKIE, value);
    }
    answer
}

/// Browsers refuse the `__Host-` prefix over plain HTTP.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_secure() {
        "__Host-jantaku"
    } else {
        "jantaku"
    }
}
