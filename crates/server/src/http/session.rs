//! Sessions: a random token in a cookie that scripts cannot read. The server keeps only its hash.

use super::cookie;
use crate::config::Config;
use crate::token::{self, NoRandomness, SessionHash};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use jantaku_table::fair::Bytes32;

const YEAR: u32 = 31_536_000;

/// The session of a request; none without a valid cookie.
pub(super) fn of(headers: &HeaderMap, config: &Config) -> Option<SessionHash> {
    let token = cookie::of(headers, cookie_name(config))?;
    Bytes32::from_hex(token).map(|_| SessionHash::of(token))
}

/// The session of a request, or a new one with the cookie to set.
pub(super) fn of_or_new(headers: &HeaderMap, config: &Config) -> Result<(SessionHash, HeaderMap), NoRandomness> {
    let mut answer = HeaderMap::new();
    if let Some(session) = of(headers, config) {
        return Ok((session, answer));
    }
    let token = token::random()?.to_string();
    let secure = if config.is_secure() { "; Secure" } else { "" };
    let cookie = format!(
        "{}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR}{secure}",
        cookie_name(config)
    );
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        answer.insert(SET_COOKIE, value);
    }
    Ok((SessionHash::of(&token), answer))
}

/// Browsers refuse the `__Host-` prefix over plain HTTP.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_secure() {
        "__Host-jantaku"
    } else {
        "jantaku"
    }
}
