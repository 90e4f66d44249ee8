//! An account: who plays, how they sign in, and from where they are signed in.

use crate::names::shown_name;
use crate::room::Place;
use crate::store::{AccountRow, StoreError};
use crate::token::{self, NoRandomness, SessionHash, TableId};
use jantaku_table::fair::Bytes32;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Devices that are signed in at a time; the one that was away for longest makes room for a new one.
const MOST_DEVICES: usize = 20;
/// Guests whose games an account can claim.
const MOST_CLAIMED: usize = 100;
/// Letters of the name in what is typed to sign in, and of what follows it.
const OF_NAME: usize = 16;
const TAG: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Account {
    /// As others see it.
    pub(crate) name: String,
    /// What is kept of the password.
    pub(crate) password: String,
    /// Seconds since 1970.
    pub(crate) since: u64,
    /// The session that has the seats of this player, whichever device they play from.
    pub(crate) player: SessionHash,
    /// Guests whose games were claimed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) claimed: Vec<SessionHash>,
    pub(crate) devices: Vec<Device>,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Device {
    /// The token in its cookie, hashed.
    pub(crate) session: SessionHash,
    /// What the browser says of itself, shortened.
    pub(crate) label: String,
    pub(crate) since: u64,
}

/// An account with what identifies it in the store.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) id: String,
    /// What is typed to sign in.
    pub(crate) login: String,
    version: u32,
    /// The address that opened it.
    place: Option<u64>,
    /// When it was last used, in seconds since 1970.
    pub(crate) used: u64,
    pub(crate) account: Account,
}

impl Stored {
    /// A new account. What is typed to sign in is chosen here and has random letters, so that nobody learns which names are taken.
    pub(crate) fn new(
        name: &str,
        password: String,
        player: SessionHash,
        at: u64,
        place: Place,
    ) -> Result<Stored, NoRandomness> {
        let name = shown_name(name);
        let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
        let word: String = typed(&name).chars().map(letter).take(OF_NAME).collect();
        let tag: String = token::code()?.chars().take(TAG).collect();
        Ok(Stored {
            id: TableId::random()?.to_string(),
            login: format!("{}-{tag}", word.trim_matches('-')),
            version: 0,
            place: Some(place.0),
            used: at,
            account: Account {
                name,
                password,
                since: at,
                player,
                claimed: Vec::new(),
                devices: Vec::new(),
            },
        })
    }

    /// # Errors
    /// If its text cannot be read. What is wrong there is not told: the text holds the hash of a password.
    pub(crate) fn read(row: AccountRow) -> Result<Stored, StoreError> {
        let unreadable = |error: serde_json::Error| {
            let place = error.column();
            StoreError::Damaged(format!("account {}: its text cannot be read at {place}", row.id))
        };
        Ok(Stored {
            account: serde_json::from_str(&row.body).map_err(unreadable)?,
            id: row.id,
            login: row.name,
            version: row.version,
            place: row.place,
            used: row.used,
        })
    }

    pub(crate) fn row(&self) -> Option<AccountRow> {
        let Account {
            player,
            claimed,
            devices,
            ..
        } = &self.account;
        let devices = devices.iter().map(|device| device.session);
        Some(AccountRow {
            id: self.id.clone(),
            name: self.login.clone(),
            version: self.version,
            body: serde_json::to_string(&self.account).ok()?,
            sessions: [*player]
                .into_iter()
                .chain(claimed.iter().copied())
                .chain(devices)
                .collect(),
            place: self.place,
            used: self.used,
        })
    }

    /// Signs a device in, and lets it bring the games of a guest.
    pub(crate) fn sign_in(&mut self, session: SessionHash, label: &str, at: u64, guest: Option<SessionHash>) {
        self.used = at;
        let Account {
            player,
            claimed,
            devices,
            ..
        } = &mut self.account;
        if devices.len() >= MOST_DEVICES {
            devices.remove(0);
        }
        let label = crate::names::clean(label, 40);
        devices.push(Device {
            session,
            label,
            since: at,
        });
        let new = guest.filter(|guest| guest != player && !claimed.contains(guest) && claimed.len() < MOST_CLAIMED);
        claimed.extend(new);
    }
}

