//! Who sees a table: every seat, and the spectators. All sockets of one viewer get the same frames with the same numbers.

use super::Place;
use crate::config::Limits;
use crate::token::SessionHash;
use crate::wire::frame::ServerFrame;
use bytes::Bytes;
use jantaku_rules::seat::Seat;
use jantaku_table::seen::Viewer;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;

#[derive(Clone)]
pub enum Out {
    /// Frames that belong together, one JSON object a line.
    Frames(Bytes),
    End(End),
}

/// Why a room lets a socket go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    /// The server stops and will be back.
    Restart,
    /// There is no such table for this viewer.
    NoSuchTable,
    /// Another device has taken the seat.
    Moved,
    /// The player has left the table.
    Left,
    /// The others have freed the player's seat.
    Freed,
    /// The viewer has a seat now, or is referee.
    Seated,
    TooManySockets,
    /// The operator does not let the viewer in.
    Banned,
    /// The stored records of the table are damaged.
    Damaged,
}

pub struct Listener {
    pub id: u64,
    pub session: Option<SessionHash>,
    pub place: Place,
    /// Where frames go; when this is dropped, the socket is closed.
    pub out: Sender<Out>,
}

/// One viewer: the numbering of its frames, and its sockets.
pub(super) struct View {
    pub(super) viewer: Viewer,
    /// The number of the last numbered frame.
    pub(super) n: u32,
    /// The same at the start of the hand, so that whoever comes back need not be told of earlier hands.
    pub(super) n_at_hand: u32,
    /// Does a bot play for the seat because nobody is there, or nobody does anything?
    pub(super) away: bool,
    /// Since when there has been no socket.
    gone_since: Option<Instant>,
    /// Frames that go out as one message.
    pending: Vec<u8>,
    /// All numbered frames so far, one a line, once a socket has asked for those of earlier hands. Kept until the next hand.
    history: Option<Vec<u8>>,
    sockets: Vec<Listener>,
}

impl View {
    pub(super) fn is_present(&self) -> bool {
        !self.sockets.is_empty()
    }

    /// Where its sockets come from.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.sockets.iter().map(|socket| socket.place)
    }

    /// Has nobody been there for this long, or does whoever is there not play?
    pub(super) fn is_gone_for(&self, limit: Duration, now: Instant) -> bool {
        self.gone_since.is_none_or(|since| now >= since + limit)
    }

    /// Adds a frame to the next message, if anybody listens.
    pub(super) fn put(&mut self, frame: &ServerFrame) {
        if self.is_present() {
            write(&mut self.pending, frame);
        }
    }

    /// The same for a numbered frame.
    pub(super) fn put_numbered(&mut self, frame: &ServerFrame) {
        let start = self.pending.len() + usize::from(!self.pending.is_empty());
        self.put(frame);
        if let Some(history) = &mut self.history {
            push_line(history, &self.pending[start..]);
        }
    }

    pub(super) fn new_hand(&mut self) {
        self.n_at_hand = self.n;
        self.history = None;
    }

    /// Writes the numbered frames after `since`; `retell` writes all of them, and is asked at most once a hand.
    pub(super) fn write_history(&mut self, since: u32, text: &mut Vec<u8>, retell: impl FnOnce(&mut Vec<u8>)) {
        let history = self.history.get_or_insert_with(|| {
            let mut all = Vec::new();
            retell(&mut all);
            all
        });
        let since = since as usize;
        if let Some(missed) = history.splitn(since + 1, |byte| *byte == b'\n').nth(since) {
            push_line(text, missed);
        }
    }

    /// Sends what is pending. Sockets whose queue is full are let go: the channel is dropped, and the socket closed.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let message = Bytes::from(std::mem::take(&mut self.pending));
        self.sockets
            .retain(|socket| socket.out.try_send(Out::Frames(message.clone())).is_ok());
        self.note_absence();
    }

    fn note_absence(&mut self) {
        if self.sockets.is_empty() {
            self.gone_since.get_or_insert_with(Instant::now);
            self.history = None;
        }
    }
}

/// All viewers of a table: the seats in their order, then the spectators.
pub(super) struct Viewers(Vec<View>);

