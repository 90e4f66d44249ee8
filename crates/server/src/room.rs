//! One table and the task that owns it: everything that happens there happens here, one thing after another.

mod audience;
mod clock;
mod pace;
mod people;
mod play;
mod start;

use crate::config::Config;
use crate::game::Game;
use crate::metrics::Metrics;
use crate::record::{Record, Setup};
use crate::store::{Append, Mark, Store, StoreError};
use crate::telling::Telling;
use crate::wire::frame::{ClientFrame, ServerFrame};
use crate::wire::lobby::{ErrorBody, GameSummary};
use crate::wire::table::{Status, TableInfo};
use audience::Audience;
pub use audience::{Listener, Out};
use clock::Clocks;
use jantaku_bots::Bot;
use jantaku_formats::log::Hex32;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use jantaku_table::seen::Viewer;
use pace::Pace;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

/// How often a full disk is tried again.
const DISK_RETRY: Duration = Duration::from_secs(1);
/// How long the room of a table that is over stays in memory with nobody there.
const LINGER: Duration = Duration::from_secs(120);
/// Requests and messages that may wait for a room.
const INBOX: usize = 256;

/// What a room is asked.
pub enum Command {
    /// Somebody opens a socket.
    Connect(Listener, u32),
    /// A socket says something.
    Said(u64, ClientFrame),
    /// A socket is gone.
    Gone(u64),
    /// Somebody wants a seat, or comes with a code for one.
    Join {
        /// Who.
        session: Hex32,
        /// The name to be shown.
        name: String,
        /// The invitation or code.
        code: Option<Hex32>,
        /// Which seat it is.
        reply: Reply<u8>,
    },
    /// The host lets bots take the open seats.
    Fill(Hex32, Reply<()>),
    /// A player wants a code for another device.
    Link(Hex32, Hex32, Reply<()>),
    /// A player leaves.
    Leave(Hex32, Reply<()>),
    /// A player asks for another game: how it is to be set up, or which it already is.
    Rematch(Hex32, Reply<Rematch>),
    /// There is a table for it.
    Next(String),
    /// All that was played, as a log; only when it is over.
    Log(Reply<String>),
    /// The server stops.
    Stop(oneshot::Sender<()>),
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// Another game of the same players.
pub enum Rematch {
    /// It is open already.
    Is(String, u8),
    /// It is to be opened so; the asker's seat.
    Open(Box<Setup>, u8),
}

/// Why a request was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The status of the answer.
    pub status: u16,
    /// A word to translate.
    pub error: &'static str,
    /// In English.
    pub says: &'static str,
}

impl Refused {
    /// A refusal.
    pub const fn new(status: u16, error: &'static str, says: &'static str) -> Refused {
        Refused { status, error, says }
    }

    /// As the answer says it.
    pub fn body(self) -> ErrorBody {
        ErrorBody {
            error: self.error.to_owned(),
            says: self.says.to_owned(),
        }
    }
}

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
    info: Arc<Mutex<RoomInfo>>,
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

/// A table, its players and its watchers.
pub struct Room {
    game: Game,
    around: Surroundings,
    info: Arc<Mutex<RoomInfo>>,
    audience: Audience,
    /// How many records are stored.
    stored: u32,
    /// What has been told.
    telling: Telling,
    /// The number of the last frame, by seat, then for spectators.
    numbers: Vec<u32>,
    /// The same at the start of the hand, so that who comes back need not be told from the first hand on.
    mark: (Telling, Vec<u32>),
    /// What is stored and will be told, and when.
    queue: VecDeque<(Instant, Vec<Event>)>,
    pace: Pace,
    /// Since when a tile is on offer, and until when it is not decided upon.
    offered: Instant,
    window: Instant,
    clocks: Clocks,
    bots: Vec<Option<Box<dyn Bot>>>,
    /// When a bot whose turn it is will act.
    bot_at: Option<Instant>,
    /// Who has read the score sheet, and since when it can be read.
    ready: Vec<bool>,
    hand_over_at: Option<Instant>,
    start: start::Gathering,
    empty_since: Instant,
    stopping: bool,
}

