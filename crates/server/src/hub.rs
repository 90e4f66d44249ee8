//! All tables of a server: finding, listing and restoring them.

mod keeping;
mod listing;
mod opening;
mod own;
mod owning;

use crate::game::{Game, GameFault};
use crate::room::{Command, Refused, Reply, Room, RoomHandle, RoomInfo, Surroundings};
use crate::rulebooks::Rulebooks;
use crate::store::{Claim, Epoch, Finished, StoreError};
use crate::token::{SessionHash, TableId};
use crate::wire::lobby::GameSummary;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};
use tokio::task::{JoinSet, spawn_blocking};

/// Finished games that the lobby lists.
const MOST_LISTED: usize = 50;
/// Finished games to search for them.
const MOST_SEARCHED: usize = 1000;

pub struct Hub {
    pub rulebooks: Rulebooks,
    pub around: Surroundings,
    rooms: Mutex<HashMap<TableId, RoomHandle>>,
    /// Rooms are restored one at a time.
    loading: tokio::sync::Mutex<()>,
    /// Tables are listed one at a time, so that no address lists more than it may.
    listing: tokio::sync::Mutex<()>,
    /// Rematches are opened one at a time, so that all players get the same one.
    rematches: tokio::sync::Mutex<()>,
    listeners: AtomicU64,
    /// Every socket holds a receiver as long as it is open.
    sockets: watch::Sender<()>,
}

impl Hub {
    pub fn new(rulebooks: Rulebooks, around: Surroundings) -> Hub {
        Hub {
            rulebooks,
            around,
            rooms: Mutex::new(HashMap::new()),
            loading: tokio::sync::Mutex::new(()),
            listing: tokio::sync::Mutex::new(()),
            rematches: tokio::sync::Mutex::new(()),
            listeners: AtomicU64::new(1),
            sockets: watch::Sender::new(()),
        }
    }

    /// Restores every running game; returns how many, and how many are damaged.
    pub fn restore(&self) -> Result<(usize, usize), StoreError> {
        if self.around.store.leases().is_some() {
            return self.adopt();
        }
        let mut damaged = 0;
        for table in &self.around.store.running()? {
            if let Err(fault) = self.resume(table, Epoch::FIRST) {
                damaged += 1;
                tracing::error!(%table, %fault, "a table is damaged and stays closed");
            }
        }
        Ok((self.rooms().len(), damaged))
    }

    /// Starts the room of a running game again.
    fn resume(&self, table: &TableId, epoch: Epoch) -> Result<(), GameFault> {
        if let Some((game, records)) = self.restored(table)? {
            self.take_in(game, records, epoch);
        }
        Ok(())
    }

    /// The room of a table, restored from the store if it is not in memory.
    pub async fn room(self: &Arc<Hub>, table: &str) -> Result<RoomHandle, Refused> {
        let table = &TableId::read(table).ok_or(Refused::NoTable)?;
        if let Some(room) = self.room_in_memory(table) {
            return Ok(room);
        }
        let _alone = self.loading.lock().await;
        if let Some(room) = self.room_in_memory(table) {
            return Ok(room);
        }
        let (hub, id) = (Arc::clone(self), table.clone());
        let load = move || match hub.claim(&id)? {
            Claim::NoTable => Err(Refused::NoTable),
            Claim::Theirs(_) => Err(Refused::NotStored),
            Claim::Ours(epoch) => match hub.restored(&id) {
                Ok(Some((game, records))) => Ok((game, records, epoch)),
                Ok(None) => Err(Refused::NoTable),
                Err(GameFault::Store(error)) if error.may_pass() => Err(Refused::NotStored),
                Err(fault) => {
                    tracing::error!(table = %id, %fault, "a table is damaged and stays closed");
                    Err(Refused::Damaged)
                }
            },
        };
        let (game, records, epoch) = spawn_blocking(load).await.map_err(|_| Refused::Broken)??;
        Ok(self.take_in(game, records, epoch))
    }

    /// Does this session play at a table in memory, or is it host or referee there?
    pub fn belongs(&self, table: &str, session: Option<SessionHash>) -> bool {
        let room = TableId::read(table).and_then(|table| self.room_in_memory(&table));
        room.is_some_and(|room| room.read(|info| info.belongs(session)))
    }

    /// Asks a room something and waits for its answer.
    pub async fn ask<T>(self: &Arc<Hub>, table: &str, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, Refused> {
        let room = self.room(table).await?;
        let (reply, answer) = oneshot::channel();
        room.inbox.send(command(reply)).await.map_err(|_| Refused::NoTable)?;
        answer.await.map_err(|_| Refused::NoTable)?
    }

    /// Finished games that a session may see, the latest first.
    pub async fn games(self: &Arc<Hub>, session: Option<SessionHash>) -> Vec<GameSummary> {
        let hub = Arc::clone(self);
        let found = spawn_blocking(move || hub.around.store.finished(MOST_SEARCHED)).await;
        let found = found.ok().and_then(Result::ok).unwrap_or_default();
        let shown = |game: &Finished| game.listed || session.is_some_and(|session| game.sessions.contains(&session));
        let games = found.into_iter().filter(shown).take(MOST_LISTED);
        games.map(|game| game.summary.into()).collect()
    }

    /// What can be known of every table in memory.
    pub(crate) fn infos(&self) -> Vec<RoomInfo> {
        let rooms: Vec<RoomHandle> = self.rooms().values().cloned().collect();
        rooms.iter().map(RoomHandle::info).collect()
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// Held by a socket as long as it is open.
    pub fn open_socket(&self) -> watch::Receiver<()> {
        self.sockets.subscribe()
    }

    /// A number for a new socket.
    pub fn listener(&self) -> u64 {
        self.listeners.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells every room that the server stops, and waits until every socket has told its client.
    pub async fn stop(&self) {
        let rooms: Vec<RoomHandle> = self.rooms().drain().map(|(_, room)| room).collect();
        // All at once: a room that cannot store must not keep the others waiting.
        let mut stopping = JoinSet::new();
        for room in rooms {
            let (done, stopped) = oneshot::channel();
            stopping.spawn(async move {
                if room.inbox.send(Command::Stop(done)).await.is_ok() {
                    let _ = stopped.await;
                }
            });
        }
        self.sockets.closed().await;
        stopping.join_all().await;
    }

    fn restored(&self, table: &TableId) -> Result<Option<(Game, u32)>, GameFault> {
        let records = self.around.store.records(table).map_err(GameFault::Store)?;
        if records.is_empty() {
            return Ok(None);
        }
        let game = Game::restored(table, &records, &self.rulebooks, &*self.around.store)?;
        Ok(Some((game, records.len() as u32)))
    }

    fn take_in(&self, game: Game, records: u32, epoch: Epoch) -> RoomHandle {
        let id = game.id.clone();
        let room = Room::spawn(game, (records, epoch), self.around.clone());
        let mut rooms = self.rooms();
        rooms.retain(|_, room| !room.inbox.is_closed());
        rooms.insert(id, room.clone());
        room
    }

    fn room_in_memory(&self, table: &TableId) -> Option<RoomHandle> {
        let rooms = self.rooms();
        rooms.get(table).filter(|room| !room.inbox.is_closed()).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
