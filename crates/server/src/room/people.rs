//! Sockets that connect, disconnect and return, and what they are told.

use super::info::{Presence, room_info, table_info};
use super::tell::turn_frame;
use super::viewers::{End, Listener, Out, write};
use super::{Place, Refused, Room, Story};
use crate::game::Status;
use crate::log;
use crate::record::{About, Record};
use crate::telling::Telling;
use crate::wire::frame::ServerFrame;
use crate::wire::table::TableInfo;
use jantaku_rules::seat::Seat;
use std::sync::PoisonError;
use tokio::time::Instant;

impl Room {
    /// Lets a socket in; a player who had left is back.
    pub(super) async fn connect(&mut self, listener: Listener, since: u32) {
        let seat = listener.session.and_then(|session| self.game.seat_of(session));
        if let Some(seat) = seat.filter(|seat| self.game.chairs[usize::from(seat.0)].left) {
            if !self.changes[usize::from(seat.0)].take(Instant::now()) {
                let _ = listener.out.try_send(Out::End(End::TooManySockets));
                return;
            }
            let place = None;
            self.keep(Record::Back { seat: seat.0, place }).await;
        }
        if let Some(session) = listener.session {
            if let Some(freed) = self.may_return(session) {
                self.sit(freed, None, listener.place).await;
            }
            self.return_host(session).await;
        }
        self.admit(listener, since);
    }

    /// Greets a socket and tells it what it has missed.
    pub(super) fn admit(&mut self, listener: Listener, since: u32) {
        let limits = self.around.config.limits;
        let seat = listener.session.and_then(|session| self.game.seat_of(session));
        // While seats are open, whoever has the link sees who is there: that is what an invitation is for.
        let is_coming = self
            .game
            .coming
            .iter()
            .any(|coming| Some(coming.session) == listener.session);
        let is_for_all = matches!(self.game.status(), Status::Open | Status::Over);
        let is_referee = listener.session.is_some_and(|session| self.game.is_referee(session));
        let (id, host) = (listener.id, listener.session == Some(self.game.host));
        let may_watch = self.game.setup.spectators || is_for_all || is_coming || is_referee || host;
        if seat.is_none() && !may_watch {
            let _ = listener.out.try_send(Out::End(End::NoSuchTable));
            return;
        }
        let is_public = seat.is_none() && !is_coming && !is_referee && !host;
        if is_public && !self.viewers.may_watch(listener.place, &limits) {
            let _ = listener.out.try_send(Out::End(End::TooManySockets));
            return;
        }
        // Whoever has heard more than this node knows heard it from another, which has the table now. This one will notice in a moment.
        if self.is_shared() && since > self.viewers.of(seat).n {
            let _ = listener.out.try_send(Out::End(End::Restart));
            return;
        }
        if let Some(session) = listener.session.filter(|_| seat.is_some() || is_referee || is_coming) {
            self.saw(session, listener.place);
        }
        self.viewers.add(listener, seat, &limits);
        if let Some(seat) = seat {
            self.viewers.seat_mut(seat).away = false;
        }
        let frames = self.greeting(seat, [host, is_referee], since);
        self.viewers.send_to(id, frames);
        if seat.is_some() {
            self.players_changed();
        } else if is_referee {
            self.tell_agreement();
        }
    }

    pub(super) fn greeting(&mut self, seat: Option<Seat>, [host, referee]: [bool; 2], since: u32) -> Vec<u8> {
        let since = if since > self.viewers.of(seat).n { 0 } else { since };
        let hello = ServerFrame::Hello {
            seat: seat.map(|seat| seat.0),
            host,
            referee,
            next: since + 1,
            table: Box::new(self.table_info()),
            fair: self.fair(),
        };
        let mut text = Vec::new();
        write(&mut text, &hello);
        self.write_missed(seat, since, &mut text);
        let now = Instant::now();
        let asks = self.queue.is_empty() && !self.is_paused;
        if let Some(seat) = seat {
            if asks && self.game.table.to_act().contains(&seat) {
                self.clocks.ask(seat, About::of(&self.game.table), now);
            }
            write(&mut text, &ServerFrame::Prompt(self.prompt(seat, asks)));
        }
        let turn = turn_frame(self, &self.telling.table, now);
        let agreement = ServerFrame::Agreement(self.agreement());
        let done = seat.and_then(|seat| self.done_for(seat));
        let muted = seat.and_then(|seat| self.muted_by(seat));
        let invites = seat.and_then(|seat| self.invites_of(seat));
        let frames = [turn, self.awaited(), Some(agreement), done, muted, invites];
        for frame in frames.iter().flatten() {
            write(&mut text, frame);
        }
        text
    }

