//! Who may see the admin page: whoever has the owner's key, over a connection that nobody can listen to.

use crate::config::Config;
use crate::http::allowance::{Allowance, Allowances};
use crate::http::{Peer, cookie};
use crate::owner_key::{OwnerKey, same};
use crate::room::unix_time;
use crate::store::{Store, shared};
use crate::token;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use jantaku_table::fair::Bytes32;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a login lasts.
const LASTS: Duration = Duration::from_secs(12 * 3600);
/// How often an address may try a key.
pub(crate) const TRIES: Allowance = Allowance {
    at_once: 10,
    often: 5,
    span: Duration::from_secs(60),
};

pub(crate) struct Gate {
    key: OwnerKey,
    kept: Kept,
    /// Hashes of the tokens that were logged out, and until when they would have held.
    logged_out: Mutex<HashMap<String, u64>>,
}

/// Where the logins are kept that have ended: in a file beside the data, or for all nodes under this name.
enum Kept {
    File(PathBuf),
    Shared(Arc<dyn Store>),
}

const FILE: &str = "logged-out.json";
const SHARED: &str = "logged-out";

/// The hash of a login that was ended, and until when it would have held.
type LoggedOut = (String, u64);

/// Why somebody is not logged in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    Key,
    TooOften,
}

impl Gate {
    /// `shared` is the store of nodes that share their logins; none where one process is alone.
    pub(crate) fn new(key: OwnerKey, folder: &Path, shared: Option<Arc<dyn Store>>) -> Gate {
        let gate = Gate {
            key,
            kept: shared.map_or_else(|| Kept::File(folder.join(FILE)), Kept::Shared),
            logged_out: Mutex::default(),
        };
        gate.read_again();
        gate
    }

    /// Looks which logins have ended: before this process began, or at other nodes, in case news of it was lost.
    pub(crate) fn read_again(&self) {
        let ended: io::Result<Vec<LoggedOut>> = match &self.kept {
            Kept::File(path) => shared::in_file(path),
            Kept::Shared(store) => shared::list(&**store, SHARED),
        };
        match ended {
            Ok(list) => list.into_iter().for_each(|(login, until)| self.end(login, until)),
            Err(error) => tracing::warn!(%error, "which logins have ended cannot be read"),
        }
    }

    /// Keeps in mind that a login has ended, for a later start and for every other node.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(super) fn keep(&self, login: &str, until: u64) -> io::Result<()> {
        let change = |list: &mut Vec<LoggedOut>| {
            list.retain(|(_, until)| *until > unix_time());
            list.push((login.to_owned(), until));
        };
        match &self.kept {
            Kept::File(path) => {
                let mut list: Vec<LoggedOut> = shared::in_file(path).unwrap_or_default();
                change(&mut list);
                shared::write_file(path, &list)
            }
            Kept::Shared(store) => shared::change(&**store, SHARED, change).map(drop),
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
    pub(super) fn log_in(
        &self,
        (peer, tries): (&Peer, &Allowances),
        key: &str,
        config: &Config,
    ) -> Result<HeaderMap, Wrong> {
        if !tries.take(peer) {
            return Err(Wrong::TooOften);
        }
        if !self.key.is(key) {
            return Err(Wrong::Key);
        }
        let random = token::random().map_err(|_| Wrong::Key)?;
        let token = self.signed(&format!("{}.{random}", unix_time() + LASTS.as_secs()));
        Ok(cookie_of(&token, LASTS.as_secs(), config))
    }

    /// Ends a login here; its hash, and until when it would have held, for the other nodes.
    pub(super) fn log_out(&self, headers: &HeaderMap, config: &Config) -> Option<(String, u64)> {
        let (token, until) = self.login(headers, config)?;
        self.end(kept(token), until);
        Some((kept(token), until))
    }

    /// Ends the login with this hash.
    pub(crate) fn end(&self, login: String, until: u64) {
        let mut logged_out = self.logged_out();
        logged_out.retain(|_, until| *until > unix_time());
        logged_out.insert(login, until);
    }

    pub(super) fn is_open(&self, headers: &HeaderMap, config: &Config) -> bool {
        let login = self.login(headers, config);
        login.is_some_and(|(token, _)| !self.logged_out().contains_key(&kept(token)))
    }

    /// The token of a login that has not run out, and until when it holds. Every node with the same owner's key accepts it.
    fn login<'a>(&self, headers: &'a HeaderMap, config: &Config) -> Option<(&'a str, u64)> {
        let token = cookie::of(headers, name(config))?;
        let (login, _) = token.rsplit_once('.')?;
        let (until, _) = login.split_once('.')?;
        let until = until.parse().ok().filter(|until| *until > unix_time())?;
        same(token, &self.signed(login)).then_some((token, until))
    }

    fn signed(&self, login: &str) -> String {
        format!("{login}.{}", self.key.seal(&format!("jantaku-login:2:{login}")))
    }

    fn logged_out(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.logged_out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kept(token: &str) -> String {
    Bytes32::hash(token.as_bytes()).to_string()
}

/// Has a browser forget its login.
pub(super) fn no_cookie(config: &Config) -> HeaderMap {
    cookie_of("", 0, config)
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
