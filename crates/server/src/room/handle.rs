//! A room as others see it, and the server as a room sees it.

use super::{Command, Place, Thinkers};
use crate::config::Config;
use crate::game::Status;
use crate::metrics::Metrics;
use crate::store::{Epoch, Store, StoreError};
use crate::token::{SessionHash, TableId};
use crate::wire::table::TableInfo;
use jantaku_record::log::Signer;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// What can be known of a room without asking its task.
#[derive(Clone, Serialize, Deserialize)]
pub struct RoomInfo {
    pub table: TableInfo,
    pub sessions: Vec<Vec<SessionHash>>,
    /// The host, the owner and the referee, with or without a seat, and those who wait for one.
    pub officials: Vec<SessionHash>,
    /// The address that lists it in the lobby.
    pub lister: Option<Place>,
    /// When it was opened, in seconds since 1970.
    pub opened: u64,
    /// The hashes of other rulebooks that whoever opened it would play as well.
    #[serde(default)]
    pub seeks: Vec<String>,
}

impl RoomInfo {
    /// Does this session have a seat there?
    pub fn is_of(&self, session: Option<SessionHash>) -> bool {
        session.is_some_and(|session| self.sessions.iter().any(|sessions| sessions.contains(&session)))
    }

    /// The same, or has it anything else there?
    pub fn belongs(&self, session: Option<SessionHash>) -> bool {
        self.is_of(session) || session.is_some_and(|session| self.officials.contains(&session))
    }
}

#[derive(Clone)]
pub struct RoomHandle {
    pub inbox: mpsc::Sender<Command>,
    /// The tenure of this owner.
    pub(crate) epoch: Epoch,
    pub(super) info: Arc<Mutex<RoomInfo>>,
}

impl RoomHandle {
    pub fn info(&self) -> RoomInfo {
        self.look().clone()
    }

    /// Reads something without copying the rest.
    pub fn read<T>(&self, what: impl FnOnce(&RoomInfo) -> T) -> T {
        what(&self.look())
    }

    pub fn is_running(&self) -> bool {
        !matches!(self.look().table.status, Status::Over | Status::Closed)
    }

    /// Ends the room once it has stored everything and told everybody.
    pub(crate) async fn end(self) {
        let (done, stopped) = oneshot::channel();
        if self.inbox.send(Command::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
    }

    fn look(&self) -> MutexGuard<'_, RoomInfo> {
        self.info.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone)]
pub struct Surroundings {
    pub config: Arc<Config>,
    pub store: Arc<dyn Store>,
    pub metrics: Arc<Metrics>,
    pub broken: mpsc::Sender<StoreError>,
    pub thinkers: Thinkers,
    /// Hears whose information has changed, where other nodes are told.
    pub changed: Option<mpsc::UnboundedSender<TableId>>,
    /// Signs the logs of finished games.
    pub signer: Arc<Signer>,
}
