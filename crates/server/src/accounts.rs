//! Accounts on this server. Guests need none; whoever has one plays from any device and keeps the games.
//!
//! A seat belongs to a session. An account has one such session, its player, and every device that is signed in plays as that one:
//! `who` says which session stands behind the token of a browser. A guest who opens an account stays the same player, so the seats and
//! games are kept; the browser gets a new token, and the old one opens nothing any more.

mod account;
mod beside;
pub(crate) mod challenge;
mod changing;
mod friends;
mod passkeys;
mod password;

pub(crate) use account::{Device, Stored, number_of};
pub(crate) use challenge::Purpose;
pub(crate) use changing::{Change, NewAccount, SignIn};
pub(crate) use friends::{Act, Entry, Friends, Target};
pub(crate) use passkeys::{Open, Passkey};

use crate::machine::spawn_blocking;
use crate::room::Refused;
use crate::store::{AccountKey, Store, StoreError};
use crate::token::SessionHash;
use password::Hashing;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Tokens to remember.
const MOST_KNOWN: usize = 1 << 16;
/// How long what was found is believed where other nodes may change it.
const BELIEVED: Duration = Duration::from_secs(5);

/// Whoever stands behind a browser's token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A guest; the token is the session.
    Guest,
    /// Signed in: plays as this session.
    Player(SessionHash),
    /// A token that was replaced or revoked.
    Nobody,
}

pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    hashing: Hashing,
    known: Mutex<HashMap<SessionHash, (Who, Instant)>>,
    /// Changes whenever a device may have been signed out.
    revoked: watch::Sender<()>,
    /// The same, only for what happens at this node.
    changes: watch::Sender<()>,
}

impl Accounts {
    pub(crate) fn new(store: Arc<dyn Store>) -> Accounts {
        Accounts {
            store,
            hashing: Hashing::default(),
            known: Mutex::default(),
            revoked: watch::Sender::new(()),
            changes: watch::Sender::new(()),
        }
    }

    /// Who stands behind this token. While the store cannot say, whoever it was before.
    pub(crate) async fn who(&self, token: SessionHash) -> Result<Who, Refused> {
        let now = Instant::now();
        let is_shared = self.store.leases().is_some();
        let found = self.known().get(&token).copied();
        if let Some((who, _)) = found.filter(|(_, at)| !is_shared || now < *at + BELIEVED) {
            return Ok(who);
        }
        let revoked = self.revoked.subscribe();
        let who = match self.find(AccountKey::Session(token)).await {
            Ok(None) => Who::Guest,
            Ok(Some(stored)) if stored.account.is_signed_in(token) => Who::Player(stored.account.player),
            Ok(Some(_)) => Who::Nobody,
            Err(error) => return found.map(|(who, _)| who).ok_or_else(|| refused(error)),
        };
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        // It may have been signed out meanwhile.
        if revoked.has_changed().is_ok_and(|has_changed| !has_changed) {
            known.insert(token, (who, now));
        }
        Ok(who)
    }

    /// Who stood behind this token when that was last asked; none if it was not.
    pub(crate) fn remembered(&self, token: SessionHash) -> Option<Who> {
        self.known().get(&token).map(|(who, _)| *who)
    }

    /// Waits until this token stands for somebody else than it did.
    pub(crate) async fn signed_out(&self, token: Option<SessionHash>) {
        let Some(token) = token else {
            return std::future::pending().await;
        };
        let mut changes = self.revoked.subscribe();
        let before = self.who(token).await.ok();
        while changes.changed().await.is_ok() {
            if self.who(token).await.ok() != before {
                return;
            }
        }
        std::future::pending::<()>().await;
    }

    /// The account that this token is signed in to.
    pub(crate) async fn signed_in(&self, token: SessionHash) -> Result<Stored, Refused> {
        let found = self.find(AccountKey::Session(token)).await.map_err(refused)?;
        let is_in = |stored: &Stored| stored.account.is_signed_in(token);
        found.filter(is_in).ok_or(Refused::NotSignedIn)
    }

    async fn find(&self, key: AccountKey) -> Result<Option<Stored>, StoreError> {
        let store = Arc::clone(&self.store);
        let found = spawn_blocking(move || store.account(&key)).await;
        let row = found.map_err(|error| StoreError::Broken(error.to_string()))??;
        Ok(row.and_then(Stored::read))
    }

    /// Changes whenever an account was changed at this node.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Forgets what was found, and tells those who play with a token.
    pub(crate) fn look_again(&self) {
        let mut known = self.known();
        known.clear();
        self.revoked.send_replace(());
    }

    fn changed(&self) {
        self.look_again();
        self.changes.send_replace(());
    }

    fn known(&self) -> MutexGuard<'_, HashMap<SessionHash, (Who, Instant)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A failure of the store, as whoever asks is told.
fn refused(error: StoreError) -> Refused {
    match error.may_pass() {
        true => Refused::NotStored,
        false => Refused::Broken,
    }
}
