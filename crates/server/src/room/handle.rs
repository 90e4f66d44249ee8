//! A room as others see it, and the server as a room sees it.

use super::{Command, Thinkers};
use crate::config::Config;
use crate::game::Status;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};
use crate::token::SessionHash;
use crate::wire::table::TableInfo;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// What others can know of a room without asking it.
#[derive(Clone)]
pub struct RoomInfo {
    pub table: TableInfo,
    pub sessions: Vec<Vec<SessionHash>>,
    /// When it was opened, in seconds since 1970.
    pub opened: u64,
}

impl RoomInfo {
    /// Has this session a seat there?
    pub fn is_of(&self, session: Option<SessionHash>) -> bool {
        session.is_some_and(|session| self.sessions.iter().any(|sessions| sessions.contains(&session)))
    }
}

/// A way to a room.
#[derive(Clone)]
pub struct RoomHandle {
    pub inbox: mpsc::Sender<Command>,
    pub(super) info: Arc<Mutex<RoomInfo>>,
}

impl RoomHandle {
    /// What can be known of it.
    pub fn info(&self) -> RoomInfo {
        self.look().clone()
    }

    /// Something about it; what is not asked for need not be copied.
    pub fn read<T>(&self, what: impl FnOnce(&RoomInfo) -> T) -> T {
        what(&self.look())
    }

    /// Is the table neither over nor closed?
    pub fn is_running(&self) -> bool {
        !matches!(self.look().table.status, Status::Over | Status::Closed)
    }

    fn look(&self) -> MutexGuard<'_, RoomInfo> {
        self.info.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a room needs of the server.
#[derive(Clone)]
pub struct Surroundings {
    pub config: Arc<Config>,
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    pub broken: mpsc::Sender<StoreError>,
    pub thinkers: Thinkers,
}
