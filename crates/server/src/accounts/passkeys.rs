//! Passkeys of an account: any of them signs in, without a name and without a password.

use super::account::Stored;
use super::beside::{self, Beside, refused};
use super::challenge::mark;
use super::changing::{NewAccount, SignIn, busy, is_sensible};
use super::{AccountKey, Accounts};
use crate::names::{clean, is_reserved, shown_name};
use crate::room::{Place, Refused, unix_time};
use crate::token::SessionHash;
use passkey_auth::{
    AuthenticationResponse, AuthenticationState, Challenge, CredentialId, PasskeyCredential, RegistrationResponse,
    RegistrationState, Webauthn,
};
use serde::{Deserialize, Serialize};

/// Passkeys of one account.
const MOST: usize = 20;
/// Letters of what a passkey is called.
const LONGEST_NAME: usize = 40;
/// Answered challenges to remember until they have run out.
const MOST_ANSWERED: usize = 100;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Passkeys {
    pub(crate) keys: Vec<Passkey>,
    /// Challenges that were answered, until when each could be answered again otherwise.
    answered: Vec<(String, u64)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Passkey {
    pub(crate) id: String,
    /// What its owner calls it.
    pub(crate) name: String,
    pub(crate) since: u64,
    /// When it was last used.
    pub(crate) used: Option<u64>,
    credential: PasskeyCredential,
}

impl Beside for Passkeys {
    const KIND: &'static str = "passkeys";
}

/// A challenge that is ours, and until when it can be answered.
pub(crate) struct Open {
    pub(crate) challenge: Vec<u8>,
    pub(crate) until: u64,
}

impl Passkeys {
    /// Notes that a challenge is answered; refuses it if it was before.
    fn answer(&mut self, open: &Open, now: u64) -> Result<(), Refused> {
        self.answered.retain(|(_, until)| *until > now);
        let mark = mark(&open.challenge);
        if self.answered.iter().any(|(answered, _)| *answered == mark) {
            return Err(Refused::WrongPasskey);
        }
        if self.answered.len() >= MOST_ANSWERED {
            return Err(Refused::TooOften);
        }
        self.answered.push((mark, open.until));
        Ok(())
    }

    fn add(&mut self, credential: PasskeyCredential, name: &str, at: u64) -> Result<(), Refused> {
        if self.keys.len() >= MOST {
            return Err(Refused::TooManyPasskeys);
        }
        let id = credential.id.to_b64url();
        self.keys.retain(|key| key.id != id);
        self.keys.push(Passkey {
            id,
            name: clean(name, LONGEST_NAME),
            since: at,
            used: None,
            credential,
        });
        Ok(())
    }
}

/// The passkey that a browser has made, if everything about it is right.
fn registered(
    party: &Webauthn,
    open: &Open,
    account: &str,
    response: &RegistrationResponse,
) -> Result<PasskeyCredential, Refused> {
    let state = RegistrationState {
        challenge: Challenge(open.challenge.clone()),
        user_id: account.as_bytes().to_vec(),
        created_at: unix_time(),
    };
    let made = party.finish_registration(&state, response);
    made.map_err(|error| {
        tracing::debug!(%error, "a new passkey is refused");
        Refused::WrongPasskey
    })
}

impl Accounts {
    pub(crate) async fn passkeys(&self, account: &str) -> Result<Vec<Passkey>, Refused> {
        let account = account.to_owned();
        let read = move |store: &dyn crate::store::Store| beside::read::<Passkeys>(store, &account).map_err(refused);
        Ok(self.with_store(read).await?.unwrap_or_default().keys)
    }

    pub(crate) async fn add_passkey(
        &self,
        party: Webauthn,
        open: Open,
        account: &str,
        name: String,
        response: RegistrationResponse,
    ) -> Result<(), Refused> {
        let account = account.to_owned();
        self.with_store(move |store| {
            let credential = registered(&party, &open, &account, &response)?;
            let now = unix_time();
            beside::change(store, &account, |passkeys: &mut Passkeys| {
                passkeys.answer(&open, now)?;
                passkeys.add(credential.clone(), &name, now)
            })
        })
        .await
    }

    /// Removes a passkey. The last one stays where there is no password: nobody could sign in any more.
    pub(crate) async fn remove_passkey(&self, account: &Stored, id: String) -> Result<(), Refused> {
        let has_password = account.account.has_password();
        let account = account.id.clone();
        self.with_store(move |store| {
            beside::change(store, &account, |passkeys: &mut Passkeys| {
                let others = passkeys.keys.iter().filter(|key| key.id != id).count();
                if others == 0 && !has_password {
                    return Err(Refused::LastWayIn);
                }
                passkeys.keys.retain(|key| key.id != id);
                Ok(())
            })
        })
        .await
    }

    /// The account whose passkey has answered a challenge, once. Unknown accounts and wrong answers are refused in the same way, and
    /// damage is told only after a right answer.
    pub(crate) async fn by_passkey(
        &self,
        party: Webauthn,
        open: Open,
        response: AuthenticationResponse,
    ) -> Result<Stored, Refused> {
        let damage = self.damage.clone();
        self.with_store(move |store| {
            let handle = response.user_handle.as_deref().ok_or(Refused::WrongPasskey)?;
            let handle = CredentialId::from_b64url(handle).map_err(|_| Refused::WrongPasskey)?;
            let account = String::from_utf8(handle.0).map_err(|_| Refused::WrongPasskey)?;
            let passkeys = damage
                .hidden(beside::read::<Passkeys>(store, &account))
                .map_err(refused)?;
            passkeys.ok_or(Refused::WrongPasskey)?;
            let now = unix_time();
            beside::change(store, &account, |passkeys: &mut Passkeys| {
                let key = passkeys.keys.iter_mut().find(|key| key.id == response.id);
                let key = key.ok_or(Refused::WrongPasskey)?;
                let state = AuthenticationState {
                    challenge: Challenge(open.challenge.clone()),
                    allow_credentials: Vec::new(),
                    created_at: now,
                    user_handle: Some(account.as_bytes().to_vec()),
                };
                let proved = party.finish_authentication(&state, &response, &key.credential);
                let proved = proved.map_err(|error| {
                    tracing::debug!(%error, "a passkey is refused");
                    Refused::WrongPasskey
                })?;
                key.credential.counter = proved.new_counter;
                key.used = Some(now);
                passkeys.answer(&open, now)
            })?;
            let row = store.account(&AccountKey::Id(account));
            let stored = row.and_then(|row| row.map(Stored::read).transpose());
            let stored = stored.map_err(|error| damage.refused(error))?;
            stored.ok_or(Refused::WrongPasskey)
        })
        .await
    }

    /// Signs a device in to an account whose passkey was checked.
    pub(crate) async fn enter(&self, id: &str, device: &SignIn) -> Result<Stored, Refused> {
        self.replace(device).await;
        let SignIn {
            session, label, guest, ..
        } = device;
        let key = AccountKey::Id(id.to_owned());
        self.change_at(key, |stored| stored.sign_in(*session, label, unix_time(), *guest))
            .await
    }

    /// Opens an account that has a passkey and no password.
    pub(crate) async fn open_by_passkey(
        &self,
        party: Webauthn,
        open: Open,
        (new, player): (NewAccount, SessionHash),
        (id, label): (String, String),
        response: RegistrationResponse,
    ) -> Result<Stored, Refused> {
        let NewAccount { name, device, .. } = new;
        if is_reserved(&shown_name(&name)) {
            return Err(Refused::ReservedName);
        }
        // Looked at first, so that a wrong answer opens nothing.
        registered(&party, &open, &id, &response)?;
        let player = device.guest.unwrap_or(player);
        let mut stored = Stored::new(&name, String::new(), player, unix_time(), device.place)?;
        stored.id.clone_from(&id);
        stored.sign_in(device.session, &device.label, unix_time(), None);
        // The id follows from the challenge, so a second answer to it finds the account that the first has opened.
        if !self.put(None, &stored).await? {
            return Err(Refused::WrongPasskey);
        }
        let added = self.add_passkey(party, open, &id, label, response).await;
        if let Err(refused) = added {
            self.with_store(move |store| store.remove_account(&id).map(drop).map_err(beside::refused))
                .await?;
            return Err(refused);
        }
        self.replace(&device).await;
        Ok(stored)
    }

    /// Gives an account a password, or another one, after a passkey was checked. All other devices are signed out.
    pub(crate) async fn set_password(
        &self,
        id: &str,
        new: String,
        from: SessionHash,
        place: Place,
    ) -> Result<(), Refused> {
        is_sensible(&new)?;
        let kept = self.hashing.kept(new, place).await.map_err(busy)?;
        self.change_at(AccountKey::Id(id.to_owned()), |stored| {
            kept.clone_into(&mut stored.account.password);
            stored.account.devices.retain(|device| device.session == from);
        })
        .await
        .map(drop)
    }
}
