//! All tables of a server: finding, listing and restoring them.

mod book_changes;
mod book_statistics;
mod books;
mod cut_off;
mod doubt;
mod finding;
mod keeping;
mod listing;
mod met;
mod opening;
mod own;
mod owning;
mod requests;
mod reviews;
mod search;
#[cfg(test)]
pub(crate) mod testing;

pub use book_statistics::BookStatistics;
pub(crate) use met::Met;
use opening::level;

use crate::accounts::Accounts;
use crate::books::workshop::Workshop;
use crate::cluster::Cluster;
use crate::game::{Game, GameFault};
use crate::machine::spawn_blocking;
use crate::room::{Command, Refused, Reply, Room, RoomHandle, RoomInfo, Surroundings};
use crate::rulebooks::Rulebooks;
use crate::store::{Claim, Epoch, Finished, NodeId, StoreError};
use crate::token::{SessionHash, TableId};
use crate::wire::lobby::GameSummary;
use book_changes::Compared;
use book_statistics::Counted;
use reviews::Reviews;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How often to listen to other nodes while the store is asked for a table.
const LISTEN: Duration = Duration::from_millis(100);
/// Finished games that the lobby lists.
const MOST_LISTED: usize = 50;
/// Finished games to search for them.
const MOST_SEARCHED: usize = 1000;

pub struct Hub {
    pub rulebooks: Arc<Rulebooks>,
    pub around: Surroundings,
    pub(crate) accounts: Arc<Accounts>,
    /// The nodes that share the data with this one.
    cluster: Option<Arc<Cluster>>,
    rooms: Mutex<BTreeMap<TableId, RoomHandle>>,
    /// Read by whoever restores a table; written by whoever changes which tables are stored, or takes several of them.
    loading: tokio::sync::RwLock<()>,
    /// Held while a table is restored, so that it gets one room.
    turns: Mutex<BTreeMap<TableId, Weak<tokio::sync::Mutex<()>>>>,
    /// Tables are listed one at a time, so that no address lists more than it may.
    listing: tokio::sync::Mutex<()>,
    /// People look for a game one at a time, so that two who want the same one meet.
    finding: tokio::sync::Mutex<()>,
    /// Rematches are opened one at a time, so that all players get the same one.
    rematches: tokio::sync::Mutex<()>,
    /// Games are written for other programs one at a time.
    exports: tokio::sync::Mutex<()>,
    listeners: AtomicU64,
    reviews: Reviews,
    book_statistics: Counted,
    book_changes: Compared,
    pub(crate) workshop: Workshop,
    /// Every socket holds a receiver as long as it is open.
    sockets: watch::Sender<()>,
    /// Does the server stop?
    stopping: watch::Sender<bool>,
    /// May this node own tables that it does not know of?
    is_in_doubt: AtomicBool,
    /// Has the lease of this node run out because the store does not answer?
    is_cut_off: AtomicBool,
    /// Read by whoever opens a table, until it has a room.
    opening: tokio::sync::RwLock<()>,
}

/// Where a table is.
pub(crate) enum Found {
    Here(RoomHandle),
    There(NodeId),
}