impl Room {
    /// Starts the task of a table of which so many records are stored.
    pub fn spawn(game: Game, stored: u32, around: Surroundings) -> RoomHandle {
        let (inbox, commands) = mpsc::channel(INBOX);
        let mut room = Room::new(game, stored, around);
        room.catch_up();
        let handle = RoomHandle {
            inbox,
            info: Arc::clone(&room.info),
        };
        tokio::spawn(room.run(commands));
        handle
    }

    fn new(game: Game, stored: u32, around: Surroundings) -> Room {
        let seats = game.chairs.len();
        let telling = Telling::new(&game.rules);
        let now = Instant::now();
        let info = RoomInfo {
            table: people::table_info(&game, &[], &[]),
            sessions: people::sessions(&game),
        };
        Room {
            info: Arc::new(Mutex::new(info)),
            audience: Audience::new(seats, now),
            mark: (telling.clone(), vec![0; seats + 1]),
            numbers: vec![0; seats + 1],
            queue: VecDeque::new(),
            pace: Pace::new(around.config.pauses.window),
            offered: now,
            window: now,
            clocks: Clocks::new(seats, game.setup.clock, around.config.pauses.idle),
            bots: (0..seats).map(|_| None).collect(),
            bot_at: None,
            ready: vec![false; seats],
            hand_over_at: None,
            start: start::Gathering::new(seats),
            empty_since: now,
            stopping: false,
            telling,
            game,
            around,
            stored,
        }
    }