impl Viewers {
    pub(super) fn new(seats: usize, now: Instant) -> Viewers {
        let seats = (0..seats as u8).map(|seat| Viewer::Seat(Seat(seat)));
        let view = |viewer| View {
            viewer,
            n: 0,
            n_at_hand: 0,
            away: false,
            gone_since: Some(now),
            pending: Vec::new(),
            history: None,
            sockets: Vec::new(),
        };
        Viewers(seats.chain([Viewer::Spectator]).map(view).collect())
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut View> {
        self.0.iter_mut()
    }

    pub(super) fn seat(&self, seat: Seat) -> &View {
        &self.0[usize::from(seat.0)]
    }

    pub(super) fn seat_mut(&mut self, seat: Seat) -> &mut View {
        &mut self.0[usize::from(seat.0)]
    }

    pub(super) fn of(&mut self, seat: Option<Seat>) -> &mut View {
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let place = self.0.iter().position(|view| view.viewer == viewer);
        &mut self.0[place.unwrap_or_default()]
    }

    /// Does anybody watch who has no seat?
    pub(super) fn has_spectators(&self) -> bool {
        let mut others = self.0.iter().filter(|view| seat_of(view.viewer).is_none());
        others.any(View::is_present)
    }

    /// The addresses from which somebody without a seat listens.
    pub(super) fn places_of(&self, session: SessionHash) -> impl Iterator<Item = Place> {
        let views = self.0.iter().filter(|view| seat_of(view.viewer).is_none());
        let sockets = views.flat_map(|view| &view.sockets);
        sockets
            .filter(move |socket| socket.session == Some(session))
            .map(|socket| socket.place)
    }

    /// Is there room for another spectator from this address?
    pub(super) fn may_watch(&self, place: Place, limits: &Limits) -> bool {
        let watchers = || {
            self.0
                .iter()
                .filter(|view| seat_of(view.viewer).is_none())
                .flat_map(|view| &view.sockets)
        };
        let places = watchers().map(|socket| socket.place);
        watchers().count() < limits.spectators_per_table && place.has_room(places, limits.spectators_per_address)
    }

    /// Closes the sockets of all spectators but these.
    pub(super) fn refuse_watchers(&mut self, except: &[SessionHash]) {
        let view = self.of(None);
        view.flush();
        let refused = |socket: &mut Listener| socket.session.is_none_or(|session| !except.contains(&session));
        for socket in view.sockets.extract_if(.., refused) {
            let _ = socket.out.try_send(Out::End(End::NoSuchTable));
        }
    }

    pub(super) fn sockets(&self) -> usize {
        self.0.iter().map(|view| view.sockets.len()).sum()
    }

    /// Adds a socket. Only the latest few of one session are kept.
    pub(super) fn add(&mut self, listener: Listener, seat: Option<Seat>, limits: &Limits) {
        let view = self.of(seat);
        // The greeting of the new socket includes what is pending.
        view.flush();
        let same = |socket: &Listener| socket.session.is_some() && socket.session == listener.session;
        if view.sockets.iter().filter(|socket| same(socket)).count() >= limits.sockets_per_session
            && let Some(oldest) = view.sockets.iter().position(same)
        {
            let oldest = view.sockets.remove(oldest);
            let _ = oldest.out.try_send(Out::End(End::TooManySockets));
        }
        view.gone_since = None;
        view.sockets.push(listener);
    }

    /// Removes a socket. Returns whether a seat has lost its last one.
    pub(super) fn remove(&mut self, id: u64) -> bool {
        let Some(view) = self.find(id) else {
            return false;
        };
        view.sockets.retain(|socket| socket.id != id);
        view.note_absence();
        !view.is_present() && view.viewer != Viewer::Spectator
    }

    /// Closes the sockets of a seat that is not played from there any more.
    pub(super) fn unseat(&mut self, seat: Seat, end: End) {
        let view = self.seat_mut(seat);
        view.flush();
        for socket in view.sockets.drain(..) {
            let _ = socket.out.try_send(Out::End(end));
        }
        view.gone_since = Some(Instant::now());
    }

    /// Closes the sockets of somebody who watched and has a seat now: its frames have other numbers.
    pub(super) fn seat_watcher(&mut self, session: SessionHash) {
        let view = self.of(None);
        view.flush();
        let theirs = |socket: &mut Listener| socket.session == Some(session);
        for socket in view.sockets.extract_if(.., theirs) {
            let _ = socket.out.try_send(Out::End(End::Seated));
        }
    }

    /// Closes all sockets of somebody, wherever they watch or play.
    pub(super) fn let_go(&mut self, session: SessionHash, end: End) {
        for view in &mut self.0 {
            view.flush();
            let theirs = |socket: &mut Listener| socket.session == Some(session);
            for socket in view.sockets.extract_if(.., theirs) {
                let _ = socket.out.try_send(Out::End(end));
            }
            view.note_absence();
        }
    }

    /// The viewer and the session of a socket.
    pub(super) fn who(&self, id: u64) -> Option<(Viewer, Option<SessionHash>)> {
        self.0.iter().find_map(|view| {
            let socket = view.sockets.iter().find(|socket| socket.id == id)?;
            Some((view.viewer, socket.session))
        })
    }

    fn find(&mut self, id: u64) -> Option<&mut View> {
        let has = |view: &&mut View| view.sockets.iter().any(|socket| socket.id == id);
        self.0.iter_mut().find(has)
    }

    /// The seats that have been without a socket for this long.
    pub(super) fn absent_for(&self, grace: Duration, now: Instant) -> impl Iterator<Item = Seat> {
        let gone = move |view: &&View| view.gone_since.is_some_and(|since| now >= since + grace);
        self.0.iter().filter(gone).filter_map(|view| seat_of(view.viewer))
    }

    /// When the next seat that has no socket, and no bot either, will have been without one for this long.
    pub(super) fn next_absence(&self, grace: Duration, is_person: impl Fn(Seat) -> bool) -> Option<Instant> {
        let waited_for = |view: &&View| !view.away && seat_of(view.viewer).is_some_and(&is_person);
        let since = self.0.iter().filter(waited_for).filter_map(|view| view.gone_since);
        since.map(|since| since + grace).min()
    }

    /// Adds a frame to the next message of every viewer.
    pub(super) fn put_all(&mut self, frame: &ServerFrame) {
        let mut text = Vec::new();
        write(&mut text, frame);
        for view in self.0.iter_mut().filter(|view| view.is_present()) {
            push_line(&mut view.pending, &text);
        }
    }

    /// Players move: for each seat, the one where its sockets were before. Nothing numbered was sent yet.
    pub(super) fn change_seats(&mut self, order: &[u8]) {
        self.flush();
        let mut before: Vec<Option<View>> = self.0.drain(..).map(Some).collect();
        let places = (0..before.len()).map(|place| order.get(place).map_or(place, |seat| usize::from(*seat)));
        for (place, from) in places.enumerate() {
            let viewer = match order.get(place) {
                Some(_) => Viewer::Seat(Seat(place as u8)),
                None => Viewer::Spectator,
            };
            self.0.extend(before[from].take().map(|view| View { viewer, ..view }));
        }
    }

    /// The sockets of all seats.
    pub(super) fn seated(&self) -> Vec<u64> {
        let seats = self.0.iter().filter(|view| seat_of(view.viewer).is_some());
        seats.flat_map(|view| &view.sockets).map(|socket| socket.id).collect()
    }

    pub(super) fn tell_one(&mut self, id: u64, frame: &ServerFrame) {
        let mut text = Vec::new();
        write(&mut text, frame);
        self.send_to(id, text);
    }

    /// Sends encoded frames to one socket, after what is pending for its viewer.
    pub(super) fn send_to(&mut self, id: u64, frames: Vec<u8>) {
        let Some(view) = self.find(id) else {
            return;
        };
        view.flush();
        let message = Bytes::from(frames);
        view.sockets
            .retain(|socket| socket.id != id || socket.out.try_send(Out::Frames(message.clone())).is_ok());
        view.note_absence();
    }

    /// Sends everything that is pending, one message to each viewer.
    pub(super) fn flush(&mut self) {
        self.0.iter_mut().for_each(View::flush);
    }

    pub(super) fn close(&mut self, end: End) {
        self.flush();
        for socket in self.0.iter_mut().flat_map(|view| view.sockets.drain(..)) {
            let _ = socket.out.try_send(Out::End(end));
        }
    }
}

/// The seat of a viewer; spectators have none.
pub(super) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Log => None,
    }
}

/// Writes a frame on a line of its own.
pub(super) fn write(text: &mut Vec<u8>, frame: &ServerFrame) {
    if !text.is_empty() {
        text.push(b'\n');
    }
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(text, frame);
}

fn push_line(text: &mut Vec<u8>, line: &[u8]) {
    if !text.is_empty() {
        text.push(b'\n');
    }
    text.extend_from_slice(line);
}
