//! Who listens to a table: sockets of players and spectators, and who of the players is there.

use crate::config::Limits;
use crate::wire::frame::ServerFrame;
use axum::extract::ws::Utf8Bytes;
use jantaku_record::log::Hex32;
use jantaku_rules::seat::Seat;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;

/// What goes to a socket.
#[derive(Clone)]
pub enum Out {
    /// Frames that belong together.
    Frames(Arc<[Utf8Bytes]>),
    /// The end, with a code and a word.
    Close(u16, &'static str),
}

impl Out {
    /// The server stops and will be back.
    pub const RESTART: Out = Out::Close(1012, "the server restarts");
    /// There is no such table for this viewer.
    pub const NO_SUCH_TABLE: Out = Out::Close(4404, "there is no such table");
    /// Another device has taken the seat.
    pub const MOVED: Out = Out::Close(4409, "the seat has moved to another device");
    /// The player has left the table.
    pub const LEFT: Out = Out::Close(4410, "you have left the table");
    /// Too many sockets.
    pub const TOO_MANY: Out = Out::Close(1013, "too many connections");
}

/// A socket.
pub struct Listener {
    pub id: u64,
    pub session: Option<Hex32>,
    /// Where frames go; when this is dropped, the socket is closed.
    pub out: Sender<Out>,
}

struct Seated {
    listener: Listener,
    seat: Option<Seat>,
}

/// All sockets of a table.
pub(super) struct Audience {
    sockets: Vec<Seated>,
    /// Since when nobody has played for this seat; none while somebody is there.
    absent: Vec<Option<Instant>>,
    /// Does a bot play for the seat because nobody is there, or nobody does anything?
    pub(super) away: Vec<bool>,
}

impl Audience {
    pub(super) fn new(seats: usize, now: Instant) -> Audience {
        Audience {
            sockets: Vec::new(),
            absent: vec![Some(now); seats],
            away: vec![false; seats],
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.sockets.len()
    }

    pub(super) fn present(&self) -> Vec<bool> {
        self.absent.iter().map(Option::is_none).collect()
    }

    /// Takes a socket in. Of one session only the latest few are kept.
    pub(super) fn add(&mut self, listener: Listener, seat: Option<Seat>, limits: &Limits) {
        let same = |seated: &Seated| seated.listener.session.is_some() && seated.listener.session == listener.session;
        if self.sockets.iter().filter(|seated| same(seated)).count() >= limits.sockets_per_session
            && let Some(oldest) = self.sockets.iter().position(same)
        {
            let oldest = self.sockets.remove(oldest);
            let _ = oldest.listener.out.try_send(Out::TOO_MANY);
        }
        if let Some(seat) = seat {
            self.absent[usize::from(seat.0)] = None;
        }
        self.sockets.push(Seated { listener, seat });
    }

    /// Lets a socket go; the seat that nobody is left to play for, if there is one.
    pub(super) fn remove(&mut self, id: u64) -> Option<Seat> {
        let place = self.sockets.iter().position(|seated| seated.listener.id == id)?;
        let seat = self.sockets.remove(place).seat?;
        if self.sockets.iter().any(|seated| seated.seat == Some(seat)) {
            return None;
        }
        self.absent[usize::from(seat.0)] = Some(Instant::now());
        Some(seat)
    }

    /// The seat is not played from here any more: its sockets are told so and closed.
    pub(super) fn unseat(&mut self, seat: Seat, end: &Out) {
        self.sockets.retain(|seated| {
            let goes = seated.seat == Some(seat);
            if goes {
                let _ = seated.listener.out.try_send(end.clone());
            }
            !goes
        });
        self.absent[usize::from(seat.0)] = Some(Instant::now());
    }

    pub(super) fn seat_of(&self, id: u64) -> Option<Option<Seat>> {
        let found = self.sockets.iter().find(|seated| seated.listener.id == id);
        found.map(|seated| seated.seat)
    }

    pub(super) fn session_of(&self, id: u64) -> Option<Hex32> {
        let found = self.sockets.iter().find(|seated| seated.listener.id == id)?;
        found.listener.session
    }

    /// The seats that have been without anybody for this long.
    pub(super) fn absent_for(&self, grace: Duration, now: Instant) -> Vec<Seat> {
        let long = |(_, since): &(u8, &Option<Instant>)| since.is_some_and(|since| now >= since + grace);
        let absent = (0..).zip(&self.absent).filter(long);
        absent.map(|(seat, _)| Seat(seat)).collect()
    }

    /// When the next of those who are not there, and are not replaced yet, will have been gone for this long.
    pub(super) fn next_absence(&self, grace: Duration, is_person: impl Fn(Seat) -> bool) -> Option<Instant> {
        let all = (0..).zip(self.absent.iter().zip(&self.away));
        let waiting = all.filter(|(seat, (_, away))| !**away && is_person(Seat(*seat)));
        waiting
            .filter_map(|(_, (since, _))| *since)
            .map(|since| since + grace)
            .min()
    }

    /// Does anybody listen for this seat, or as a spectator?
    pub(super) fn has(&self, seat: Option<Seat>) -> bool {
        self.sockets.iter().any(|seated| seated.seat == seat)
    }

    /// Says the same to everybody.
    pub(super) fn tell_all(&mut self, frame: &ServerFrame) {
        let frames = encoded(std::slice::from_ref(frame));
        self.send(|_| true, &frames);
    }

    /// Says something to the sockets of one seat, or to the spectators.
    pub(super) fn tell(&mut self, to: Option<Seat>, frames: &[ServerFrame]) {
        if !frames.is_empty() && self.has(to) {
            self.send(|seated| seated.seat == to, &encoded(frames));
        }
    }

    /// Says something to one socket.
    pub(super) fn tell_one(&mut self, id: u64, frames: &[ServerFrame]) {
        if !frames.is_empty() {
            self.send(|seated| seated.listener.id == id, &encoded(frames));
        }
    }

    /// Closes all sockets.
    pub(super) fn close_all(&mut self, end: Out) {
        for seated in self.sockets.drain(..) {
            let _ = seated.listener.out.try_send(end.clone());
        }
    }

    /// Whoever does not take what was sent before is let go: the channel is dropped, and the socket closed.
    fn send(&mut self, to: impl Fn(&Seated) -> bool, frames: &Arc<[Utf8Bytes]>) {
        let absent = &mut self.absent;
        let mut lost: Vec<Seat> = Vec::new();
        self.sockets.retain(|seated| {
            let kept = !to(seated) || seated.listener.out.try_send(Out::Frames(Arc::clone(frames))).is_ok();
            if !kept {
                lost.extend(seated.seat);
            }
            kept
        });
        for seat in lost {
            if !self.sockets.iter().any(|seated| seated.seat == Some(seat)) {
                absent[usize::from(seat.0)].get_or_insert_with(Instant::now);
            }
        }
    }
}

fn encoded(frames: &[ServerFrame]) -> Arc<[Utf8Bytes]> {
    let texts = frames.iter().filter_map(|frame| serde_json::to_string(frame).ok());
    texts.map(Utf8Bytes::from).collect()
}
