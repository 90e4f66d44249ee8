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
mod issuer;
mod passkeys;
mod password;

pub(crate) use account::{Device, Stored, number_of};
pub(crate) use challenge::Purpose;
pub(crate) use changing::{Change, NewAccount, SignIn};
pub(crate) use friends::{Act, Entry, Friends, Target};
pub(crate) use passkeys::{Open, Passkey};

use crate::machine::spawn_blocking;
use crate::room::{Refused, unix_time};
use crate::store::{AccountKey, Store, StoreError};
use crate::token::{NoRandomness, SessionHash};
use issuer::Issuer;
use jantaku_record::log::Signer;
use password::Hashing;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// Tokens to remember.
const MOST_KNOWN: usize = 1 << 16;
/// Damaged accounts of which the operator is told once.
const MOST_TOLD: usize = 1024;
/// How long what was found is believed where other nodes may change it, and elsewhere: whoever uses an account is noted once a day.
const BELIEVED: Duration = Duration::from_secs(5);
const DAY: Duration = Duration::from_secs(86_400);
/// How often to look whether a device with an open socket was signed out, in case news of it was lost.
const LOOK: Duration = Duration::from_secs(10);

/// Whoever stands behind a browser's token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A guest; the token is the session.
    Guest,
    /// Signed in: plays as this session.
    Player(SessionHash),
    /// A token that was replaced or revoked.
    Nobody,
    /// Signed in to an account that cannot be read.
    Damaged,
}

/// What was found of a token.
#[derive(Clone, Copy)]
struct Known {
    who: Who,
    at: Instant,
    /// How often accounts had changed by then.
    changes: u64,
}

pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    hashing: Hashing,
    issuer: Issuer,
    known: Mutex<HashMap<SessionHash, Known>>,
    /// The damage that the operator was told of.
    told: Mutex<HashSet<String>>,
    /// Counts up whenever a device may have been signed out.
    revoked: watch::Sender<u64>,
    /// Changes with what happens at this node only.
    changes: watch::Sender<()>,
}

impl Accounts {
    pub(crate) fn new(store: Arc<dyn Store>, signer: &Signer) -> Accounts {
        Accounts {
            store,
            hashing: Hashing::default(),
            issuer: Issuer::of(signer),
            known: Mutex::default(),
            told: Mutex::default(),
            revoked: watch::Sender::new(0),
            changes: watch::Sender::new(()),
        }
    }

    /// Who stands behind this token. While the store cannot say, whoever it was before, unless that may have changed.
    pub(crate) async fn who(&self, token: SessionHash) -> Result<Who, Refused> {
        let now = Instant::now();
        let lasts = match self.store.leases() {
            Some(_) => BELIEVED,
            None => DAY,
        };
        let changes = *self.revoked.borrow();
        let found = self
            .known()
            .get(&token)
            .copied()
            .filter(|known| known.changes == changes);
        if let Some(known) = found.filter(|known| now < known.at + lasts) {
            return Ok(known.who);
        }
        let who = match self.find(AccountKey::Session(token)).await {
            Ok(None) => Who::Guest,
            Ok(Some(stored)) if stored.account.is_signed_in(token) => {
                self.note_use(&stored);
                Who::Player(stored.account.player)
            }
            Ok(Some(_)) => Who::Nobody,
            Err(error @ StoreError::Damaged(_)) => {
                self.refused(error);
                Who::Damaged
            }
            Err(error) => return found.map(|known| known.who).ok_or_else(|| self.refused(error)),
        };
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            // Anybody can send tokens of guests; nobody may push out those who are signed in by that.
            known.retain(|_, known| matches!(known.who, Who::Player(_)));
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
        }
        // If it was signed out meanwhile, the number is not that of now.
        known.insert(token, Known { who, at: now, changes });
        Ok(who)
    }

    /// Who stood behind this token when that was last asked; none if it was not. It may have been signed out since.
    pub(crate) fn remembered(&self, token: SessionHash) -> Option<Who> {
        self.known().get(&token).map(|known| known.who)
    }

    /// A new token for a device that signs in.
    pub(crate) fn issue(&self) -> Result<String, NoRandomness> {
        self.issuer.issue()
    }

    /// Was this token given to a device that signed in? The store is not asked.
    pub(crate) fn has_issued(&self, token: &str) -> bool {
        self.issuer.has_issued(token)
    }

    /// Notes once a day that an account is used.
    fn note_use(&self, stored: &Stored) {
        let now = unix_time();
        if now >= stored.used + DAY.as_secs() {
            let (store, id) = (Arc::clone(&self.store), stored.id.clone());
            // If it fails, the next one succeeds.
            drop(spawn_blocking(move || store.touch_account(&id, now)));
        }
    }

    /// Waits until this token stands for somebody else than it did.
    pub(crate) async fn signed_out(&self, token: Option<SessionHash>) {
        let Some(token) = token else {
            return std::future::pending().await;
        };
        let mut changes = self.revoked.subscribe();
        let before = self.who(token).await.ok();
        let may_miss_news = matches!(before, Some(Who::Player(_))) && self.store.leases().is_some();
        loop {
            tokio::select! {
                biased;
                changed = changes.changed() => if changed.is_err() {
                    return std::future::pending().await;
                },
                () = sleep(LOOK), if may_miss_news => {}
            }
            match self.who(token).await {
                // The store does not answer: nobody was signed out by that alone.
                Err(Refused::NotStored) if may_miss_news => {}
                now if now.ok() != before => return,
                _ => {}
            }
        }
    }

    /// The account that this token is signed in to.
    pub(crate) async fn signed_in(&self, token: SessionHash) -> Result<Stored, Refused> {
        let found = self.find(AccountKey::Session(token)).await;
        let found = found.map_err(|error| self.refused(error))?;
        let is_in = |stored: &Stored| stored.account.is_signed_in(token);
        found.filter(is_in).ok_or(Refused::NotSignedIn)
    }

    async fn find(&self, key: AccountKey) -> Result<Option<Stored>, StoreError> {
        let store = Arc::clone(&self.store);
        let found = spawn_blocking(move || store.account(&key)).await;
        let row = found.map_err(|error| StoreError::Broken(error.to_string()))??;
        row.map(Stored::read).transpose()
    }

    /// Changes whenever an account was changed at this node.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Believes nothing of what was found, and tells those who play with a token.
    pub(crate) fn look_again(&self) {
        self.revoked.send_modify(|changes| *changes += 1);
    }

    /// The same at all nodes: an account was changed here.
    pub(crate) fn changed(&self) {
        self.look_again();
        self.changes.send_replace(());
    }

    /// A failure of the store, as whoever asks is told. Of damage the operator is told once.
    fn refused(&self, error: StoreError) -> Refused {
        match error {
            StoreError::Damaged(what) => {
                let mut told = lock(&self.told);
                if told.len() < MOST_TOLD && told.insert(what.clone()) {
                    tracing::error!(
                        what,
                        "an account is damaged and cannot be used; `jantaku check` tells more"
                    );
                }
                Refused::DamagedAccount
            }
            error if error.may_pass() => Refused::NotStored,
            error => {
                tracing::error!(%error, "accounts cannot be read or written");
                Refused::Broken
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<SessionHash, Known>> {
        lock(&self.known)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
