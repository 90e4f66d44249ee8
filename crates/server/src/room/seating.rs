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
            return joined(self.move_seat(seat as u8, session, place).await, false);
        }
        let invite = self
            .game
            .invites
            .iter()
            .find(|invite| Some(invite.code) == code)
            .copied();
        if let Some(freed) = self.may_return(session).filter(|_| code.is_none()) {
            let seat = freed.seat;
            return joined(seat, self.sit(freed, None, place).await);
        }
        if self.is_sent_away(session, place, invite.as_ref()) {
            return Err(Refused::SentAway);
        }
        if invite.is_none() && (code.is_some() || !self.game.setup.listed) {
            return Err(Refused::WrongCode);
        }
        // Nor does a stranger decide who is invited who sat down before the host limited that.
        if self.game.setup.invited_only && !invite.is_some_and(|invite| invite.is_trusted() || invite.maker.is_none()) {
            return Err(Refused::InvitedOnly);
        }
        if invite.is_some_and(|invite| invite.referee) {
            let joined = self.join_as_referee(session, name, code).await?;
            self.saw(session, place);
            return Ok(joined);
        }
        let seat = self.free_seat(invite.map(|invite| invite.seat))?;
        if invite.is_none() && !self.comers.take(place, Instant::now()) {
            return Err(Refused::TooOften);
        }
        let redeemed = invite.map(|Invite { code, .. }| Record::Redeemed { code });
        let friend = session == self.game.owner || invite.is_some_and(|invite| invite.friend);
        let coming = Coming {
            seat,
            name,
            session,
            friend,
        };
        joined(seat, self.sit(coming, redeemed, place).await)
    }

    /// Somebody sits down, or in a hand waits until it is over; whether they wait. An invitation is used up by it, not before.
    pub(super) async fn sit(&mut self, coming: Coming, redeemed: Option<Record>, place: Place) -> bool {
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
        let seen = self.seen_in(seat, session, place).filter(|_| !waits);
        self.keep_all(redeemed.into_iter().chain([record]).chain(seen)).await;
        self.saw(session, place);
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

    /// Was this person sent away, and not invited by the host since? Nobody else comes from where they were seen either: a new cookie
    /// makes nobody welcome.
    fn is_sent_away(&self, session: SessionHash, place: Place, invite: Option<&Invite>) -> bool {
        let mark = self.mark_of(place);
        self.game.sent_away.iter().any(|sent| {
            let was_there = sent.place == Some(place) || self.game.addresses.has(sent.session, mark);
            let is_invited = invite.is_some_and(|invite| invite.of_host && invite.n > sent.since);
            (sent.session == session || was_there) && !is_invited
        })
    }

    /// A seat that somebody may take: an open one, or with an invitation its seat, also if a bot has it. `invited` is the seat of
    /// the invitation; invitations of earlier versions have none.
    pub(super) fn free_seat(&self, invited: Option<Option<u8>>) -> Result<u8, Refused> {
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
    async fn move_seat(&mut self, seat: u8, session: SessionHash, place: Place) -> u8 {
        let seen = self.seen_in(seat, session, place);
        self.keep_all([Record::Moved { seat, session }].into_iter().chain(seen))
            .await;
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
        self.seat_bots(level).await;
        match own {
            _ if is_ready => {}
            Some(seat) => self.keep(Record::Ready { seat: seat.0 }).await,
            None => self.keep(Record::HostReady).await,
        }
        self.players_changed();
        Ok(())
    }

    pub(super) async fn link(&mut self, session: SessionHash, code: CodeHash) -> Result<(), Refused> {
        let seat = self.game.seat_of(session).ok_or(Refused::NotSeated)?.0;
        self.may_change(session)?;
        self.keep(Record::Code { seat, code }).await;
        Ok(())
    }

    pub(super) async fn leave(&mut self, session: SessionHash) -> Result<(), Refused> {
        if self.game.is_referee(session) {
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
            wait: None,
            ..self.game.setup.clone()
        };
        Ok(Rematch::Open(Box::new(setup), seat.0, Arc::clone(&self.game.rules)))
    }
}
