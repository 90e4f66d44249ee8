//! All tables of a server: opened, found, brought back after a restart.

mod names;

pub use names::shown_name;

use crate::game::{Game, GameFault};
use crate::record::{Record, Setup, Sitter};
use crate::room::{Command, Refused, Rematch, Reply, Room, RoomHandle, Surroundings, unix_time};
use crate::rulebooks::Rulebooks;
use crate::store::{Append, Finished, Mark, StoreError};
use crate::token;
use crate::wire::lobby::{CreateTable, Created, GameSummary, TableSummary};
use crate::wire::table::Status;
use jantaku_formats::log::Hex32;
use jantaku_table::fair::Bytes32;
use names::clean;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Letters of a table's id, and of codes.
const ID_LETTERS: usize = 14;
const CODE_LETTERS: usize = 26;
/// Finished games that the lobby lists.
const MOST_LISTED: usize = 50;
/// Finished games among which those are looked for.
const MOST_SEARCHED: usize = 1000;

const NO_TABLE: Refused = Refused::new(404, "no-table", "there is no such table");
const TOO_MANY: Refused = Refused::new(503, "too-many-tables", "the server has no room for another table");
const BAD_SEATS: Refused = Refused::new(400, "bad-seats", "the seats do not fit the rulebook");
const BAD_RULES: Refused = Refused::new(400, "bad-rules", "there is no such rulebook");
const BAD_CLOCK: Refused = Refused::new(
    400,
    "bad-clock",
    "a clock has 1 to 600 seconds and a bank of at most 3600",
);
const NO_WALLS: Refused = Refused::new(
    403,
    "no-test-walls",
    "walls are stacked only by a server started for tests",
);
const BAD_WALLS: Refused = Refused::new(400, "bad-walls", "a wall cannot stand so");
const BROKEN: Refused = Refused::new(500, "broken", "the server cannot read its data");

/// All tables.
pub struct Hub {
    /// The rulebooks.
    pub rulebooks: Rulebooks,
    /// What rooms need.
    pub around: Surroundings,
    rooms: Mutex<HashMap<String, RoomHandle>>,
    /// Rooms are brought back one at a time.
    loading: tokio::sync::Mutex<()>,
    /// And rematches are opened one at a time, so that there is one for all players.
    rematches: tokio::sync::Mutex<()>,
    listeners: AtomicU64,
}

impl Hub {
    /// No table is in memory yet.
    pub fn new(rulebooks: Rulebooks, around: Surroundings) -> Hub {
        Hub {
            rulebooks,
            around,
            rooms: Mutex::new(HashMap::new()),
            loading: tokio::sync::Mutex::new(()),
            rematches: tokio::sync::Mutex::new(()),
            listeners: AtomicU64::new(1),
        }
    }

    /// Brings every game back that was running; how many there are.
    pub fn restore(&self) -> Result<usize, StoreError> {
        let running = self.around.store.running()?;
        for table in &running {
            match self.restored(table) {
                Ok(Some((game, records))) => self.take_in(game, records),
                Ok(None) => {}
                Err(fault) => tracing::error!(table, %fault, "a table cannot be brought back"),
            }
        }
        Ok(self.rooms().len())
    }

