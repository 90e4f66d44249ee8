//! Accounts on this server. Guests need none; whoever has one plays from any device and keeps the games.
//!
//! A seat belongs to a session. An account has one such session, its player, and every device that is signed in plays as that one:
//! `who` says which session stands behind the token of a browser. A guest who opens an account stays the same player, so the seats and
//! games are kept; the browser gets a new token, and the old one opens nothing any more.

mod account;
mod beside;
pub(crate) mod challenge;
mod changing;
mod damage;
mod friends;
mod issuer;
mod passkeys;
mod password;
mod tokens;

pub(crate) use account::{Device, Stored, number_of};
pub(crate) use challenge::Purpose;
pub(crate) use changing::{Change, NewAccount, SignIn};
pub(crate) use friends::{Act, Entry, Friends, Target};
pub(crate) use passkeys::{Open, Passkey};
pub(crate) use tokens::Who;

use crate::machine::spawn_blocking;
use crate::room::{Refused, unix_time};
use crate::store::{AccountKey, Store, StoreError};
use crate::token::{NoRandomness, SessionHash};
use damage::Damage;
use issuer::Issuer;
use jantaku_record::log::Signer;
use password::Hashing;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokens::Tokens;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep};

/// How long what was found is believed where other nodes may change it, and elsewhere: whoever uses an account is noted once a day.
const BELIEVED: Duration = Duration::from_secs(5);
const DAY: Duration = Duration::from_secs(86_400);
/// How often to look whether a device with an open socket was signed out, in case news of it was lost.
const LOOK: Duration = Duration::from_secs(10);
/// Changes that other nodes have not been told of yet.
const CHANGES: usize = 256;

pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    hashing: Hashing,
    issuer: Issuer,
    tokens: Tokens,
    damage: Damage,
    /// Tokens that were changed at this node.
    changes: broadcast::Sender<Vec<SessionHash>>,
}

impl Accounts {
    pub(crate) fn new(store: Arc<dyn Store>, signer: &Signer) -> Accounts {
        Accounts {
            store,
            hashing: Hashing::default(),
            issuer: Issuer::of(signer),
            tokens: Tokens::default(),
            damage: Damage::default(),
            changes: broadcast::Sender::new(CHANGES),
        }
    }

    /// Who stands behind this token. While the store cannot say, whoever it was before, unless that may have changed.
    pub(crate) async fn who(&self, token: SessionHash) -> Result<Who, Refused> {
        let now = Instant::now();
        let lasts = match self.store.leases() {
            Some(_) => BELIEVED,
            None => DAY,
        };
        let began = self.tokens.now();
        let found = self.tokens.believed(token);
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
        self.tokens.note(token, who, now, began);
        Ok(who)
    }

    /// Who stood behind this token when that was last asked; none if it was not. It may have been signed out since.
    pub(crate) fn remembered(&self, token: SessionHash) -> Option<Who> {
        self.tokens.remembered(token)
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
        let mut followed = self.tokens.follow(token);
        let before = self.who(token).await.ok();
        let may_miss_news = matches!(before, Some(Who::Player(_))) && self.store.leases().is_some();
        loop {
            tokio::select! {
                biased;
                () = followed.changed() => {}
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

    /// This session, and every token of the account that it belongs to.
    pub(crate) async fn tokens_of(&self, session: SessionHash) -> Vec<SessionHash> {
        let found = self.find(AccountKey::Session(session)).await.ok().flatten();
        let of_account = found.map(|stored| stored.account.tokens_unlike(None));
        of_account.into_iter().flatten().chain([session]).collect()
    }

    /// Hears which tokens are changed at this node.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Vec<SessionHash>> {
        self.changes.subscribe()
    }

    /// Believes nothing of what was found, and tells those who play with a token.
    pub(crate) fn look_again(&self) {
        self.tokens.all_changed();
    }

    /// The same for these tokens, which another node has changed.
    pub(crate) fn look_again_at(&self, tokens: &[SessionHash]) {
        self.tokens.changed(tokens);
    }

    /// The same at all nodes: these were changed here.
    pub(crate) fn changed(&self, tokens: Vec<SessionHash>) {
        if !tokens.is_empty() {
            self.tokens.changed(&tokens);
            // Where there is one node, nobody listens.
            let _ = self.changes.send(tokens);
        }
    }

    fn refused(&self, error: StoreError) -> Refused {
        self.damage.refused(error)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
