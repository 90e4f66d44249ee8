//! Questions, answers and rulings, folded from their records.

use super::{Coming, Game, GameFault, Invite, SentAway, Status};
use crate::agreement::{How, Outcome, Question, Referee, Request, Ruling, Voice};
use crate::record::Sitter;
use crate::room::{Place, STAND_IN};
use crate::token::SessionHash;

impl Game {
    pub(super) fn take_question(&mut self, by: Voice, what: &Request) {
        self.questions += 1;
        self.question = Some(Question {
            n: self.questions,
            by,
            what: what.clone(),
            agreed: Vec::new(),
        });
    }

    pub(super) fn take_vote(&mut self, by: Voice, agrees: bool) {
        match (&mut self.question, agrees) {
            (Some(question), true) => question.agreed.push(by),
            _ => self.close_question(How::Declined(by)),
        }
    }

    /// Ends the open question, or gives up an agreed ruling that came too late.
    pub(super) fn close_question(&mut self, how: How) {
        if let Some(question) = self.question.take() {
            self.outcome = Some(Outcome { question, how });
        } else if let (Some(_), Some(outcome)) = (self.due.take(), &mut self.outcome) {
            outcome.how = how;
        }
    }

    /// Everybody agreed: rulings are due, everything else is done. Whoever loses a seat was present or not, at this address.
    pub(super) fn take_agreement(&mut self, present: bool, place: Option<u64>) -> Result<(), GameFault> {
        let Some(question) = self.question.take() else {
            return Ok(());
        };
        match &question.what {
            Request::Penalty { penalty, seat } => self.due = Some(self.ruling(&question, false, *penalty, *seat)),
            Request::Undo { penalty, seat } => self.due = Some(self.ruling(&question, true, *penalty, *seat)),
            Request::Free { seat } => self.free(*seat, present, place)?,
            Request::Host { seat } => self.pass_host(&question, *seat)?,
            Request::Referee { name, session } => self.appoint(name, *session),
            Request::Pause => self.rest(),
        }
        let how = How::Agreed;
        self.outcome = Some(Outcome { question, how });
        Ok(())
    }

    /// A referee before the game: whoever was ready to begin without one is asked again.
    pub(super) fn appoint(&mut self, name: &str, session: SessionHash) {
        self.referee = Some(Referee {
            name: name.to_owned(),
            session,
        });
        if self.status() == Status::Open {
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
        }
    }

    pub fn is_referee(&self, session: SessionHash) -> bool {
        let referee = self.referee.as_ref();
        referee.is_some_and(|referee| referee.session == session)
    }

    /// The ruling that the events of play carry out, once they are there.
    pub(super) fn rule(&mut self) {
        if let Some(mut ruling) = self.due.take() {
            (ruling.hand, ruling.at) = (self.start.hands, self.events.len());
            self.rulings.push(ruling);
        }
    }

    /// A break: whoever was ready for the next hand is asked again.
    fn rest(&mut self) {
        self.is_resting = true;
        self.chairs.iter_mut().for_each(|chair| chair.ready = false);
    }

    /// What was asked about a hand does not concern the next one.
    pub(super) fn drop_rulings(&mut self) {
        self.is_resting = false;
        let is_of_hand = |question: &Question| question.what.holds_next_hand();
        if self.due.is_some() || self.question.as_ref().is_some_and(is_of_hand) {
            self.close_question(How::Lapsed);
        }
    }

    pub fn name_of(&self, voice: Voice) -> String {
        let name = match voice {
            Voice::Host => None,
            Voice::Referee => self.referee.as_ref().map(|referee| &referee.name),
            Voice::Seat(seat) => match self.chairs.get(usize::from(seat)).map(|chair| &chair.sitter) {
                Some(Sitter::Person { name, .. }) => Some(name),
                _ => None,
            },
        };
        name.cloned().unwrap_or_default()
    }

    fn ruling(
        &self,
        question: &Question,
        undo: bool,
        penalty: jantaku_wire::event_json::PenaltyWord,
        seat: u8,
    ) -> Ruling {
        Ruling {
            undo,
            penalty,
            seat,
            asked: self.name_of(question.by),
            agreed: question.agreed.iter().map(|&voice| self.name_of(voice)).collect(),
            hand: self.start.hands,
            at: self.events.len(),
        }
    }

    /// Whoever was away may come back to the seat while nobody else has it. Whoever was present was sent away: not before the host
    /// invites them again, and not with invitations of their own.
    fn free(&mut self, seat: u8, present: bool, place: Option<u64>) -> Result<(), GameFault> {
        let is_open = self.status() == Status::Open;
        let since = self.invited;
        let chair = self.chair(seat)?;
        let sitter = match is_open {
            true => Sitter::Open,
            false => Sitter::Bot {
                id: STAND_IN.to_owned(),
            },
        };
        let before = std::mem::replace(&mut chair.sitter, sitter);
        (chair.code, chair.ready, chair.left) = (None, false, false);
        chair.deserted = !is_open;
        let Sitter::Person { name, sessions, friend } = before else {
            return Ok(());
        };
        if present {
            let is_theirs = |invite: &Invite| invite.maker.is_some_and(|maker| sessions.contains(&maker));
            self.invites.retain(|invite| !is_theirs(invite));
            let place = place.map(Place);
            let sent_away = |session| SentAway { session, place, since };
            self.sent_away.extend(sessions.into_iter().map(sent_away));
        } else if let Some(session) = sessions.first().copied() {
            self.freed.push(Coming {
                seat,
                name,
                session,
                friend,
            });
        }
        Ok(())
    }

    /// Who has a say by this voice.
    pub(crate) fn session_of_voice(&self, voice: Voice) -> Option<SessionHash> {
        match voice {
            Voice::Seat(seat) => self.session_of(seat).ok().flatten(),
            Voice::Host => Some(self.host),
            Voice::Referee => self.referee.as_ref().map(|referee| referee.session),
        }
    }

    /// The host's place goes to this player: for good if the owner is among those who want it, otherwise until the owner is back.
    fn pass_host(&mut self, question: &Question, seat: u8) -> Result<(), GameFault> {
        let Some(session) = self.session_of(seat)? else {
            return Ok(());
        };
        let wants = |voice: &Voice| self.session_of_voice(*voice) == Some(self.owner);
        if wants(&question.by) || question.agreed.iter().any(wants) {
            self.owner = session;
        }
        self.host = session;
        Ok(())
    }
}
