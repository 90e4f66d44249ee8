//! What is kept beside an account: its friends, its passkeys. Each is a row like that of an account, so that every store keeps, checks,
//! moves and backs it up alike. It is not part of the account's own text, which nodes of the version before would write without it.

use super::friends::{Friends, leave_all};
use super::passkeys::Passkeys;
use super::{AccountKey, Accounts};
use crate::machine::spawn_blocking;
use crate::room::Refused;
use crate::store::{AccountRow, Put, Store, StoreError};
use crate::token::SessionHash;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// How often a change is tried again that another one came before.
const TRIES: usize = 8;

/// What is kept beside an account goes with it, not by itself.
const NEVER_UNUSED: u64 = i64::MAX as u64;

/// Something that is kept beside an account.
pub(crate) trait Beside: Serialize + DeserializeOwned + Default + Clone + Send + 'static {
    const KIND: &'static str;

    /// By what it can be found, beside its account.
    fn keys(&self) -> Vec<SessionHash> {
        Vec::new()
    }
}

fn id_of<T: Beside>(account: &str) -> String {
    format!("{account}/{}", T::KIND)
}

/// What is kept beside this account, if anything is.
pub(super) fn read<T: Beside>(store: &dyn Store, account: &str) -> Result<Option<T>, StoreError> {
    let row = store.account(&AccountKey::Id(id_of::<T>(account)))?;
    Ok(row.and_then(|row| serde_json::from_str(&row.body).ok()))
}

/// The account beside which something with this key is kept.
pub(super) fn account_of<T: Beside>(store: &dyn Store, key: SessionHash) -> Result<Option<String>, StoreError> {
    let row = store.account(&AccountKey::Session(key))?;
    let account = |row: AccountRow| row.id.strip_suffix(T::KIND)?.strip_suffix('/').map(str::to_owned);
    Ok(row.and_then(account))
}

/// Changes what is kept beside an account, again if another change came before. A refused change leaves it as it is.
pub(super) fn change<T: Beside, R>(
    store: &dyn Store,
    account: &str,
    change: impl Fn(&mut T) -> Result<R, Refused>,
) -> Result<R, Refused> {
    let id = id_of::<T>(account);
    for _ in 0..TRIES {
        let row = store.account(&AccountKey::Id(id.clone())).map_err(refused)?;
        let version = row.as_ref().map_or(0, |row| row.version);
        let mut value: T = match row {
            Some(row) => serde_json::from_str(&row.body).map_err(|_| Refused::Broken)?,
            None => T::default(),
        };
        let answer = change(&mut value)?;
        let new = AccountRow {
            id: id.clone(),
            // Nobody can type it to sign in: what is typed has small letters.
            name: id.to_uppercase(),
            version,
            body: serde_json::to_string(&value).map_err(|_| Refused::Broken)?,
            sessions: value.keys(),
            place: None,
            used: NEVER_UNUSED,
        };
        if store.put_account(new).map_err(refused)? == Put::Outdated {
            continue;
        }
        // The account may have been removed a moment ago.
        if version == 0 && !exists(store, account).map_err(refused)? {
            store.remove_account(&id).map_err(refused)?;
            return Err(Refused::NotSignedIn);
        }
        return Ok(answer);
    }
    Err(Refused::NotNow)
}

/// Removes what is kept beside an account.
pub(super) fn remove<T: Beside>(store: &dyn Store, account: &str) -> Result<(), StoreError> {
    store.remove_account(&id_of::<T>(account)).map(drop)
}

fn exists(store: &dyn Store, account: &str) -> Result<bool, StoreError> {
    Ok(store.account(&AccountKey::Id(account.to_owned()))?.is_some())
}

/// A failure of the store, as whoever asks is told.
pub(super) fn refused(error: StoreError) -> Refused {
    match error {
        StoreError::Damaged(_) => Refused::DamagedAccount,
        error if error.may_pass() => Refused::NotStored,
        error => {
            tracing::error!(%error, "accounts cannot be read or written");
            Refused::Broken
        }
    }
}

impl Accounts {
    /// Takes somebody who is forgotten out of the lists of friends, and removes what is kept beside the account.
    pub(crate) async fn leave_behind(&self, player: SessionHash) -> Result<(), Refused> {
        let damage = self.damage.clone();
        self.with_store(move |store| {
            let row = match store.account(&AccountKey::Session(player)) {
                Ok(Some(row)) => row,
                // A damaged account is removed all the same.
                Ok(None) | Err(StoreError::Damaged(_)) => return Ok(()),
                Err(error) => return Err(refused(error)),
            };
            leave_all(store, &damage, &row.id)?;
            remove::<Friends>(store, &row.id).map_err(refused)?;
            remove::<Passkeys>(store, &row.id).map_err(refused)
        })
        .await
    }

    /// Works with the store where waiting keeps nobody else from the processor.
    pub(super) async fn with_store<R: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<R, Refused> + Send + 'static,
    ) -> Result<R, Refused> {
        let store = Arc::clone(&self.store);
        spawn_blocking(move || work(&*store))
            .await
            .map_err(|_| Refused::Broken)?
    }
}
