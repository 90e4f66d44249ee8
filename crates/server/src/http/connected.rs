//! The open sockets, for the operator: where each comes from, and to which table.

use crate::room::unix_time;
use crate::token::SessionHash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Connected {
    pub(crate) address: IpAddr,
    pub(crate) session: Option<SessionHash>,
    pub(crate) table: String,
    /// In seconds since 1970.
    pub(crate) since: u64,
}

#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<BTreeMap<u64, Connected>>>);

/// Takes a socket off the list when dropped.
pub(crate) struct Entry(Connections, u64);

impl Connections {
    pub(crate) fn enter(&self, id: u64, address: IpAddr, session: Option<SessionHash>, table: String) -> Entry {
        let since = unix_time();
        let connected = Connected {
            address,
            session,
            table,
            since,
        };
        self.all().insert(id, connected);
        Entry(self.clone(), id)
    }

    pub(crate) fn list(&self) -> Vec<Connected> {
        self.all().values().cloned().collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Connected>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.0.all().remove(&self.1);
    }
}
