//! One table and the task that owns it, which does one thing after another.
//!
//! An action takes one path: a socket says it (`act`), the table judges it (`decide`), what follows is stored (`store`), and
//! only then are the viewers told (`tell`), each with its own numbers (`viewers`).

mod act;
mod addresses;
mod agreeing;
mod belongings;
mod budget;
mod chat;
mod clock;
mod command;
mod dealing;
mod decide;
mod filling;
mod handle;
mod hints;
mod hosting;
mod info;
mod invitations;
mod lots;
mod mutes;
mod offers;
mod pace;
mod paused;
mod people;
mod place;
mod program;
mod refused;
mod request;
mod seating;
mod start;
mod store;
mod tell;
mod tenure;
#[cfg(test)]
pub(crate) mod timing;
mod viewers;

use crate::game::{AddressMark, Game, Status};
pub use crate::machine::unix_time;
use crate::store::Epoch;
use crate::telling::Telling;
use crate::token::SessionHash;
use crate::wire::agreement::AgreementJson;
use crate::wire::frame::ServerFrame;
use budget::{Budget, Comers};
use clock::Clocks;
pub use command::{Command, Rematch, Reply, Story};
pub(crate) use filling::LONGEST as LONGEST_WAIT;
pub use handle::{RoomHandle, RoomInfo, Surroundings};
use hints::Advice;
use info::Presence;
use jantaku_table::Event;
use mutes::Mutes;
use offers::is_secret;
use pace::Pace;
pub use place::Place;
pub(crate) use program::STAND_IN;
pub use program::Thinkers;
use program::{Chosen, Program, Thought};
pub use refused::Refused;
use request::Request;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep_until};
use viewers::Viewers;
pub use viewers::{End, Listener, Out};

/// How long the room of a table that is over stays in memory with nobody there.
const LINGER: Duration = Duration::from_secs(120);
/// Requests and messages that may wait for a room.
const INBOX: usize = 256;

/// A table, its players and its watchers.
pub struct Room {
    game: Game,
    around: Surroundings,
    commands: mpsc::Receiver<Command>,
    /// Ends the task when the table can go no further.
    end: Arc<Notify>,
    /// What is being carried out, while nobody is answered yet; and what ends it if it is given up.
    request: Option<Request>,
    gives_up: Arc<Notify>,
    /// Commands that need storing and came while nothing could be stored.
    late: VecDeque<Command>,
    /// Is something waiting to be stored that the table has already applied?
    is_paused: bool,
    /// Has a pause ended since everybody was last asked? Whoever came during the pause was asked nothing.
    asks_again: bool,
    info: Arc<Mutex<RoomInfo>>,
    viewers: Viewers,
    stored: u32,
    /// The tenure of this owner.
    epoch: Epoch,
    telling: Telling,
    /// The same at the start of the hand, so that whoever comes back need not be told of earlier hands.
    mark: Telling,
    /// What is stored and will be told, and when.
    queue: VecDeque<(Instant, Vec<Event>)>,
    pace: Pace,
    /// Since when a tile is on offer, and until when it is not decided upon.
    offered: Instant,
    window: Instant,
    clocks: Clocks,
    bots: Vec<Option<Program>>,
    /// Is a bot choosing? Its answer comes through the channel.
    is_thinking: bool,
    thoughts: mpsc::Sender<Thought>,
    /// What a bot has chosen and does when its time has come.
    chosen: Option<Chosen>,
    /// What each seat was last advised on.
    advice: Vec<Option<Advice>>,
    /// When a bot whose turn it is will act.
    bot_at: Option<Instant>,
    /// Since when the score sheet can be read.
    hand_over_at: Option<Instant>,
    start: start::Gathering,
    /// Where people were seen that is not stored yet.
    unnoted: Vec<(SessionHash, AddressMark)>,
    has_seen: bool,
    /// Until when an open question can be answered.
    question_until: Option<Instant>,
    /// When each seat, then the referee, then a host without a seat may ask again after a question that came to nothing.
    may_ask_at: Vec<Instant>,
    /// What each seat may change, and each voice ask, before it has to wait.
    changes: Vec<Budget>,
    asks: Vec<Budget>,
    /// What each seat, then a host without one, may change about who comes.
    doors: Vec<Budget>,
    comers: Comers,
    /// What each seat may say before it has to wait.
    talk: Vec<Budget>,
    mutes: Mutes,
    /// How questions and rulings stood when that was last told.
    agreement_told: Option<AgreementJson>,
    /// When bots take the seats that are still open.
    fills_at: Option<Instant>,
    /// When the time of a timed game is up. The system clock decides this only after a restart.
    time_up_at: Option<Instant>,
    empty_since: Instant,
    stopping: bool,
}