    /// Writes the numbered frames after `since`, retold from the start of the hand if that is enough, otherwise from the first hand.
    fn write_missed(&mut self, seat: Option<Seat>, since: u32, text: &mut Vec<u8>) {
        let Room {
            game,
            telling,
            mark,
            viewers,
            ..
        } = self;
        let view = viewers.of(seat);
        let (viewer, n_at_hand) = (view.viewer, view.n_at_hand);
        let retell = |mut from: Telling, mut n: u32, after: u32, text: &mut Vec<u8>| {
            for event in &game.events[from.events..telling.events] {
                let told = from.tell(event, |hand| game.wall(hand));
                let mut number = n;
                told.frames(viewer, &game.rules, &mut n, |frame| {
                    number += 1;
                    if number > after {
                        write(text, frame);
                    }
                });
            }
        };
        match since >= n_at_hand {
            true => retell(mark.clone(), n_at_hand, since, text),
            false => view.write_history(since, text, |all| retell(Telling::new(&game.rules), 0, 0, all)),
        }
    }

    pub(super) fn disconnect(&mut self, id: u64) {
        let was_referee = self.viewers.who(id).and_then(|(_, session)| session);
        let was_referee = was_referee.is_some_and(|session| self.game.is_referee(session));
        if self.viewers.remove(id) {
            self.players_changed();
        } else if was_referee {
            self.tell_agreement();
        }
        if self.viewers.sockets() == 0 {
            self.empty_since = Instant::now();
        }
    }

    /// Lets bots play for players who have been away too long.
    pub(super) async fn see_absences(&mut self, now: Instant) {
        let grace = self.around.config.pauses.absence;
        let gone: Vec<Seat> = self.viewers.absent_for(grace, now).collect();
        let mut changed = false;
        for seat in gone {
            let view = self.viewers.seat_mut(seat);
            if self.game.is_person(seat) && !view.away {
                view.away = true;
                changed = true;
                self.clocks.stop(seat, now);
                self.is_not_ready(seat).await;
            }
        }
        if changed {
            self.players_changed();
        }
    }

    /// Closes an open table that everybody has left.
    pub(super) async fn close_if_abandoned(&mut self, now: Instant) -> bool {
        let limit = self.around.config.pauses.abandoned;
        if self.viewers.sockets() > 0 || now < self.empty_since + limit {
            return false;
        }
        self.close().await;
        true
    }

    pub(super) async fn close(&mut self) {
        self.close_saying("closed").await;
    }

    /// The operator closes the table.
    pub(super) async fn shut(&mut self) -> Result<(), Refused> {
        if matches!(self.game.status(), Status::Over | Status::Closed) {
            return Err(Refused::NotNow);
        }
        self.close_saying("closed-by-operator").await;
        Ok(())
    }

    async fn close_saying(&mut self, what: &str) {
        self.keep(Record::Closed).await;
        self.players_changed();
        let what = what.to_owned();
        self.viewers.put_all(&ServerFrame::Notice { what });
    }

    pub(super) fn log(&self) -> Result<String, Refused> {
        // The log must not give away what players have not been told yet.
        match self.telling.table.is_over() {
            true => Ok(log::written(&self.game, &self.around.signer)),
            false => Err(Refused::NotOver),
        }
    }

    /// What a review of a game that is over needs.
    pub(super) fn story(&self) -> Result<Story, Refused> {
        if !self.telling.table.is_over() {
            return Err(Refused::NotOver);
        }
        Ok(Story::of(&self.game))
    }

    /// Tells everybody, and the lobby, who is there.
    pub(super) fn players_changed(&mut self) {
        self.publish();
        let info = self.table_info();
        self.viewers.put_all(&ServerFrame::Players {
            players: info.players,
            status: info.status,
            host: info.host,
            next: info.next,
            ends: info.ends,
            spectators: info.spectators,
            listed: info.listed,
            late: info.late,
            invited_only: info.invited_only,
            hints: info.hints,
            talk: info.talk,
            left: info.left,
            fills: info.fills,
        });
        self.tell_awaited();
        self.tell_agreement();
    }

    pub(super) fn publish(&mut self) {
        let info = room_info(&self.game, self.table_info());
        *self.info.lock().unwrap_or_else(PoisonError::into_inner) = info;
        if let Some(changed) = &self.around.changed {
            let _ = changed.send(self.game.id.clone());
        }
    }

    fn presence(&self, seat: Seat) -> Presence {
        let view = self.viewers.seat(seat);
        let session = self.game.session_of(seat.0).ok().flatten();
        let places: Vec<Place> = view.places().collect();
        Presence {
            connected: view.is_present(),
            away: view.away,
            shares: session.map_or_else(Vec::new, |session| self.shared_by(session, &places)),
        }
    }

    fn table_info(&self) -> TableInfo {
        let mut info = table_info(&self.game, |seat| self.presence(seat));
        // What has not been told has not happened.
        if info.status == Status::Over && !self.telling.table.is_over() {
            info.status = Status::Playing;
            info.left.clear();
        }
        info
    }
}