impl Account {
    /// Is this device signed in? Its earlier tokens and those of claimed guests are not.
    pub(crate) fn is_signed_in(&self, session: SessionHash) -> bool {
        self.devices.iter().any(|device| device.session == session)
    }

    /// Tokens that stand for somebody else than they did before this account was changed or opened.
    pub(crate) fn tokens_unlike(&self, before: Option<&Account>) -> Vec<SessionHash> {
        let stands_for = |account: &Account, token| match account.is_signed_in(token) {
            true => Some(true),
            false => account.players().contains(&token).then_some(false),
        };
        let tokens = [Some(self), before].into_iter().flatten().flat_map(|account| {
            let devices = account.devices.iter().map(|device| device.session);
            account.players().into_iter().chain(devices)
        });
        let tokens: BTreeSet<SessionHash> = tokens.collect();
        let differs =
            |token: &SessionHash| before.and_then(|before| stands_for(before, *token)) != stands_for(self, *token);
        tokens.into_iter().filter(differs).collect()
    }

    /// May somebody sign in with a password? Otherwise only with a passkey.
    pub(crate) fn has_password(&self) -> bool {
        !self.password.is_empty()
    }

    /// Every session that has played for this account.
    pub(crate) fn players(&self) -> Vec<SessionHash> {
        [self.player].into_iter().chain(self.claimed.iter().copied()).collect()
    }
}

/// What the text of an account says of its password, though the rest of it may be damaged.
pub(super) fn password_in(text: &str) -> Option<String> {
    let (_, kept) = text.split_once("\"password\":\"")?;
    kept.split_once('"').map(|(kept, _)| kept.to_owned())
}

/// What somebody typed to sign in, whatever keyboard it came from.
pub(crate) fn typed(login: &str) -> String {
    login.trim().nfkc().flat_map(char::to_lowercase).take(64).collect()
}

/// A number for what was typed, to count attempts by.
pub(crate) fn number_of(login: &str) -> u64 {
    let Bytes32([a, b, c, d, e, f, g, h, ..]) = Bytes32::hash(format!("jantaku-login:{}", typed(login)).as_bytes());
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_to_sign_in_follows_the_name_and_is_never_the_name() {
        let login = |name: &str| {
            let stored = Stored::new(name, String::new(), SessionHash::NOBODY, 0, Place(0)).unwrap();
            stored.login
        };
        let mika = login("Mika O'Hara");
        assert!(mika.starts_with("mika-o-hara-") && mika.chars().count() == 16, "{mika}");
        assert_ne!(login("Mika"), login("Mika"));
        assert!(login("ミカ").starts_with("ミカ-"));
        assert_eq!(typed(" ＭＩＫＡ-ab2c "), "mika-ab2c");
    }

    #[test]
    fn only_tokens_that_stand_for_somebody_else_have_changed() {
        let [guest, first, second] = ["guest", "first", "second"].map(SessionHash::of);
        let mut stored = Stored::new("Mika", String::new(), SessionHash::of("player"), 0, Place(0)).unwrap();
        stored.sign_in(first, "", 0, None);
        let before = stored.account.clone();
        stored.sign_in(second, "", 0, Some(guest));
        let changed = |after: &Account, before| {
            let mut tokens = after.tokens_unlike(before);
            tokens.sort();
            tokens
        };
        let mut expected = [guest, second];
        expected.sort();
        assert_eq!(changed(&stored.account, Some(&before)), expected);
        // Signed out again: the guest's token stays claimed.
        let mut later = stored.account.clone();
        later.devices.pop();
        assert_eq!(changed(&later, Some(&stored.account)), [second]);
        assert_eq!(later.tokens_unlike(None).len(), 3);
    }

    #[test]
    fn the_oldest_device_makes_room() {
        let mut stored = Stored::new("Mika", String::new(), SessionHash::of("guest"), 0, Place(0)).unwrap();
        let device = |n: usize| SessionHash::of(&n.to_string());
        for n in 0..MOST_DEVICES + 1 {
            stored.sign_in(device(n), "", 0, Some(SessionHash::of("guest")));
        }
        assert!(!stored.account.is_signed_in(device(0)) && stored.account.is_signed_in(device(MOST_DEVICES)));
        assert_eq!(stored.account.players(), [SessionHash::of("guest")]);
    }
}
