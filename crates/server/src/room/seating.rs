//! Seats: who takes one, moves it to another device, leaves it, fills the others, and plays again.

use super::viewers::End;
use super::{Place, Refused, Rematch, Room, unix_time};
use crate::game::{Coming, Invite, Status};
use crate::names;
use crate::record::{Record, Setup, Sitter};
use crate::token::{CodeHash, SessionHash};
use crate::wire::lobby::Joined;
use jantaku_rules::seat::Seat;
use std::sync::Arc;
use tokio::time::Instant;

/// Invitations that one table makes; each is stored.
const MOST_INVITES: usize = 64;

impl Room {
    pub(super) async fn join(
        &mut self,
        session: SessionHash,
        name: String,
        code: Option<CodeHash>,
        place: Place,
    ) -> Result<Joined, Refused> {
        let joined = |seat: u8, waits: bool| {
            Ok(Joined {
                seat: Some(seat),
                waits,
            })
        };
        if let Some(seat) = self.game.seat_of(session) {
            return joined(seat.0, false);
        }
        if let Some(coming) = self.game.coming.iter().find(|coming| coming.session == session) {
            return joined(coming.seat, true);
        }
        if let Some(code) = code
            && let Some(seat) = self.game.chairs.iter().position(|chair| chair.code == Some(code))
        {
            return joined(self.move_seat(seat as u8, session).await, false);
        }
        let invite = self
            .game
            .invites
            .iter()
            .find(|invite| Some(invite.code) == code)
            .copied();
        if let Some(freed) = self.may_return(session).filter(|_| code.is_none()) {
            let seat = freed.seat;
            return joined(seat, self.sit(freed, None).await);
        }
        if self.is_sent_away(session, place, invite.as_ref()) {
            return Err(Refused::SentAway);
        }
        if invite.is_none() && (code.is_some() || !self.game.setup.listed) {
            return Err(Refused::WrongCode);
        }
        if invite.is_none() && self.game.setup.invited_only {
            return Err(Refused::InvitedOnly);
        }
        if invite.is_some_and(|invite| invite.referee) {
            return self.join_as_referee(session, name, code).await;
        }
        let seat = self.free_seat(invite.map(|invite| invite.seat))?;
        let redeemed = invite.map(|Invite { code, .. }| Record::Redeemed { code });
        let friend = session == self.game.owner || invite.is_some_and(|invite| invite.friend);
        let coming = Coming {
            seat,
            name,
            session,
            friend,
        };
        joined(seat, self.sit(coming, redeemed).await)
    }

    /// Somebody sits down, or in a hand waits until it is over; whether they wait. An invitation is used up by it, not before.
    pub(super) async fn sit(&mut self, coming: Coming, redeemed: Option<Record>) -> bool {
        let Coming {
            seat,
            name,
            session,
            friend,
        } = coming;
        let name = names::distinct(&name, self.game.names());
        let waits = self.is_in_a_hand();
        if !waits {
            self.hear_newcomer(seat, session);
        }
        let record = match waits {
            true => Record::Coming {
                seat,
                name,
                session,
                friend,
            },
            false => Record::Sat {
                seat,
                name,
                session,
                friend,
            },
        };
        self.keep_all(redeemed.into_iter().chain([record])).await;
        self.return_host(session).await;
        self.players_changed();
        waits
    }

    /// Somebody whose seat was freed in their absence, while nobody else has it.
    pub(super) fn may_return(&self, session: SessionHash) -> Option<Coming> {
        let freed = self.game.freed.iter().find(|freed| freed.session == session)?;
        let is_taken = self.game.coming.iter().any(|coming| coming.seat == freed.seat);
        let is_on = !matches!(self.game.status(), Status::Over | Status::Closed);
        (is_on && !is_taken && !self.game.is_person(Seat(freed.seat))).then(|| freed.clone())
    }

    /// Was this person sent away, and not invited by the host since? Without an invitation, nobody else comes from there either:
    /// a new cookie makes nobody welcome.
    fn is_sent_away(&self, session: SessionHash, place: Place, invite: Option<&Invite>) -> bool {
        self.game.sent_away.iter().any(|sent| match invite {
            Some(invite) => sent.session == session && !(invite.of_host && invite.n > sent.since),
            None => sent.session == session || sent.place == Some(place),
        })
    }

    /// A seat that somebody may take: an open one, or with an invitation its seat, also if a bot has it. `invited` is the seat of
    /// the invitation; invitations of earlier versions have none.
    fn free_seat(&self, invited: Option<Option<u8>>) -> Result<u8, Refused> {
        let is_on = match self.game.status() {
            Status::Open => false,
            Status::Starting | Status::Playing => true,
            Status::Over | Status::Closed => return Err(Refused::NoSeat),
        };
        if is_on && invited.is_some() && !self.game.setup.late {
            return Err(Refused::NoLateJoining);
        }
        let fits = |seat: &u8| match self.game.chairs[usize::from(*seat)].sitter {
            Sitter::Open => true,
            Sitter::Bot { .. } => invited.is_some() && !self.game.coming.iter().any(|coming| coming.seat == *seat),
            Sitter::Person { .. } => false,
        };
        let mut seats = 0..self.game.chairs.len() as u8;
        let found = match invited.flatten() {
            Some(seat) => Some(seat).filter(fits),
            None => seats.find(fits),
        };
        found.ok_or(Refused::NoSeat)
    }

