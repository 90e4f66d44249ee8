//! Friends: who has asked whom, who agreed, who is invited to a table. Both must agree. Whoever declines or blocks tells nobody.
//!
//! A friendship is kept beside both accounts and counts only where both have it, so two changes in a row need no common commit.

use super::account::Stored;
use super::beside::{self, Beside, refused};
use super::damage::Damage;
use super::{AccountKey, Accounts};
use crate::room::{Refused, unix_time};
use crate::store::{Store, StoreError};
use crate::token::{self, SessionHash};
use serde::{Deserialize, Serialize};

const MOST_FRIENDS: usize = 200;
/// Requests that an account has sent, and those that wait for its answer. More that come are not kept, and nobody is told.
const MOST_REQUESTS: usize = 50;
const MOST_BLOCKED: usize = 500;
const MOST_INVITATIONS: usize = 20;
/// How long an invitation to a table is shown, in seconds.
const INVITED_FOR: u64 = 3600;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Friends {
    /// By which others can ask. It lets nobody in, so it need not be hashed, and its owner can read it again.
    pub(crate) code: String,
    pub(crate) friends: Vec<Entry>,
    /// Requests of this account.
    pub(crate) asked: Vec<Asked>,
    /// Requests to this account.
    pub(crate) waiting: Vec<Entry>,
    pub(crate) blocked: Vec<Entry>,
    pub(crate) invitations: Vec<Invited>,
}

/// Another account, and since when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) account: String,
    pub(crate) at: u64,
}

/// A request as whoever sent it sees it: always the same, whoever gets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) id: String,
    /// None for somebody without an account.
    pub(crate) account: Option<String>,
    pub(crate) name: String,
    /// The table and seat where they were met.
    pub(crate) met: Option<(String, u8)>,
    pub(crate) at: u64,
}

/// An invitation of a friend to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Invited {
    pub(crate) account: String,
    pub(crate) table: String,
    pub(crate) at: u64,
}

/// What a player does about another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Accept,
    Decline,
    Remove,
    Block,
    Unblock,
    Withdraw,
}

/// Whom a request is for.
pub(crate) enum Target {
    Code(String),
    /// Whoever played there, under this name.
    Met {
        session: SessionHash,
        name: String,
        table: String,
        seat: u8,
    },
}

impl Beside for Friends {
    const KIND: &'static str = "friends";

    fn keys(&self) -> Vec<SessionHash> {
        let has_code = !self.code.is_empty();
        has_code.then(|| key_of(&self.code)).into_iter().collect()
    }
}

impl Friends {
    fn forget(&mut self, account: &str) {
        let Friends {
            friends,
            asked,
            waiting,
            blocked,
            invitations,
            ..
        } = self;
        for list in [friends, waiting, blocked] {
            list.retain(|entry| entry.account != account);
        }
        asked.retain(|asked| asked.account.as_deref() != Some(account));
        invitations.retain(|invited| invited.account != account);
    }

    fn is_friend(&self, account: &str) -> bool {
        has(&self.friends, account)
    }

    fn has_asked(&self, account: &str) -> bool {
        self.asked.iter().any(|asked| asked.account.as_deref() == Some(account))
    }

    /// Takes somebody in who agreed.
    fn befriend(&mut self, account: &str, at: u64) -> Result<(), Refused> {
        if !self.is_friend(account) {
            if self.friends.len() >= MOST_FRIENDS {
                return Err(Refused::TooManyFriends);
            }
            self.friends.push(entry(account, at));
        }
        self.waiting.retain(|entry| entry.account != account);
        self.asked.retain(|asked| asked.account.as_deref() != Some(account));
        Ok(())
    }

    /// The invitations that can still be taken.
    pub(crate) fn open_invitations(&self) -> impl Iterator<Item = &Invited> {
        let now = unix_time();
        let is_open = move |invited: &&Invited| invited.at + INVITED_FOR > now && self.is_friend(&invited.account);
        self.invitations.iter().filter(is_open)
    }
}

impl Accounts {
    /// The friends of an account as it keeps them, with a code by which others can ask.
    pub(crate) async fn friends(&self, own: &str, new_code: bool) -> Result<Friends, Refused> {
        let own = own.to_owned();
        let code = token::code()?;
        self.with_store(move |store| {
            let kept: Option<Friends> = beside::read(store, &own).map_err(refused)?;
            match kept.filter(|kept| !kept.code.is_empty() && !new_code) {
                Some(kept) => Ok(kept),
                None => beside::change(store, &own, |friends: &mut Friends| {
                    friends.code = code.clone();
                    Ok(friends.clone())
                }),
            }
        })
        .await
    }

    /// The same without a code for those who never asked for one.
    pub(crate) async fn known_friends(&self, own: &str) -> Result<Friends, Refused> {
        let own = own.to_owned();
        self.with_store(move |store| Ok(beside::read(store, &own).map_err(refused)?.unwrap_or_default()))
            .await
    }

