//! What a session has at a table: a seat, the places of host, owner and referee, and what it waits for.

use super::{Coming, Game, Status};
use crate::agreement::{How, Referee, Request};
use crate::record::Sitter;
use crate::token::SessionHash;

impl Game {
    /// Everybody who has something here beside a seat: the host, the owner, the referee, and those who wait for a seat or may come
    /// back to theirs.
    pub(crate) fn officials(&self) -> Vec<SessionHash> {
        let mut all = vec![self.host];
        let referee = self.referee.iter().map(|referee| referee.session);
        let waiting = self.coming.iter().chain(&self.freed).map(|coming| coming.session);
        for session in referee.chain([self.owner]).chain(waiting) {
            if !all.contains(&session) && session != SessionHash::NOBODY {
                all.push(session);
            }
        }
        all
    }

    /// Has this session anything here, or was it sent away?
    pub(crate) fn knows(&self, session: SessionHash) -> bool {
        self.seat_of(session).is_some()
            || self.officials().contains(&session)
            || self.asks_for_referee(session)
            || self.sent_away.iter().any(|sent| sent.session == session)
    }

    /// Has it a seat and nothing that does not go with the seat?
    pub(crate) fn has_only_a_seat(&self, session: SessionHash) -> bool {
        let has_more = self.referee.as_ref().is_some_and(|referee| referee.session == session)
            || self.asks_for_referee(session)
            || [&self.coming, &self.freed]
                .into_iter()
                .flatten()
                .any(|coming| coming.session == session);
        self.seat_of(session).is_some() && !has_more
    }

    /// Is the table asked to take this person as referee?
    pub(crate) fn asks_for_referee(&self, session: SessionHash) -> bool {
        let what = self.question.as_ref().map(|question| &question.what);
        matches!(what, Some(Request::Referee { session: asked, .. }) if *asked == session)
    }

    /// All that one session has goes to another. Nobody gets a second seat, and no player is referee.
    pub(super) fn hand_over(&mut self, from: SessionHash, to: SessionHash) {
        let is_seated = self.seat_of(to).is_some();
        for chair in self.chairs.iter_mut().filter(|_| !is_seated) {
            if let Sitter::Person { sessions, .. } = &mut chair.sitter
                && sessions.contains(&from)
            {
                *sessions = vec![to];
                chair.code = None;
            }
        }
        for place in [&mut self.host, &mut self.owner] {
            if *place == from {
                *place = to;
            }
        }
        let is_seated = self.seat_of(to).is_some();
        for coming in self.coming.iter_mut().chain(&mut self.freed) {
            if coming.session == from {
                coming.session = to;
            }
        }
        if is_seated {
            let is_other = |coming: &Coming| coming.session != to;
            self.coming.retain(is_other);
            self.freed.retain(is_other);
        }
        for sent in self.sent_away.iter_mut().filter(|sent| sent.session == from) {
            sent.session = to;
        }
        if let Some(referee) = self.referee.as_mut().filter(|referee| referee.session == from) {
            referee.session = to;
        }
        let plays = |referee: &Referee| referee.session == to && is_seated;
        self.referee = self.referee.take().filter(|referee| !plays(referee));
        let what = self.question.as_mut().map(|question| &mut question.what);
        if let Some(Request::Referee { session, .. }) = what
            && *session == from
        {
            *session = to;
        }
        self.inherit(from, to);
    }

    /// Whatever else is known of one session here holds for another, which plays for the same person from now on.
    pub(super) fn inherit(&mut self, before: SessionHash, now: SessionHash) {
        self.addresses.inherit(before, now);
        for invite in self.invites.iter_mut().filter(|invite| invite.maker == Some(before)) {
            invite.maker = Some(now);
        }
    }

    /// Somebody waits for nothing here any more. What else they had was given up before, each by its own record.
    pub(super) fn give_up(&mut self, session: SessionHash) {
        let is_other = |coming: &Coming| coming.session != session;
        self.coming.retain(is_other);
        self.freed.retain(is_other);
        if self.asks_for_referee(session) {
            self.close_question(How::Lapsed);
        }
    }

    /// Has nobody sat down at this table, which is still open?
    pub(crate) fn is_deserted(&self) -> bool {
        self.status() == Status::Open && !self.seats().any(|seat| self.is_person(seat))
    }
}