    /// Is a hand being played, or may the last one still go on? Nobody may look into the hand of the seat that they take.
    fn is_in_a_hand(&self) -> bool {
        self.game.start.hands > 0 && !self.is_hand_closed()
    }

    /// Seats those who were waiting for the hand to end.
    pub(super) async fn seat_the_coming(&mut self) {
        while let Some(coming) = self.game.coming.first().cloned() {
            let Coming {
                seat,
                name,
                session,
                friend,
            } = coming;
            self.hear_newcomer(seat, session);
            self.keep(Record::Sat {
                seat,
                name,
                session,
                friend,
            })
            .await;
            self.viewers.seat_watcher(session);
            self.players_changed();
        }
    }

    /// The seat goes to another device; the one before has it no more.
    async fn move_seat(&mut self, seat: u8, session: SessionHash) -> u8 {
        self.keep(Record::Moved { seat, session }).await;
        self.viewers.unseat(Seat(seat), End::Moved);
        self.players_changed();
        seat
    }

    /// The host wants to begin: bots take the seats that are still open. Others who sit there must be ready too.
    pub(super) async fn fill(&mut self, session: SessionHash, level: &str) -> Result<(), Refused> {
        if session != self.game.host {
            return Err(Refused::NotHost);
        }
        if self.game.status() != Status::Open {
            return Err(Refused::NotNow);
        }
        let own = self.game.seat_of(session);
        let is_ready = own.map_or(self.game.host_ready, |seat| self.game.chairs[usize::from(seat.0)].ready);
        if let Some(seat) = own.filter(|_| !is_ready)
            && !self.changes[usize::from(seat.0)].take(Instant::now())
        {
            return Err(Refused::TooOften);
        }
        for seat in 0..self.game.chairs.len() as u8 {
            if self.game.chairs[usize::from(seat)].sitter == Sitter::Open {
                let bot = level.to_owned();
                self.keep(Record::Filled { seat, bot }).await;
            }
        }
        match own {
            _ if is_ready => {}
            Some(seat) => self.keep(Record::Ready { seat: seat.0 }).await,
            None => self.keep(Record::HostReady).await,
        }
        self.players_changed();
        Ok(())
    }

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
        self.may_invite()?;
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

    pub(super) fn may_invite(&self) -> Result<(), Refused> {
        match self.game.invites.len() < MOST_INVITES {
            true => Ok(()),
            false => Err(Refused::TooManyInvites),
        }
    }

    pub(super) async fn link(&mut self, session: SessionHash, code: CodeHash) -> Result<(), Refused> {
        let seat = self.game.seat_of(session).ok_or(Refused::NotSeated)?.0;
        self.keep(Record::Code { seat, code }).await;
        Ok(())
    }

    pub(super) async fn leave(&mut self, session: SessionHash) -> Result<(), Refused> {
        if self.is_referee(session) {
            self.keep(Record::NoReferee).await;
            self.viewers.seat_watcher(session);
            self.tell_agreement();
            return Ok(());
        }
        self.leave_seat(session).await
    }

    pub(super) async fn leave_seat(&mut self, session: SessionHash) -> Result<(), Refused> {
        let seat = self.game.seat_of(session).ok_or(Refused::NotSeated)?;
        match self.game.status() {
            Status::Open => {
                self.keep(Record::Freed { seat: seat.0 }).await;
                self.viewers.unseat(seat, End::Left);
                let is_last = !self.game.seats().any(|seat| self.game.is_person(seat));
                match self.next_host(seat) {
                    _ if is_last => self.close().await,
                    Some(next) if session == self.game.host => self.keep(Record::Host { seat: next.0 }).await,
                    _ => {}
                }
            }
            Status::Starting | Status::Playing => {
                self.keep(Record::Left { seat: seat.0 }).await;
                self.viewers.unseat(seat, End::Left);
                self.clocks.stop(seat, Instant::now());
            }
            Status::Over | Status::Closed => return Ok(()),
        }
        self.players_changed();
        Ok(())
    }

    pub(super) fn rematch(&self, session: SessionHash) -> Result<Rematch, Refused> {
        let seat = self.game.seat_of(session).ok_or(Refused::NotSeated)?;
        if self.game.status() != Status::Over || !self.telling.table.is_over() {
            return Err(Refused::NotOver);
        }
        if let Some(next) = &self.game.next {
            return Ok(Rematch::Is(next.clone(), seat.0));
        }
        // The same owner, if still there.
        let owner = self.game.seat_of(self.game.owner);
        let stays = |seat: Seat| !self.game.chairs[usize::from(seat.0)].left;
        let setup = Setup {
            host: if owner.is_some_and(stays) {
                self.game.owner
            } else {
                session
            },
            at: unix_time(),
            seats: self.game.chairs.iter().map(|chair| chair.sitter.clone()).collect(),
            ..self.game.setup.clone()
        };
        Ok(Rematch::Open(Box::new(setup), seat.0, Arc::clone(&self.game.rules)))
    }
}