    /// Those of these accounts that exist; as friends, only those who have this account as a friend too.
    pub(crate) async fn others(&self, own: &str, ids: Vec<String>, as_friends: bool) -> Result<Vec<Stored>, Refused> {
        let (own, damage) = (own.to_owned(), self.damage.clone());
        self.with_store(move |store| {
            let mut found = Vec::new();
            for id in ids {
                if as_friends {
                    let theirs: Option<Friends> = damage.hidden(beside::read(store, &id)).map_err(refused)?;
                    if !theirs.is_some_and(|theirs| theirs.is_friend(&own)) {
                        continue;
                    }
                }
                found.extend(damage.hidden(stored(store, &id)).map_err(refused)?);
            }
            Ok(found)
        })
        .await
    }

    /// Asks somebody to become a friend. Nothing says whether they have an account, or have blocked whoever asks.
    pub(crate) async fn ask_friend(&self, own: &str, target: Target) -> Result<(), Refused> {
        let (own, damage) = (own.to_owned(), self.damage.clone());
        let id = token::code()?;
        self.with_store(move |store| {
            let (account, name, met) = match target {
                Target::Code(code) => {
                    let account = damage.hidden(beside::account_of::<Friends>(store, key_of(&code)));
                    let account = account.map_err(refused)?.ok_or(Refused::WrongCode)?;
                    let found = damage.hidden(stored(store, &account)).map_err(refused)?;
                    let name = found.ok_or(Refused::WrongCode)?.account.name;
                    (Some(account), name, None)
                }
                Target::Met {
                    session,
                    name,
                    table,
                    seat,
                } => {
                    let row = damage.hidden(store.account(&AccountKey::Session(session)));
                    (row.map_err(refused)?.map(|row| row.id), name, Some((table, seat)))
                }
            };
            if account.as_deref() == Some(&own) {
                return Err(Refused::WrongCode);
            }
            let at = unix_time();
            let wants_too = beside::change(store, &own, |friends: &mut Friends| {
                if let Some(account) = &account {
                    friends.blocked.retain(|entry| entry.account != *account);
                    if friends.is_friend(account) {
                        return Ok(true);
                    }
                    if has(&friends.waiting, account) {
                        return Ok(true);
                    }
                    friends.asked.retain(|asked| asked.account.as_ref() != Some(account));
                }
                if friends.asked.len() >= MOST_REQUESTS || friends.friends.len() >= MOST_FRIENDS {
                    return Err(Refused::TooManyFriends);
                }
                friends.asked.retain(|asked| met.is_none() || asked.met != met);
                friends.asked.push(Asked {
                    id: id.clone(),
                    account: account.clone(),
                    name: name.clone(),
                    met: met.clone(),
                    at,
                });
                Ok(false)
            })?;
            match account {
                Some(account) if wants_too => accept(store, &own, &account, at),
                Some(account) => {
                    let told = beside::change(store, &account, |theirs: &mut Friends| {
                        let is_known = has(&theirs.blocked, &own) || has(&theirs.waiting, &own);
                        if !is_known && theirs.waiting.len() < MOST_REQUESTS {
                            theirs.waiting.push(entry(&own, at));
                        }
                        Ok(theirs.has_asked(&own) && !has(&theirs.blocked, &own))
                    });
                    match told {
                        // Both have asked at the same moment.
                        Ok(true) => accept(store, &own, &account, at),
                        Ok(false) | Err(Refused::NotSignedIn | Refused::DamagedAccount) => Ok(()),
                        Err(refused) => Err(refused),
                    }
                }
                None => Ok(()),
            }
        })
        .await
    }

    pub(crate) async fn change_friend(&self, own: &str, other: &str, act: Act) -> Result<(), Refused> {
        let (own, other, damage) = (own.to_owned(), other.to_owned(), self.damage.clone());
        self.with_store(move |store| {
            let at = unix_time();
            match act {
                Act::Accept => accept(store, &own, &other, at),
                Act::Decline => beside::change(store, &own, |friends: &mut Friends| {
                    friends.waiting.retain(|entry| entry.account != other);
                    Ok(())
                }),
                Act::Unblock => beside::change(store, &own, |friends: &mut Friends| {
                    friends.blocked.retain(|entry| entry.account != other);
                    Ok(())
                }),
                Act::Withdraw => withdraw(store, &damage, &own, &other),
                Act::Remove | Act::Block => {
                    let was_friend = beside::change(store, &own, |friends: &mut Friends| {
                        let is_known = friends.is_friend(&other) || has(&friends.waiting, &other);
                        if !is_known {
                            return Err(Refused::NoFriend);
                        }
                        let was_friend = friends.is_friend(&other);
                        friends.forget(&other);
                        if act == Act::Block {
                            friends.blocked.push(entry(&other, at));
                            let surplus = friends.blocked.len().saturating_sub(MOST_BLOCKED);
                            friends.blocked.drain(..surplus);
                        }
                        Ok(was_friend)
                    })?;
                    match was_friend {
                        true => change_if_whole(store, &damage, &other, |theirs| {
                            theirs.friends.retain(|entry| entry.account != own);
                            theirs.invitations.retain(|invited| invited.account != own);
                        }),
                        false => Ok(()),
                    }
                }
            }
        })
        .await
    }

