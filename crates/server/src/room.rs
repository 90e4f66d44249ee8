//! One table and the task that owns it: everything that happens there happens here, one thing after another.

mod audience;
mod clock;
mod command;
mod dealing;
mod handle;
mod info;
mod keeping;
mod offers;
mod pace;
mod people;
mod play;
mod program;
mod seating;
mod start;

use crate::game::Game;
use crate::record::Record;
use crate::telling::Telling;
use crate::wire::frame::ServerFrame;
use crate::wire::table::Status;
use audience::Audience;
pub use audience::{Listener, Out};
use clock::Clocks;
pub use command::{Command, Refused, Rematch, Reply};
pub use handle::{RoomHandle, RoomInfo, Surroundings};
use jantaku_bots::Bot;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use jantaku_table::seen::Viewer;
use pace::Pace;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// How long the room of a table that is over stays in memory with nobody there.
const LINGER: Duration = Duration::from_secs(120);
/// Requests and messages that may wait for a room.
const INBOX: usize = 256;

/// A table, its players and its watchers.
pub struct Room {
    game: Game,
    around: Surroundings,
    info: Arc<Mutex<RoomInfo>>,
    audience: Audience,
    stored: u32,
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
            table: info::table_info(&game, &[], &[]),
            sessions: info::sessions(&game),
            opened: game.setup.at,
        };
        Room {
            info: Arc::new(Mutex::new(info)),
            audience: Audience::new(seats, now),
            mark: (telling.clone(), vec![0; seats + 1]),
            numbers: vec![0; seats + 1],
            queue: VecDeque::new(),
            pace: Pace::new(around.config.pauses.window, seats),
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
            Command::Invite(session, code, reply) => {
                let answer = self.invite(session, code).await;
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
                Status::Open => self.pass_host().await || self.close_if_abandoned(now).await,
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

    /// Takes the next event into what is told; the frames of those who listen.
    fn tell(&mut self, event: &Event) -> Vec<Vec<ServerFrame>> {
        if matches!(event, Event::HandStarted(_)) {
            self.mark = (self.telling.clone(), self.numbers.clone());
        }
        let game = &self.game;
        let told = self.telling.tell(event, |hand| game.wall(hand));
        let frames = viewers(game.chairs.len()).zip(&mut self.numbers).map(|(viewer, n)| {
            let mut frames = Vec::new();
            match self.audience.has(seat_of(viewer)) {
                true => told.frames(viewer, &game.rules, n, &mut frames),
                false => *n += told.count(viewer),
            }
            frames
        });
        frames.collect()
    }
}

/// Whose sockets show this viewer's table; none for spectators.
fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Log => None,
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
