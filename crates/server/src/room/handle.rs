//! A room as others see it, and the server as a room sees it.

use super::Command;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};
use crate::wire::table::TableInfo;
use jantaku_formats::log::Hex32;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// What others can know of a room without asking it.
#[derive(Clone)]
pub struct RoomInfo {
    /// The table as its page shows it.
    pub table: TableInfo,
    /// The sessions of each seat.
    pub sessions: Vec<Vec<Hex32>>,
}

/// A way to a room.
#[derive(Clone)]
pub struct RoomHandle {
    /// Where to ask it.
    pub inbox: mpsc::Sender<Command>,
    pub(super) info: Arc<Mutex<RoomInfo>>,
}

impl RoomHandle {
    /// What can be known of it.
    pub fn info(&self) -> RoomInfo {
        self.info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a room needs of the server.
#[derive(Clone)]
pub struct Surroundings {
    /// How the server is run.
    pub config: Arc<Config>,
    /// Where records are kept.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Where a broken store is told.
    pub broken: mpsc::Sender<StoreError>,
}