    /// Leaves an invitation to a table with a friend.
    pub(crate) async fn invite_friend(&self, own: &str, friend: &str, table: &str) -> Result<(), Refused> {
        let (own, friend, table) = (own.to_owned(), friend.to_owned(), table.to_owned());
        let damage = self.damage.clone();
        self.with_store(move |store| {
            let mine: Option<Friends> = beside::read(store, &own).map_err(refused)?;
            let is_there = damage.hidden(stored(store, &friend)).map_err(refused)?.is_some();
            if !mine.is_some_and(|mine| mine.is_friend(&friend)) || !is_there {
                return Err(Refused::NoFriend);
            }
            let at = unix_time();
            let invited = beside::change(store, &friend, |theirs: &mut Friends| {
                if !theirs.is_friend(&own) {
                    return Err(Refused::NoFriend);
                }
                let is_same = |invited: &Invited| invited.account == own && invited.table == table;
                theirs
                    .invitations
                    .retain(|invited| !is_same(invited) && invited.at + INVITED_FOR > at);
                if theirs.invitations.len() >= MOST_INVITATIONS {
                    theirs.invitations.remove(0);
                }
                theirs.invitations.push(Invited {
                    account: own.clone(),
                    table: table.clone(),
                    at,
                });
                Ok(())
            });
            invited.map_err(of_other)
        })
        .await
    }

    /// Takes an invitation away that was used or declined.
    pub(crate) async fn end_invitation(&self, own: &str, from: &str, table: &str) -> Result<(), Refused> {
        let (own, from, table) = (own.to_owned(), from.to_owned(), table.to_owned());
        self.with_store(move |store| {
            beside::change(store, &own, |friends: &mut Friends| {
                friends
                    .invitations
                    .retain(|invited| invited.account != from || invited.table != table);
                Ok(())
            })
        })
        .await
    }
}

/// Takes an account that is removed out of the lists of all others that it knows of. Whoever has blocked it keeps a number that stands
/// for nobody. A damaged list keeps nobody here, whether it is that of the account or of another.
pub(super) fn leave_all(store: &dyn Store, damage: &Damage, own: &str) -> Result<(), Refused> {
    let Some(friends): Option<Friends> = damage.hidden(beside::read(store, own)).map_err(refused)? else {
        return Ok(());
    };
    let asked = friends.asked.iter().filter_map(|asked| asked.account.as_ref());
    let entries = friends.friends.iter().chain(&friends.waiting).chain(&friends.blocked);
    for other in entries.map(|entry| &entry.account).chain(asked) {
        change_if_whole(store, damage, other, |theirs| theirs.forget(own))?;
    }
    Ok(())
}

/// Changes the list of another account, if there is one that can be read.
fn change_if_whole(
    store: &dyn Store,
    damage: &Damage,
    other: &str,
    change: impl Fn(&mut Friends),
) -> Result<(), Refused> {
    let theirs: Option<Friends> = damage.hidden(beside::read(store, other)).map_err(refused)?;
    match theirs {
        Some(_) => beside::change(store, other, |theirs: &mut Friends| {
            change(theirs);
            Ok(())
        }),
        None => Ok(()),
    }
}

/// Why something about another account is refused: a damaged one is none.
fn of_other(refused: Refused) -> Refused {
    match refused {
        Refused::DamagedAccount => Refused::NoFriend,
        refused => refused,
    }
}

/// Both agree. The other account is first: if this stops half-way, the request is still there to be accepted again.
fn accept(store: &dyn Store, own: &str, other: &str, at: u64) -> Result<(), Refused> {
    beside::change(store, other, |theirs: &mut Friends| {
        if !theirs.is_friend(own) && !theirs.has_asked(own) {
            return Err(Refused::NoFriend);
        }
        theirs.befriend(own, at)
    })
    .map_err(of_other)?;
    beside::change(store, own, |friends: &mut Friends| friends.befriend(other, at))
}

/// Takes a request back, by its own id.
fn withdraw(store: &dyn Store, damage: &Damage, own: &str, id: &str) -> Result<(), Refused> {
    let account = beside::change(store, own, |friends: &mut Friends| {
        let meant = friends.asked.iter().position(|asked| asked.id == id);
        Ok(meant.and_then(|meant| friends.asked.remove(meant).account))
    })?;
    let Some(account) = account else {
        return Ok(());
    };
    change_if_whole(store, damage, &account, |theirs| {
        theirs.waiting.retain(|entry| entry.account != own);
    })
}

fn stored(store: &dyn Store, account: &str) -> Result<Option<Stored>, StoreError> {
    let row = store.account(&AccountKey::Id(account.to_owned()))?;
    row.map(Stored::read).transpose()
}

fn has(list: &[Entry], account: &str) -> bool {
    list.iter().any(|entry| entry.account == account)
}

fn entry(account: &str, at: u64) -> Entry {
    Entry {
        account: account.to_owned(),
        at,
    }
}

/// A code as people may write it.
fn key_of(code: &str) -> SessionHash {
    SessionHash::of(&format!("friend:{}", code.trim().to_lowercase()))
}