    /// Tells what is stored to nobody, so that numbers and state are those of the last event.
    fn catch_up(&mut self) {
        let events = std::mem::take(&mut self.game.events);
        for event in &events {
            self.tell(event);
        }
        self.game.events = events;
        self.publish();
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        loop {
            self.advance().await;
            if self.stopping || self.is_forgotten() {
                return;
            }
            let until = self.next_deadline();
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.obey(command).await,
                    None => return,
                },
                () = sleep_until(until) => {}
            }
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Connect(listener, since) => self.connect(listener, since).await,
            Command::Said(listener, frame) => self.hear(listener, frame).await,
            Command::Gone(listener) => self.disconnect(listener),
            Command::Join {
                session,
                name,
                code,
                reply,
            } => {
                let answer = self.join(session, name, code).await;
                let _ = reply.send(answer);
            }
            Command::Fill(session, reply) => {
                let answer = self.fill(session).await;
                let _ = reply.send(answer);
            }
            Command::Link(session, code, reply) => {
                let answer = self.link(session, code).await;
                let _ = reply.send(answer);
            }
            Command::Leave(session, reply) => {
                let answer = self.leave(session).await;
                let _ = reply.send(answer);
            }
            Command::Rematch(session, reply) => {
                let _ = reply.send(self.rematch(session));
            }
            Command::Next(table) => {
                if self.game.next.is_none() {
                    self.keep(Record::Next { table }).await;
                    self.players_changed();
                }
            }
            Command::Log(reply) => {
                let _ = reply.send(self.log());
            }
            Command::Stop(done) => {
                let what = "stopping".to_owned();
                self.audience.tell_all(&ServerFrame::Notice { what });
                self.audience.close_all(Out::RESTART);
                self.stopping = true;
                let _ = done.send(());
            }
        }
    }

    /// Does everything that is due.
    async fn advance(&mut self) {
        loop {
            let now = Instant::now();
            if let Some((at, _)) = self.queue.front() {
                if *at > now {
                    return;
                }
                self.tell_next();
                continue;
            }
            self.see_absences(now);
            let went_on = match self.game.status() {
                Status::Open => self.close_if_abandoned(now).await,
                Status::Starting => self.advance_start(now).await,
                Status::Playing => self.advance_play(now).await,
                Status::Over | Status::Closed => false,
            };
            if !went_on {
                return;
            }
            // Bots among themselves must not keep everybody else from the processor.
            tokio::task::yield_now().await;
        }
    }

    /// The next moment at which something is due by itself.
    fn next_deadline(&self) -> Instant {
        let now = Instant::now();
        let far = now + Duration::from_secs(60);
        if let Some((at, _)) = self.queue.front() {
            return *at;
        }
        let mut deadlines = vec![far];
        let absence = self.around.config.pauses.absence;
        deadlines.extend(self.audience.next_absence(absence, |seat| self.game.is_person(seat)));
        match self.game.status() {
            Status::Starting => deadlines.extend(self.start.until),
            Status::Playing => {
                if self.game.table.turn().is_some_and(|turn| self.is_program(turn.seat)) {
                    deadlines.extend(self.bot_at);
                }
                if self.game.table.needs_wall() {
                    deadlines.push(self.next_hand_due(now));
                }
                deadlines.extend(self.clocks.next(&self.game.table));
            }
            Status::Open | Status::Over | Status::Closed => {}
        }
        deadlines.into_iter().min().unwrap_or(far)
    }

    /// Has the table ended, and everybody gone?
    fn is_forgotten(&self) -> bool {
        let ended = matches!(self.game.status(), Status::Over | Status::Closed);
        ended && self.audience.is_empty() && self.empty_since.elapsed() > LINGER
    }

    /// Stores a record, then takes it in.
    async fn keep(&mut self, record: Record) {
        let mark = match record {
            Record::Closed => Mark::Closed,
            _ => Mark::Same,
        };
        self.store(std::slice::from_ref(&record), mark).await;
        if let Err(fault) = self.game.take(&record) {
            tracing::error!(table = self.game.id, %fault, "a record does not fit");
        }
    }

    /// Stores records for good; where there is no space, waits until there is some.
    async fn store(&mut self, records: &[Record], mut mark: Mark) {
        let texts: Vec<String> = records
            .iter()
            .filter_map(|record| serde_json::to_string(record).ok())
            .collect();
        let began = Instant::now();
        let mut paused = false;
        loop {
            let (done, kept) = oneshot::channel();
            let append = Append {
                table: self.game.id.clone(),
                first: self.stored,
                records: texts.clone(),
                mark: match &mark {
                    Mark::Over(summary) => Mark::Over(summary.clone()),
                    Mark::Closed => Mark::Closed,
                    Mark::Same => Mark::Same,
                },
            };
            self.around.store.append(append, done);
            let answer = kept
                .await
                .unwrap_or_else(|_| Err(StoreError::Broken("the store is gone".to_owned())));
            match answer {
                Ok(()) => break,
                Err(StoreError::Full) => {
                    if !paused {
                        tracing::warn!(table = self.game.id, "no space left, the table pauses");
                        let what = "disk-full".to_owned();
                        self.audience.tell_all(&ServerFrame::Notice { what });
                    }
                    paused = true;
                    sleep(DISK_RETRY).await;
                }
                Err(error) => {
                    // What was not stored is not told; the server stops and begins again with what it has.
                    let _ = self.around.broken.send(error).await;
                    std::future::pending::<()>().await;
                }
            }
        }
        if paused {
            let what = String::new();
            self.audience.tell_all(&ServerFrame::Notice { what });
            mark = Mark::Same;
        }
        drop(mark);
        self.stored += texts.len() as u32;
        self.around.metrics.stored(texts.len(), began.elapsed());
    }

    /// Tells an event to nobody but the numbers, and remembers where the hand began.
    fn tell(&mut self, event: &Event) -> Vec<Vec<ServerFrame>> {
        if matches!(event, Event::HandStarted(_)) {
            self.mark = (self.telling.clone(), self.numbers.clone());
        }
        let game = &self.game;
        let told = self.telling.tell(event, |hand| game.wall(hand));
        let viewers = viewers(game.chairs.len());
        let rules = &game.rules;
        let frames = viewers.zip(&mut self.numbers).map(|(viewer, n)| {
            let mut frames = Vec::new();
            told.frames(viewer, rules, n, &mut frames);
            frames
        });
        frames.collect()
    }

    fn summary(&self) -> Option<GameSummary> {
        let result = self.game.table.result()?;
        let info = people::table_info(&self.game, &[], &[]);
        Some(GameSummary {
            id: self.game.id.clone(),
            name: info.name,
            rules: info.rules,
            rulebook: info.rulebook,
            names: info.players.into_iter().map(|player| player.name).collect(),
            points: result.points.as_slice().to_vec(),
            places: result.places.as_slice().to_vec(),
            ended: unix_time() as u32,
        })
    }
}

/// The seats, then the spectators.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    (0..seats as u8)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator])
}

/// Seconds since 1970.
pub fn unix_time() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
