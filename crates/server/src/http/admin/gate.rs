//! Who may see the admin page: whoever has the owner's key, over a connection that nobody can listen to.

use crate::config::Config;
use crate::http::allowance::{Allowance, Allowances};
use crate::http::{Peer, cookie};
use crate::owner_key::OwnerKey;
use crate::token;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use jantaku_table::fair::Bytes32;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a login lasts.
const LASTS: Duration = Duration::from_secs(12 * 3600);
/// Logins at a time; the oldest ends when there are more.
const MOST: usize = 16;
/// How often an address may try a key.
const TRIES: Allowance = Allowance {
    at_once: 10,
    often: 5,
    span: Duration::from_secs(60),
};

pub(crate) struct Gate {
    key: OwnerKey,
    tries: Allowances,
    /// Hashes of the tokens of those who are logged in, and until when.
    logins: Mutex<HashMap<Bytes32, Instant>>,
}

/// Why somebody is not logged in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    Key,
    TooOften,
}

impl Gate {
    pub(crate) fn new(key: OwnerKey) -> Gate {
        Gate {
            key,
            tries: Allowances::new(TRIES, false),
            logins: Mutex::default(),
        }
    }

    /// Can nobody on the way read the key and the cookie? So it is over HTTPS, and from this machine.
    pub(super) fn is_private(peer: &Peer, headers: &HeaderMap, config: &Config) -> bool {
        let proxied = headers.contains_key("x-forwarded-for");
        let came_plain = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "http");
        let local = peer.connects_from().to_canonical().is_loopback();
        if config.tls.is_some() {
            return true;
        }
        if local && !proxied {
            return true;
        }
        config.is_secure() && (local || peer.is_forwarded()) && !came_plain
    }

    /// Checks a key; the cookie to set.
    pub(super) fn log_in(&self, peer: &Peer, key: &str, config: &Config) -> Result<HeaderMap, Wrong> {
        if !self.tries.take(peer) {
            return Err(Wrong::TooOften);
        }
        if !self.key.is(key) {
            return Err(Wrong::Key);
        }
        let token = token::random().map_err(|_| Wrong::Key)?.to_string();
        let mut logins = self.logins();
        let now = Instant::now();
        logins.retain(|_, until| *until > now);
        if logins.len() >= MOST
            && let Some(oldest) = logins.iter().min_by_key(|(_, until)| **until).map(|(hash, _)| *hash)
        {
            logins.remove(&oldest);
        }
        logins.insert(kept(&token), now + LASTS);
        Ok(cookie_of(&token, LASTS.as_secs(), config))
    }

    pub(super) fn log_out(&self, headers: &HeaderMap, config: &Config) -> HeaderMap {
        if let Some(token) = cookie::of(headers, name(config)) {
            self.logins().remove(&kept(token));
        }
        cookie_of("", 0, config)
    }

    pub(super) fn is_open(&self, headers: &HeaderMap, config: &Config) -> bool {
        let token = cookie::of(headers, name(config));
        let until = token.and_then(|token| self.logins().get(&kept(token)).copied());
        until.is_some_and(|until| Instant::now() < until)
    }

    fn logins(&self) -> MutexGuard<'_, HashMap<Bytes32, Instant>> {
        self.logins.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kept(token: &str) -> Bytes32 {
    Bytes32::hash(format!("jantaku-login:1:{token}").as_bytes())
}

/// Browsers refuse the prefix over plain HTTP.
fn name(config: &Config) -> &'static str {
    if config.is_secure() {
        "__Secure-jantaku-admin"
    } else {
        "jantaku-admin"
    }
}

fn cookie_of(token: &str, seconds: u64, config: &Config) -> HeaderMap {
    let secure = if config.is_secure() { "; Secure" } else { "" };
    let text = format!(
        "{}={token}; Path=/admin; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}",
        name(config)
    );
    let value = HeaderValue::from_str(&text).ok();
    HeaderMap::from_iter(value.map(|value| (SET_COOKIE, value)))
}
