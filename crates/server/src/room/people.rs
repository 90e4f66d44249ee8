//! Who comes, sits down, leaves and comes back.

use super::audience::{Listener, Out};
use super::info::{sessions, table_info};
use super::play::turn_frame;
use super::program::STAND_IN;
use super::{Refused, Rematch, Room, RoomInfo, unix_time};
use crate::log;
use crate::record::{Record, Setup, Sitter};
use crate::telling::Telling;
use crate::wire::frame::ServerFrame;
use crate::wire::table::{Status, TableInfo};
use jantaku_formats::log::Hex32;
use jantaku_rules::seat::Seat;
use jantaku_table::seen::Viewer;
use std::sync::PoisonError;
use tokio::time::Instant;

const NOT_SEATED: Refused = Refused::new(403, "not-seated", "you have no seat at this table");
const NOT_HOST: Refused = Refused::new(403, "not-host", "only who opened the table may do this");
const WRONG_CODE: Refused = Refused::new(403, "wrong-code", "the link is not valid, or was used already");
const NO_SEAT: Refused = Refused::new(409, "no-seat", "no seat is open at this table");
const NOT_OVER: Refused = Refused::new(409, "not-over", "the game is not over");
const NOT_NOW: Refused = Refused::new(409, "not-now", "the table is not at this point");

impl Room {
    /// Greets a socket and tells it what it has missed.
    pub(super) async fn connect(&mut self, listener: Listener, since: u32) {
        let limits = self.around.config.limits;
        let seat = listener.session.and_then(|session| self.game.seat_of(session));
        // While seats are open, whoever has the link sees who is there: that is what an invitation is for.
        let may_watch = self.game.setup.spectators || matches!(self.game.status(), Status::Open | Status::Over);
        if seat.is_none() && !may_watch {
            let _ = listener.out.try_send(Out::NO_SUCH_TABLE);
            return;
        }
        if self.audience.len() >= limits.sockets_per_table {
            let _ = listener.out.try_send(Out::TOO_MANY);
            return;
        }
        let (id, host) = (listener.id, listener.session == Some(self.game.setup.host));
        self.audience.add(listener, seat, &limits);
        if let Some(seat) = seat {
            if self.game.chairs[usize::from(seat.0)].left {
                self.keep(Record::Back { seat: seat.0 }).await;
            }
            self.audience.away[usize::from(seat.0)] = false;
        }
        let frames = self.greeting(seat, host, since);
        self.audience.tell_one(id, &frames);
        if seat.is_some() {
            self.players_changed();
        }
    }

    fn greeting(&mut self, seat: Option<Seat>, host: bool, since: u32) -> Vec<ServerFrame> {
        let place = seat.map_or(self.game.chairs.len(), |seat| usize::from(seat.0));
        let since = if since > self.numbers[place] { 0 } else { since };
        let mut frames = vec![ServerFrame::Hello {
            seat: seat.map(|seat| seat.0),
            host,
            next: since + 1,
            table: self.table_info(),
            fair: self.game.fair(self.telling.hands_over()),
        }];
        self.missed(seat, since, &mut frames);
        let now = Instant::now();
        let asks = self.queue.is_empty();
        if let Some(seat) = seat {
            if asks && self.game.table.to_act().contains(&seat) {
                self.clocks.ask(seat, now);
            }
            frames.push(ServerFrame::Prompt(self.prompt(seat, asks)));
        }
        frames.extend(turn_frame(self, &self.telling.table, now));
        frames
    }

    /// The numbered frames after this one, told again from the last hand on, or from the first.
    fn missed(&self, seat: Option<Seat>, since: u32, frames: &mut Vec<ServerFrame>) {
        let place = seat.map_or(self.game.chairs.len(), |seat| usize::from(seat.0));
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let (mark, numbers) = &self.mark;
        let (mut telling, mut n) = match since >= numbers[place] {
            true => (mark.clone(), numbers[place]),
            false => (Telling::new(&self.game.rules), 0),
        };
        let untold = &self.game.events[telling.events..self.telling.events];
        for event in untold {
            let told = telling.tell(event, |hand| self.game.wall(hand));
            let mut some = Vec::new();
            let before = n;
            told.frames(viewer, &self.game.rules, &mut n, &mut some);
            let known = since.saturating_sub(before).min(some.len() as u32);
            frames.extend(some.into_iter().skip(known as usize));
        }
    }

    pub(super) fn disconnect(&mut self, id: u64) {
        if self.audience.remove(id).is_some() {
            self.players_changed();
        }
        if self.audience.is_empty() {
            self.empty_since = Instant::now();
        }
    }

    /// Lets bots play for those who have been gone for long enough.
    pub(super) fn see_absences(&mut self, now: Instant) {
        let gone = self.audience.absent_for(self.around.config.pauses.absence, now);
        let mut changed = false;
        for seat in gone {
            let away = &mut self.audience.away[usize::from(seat.0)];
            if self.game.is_person(seat) && !*away {
                *away = true;
                changed = true;
                self.clocks.stop(seat, now);
            }
        }
        if changed {
            self.players_changed();
        }
    }