impl Hub {
    pub(crate) fn new(rulebooks: Rulebooks, around: Surroundings, cluster: Option<Arc<Cluster>>) -> Hub {
        let simulating = Arc::new(Semaphore::new(1));
        Hub {
            rulebooks: Arc::new(rulebooks),
            accounts: Arc::new(Accounts::new(Arc::clone(&around.store), &around.signer)),
            around,
            cluster,
            rooms: Mutex::new(BTreeMap::new()),
            loading: tokio::sync::RwLock::new(()),
            turns: Mutex::default(),
            listing: tokio::sync::Mutex::new(()),
            finding: tokio::sync::Mutex::new(()),
            rematches: tokio::sync::Mutex::new(()),
            exports: tokio::sync::Mutex::new(()),
            listeners: AtomicU64::new(1),
            reviews: reviews::none(),
            book_statistics: book_statistics::none(&simulating),
            book_changes: book_changes::none(&simulating),
            workshop: Workshop::new(),
            sockets: watch::Sender::new(()),
            stopping: watch::Sender::new(false),
            is_in_doubt: AtomicBool::new(false),
            is_cut_off: AtomicBool::new(false),
            opening: tokio::sync::RwLock::new(()),
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

    /// Finds a table: in memory, at another node, or in the store, from which it is restored. A node that says that it has the table
    /// is believed, unless it is the one where the table was looked for a moment ago and is `lost`.
    pub(crate) async fn find(self: &Arc<Hub>, table: &TableId, lost: Option<NodeId>) -> Result<Found, Refused> {
        if let Some(room) = self.room_in_memory(table) {
            return Ok(Found::Here(room));
        }
        if let Some(node) = self.heard_of(table).filter(|node| lost != Some(*node)) {
            return Ok(Found::There(node));
        }
        // This goes on to its end even if whoever asks goes away: otherwise this node could own a table and have no room for it.
        let (hub, id) = (Arc::clone(self), table.clone());
        let mut loading = tokio::spawn(async move { hub.load(&id).await });
        // The store may keep it waiting while another node says that it has the table now.
        loop {
            tokio::select! {
                biased;
                loaded = &mut loading => return loaded.unwrap_or(Err(Refused::Broken)),
                () = sleep(LISTEN) => if let Some(node) = self.heard_of(table).filter(|node| lost != Some(*node)) {
                    return Ok(Found::There(node));
                }
            }
        }
    }

    /// Takes a table from the store, unless another node has it.
    async fn load(self: &Arc<Hub>, table: &TableId) -> Result<Found, Refused> {
        let _beside_others = self.loading.read().await;
        let turn = self.turn(table);
        let _alone = turn.lock().await;
        if let Some(room) = self.room_in_memory(table) {
            return Ok(Found::Here(room));
        }
        if let Some(node) = self.cluster.as_ref().and_then(|cluster| cluster.named(table)) {
            return Ok(Found::There(node));
        }
        if *self.stopping.borrow() {
            return Err(Refused::NotStored);
        }
        if self.is_cut_off() {
            return self.by_hearsay(table);
        }
        let (hub, id) = (Arc::clone(self), table.clone());
        let load = move || match hub.claim(&id)? {
            Claim::NoTable => Err(hub.why_unclaimed(&id)),
            Claim::Theirs(node) => Ok(Err(node)),
            Claim::Ours(epoch) => match hub.restored(&id) {
                Ok(Some((game, records))) => Ok(Ok((game, records, epoch))),
                Ok(None) => Err(Refused::NoTable),
                Err(fault) => Err(unreadable(&id, &fault)),
            },
        };
        let doubt = self.doubt();
        let loaded = spawn_blocking(load).await.map_err(|_| Refused::Broken)?;
        if !matches!(loaded, Err(Refused::NotStored)) {
            doubt.settle();
        }
        match loaded {
            Ok(Ok((game, records, epoch))) => Ok(Found::Here(self.take_in(game, records, epoch))),
            Ok(Err(node)) => {
                if let Some(cluster) = &self.cluster {
                    cluster.note(table, node);
                }
                Ok(Found::There(node))
            }
            Err(Refused::NotStored) => self.by_hearsay(table),
            Err(refused) => Err(refused),
        }
    }

    /// What is locked while this table is restored.
    fn turn(&self, table: &TableId) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = turns.get(table).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::default();
        turns.insert(table.clone(), Arc::downgrade(&turn));
        turn
    }

    /// Why nobody can own this table: it does not exist, or only its records are left.
    fn why_unclaimed(&self, table: &TableId) -> Refused {
        match self.around.store.records(table) {
            Ok(_) => Refused::NoTable,
            Err(error) => unreadable(table, &GameFault::Store(error)),
        }
    }

    /// Where a socket's commands to a table go.
    pub(crate) async fn entrance(self: &Arc<Hub>, table: &str) -> Result<mpsc::Sender<Command>, Refused> {
        let table = TableId::read(table).ok_or(Refused::NoTable)?;
        let found = self.find(&table, None).await;
        match &self.cluster {
            // A table that cannot be reached just now is waited for.
            Some(cluster) if matches!(found, Ok(_) | Err(Refused::NotStored)) => Ok(cluster.visit(self, table)),
            _ => match found? {
                Found::Here(room) => Ok(room.inbox),
                Found::There(_) => Err(Refused::NotStored),
            },
        }
    }

    /// Does this session play at a table that is in memory somewhere, or is it host or referee there?
    pub fn belongs(&self, table: &str, session: Option<SessionHash>) -> bool {
        let Some(table) = TableId::read(table) else {
            return false;
        };
        if let Some(room) = self.room_in_memory(&table) {
            return room.read(|info| info.belongs(session));
        }
        let there = self.cluster.as_ref().and_then(|cluster| cluster.info_of(&table));
        there.is_some_and(|info| info.belongs(session))
    }

    /// The same at any running table, here or at another node.
    pub fn plays(&self, session: SessionHash) -> bool {
        let plays_here = |room: &RoomHandle| room.read(|info| info.belongs(Some(session)));
        let there = || self.cluster.as_ref().map_or(Vec::new(), |cluster| cluster.infos());
        self.rooms().values().any(plays_here) || there().iter().any(|info| info.belongs(Some(session)))
    }

    /// Asks a room something and waits for its answer.
    async fn ask<T>(room: &RoomHandle, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, Refused> {
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

    /// What can be known of every table in memory, here and at other nodes.
    pub(crate) fn infos(&self) -> Vec<RoomInfo> {
        let known = self.known();
        known.iter().map(|table| table.read(RoomInfo::clone)).collect()
    }

    /// The tables in memory.
    pub(crate) fn tables_here(&self) -> Vec<TableId> {
        self.rooms().keys().cloned().collect()
    }

    pub(crate) fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.cluster.as_ref()
    }

    /// Whether the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
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
        self.stopping.send_replace(true);
        if let Some(cluster) = &self.cluster {
            self.hand_over(cluster).await;
            cluster.leave();
        }
        let rooms: Vec<RoomHandle> = std::mem::take(&mut *self.rooms()).into_values().collect();
        // All at once: a room that cannot store must not keep the others waiting.
        let mut stopping = JoinSet::new();
        for room in rooms {
            stopping.spawn(async move { room.end().await });
        }
        self.sockets.closed().await;
        stopping.join_all().await;
        if let Some(cluster) = &self.cluster {
            cluster.flush().await;
        }
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
        rooms.insert(id.clone(), room.clone());
        drop(rooms);
        if let Some(cluster) = &self.cluster {
            cluster.is_here(&id);
        }
        room
    }

    pub(crate) fn room_in_memory(&self, table: &TableId) -> Option<RoomHandle> {
        let rooms = self.rooms();
        rooms.get(table).filter(|room| !room.inbox.is_closed()).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<TableId, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What those are told who ask for a table that cannot be restored; the operator is told why.
fn unreadable(table: &TableId, fault: &GameFault) -> Refused {
    if matches!(fault, GameFault::Store(error) if error.may_pass()) {
        return Refused::NotStored;
    }
    tracing::error!(%table, %fault, "a table is damaged and stays closed");
    Refused::Damaged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{End, Listener, Out, Place, timing};
    use futures_util::FutureExt;
    use jantaku_rules::rulebook::library::Library;
    use tokio::sync::mpsc;

    /// A client behind a slow line has not been told yet although its table has stopped.
    #[tokio::test]
    async fn stopping_waits_until_every_socket_has_told_its_client() {
        let hub = Arc::new(Hub::new(Rulebooks::new(Library::builtin()), timing::around(), None));
        let asked = serde_json::json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika" });
        let (asked, session) = (serde_json::from_value(asked).unwrap(), SessionHash::of("mika"));
        let created = hub.open(&asked, session, Place(1)).await.unwrap();
        let table = TableId::read(&created.table).unwrap();
        let room = hub.room_in_memory(&table).unwrap();
        let socket = hub.open_socket();
        let (out, mut told) = mpsc::channel(9);
        let listener = Listener {
            id: hub.listener(),
            session: Some(session),
            place: Place(1),
            out,
        };
        room.inbox.send(Command::Connect(listener, 0)).await.unwrap();
        let mut stop = std::pin::pin!(hub.stop());
        assert!((&mut stop).now_or_never().is_none());
        let mut frames = Vec::new();
        loop {
            match told.recv().await.unwrap() {
                Out::Frames(text) => frames.extend(text),
                Out::End(end) => break assert!(matches!(end, End::Restart)),
            }
        }
        assert!(String::from_utf8_lossy(&frames).contains(r#""what":"stopping""#));
        room.inbox.closed().await;
        assert!((&mut stop).now_or_never().is_none(), "the socket is still open");
        drop(socket);
        stop.await;
    }
}
