//! Opening an account, signing in and out, changing the password, and removing it all.

use super::account::{Account, Stored, password_in, typed};
use super::password::{LONGEST, NotHashed, SHORTEST};
use super::{AccountKey, Accounts};
use crate::machine::spawn_blocking;
use crate::names::is_reserved;
use crate::room::{Place, Refused, unix_time};
use crate::store::{Put, StoreError};
use crate::token::SessionHash;
use std::sync::Arc;

/// How often a change is tried again that another one came before.
const TRIES: usize = 4;

/// Who opens an account.
pub(crate) struct NewAccount {
    pub(crate) name: String,
    pub(crate) password: String,
    pub(crate) device: SignIn,
}

/// The device that signs in.
pub(crate) struct SignIn {
    /// Its new token, hashed.
    pub(crate) session: SessionHash,
    pub(crate) label: String,
    /// The guest that it was until now, if its games come along.
    pub(crate) guest: Option<SessionHash>,
    /// Its token until now, if it was signed in, which opens nothing any more.
    pub(crate) replaces: Option<SessionHash>,
    /// Where it is.
    pub(crate) place: Place,
}

/// What a player changes about the account.
pub(crate) enum Change {
    /// Signs these devices out.
    SignOut(Vec<SessionHash>),
    /// A new password signs all other devices out.
    Password {
        old: String,
        new: String,
        from: SessionHash,
        place: Place,
    },
}

impl Accounts {
    /// Opens an account and signs its first device in.
    pub(crate) async fn open(&self, new: NewAccount, player: SessionHash) -> Result<Stored, Refused> {
        let NewAccount { name, password, device } = new;
        if is_reserved(&crate::names::shown_name(&name)) {
            return Err(Refused::ReservedName);
        }
        is_sensible(&password)?;
        let kept = self.hashing.kept(password, device.place).await.map_err(busy)?;
        for _ in 0..TRIES {
            let player = device.guest.unwrap_or(player);
            let mut stored = Stored::new(&name, kept.clone(), player, unix_time(), device.place)?;
            stored.sign_in(device.session, &device.label, unix_time(), None);
            if self.put(None, &stored).await? {
                self.replace(&device).await;
                return Ok(stored);
            }
        }
        Err(Refused::NotNow)
    }

    /// Signs a device in. A wrong name and a wrong password are refused alike, and after the same time. That an account is damaged is
    /// told to whoever knows its password; if that cannot be read either, nobody does.
    pub(crate) async fn sign_in(&self, login: &str, password: String, device: &SignIn) -> Result<Stored, Refused> {
        let name = typed(login);
        let (kept, damage) = match self.find(AccountKey::Name(name.clone())).await {
            Ok(found) => (found.map(|stored| stored.account.password), None),
            Err(error @ StoreError::Damaged(_)) => (self.readable_password(&name).await, Some(self.refused(error))),
            Err(error) => return Err(self.refused(error)),
        };
        if !self.hashing.is(kept, password, device.place).await.map_err(busy)? {
            return Err(Refused::WrongPassword);
        }
        if let Some(damaged) = damage {
            return Err(damaged);
        }
        self.replace(device).await;
        let SignIn {
            session, label, guest, ..
        } = device;
        let key = AccountKey::Name(name);
        self.change_at(key, |stored| stored.sign_in(*session, label, unix_time(), *guest))
            .await
    }

    /// What is kept of the password of a damaged account, as far as that can be read.
    async fn readable_password(&self, name: &str) -> Option<String> {
        let (store, name) = (Arc::clone(&self.store), name.to_owned());
        let text = spawn_blocking(move || store.account_text(&name)).await;
        password_in(&text.ok()?.ok()??)
    }

    /// Signs out the token that a device had before, in whichever account.
    pub(super) async fn replace(&self, device: &SignIn) {
        let Some(token) = device.replaces else { return };
        let sign_out = |stored: &mut Stored| stored.account.devices.retain(|device| device.session != token);
        if let Err(why) = self.change_at(AccountKey::Session(token), sign_out).await {
            tracing::debug!(%why, "the token that a device had before is still signed in");
        }
    }

    pub(crate) async fn change(&self, id: &str, change: Change) -> Result<(), Refused> {
        let key = AccountKey::Id(id.to_owned());
        match change {
            Change::SignOut(sessions) => {
                self.change_at(key, |stored| {
                    stored
                        .account
                        .devices
                        .retain(|device| !sessions.contains(&device.session));
                })
                .await?;
            }
            Change::Password { old, new, from, place } => {
                is_sensible(&new)?;
                self.check(id, old, place).await?;
                let kept = self.hashing.kept(new, place).await.map_err(busy)?;
                self.change_at(key, |stored| {
                    kept.clone_into(&mut stored.account.password);
                    stored.account.devices.retain(|device| device.session == from);
                })
                .await?;
            }
        }
        Ok(())
    }

    /// Is this the password of the account?
    pub(crate) async fn check(&self, id: &str, password: String, place: Place) -> Result<Stored, Refused> {
        let found = self
            .find(AccountKey::Id(id.to_owned()))
            .await
            .map_err(|error| self.refused(error))?;
        let stored = found.ok_or(Refused::NotSignedIn)?;
        let kept = stored.account.password.clone();
        match self.hashing.is(Some(kept), password, place).await.map_err(busy)? {
            true => Ok(stored),
            false => Err(Refused::WrongPassword),
        }
    }

    /// Changes an account, again if another change came before.
    pub(super) async fn change_at(&self, key: AccountKey, change: impl Fn(&mut Stored)) -> Result<Stored, Refused> {
        for _ in 0..TRIES {
            let found = self.find(key.clone()).await.map_err(|error| self.refused(error))?;
            let before = found.ok_or(Refused::NotSignedIn)?;
            let mut stored = before.clone();
            change(&mut stored);
            if self.put(Some(&before.account), &stored).await? {
                return Ok(stored);
            }
        }
        Err(Refused::NotNow)
    }

    /// Stores an account as it is now; false if another change came before.
    pub(super) async fn put(&self, before: Option<&Account>, stored: &Stored) -> Result<bool, Refused> {
        let row = stored.row().ok_or(Refused::Broken)?;
        let store = Arc::clone(&self.store);
        let put = spawn_blocking(move || store.put_account(row)).await;
        let put = put.unwrap_or_else(|error| Err(StoreError::Broken(error.to_string())));
        let is_stored = put.map_err(|error| self.refused(error))? == Put::Stored;
        if is_stored {
            self.changed(stored.account.tokens_unlike(before));
        }
        Ok(is_stored)
    }
}

pub(super) fn is_sensible(password: &str) -> Result<(), Refused> {
    match password.chars().count() >= SHORTEST && password.len() <= LONGEST {
        true => Ok(()),
        false => Err(Refused::BadPassword),
    }
}

pub(super) fn busy(why: NotHashed) -> Refused {
    match why {
        NotHashed::Busy => Refused::SigningBusy,
        NotHashed::Failed => Refused::Broken,
    }
}
