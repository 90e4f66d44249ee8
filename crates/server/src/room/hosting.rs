//! The host: what only the host may do, and to whom the place passes.
//!
//! While the owner is away an invited friend is host; a stranger only if the host, the owner or a friend agrees, or the owner has given
//! up the seat (`agreeing`). The owner comes back as host, and only the owner closes the table, as long as there is one.

use super::{Place, Refused, Room};
use crate::game::Status;
use crate::record::{Record, Setup, Sitter};
use crate::token::SessionHash;
use crate::wire::lobby::TableSettings;
use jantaku_rules::seat::Seat;

impl Room {
    pub(super) async fn change_settings(
        &mut self,
        session: SessionHash,
        settings: TableSettings,
        place: Place,
    ) -> Result<(), Refused> {
        if session != self.game.host {
            return Err(Refused::NotHost);
        }
        if matches!(self.game.status(), Status::Over | Status::Closed) {
            return Err(Refused::NotNow);
        }
        self.may_change(session)?;
        let listed = (settings.listed == Some(true)).then_some(Record::Listed { place: Some(place.0) });
        self.keep_all([Record::Settings(settings)].into_iter().chain(listed))
            .await;
        if settings.spectators == Some(false) && self.game.status() != Status::Open {
            let referee = self.game.referee.as_ref().map(|referee| referee.session);
            let stay: Vec<SessionHash> = referee.into_iter().chain([self.game.host]).collect();
            self.viewers.refuse_watchers(&stay);
        }
        self.players_changed();
        Ok(())
    }

    /// The owner closes the table, or the host of one whose owner is gone: before the game, or if nobody else plays.
    pub(super) async fn close_for(&mut self, session: SessionHash) -> Result<(), Refused> {
        let closes = match self.has_owner_left() {
            true => self.game.host,
            false => self.game.owner,
        };
        if session != closes {
            return Err(Refused::NotOwner);
        }
        let plays = |seat: &Seat| self.game.is_person(*seat) && !self.game.chairs[usize::from(seat.0)].left;
        let others = self
            .game
            .seats()
            .filter(|seat| Some(*seat) != self.game.seat_of(session));
        match self.game.status() {
            Status::Open | Status::Starting => {}
            Status::Playing if others.filter(plays).count() == 0 => {}
            Status::Playing | Status::Over | Status::Closed => return Err(Refused::NotNow),
        }
        self.close().await;
        Ok(())
    }

    /// A host who is away while others wait must not keep them from starting. Has the place been passed on?
    pub(super) async fn pass_host(&mut self) -> bool {
        let away = |seat: &Seat| self.viewers.seat(*seat).away;
        let Some(host) = self.game.seat_of(self.game.host).filter(away) else {
            return false;
        };
        let Some(next) = self.next_host(host) else {
            return false;
        };
        self.keep(Record::Host { seat: next.0 }).await;
        self.players_changed();
        true
    }

    /// Who is host after this player: a friend who is there.
    pub(super) fn next_host(&self, seat: Seat) -> Option<Seat> {
        let is_next =
            |&other: &Seat| other != seat && self.game.is_friend(other) && self.viewers.seat(other).is_present();
        self.game.seats().find(is_next)
    }

    /// The owner is back, and host again; one who gave up the seat only by taking one.
    pub(super) async fn return_host(&mut self, session: SessionHash) {
        let game = &self.game;
        let is_back = game.seat_of(session).is_some() || self.owner_watches();
        let is_over = matches!(game.status(), Status::Over | Status::Closed);
        if session == game.owner && game.host != session && is_back && !is_over {
            self.keep(Record::Owner).await;
            self.players_changed();
        }
    }

    /// Has the owner given up the seat? Whoever is only away has not.
    pub(super) fn has_owner_left(&self) -> bool {
        match self.game.seat_of(self.game.owner) {
            Some(seat) => self.game.chairs[usize::from(seat.0)].left,
            None => !self.owner_watches(),
        }
    }

    /// Is the host there without a seat?
    pub(super) fn host_watches(&self) -> bool {
        let host = self.game.host;
        self.game.seat_of(host).is_none() && self.viewers.places_of(host).next().is_some()
    }

    /// Did the owner open the table without taking a seat?
    fn owner_watches(&self) -> bool {
        let Setup { host, seats, .. } = &self.game.setup;
        let has = |sitter: &Sitter| matches!(sitter, Sitter::Person { sessions, .. } if sessions.contains(host));
        self.game.owner == *host && *host != SessionHash::NOBODY && !seats.iter().any(has)
    }
}
