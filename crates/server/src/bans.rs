//! Addresses, networks and sessions that are kept out, for a time or for good. They are kept in a file beside the data.

use crate::network::Network;
use crate::room::unix_time;
use crate::store::{Store, shared};
use crate::token::SessionHash;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Their file in a data folder.
pub(crate) const FILE: &str = "bans.json";

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    pub whom: Banned,
    /// In seconds since 1970; none for good.
    pub until: Option<u64>,
    /// Why, for the operator.
    pub note: String,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Banned {
    Network(Network),
    Session(SessionHash),
}

impl Ban {
    fn holds(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    fn meets(&self, address: IpAddr, session: Option<SessionHash>) -> bool {
        match &self.whom {
            Banned::Network(network) => network.contains(address),
            Banned::Session(banned) => session == Some(*banned),
        }
    }
}

pub struct Bans {
    kept: Kept,
    /// Held by whoever changes them: nobody who comes in waits for the disk or the database.
    changing: Mutex<()>,
    list: Mutex<Vec<Ban>>,
    /// Open sockets look again whether they may stay.
    changed: watch::Sender<()>,
}

/// Where bans are kept.
enum Kept {
    File(PathBuf),
    /// Under this name, for all nodes.
    Shared(Arc<dyn Store>),
}

impl Bans {
    /// The name of the list that all nodes share.
    pub(crate) const SHARED: &str = "bans";

    /// Bans that several nodes share through their store.
    pub fn shared(store: Arc<dyn Store>) -> Bans {
        let bans = Bans {
            kept: Kept::Shared(store),
            changing: Mutex::default(),
            list: Mutex::default(),
            changed: watch::Sender::new(()),
        };
        bans.read_again();
        bans
    }

    /// Looks whether another node has changed them.
    pub(crate) fn read_again(&self) {
        let Kept::Shared(store) = &self.kept else {
            return;
        };
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        match shared::list(&**store, Bans::SHARED) {
            Ok(list) => {
                let mut all = self.all();
                if *all != list {
                    *all = list;
                    drop(all);
                    self.changed.send_replace(());
                }
            }
            Err(error) => tracing::warn!(%error, "the bans cannot be read; those known still hold"),
        }
    }

    /// Reads the bans of a data folder. A file that cannot be read is set aside, so that the server starts; the log says so.
    pub fn of(folder: &Path) -> Bans {
        let path = folder.join(FILE);
        let list = in_folder(folder).unwrap_or_else(|error| {
            let aside = path.with_extension("json.unreadable");
            tracing::error!(path = %path.display(), %error, aside = %aside.display(), "the bans cannot be read; nobody is banned");
            let _ = fs::rename(&path, &aside);
            Vec::new()
        });
        Bans {
            kept: Kept::File(path),
            changing: Mutex::default(),
            list: Mutex::new(list),
            changed: watch::Sender::new(()),
        }
    }

    /// The bans in force.
    pub fn list(&self) -> Vec<Ban> {
        let now = unix_time();
        self.all().iter().filter(|ban| ban.holds(now)).cloned().collect()
    }

    pub fn is_banned(&self, address: IpAddr, session: Option<SessionHash>) -> bool {
        let all = self.all();
        if all.is_empty() {
            return false;
        }
        let now = unix_time();
        all.iter().any(|ban| ban.holds(now) && ban.meets(address, session))
    }

    /// Adds a ban, in the place of an earlier one of the same address or session.
    ///
    /// # Errors
    /// If it cannot be stored; then it does not hold either.
    pub fn add(&self, ban: Ban) -> io::Result<()> {
        self.change(|list| {
            list.retain(|other| other.whom != ban.whom);
            list.push(ban.clone());
        })
    }

    /// # Errors
    /// If the change cannot be stored; then nothing has changed.
    pub fn lift(&self, whom: &Banned) -> io::Result<()> {
        self.change(|list| list.retain(|ban| ban.whom != *whom))
    }

    /// Hears of every change.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn change(&self, how: impl Fn(&mut Vec<Ban>)) -> io::Result<()> {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = unix_time();
        let change = |list: &mut Vec<Ban>| {
            list.retain(|ban| ban.holds(now));
            how(list);
        };
        let list = match &self.kept {
            Kept::File(path) => {
                let mut list = self.all().clone();
                change(&mut list);
                shared::write_file(path, &list)?;
                list
            }
            Kept::Shared(store) => shared::change(&**store, Bans::SHARED, change)?,
        };
        *self.all() = list;
        self.changed.send_replace(());
        Ok(())
    }

    fn all(&self) -> MutexGuard<'_, Vec<Ban>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bans of a data folder; none if it has no file of them.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn in_folder(folder: &Path) -> io::Result<Vec<Ban>> {
    shared::in_file(&folder.join(FILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Memory;

    /// Two operators, each at another node.
    #[test]
    fn bans_set_at_two_nodes_at_once_both_hold() {
        const EACH: u8 = 200;
        let data = Memory::default();
        let nodes = ["one", "two"].map(|name| Bans::shared(Arc::new(data.node(name))));
        std::thread::scope(|scope| {
            for (number, bans) in nodes.iter().enumerate() {
                scope.spawn(move || {
                    for n in 0..EACH {
                        bans.add(ban(&format!("198.51.{number}.{n}"), None)).unwrap();
                    }
                });
            }
        });
        for bans in &nodes {
            bans.read_again();
            assert_eq!(bans.list().len(), 2 * usize::from(EACH));
        }
    }

    fn ban(network: &str, until: Option<u64>) -> Ban {
        Ban {
            whom: Banned::Network(network.parse().unwrap()),
            until,
            note: String::new(),
        }
    }

    #[test]
    fn bans_end_are_kept_and_can_be_lifted() {
        let folder = std::env::temp_dir().join(format!("jantaku-bans-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let bans = Bans::of(&folder);
        bans.add(ban("203.0.113.0/24", Some(unix_time() + 1000))).unwrap();
        bans.add(ban("2001:db8::/64", None)).unwrap();
        bans.add(ban("198.51.100.7", Some(unix_time() - 1))).unwrap();
        let session = SessionHash::of("token");
        let whom = Banned::Session(session);
        let (until, note) = (None, "rude".to_owned());
        bans.add(Ban { whom, until, note }).unwrap();
        let again = Bans::of(&folder);
        for bans in [&bans, &again] {
            assert!(bans.is_banned(address("203.0.113.9"), None));
            assert!(bans.is_banned(address("::ffff:203.0.113.9"), None));
            assert!(bans.is_banned(address("2001:db8::9"), None));
            assert!(!bans.is_banned(address("198.51.100.7"), None), "it is over");
            assert!(bans.is_banned(address("192.0.2.1"), Some(session)));
            assert!(!bans.is_banned(address("192.0.2.1"), Some(SessionHash::of("another"))));
        }
        assert_eq!(again.list().len(), 3);
        again.lift(&whom).unwrap();
        assert_eq!(Bans::of(&folder).list().len(), 2);
        // What cannot be read is not lost.
        fs::write(folder.join(FILE), "[{").unwrap();
        assert_eq!(Bans::of(&folder).list(), []);
        assert_eq!(fs::read_to_string(folder.join("bans.json.unreadable")).unwrap(), "[{");
        fs::remove_dir_all(&folder).unwrap();
    }
}