    /// A table that waits for players, and whose people have all gone, is closed.
    pub(super) async fn close_if_abandoned(&mut self, now: Instant) -> bool {
        let limit = self.around.config.pauses.abandoned;
        if !self.audience.is_empty() || now < self.empty_since + limit {
            return false;
        }
        self.close().await;
        true
    }

    async fn close(&mut self) {
        self.keep(Record::Closed).await;
        self.players_changed();
        let what = "closed".to_owned();
        self.audience.tell_all(&ServerFrame::Notice { what });
    }

    pub(super) async fn join(&mut self, session: Hex32, name: String, code: Option<Hex32>) -> Result<u8, Refused> {
        if let Some(seat) = self.game.seat_of(session) {
            return Ok(seat.0);
        }
        if let Some(code) = code
            && let Some(seat) = self.game.chairs.iter().position(|chair| chair.code == Some(code))
        {
            let seat = seat as u8;
            self.keep(Record::Moved { seat, session }).await;
            self.players_changed();
            return Ok(seat);
        }
        let invited = code == Some(self.game.setup.invite);
        if !invited && (code.is_some() || !self.game.setup.listed) {
            return Err(WRONG_CODE);
        }
        let open = self.game.chairs.iter().position(|chair| chair.sitter == Sitter::Open);
        let seat = open.filter(|_| self.game.status() == Status::Open).ok_or(NO_SEAT)? as u8;
        self.keep(Record::Sat { seat, name, session }).await;
        self.players_changed();
        Ok(seat)
    }

    /// Bots take the seats that are still open.
    pub(super) async fn fill(&mut self, session: Hex32) -> Result<(), Refused> {
        if session != self.game.setup.host {
            return Err(NOT_HOST);
        }
        if self.game.status() != Status::Open {
            return Err(NOT_NOW);
        }
        for seat in 0..self.game.chairs.len() as u8 {
            if self.game.chairs[usize::from(seat)].sitter == Sitter::Open {
                let bot = STAND_IN.to_owned();
                self.keep(Record::Filled { seat, bot }).await;
            }
        }
        self.players_changed();
        Ok(())
    }

    pub(super) async fn link(&mut self, session: Hex32, code: Hex32) -> Result<(), Refused> {
        let seat = self.game.seat_of(session).ok_or(NOT_SEATED)?.0;
        self.keep(Record::Code { seat, code }).await;
        Ok(())
    }

    pub(super) async fn leave(&mut self, session: Hex32) -> Result<(), Refused> {
        let seat = self.game.seat_of(session).ok_or(NOT_SEATED)?;
        match self.game.status() {
            Status::Open => {
                self.keep(Record::Freed { seat: seat.0 }).await;
                self.audience.unseat(seat);
                if !self.game.seats().any(|seat| self.game.is_person(seat)) {
                    self.close().await;
                }
            }
            Status::Starting | Status::Playing => {
                self.keep(Record::Left { seat: seat.0 }).await;
                self.audience.unseat(seat);
                self.clocks.stop(seat, Instant::now());
            }
            Status::Over | Status::Closed => return Ok(()),
        }
        self.players_changed();
        Ok(())
    }

    pub(super) fn rematch(&self, session: Hex32) -> Result<Rematch, Refused> {
        let seat = self.game.seat_of(session).ok_or(NOT_SEATED)?;
        if self.game.status() != Status::Over {
            return Err(NOT_OVER);
        }
        if let Some(next) = &self.game.next {
            return Ok(Rematch::Is(next.clone(), seat.0));
        }
        let setup = Setup {
            host: session,
            at: unix_time(),
            hash: Hex32(jantaku_table::fair::Bytes32(self.game.rules.hash)),
            seats: self.game.chairs.iter().map(|chair| chair.sitter.clone()).collect(),
            ..self.game.setup.clone()
        };
        Ok(Rematch::Open(Box::new(setup), seat.0))
    }

    pub(super) fn log(&self) -> Result<String, Refused> {
        match self.game.table.is_over() {
            true => Ok(log::written(&self.game)),
            false => Err(NOT_OVER),
        }
    }

    /// Tells everybody who is there, and the lobby.
    pub(super) fn players_changed(&mut self) {
        self.publish();
        let info = self.table_info();
        self.audience.tell_all(&ServerFrame::Players {
            players: info.players,
            status: info.status,
            next: info.next,
        });
    }

    pub(super) fn publish(&mut self) {
        let info = RoomInfo {
            table: self.table_info(),
            sessions: sessions(&self.game),
        };
        *self.info.lock().unwrap_or_else(PoisonError::into_inner) = info;
    }

    fn table_info(&self) -> TableInfo {
        let mut info = table_info(&self.game, &self.audience.present(), &self.audience.away);
        // What has not been told has not happened.
        if info.status == Status::Over && !self.telling.table.is_over() {
            info.status = Status::Playing;
        }
        info
    }
}
