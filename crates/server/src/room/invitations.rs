//! Invitations: who makes them, how many, and who withdraws them.

use super::{Refused, Room};
use crate::game::{Invite, Status};
use crate::record::Record;
use crate::token::{CodeHash, SessionHash};
use crate::wire::frame::ServerFrame;
use jantaku_rules::seat::Seat;
use tokio::time::Instant;

/// Unused invitations of one person, of all but the host, and of the host. Whatever others do, the host can invite.
const OF_ONE: usize = 8;
const OF_OTHERS: usize = 40;
const OF_HOST: usize = 24;

impl Room {
    /// A player, or the host who watches, invites somebody.
    pub(super) async fn invite(
        &mut self,
        session: SessionHash,
        code: CodeHash,
        seat: Option<u8>,
    ) -> Result<u8, Refused> {
        if self.game.seat_of(session).is_none() && session != self.game.host {
            return Err(Refused::NotSeated);
        }
        if matches!(self.game.status(), Status::Over | Status::Closed) {
            return Err(Refused::NotNow);
        }
        let is_friend = |seat| self.game.is_friend(seat);
        let friend = session == self.game.owner || self.game.seat_of(session).is_some_and(is_friend);
        // A stranger who sat down before must not decide who is invited.
        if self.game.setup.invited_only && !friend && session != self.game.host {
            return Err(Refused::NotHost);
        }
        self.may_invite(session)?;
        let seat = match seat {
            Some(seat) if usize::from(seat) < self.game.chairs.len() => self.free_seat(Some(Some(seat)))?,
            Some(_) => return Err(Refused::NoSeat),
            None => {
                let has_none = |seat: &u8| !self.game.invites.iter().any(|invite| invite.seat == Some(*seat));
                let free = |seat: &u8| self.free_seat(Some(Some(*seat))).is_ok();
                let mut seats = 0..self.game.chairs.len() as u8;
                let next = seats.find(|seat| free(seat) && has_none(seat));
                next.map_or_else(|| self.free_seat(Some(None)), Ok)?
            }
        };
        self.may_change(session)?;
        self.keep(Record::Invited {
            code,
            seat: Some(seat),
            friend,
            referee: false,
            by: self.game.seat_of(session).map(|seat| seat.0),
        })
        .await;
        Ok(seat)
    }

    /// The host invites somebody who decides on penalties and does not play.
    pub(super) async fn invite_referee(&mut self, session: SessionHash, code: CodeHash) -> Result<(), Refused> {
        if session != self.game.host {
            return Err(Refused::NotHost);
        }
        let is_over = matches!(self.game.status(), Status::Over | Status::Closed);
        if is_over || self.game.referee.is_some() {
            return Err(Refused::NotNow);
        }
        self.may_invite(session)?;
        self.may_change(session)?;
        self.keep(Record::Invited {
            code,
            seat: None,
            friend: false,
            referee: true,
            by: self.game.seat_of(session).map(|seat| seat.0),
        })
        .await;
        Ok(())
    }

    /// Withdraws this invitation of one's own, or all of them; the host withdraws those of others too. How many there were.
    pub(super) async fn uninvite(&mut self, session: SessionHash, code: Option<CodeHash>) -> Result<u32, Refused> {
        let is_host = session == self.game.host;
        if !is_host && self.game.seat_of(session).is_none() {
            return Err(Refused::NotSeated);
        }
        let is_meant = |invite: &&Invite| {
            (is_host || invite.maker == Some(session)) && code.is_none_or(|code| invite.code == code)
        };
        let meant: Vec<&Invite> = self.game.invites.iter().filter(is_meant).collect();
        let makers: Vec<SessionHash> = meant.iter().filter_map(|invite| invite.maker).collect();
        let records = meant.iter().map(|invite| Record::Redeemed { code: invite.code });
        let records: Vec<Record> = records.collect();
        let withdrawn = records.len() as u32;
        match (withdrawn, code) {
            (0, Some(_)) => return Err(Refused::WrongCode),
            (0, None) => {}
            _ => {
                self.keep_all(records).await;
                self.tell_invites(&makers);
            }
        }
        Ok(withdrawn)
    }

    /// The invitations of whoever has this seat that can still be used; none when the table is over.
    pub(super) fn invites_of(&self, seat: Seat) -> Option<ServerFrame> {
        let session = self.game.session_of(seat.0).ok().flatten();
        if session.is_none() || matches!(self.game.status(), Status::Over | Status::Closed) {
            return None;
        }
        let own = self.game.invites.iter().filter(|invite| invite.maker == session);
        let live = own.map(|invite| invite.code).collect();
        Some(ServerFrame::Invites { live })
    }

    /// Tells these players which of their links are left, on all pages that show them.
    fn tell_invites(&mut self, makers: &[SessionHash]) {
        for seat in self.game.seats() {
            let session = self.game.session_of(seat.0).ok().flatten();
            if session.is_some_and(|session| makers.contains(&session))
                && let Some(frame) = self.invites_of(seat)
            {
                self.viewers.seat_mut(seat).put(&frame);
            }
        }
    }

    /// Has this person, and everybody but the host, invitations left?
    fn may_invite(&self, session: SessionHash) -> Result<(), Refused> {
        let made =
            |is_meant: &dyn Fn(&Invite) -> bool| self.game.invites.iter().filter(|invite| is_meant(invite)).count();
        let own = made(&|invite| invite.maker == Some(session));
        let may = match session == self.game.host {
            true => own < OF_HOST,
            false => own < OF_ONE && made(&|invite| !invite.of_host) < OF_OTHERS,
        };
        match may {
            true => Ok(()),
            false => Err(Refused::TooManyInvites),
        }
    }

    /// Takes one of the changes that a player, or a host without a seat, may store.
    pub(super) fn may_change(&mut self, session: SessionHash) -> Result<(), Refused> {
        let place = self
            .game
            .seat_of(session)
            .map_or(self.game.chairs.len(), |seat| usize::from(seat.0));
        match self.doors[place].take(Instant::now()) {
            true => Ok(()),
            false => Err(Refused::TooOften),
        }
    }
}