    /// The room of a table, brought back from the store if it is not in memory.
    pub async fn room(self: &Arc<Hub>, table: &str) -> Result<RoomHandle, Refused> {
        if let Some(room) = self.room_in_memory(table) {
            return Ok(room);
        }
        if table.len() != ID_LETTERS || !table.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(NO_TABLE);
        }
        let _alone = self.loading.lock().await;
        if let Some(room) = self.room_in_memory(table) {
            return Ok(room);
        }
        let (hub, id) = (Arc::clone(self), table.to_owned());
        let found = tokio::task::spawn_blocking(move || hub.restored(&id)).await;
        match found {
            Ok(Ok(Some((game, records)))) => self.take_in(game, records),
            Ok(Ok(None)) => return Err(NO_TABLE),
            Ok(Err(fault)) => {
                tracing::error!(table, %fault, "a table cannot be brought back");
                return Err(BROKEN);
            }
            Err(_) => return Err(BROKEN),
        }
        self.room_in_memory(table).ok_or(NO_TABLE)
    }

    /// Asks a room something and waits for its answer.
    pub async fn ask<T>(self: &Arc<Hub>, table: &str, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, Refused> {
        let room = self.room(table).await?;
        let (reply, answer) = oneshot::channel();
        room.inbox.send(command(reply)).await.map_err(|_| NO_TABLE)?;
        answer.await.map_err(|_| NO_TABLE)?
    }

    /// Opens a table for somebody.
    pub async fn open(&self, asked: &CreateTable, session: Hex32) -> Result<Created, Refused> {
        let rules = self.rulebooks.rules(&asked.rules).map_err(|_| BAD_RULES)?;
        let name = shown_name(&asked.name);
        let mut own = None;
        let mut seats = Vec::new();
        for (seat, word) in (0..).zip(&asked.seats) {
            seats.push(match word.as_str() {
                "open" => Sitter::Open,
                "me" if own.is_none() => {
                    own = Some(seat);
                    Sitter::Person {
                        name: name.clone(),
                        sessions: vec![session],
                    }
                }
                bot if jantaku_bots::NAMES.iter().any(|(id, _)| *id == bot) => Sitter::Bot { id: bot.to_owned() },
                _ => return Err(BAD_SEATS),
            });
        }
        if seats.len() != rules.seats() {
            return Err(BAD_SEATS);
        }
        if asked.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(BAD_CLOCK);
        }
        if !asked.walls.is_empty() && !self.around.config.test_walls {
            return Err(NO_WALLS);
        }
        if asked.walls.iter().any(|wall| wall.build(&rules, &[0; 32]).is_none()) {
            return Err(BAD_WALLS);
        }
        let invite = token::word(CODE_LETTERS).map_err(|_| BROKEN)?;
        let setup = Setup {
            rules: asked.rules.clone(),
            hash: Hex32(Bytes32(rules.hash)),
            name: clean(&asked.table, 60),
            clock: asked.clock,
            spectators: asked.spectators,
            listed: asked.listed,
            host: session,
            invite: token::kept(&invite),
            at: unix_time(),
            seats,
            walls: asked.walls.clone(),
        };
        let table = self.open_as(setup).await?;
        Ok(Created {
            table,
            seat: own,
            invite,
        })
    }

    /// Opens the table of a rematch, or finds it.
    pub async fn rematch(self: &Arc<Hub>, table: &str, session: Hex32) -> Result<Created, Refused> {
        let _alone = self.rematches.lock().await;
        let (next, seat) = match self.ask(table, |reply| Command::Rematch(session, reply)).await? {
            Rematch::Is(next, seat) => (next, seat),
            Rematch::Open(setup, seat) => {
                let next = self.open_as(*setup).await?;
                let room = self.room(table).await?;
                let _ = room.inbox.send(Command::Next(next.clone())).await;
                (next, seat)
            }
        };
        Ok(Created {
            table: next,
            seat: Some(seat),
            invite: String::new(),
        })
    }

    async fn open_as(&self, setup: Setup) -> Result<String, Refused> {
        let running = |room: &RoomHandle| !matches!(room.info().table.status, Status::Over | Status::Closed);
        if self.rooms().values().filter(|room| running(room)).count() >= self.around.config.limits.tables {
            self.around.metrics.turned_away();
            return Err(TOO_MANY);
        }
        let rules = self.rulebooks.rules(&setup.rules).map_err(|_| BAD_RULES)?;
        let table = token::word(ID_LETTERS).map_err(|_| BROKEN)?;
        let record = Record::Opened(Box::new(setup.clone()));
        let (done, kept) = oneshot::channel();
        let append = Append {
            table: table.clone(),
            first: 0,
            records: vec![serde_json::to_string(&record).map_err(|_| BROKEN)?],
            mark: Mark::Same,
        };
        self.around.store.append(append, done);
        match kept.await {
            Ok(Ok(())) => {}
            Ok(Err(StoreError::Full)) => return Err(TOO_MANY),
            _ => return Err(BROKEN),
        }
        tracing::info!(table, rules = setup.rules, "a table is opened");
        self.take_in(Game::new(&table, rules, setup), 1);
        Ok(table)
    }

    /// The tables that a session may see in the lobby.
    pub fn tables(&self, session: Option<Hex32>) -> Vec<TableSummary> {
        let infos: Vec<_> = self.rooms().values().map(RoomHandle::info).collect();
        let summary = |info: crate::room::RoomInfo| {
            let sits = |session: Hex32| info.sessions.iter().any(|sessions| sessions.contains(&session));
            let mine = session.is_some_and(sits);
            let table = info.table;
            let ended = matches!(table.status, Status::Over | Status::Closed);
            ((mine || table.listed) && !ended).then_some(TableSummary {
                id: table.id,
                name: table.name,
                rules: table.rules,
                rulebook: table.rulebook,
                players: table.players,
                clock: table.clock,
                spectators: table.spectators,
                status: table.status,
                mine,
            })
        };
        infos.into_iter().filter_map(summary).take(500).collect()
    }

    /// Finished games that a session may see, the latest first.
    pub async fn games(self: &Arc<Hub>, session: Option<Hex32>) -> Vec<GameSummary> {
        let hub = Arc::clone(self);
        let found = tokio::task::spawn_blocking(move || hub.around.store.finished(MOST_SEARCHED)).await;
        let found = found.ok().and_then(Result::ok).unwrap_or_default();
        let shown = |game: &Finished| game.listed || session.is_some_and(|session| game.sessions.contains(&session));
        let games = found.into_iter().filter(shown).take(MOST_LISTED);
        games.map(|game| game.summary).collect()
    }

    /// How many tables are in memory.
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// A number for a new socket.
    pub fn listener(&self) -> u64 {
        self.listeners.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells every room that the server stops.
    pub async fn stop(&self) {
        let rooms: Vec<RoomHandle> = self.rooms().drain().map(|(_, room)| room).collect();
        for room in rooms {
            let (done, stopped) = oneshot::channel();
            if room.inbox.try_send(Command::Stop(done)).is_ok() {
                let _ = stopped.await;
            }
        }
    }

    fn restored(&self, table: &str) -> Result<Option<(Game, u32)>, GameFault> {
        let records = self
            .around
            .store
            .records(table)
            .map_err(|error| GameFault::Unreadable(error.to_string()))?;
        if records.is_empty() {
            return Ok(None);
        }
        let game = Game::restored(table, &records, &self.rulebooks)?;
        Ok(Some((game, records.len() as u32)))
    }

    fn take_in(&self, game: Game, records: u32) {
        let id = game.id.clone();
        let room = Room::spawn(game, records, self.around.clone());
        let mut rooms = self.rooms();
        rooms.retain(|_, room| !room.inbox.is_closed());
        rooms.insert(id, room);
    }

    fn room_in_memory(&self, table: &str) -> Option<RoomHandle> {
        let rooms = self.rooms();
        rooms.get(table).filter(|room| !room.inbox.is_closed()).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A code that can be given to somebody.
pub fn code() -> Result<String, Refused> {
    token::word(CODE_LETTERS).map_err(|_| BROKEN)
}