impl Room {
    /// Starts the task of a table with this many stored records, which this process owns.
    pub fn spawn(game: Game, (stored, epoch): (u32, Epoch), around: Surroundings) -> RoomHandle {
        let (inbox, commands) = mpsc::channel(INBOX);
        let (thoughts, answers) = mpsc::channel(1);
        let mut room = Room::new(game, (stored, epoch), around, commands, thoughts);
        room.catch_up();
        let end = Arc::clone(&room.end);
        let tenure = room.tenure();
        let handle = RoomHandle {
            inbox,
            epoch: room.epoch,
            info: Arc::clone(&room.info),
        };
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = end.notified() => {}
                () = room.run(answers) => {}
            }
            tenure.end().await;
        });
        handle
    }

    fn new(
        game: Game,
        (stored, epoch): (u32, Epoch),
        around: Surroundings,
        commands: mpsc::Receiver<Command>,
        thoughts: mpsc::Sender<Thought>,
    ) -> Room {
        let seats = game.chairs.len();
        let pauses = &around.config.pauses;
        let mut clocks = Clocks::new(seats, game.setup.clock, pauses.idle);
        clocks.resume(&game.chairs, &game.table.to_act(), pauses.restart);
        let telling = Telling::new(&game.rules);
        let now = Instant::now();
        let info = info::room_info(&game, info::table_info(&game, |_| Presence::default()));
        Room {
            info: Arc::new(Mutex::new(info)),
            viewers: Viewers::new(seats, now),
            mark: telling.clone(),
            queue: VecDeque::new(),
            pace: Pace::new(pauses.window, seats),
            offered: now,
            window: now,
            clocks,
            bots: (0..seats).map(|_| None).collect(),
            is_thinking: false,
            thoughts,
            chosen: None,
            advice: vec![None; seats],
            bot_at: None,
            hand_over_at: None,
            start: start::Gathering::new(seats),
            unnoted: Vec::new(),
            has_seen: false,
            question_until: None,
            may_ask_at: vec![now; seats + 2],
            changes: vec![Budget::new(now); seats],
            asks: vec![Budget::new(now); seats + 2],
            doors: vec![Budget::at_the_door(now); seats + 1],
            comers: Comers::default(),
            talk: vec![Budget::of(now, chat::AT_ONCE, chat::ONE_MORE); seats],
            mutes: Mutes::new(seats),
            agreement_told: None,
            fills_at: filling::due(&game, now),
            time_up_at: game.time_left(unix_time()).map(|left| now + left),
            empty_since: now,
            stopping: false,
            commands,
            end: Arc::default(),
            request: None,
            gives_up: Arc::default(),
            late: VecDeque::new(),
            is_paused: false,
            asks_again: false,
            telling,
            game,
            around,
            stored,
            epoch,
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

    async fn run(mut self, mut thoughts: mpsc::Receiver<Thought>) {
        let mut alarm = std::pin::pin!(sleep_until(Instant::now()));
        loop {
            while let Some(command) = self.late.pop_front() {
                self.obey(command).await;
            }
            self.advance().await;
            if self.stopping || self.is_forgotten() {
                return;
            }
            // To wake up too early costs less than to set the alarm again after every action.
            let until = self.next_deadline();
            if until < alarm.deadline() || alarm.is_elapsed() {
                alarm.as_mut().reset(until);
            }
            // In a fixed order, so that a simulation repeats itself. A table has one thought at a time, and what is due is done after
            // every command, so nothing is kept waiting.
            tokio::select! {
                biased;
                Some(thought) = thoughts.recv() => self.take_thought(thought).await,
                command = self.commands.recv() => match command {
                    Some(command) => self.obey(command).await,
                    None => return,
                },
                () = &mut alarm => {}
            }
        }
    }

    /// Tells everybody that the server stops, and closes their sockets.
    fn say_goodbye(&mut self) {
        let what = "stopping".to_owned();
        self.viewers.put_all(&ServerFrame::Notice { what });
        self.viewers.close(End::Restart);
    }

    /// Does everything that is due.
    async fn advance(&mut self) {
        loop {
            let now = Instant::now();
            while self.queue.front().is_some_and(|(at, _)| *at <= now) {
                self.tell_next();
            }
            // These do not wait for what is still to be told: others could see from the delay that nobody has a claim to decide.
            self.see_absences(now).await;
            self.see_question(now).await;
            self.note_places().await;
            self.viewers.flush();
            if !self.queue.is_empty() {
                return;
            }
            if std::mem::take(&mut self.asks_again) {
                self.prompt_all();
            }
            let went_on = match self.game.status() {
                Status::Open => {
                    self.pass_host().await || self.fill_when_due(now).await || self.close_if_abandoned(now).await
                }
                Status::Starting => self.advance_start(now).await,
                Status::Playing => self.advance_play(now).await,
                Status::Over | Status::Closed => false,
            };
            if !went_on {
                self.viewers.flush();
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
        let mut deadlines = vec![far];
        let absence = self.around.config.pauses.absence;
        deadlines.extend(self.viewers.next_absence(absence, |seat| self.game.is_person(seat)));
        deadlines.extend(self.question_until);
        if let Some((at, _)) = self.queue.front() {
            deadlines.push(*at);
            return deadlines.into_iter().min().unwrap_or(far);
        }
        match self.game.status() {
            Status::Starting => deadlines.extend(self.start.until),
            Status::Playing => {
                let due = self.game.due.iter().filter(|_| !is_secret(&self.game.table));
                deadlines.extend(due.map(|_| self.window));
                let turn = self.game.table.turn();
                if turn.is_some_and(|turn| self.is_program(turn.seat)) && !self.is_thinking {
                    deadlines.extend(self.bot_at);
                }
                if self.game.table.needs_wall() {
                    deadlines.push(self.next_hand_due(now));
                }
                deadlines.extend(self.clocks.next(&self.game.table));
                deadlines.extend(self.time_up_at.filter(|at| *at > now));
            }
            Status::Over | Status::Closed if self.viewers.sockets() == 0 => deadlines.push(self.empty_since + LINGER),
            Status::Open => deadlines.extend(self.fills_at.filter(|at| *at > now)),
            Status::Over | Status::Closed => {}
        }
        deadlines.into_iter().min().unwrap_or(far)
    }

    /// Has the table ended, and everybody gone?
    fn is_forgotten(&self) -> bool {
        let ended = matches!(self.game.status(), Status::Over | Status::Closed);
        ended && self.viewers.sockets() == 0 && self.empty_since.elapsed() >= LINGER
    }
}
