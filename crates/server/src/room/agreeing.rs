//! What people ask each other to agree to: penalties, undoing them, freeing a seat, passing on the host's place, a referee, a break.
//!
//! Everybody else who is there must agree, also the player concerned; a referee alone decides on penalties. One question is open at a
//! time, and it lapses. Neither questions nor answers depend on what anybody holds.

use super::act::refusal;
use super::{Refused, Room};
use crate::agreement::{Question, Request, Ruling, Voice};
use crate::game::Status;
use crate::names;
use crate::record::Record;
use crate::token::{CodeHash, SessionHash};
use crate::wire::agreement::{AgreementJson, QuestionJson, RefereeInfo, RequestJson, RulingOn};
use crate::wire::frame::ServerFrame;
use crate::wire::lobby::Joined;
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use jantaku_table::action::Refusal;
use jantaku_table::{Event, Penalty, Table};
use tokio::time::Instant;

impl Room {
    /// Somebody at the table asks the others.
    pub(super) async fn ask_table(
        &mut self,
        session: Option<SessionHash>,
        what: RequestJson,
    ) -> Result<(), RefusalJson> {
        let voices = self.voices_of(session)?;
        let what = what
            .request()
            .ok_or_else(|| refusal(WhyWord::BadFrame, "a referee comes with an invitation"))?;
        // A host who is also the referee is asked to say what as which.
        let by = if what.is_ruling() {
            voices.first()
        } else {
            voices.last()
        };
        let by = *by.ok_or_else(only_watches)?;
        if self.game.question.is_some() || self.game.due.is_some() {
            return Err(not_now("another question is open"));
        }
        if Instant::now() < self.may_ask_at[self.place_of(by)] {
            return Err(too_soon("wait a little before you ask again"));
        }
        self.is_askable(by, &what)?;
        if self.around.store.size(&self.game.id) >= self.around.config.limits.disk_per_table {
            return Err(not_now("this table has stored as much as it may; only play goes on"));
        }
        let place = self.place_of(by);
        if !self.asks[place].take(Instant::now()) {
            return Err(too_soon("wait a little before you ask again"));
        }
        self.open_question(None, by, what).await;
        Ok(())
    }

    /// Somebody answers the open question, or takes back their own.
    pub(super) async fn vote(&mut self, session: Option<SessionHash>, n: u32, agrees: bool) -> Result<(), RefusalJson> {
        let voices = self.voices_of(session)?;
        let question = self.game.question.as_ref().filter(|question| question.n == n);
        let question = question.ok_or_else(|| refusal(WhyWord::Stale, "the answer is to an earlier question"))?;
        let awaited = self.awaited_by(question);
        let answers = |voice: &Voice| awaited.contains(voice) || question.by == *voice && !agrees;
        let by = voices.into_iter().find(answers);
        let by = by.ok_or_else(|| not_now("your answer is not awaited"))?;
        if !agrees {
            self.rest(question.by);
        }
        self.keep(Record::Voted { by, agrees }).await;
        self.conclude().await;
        Ok(())
    }

    /// Ends a question whose time is up, and notices that nobody's answer is missing any more.
    pub(super) async fn see_question(&mut self, now: Instant) {
        let Some(question) = &self.game.question else {
            self.question_until = None;
            return;
        };
        let is_over = match self.game.status() {
            Status::Over => self.telling.table.is_over(),
            status => status == Status::Closed,
        };
        let limit = now + self.around.config.pauses.question;
        if is_over || now >= *self.question_until.get_or_insert(limit) {
            self.rest(question.by);
            self.keep(Record::Lapsed).await;
            self.tell_agreement();
        } else if self.awaited_by(question).is_empty() {
            self.conclude().await;
        }
    }

    /// Does the next hand wait for an answer: whether the last one stands, or whether there is a break? Once everybody is ready for the
    /// next hand, whoever asked for the break included, nobody wants one.
    pub(super) fn holds_next_hand(&self, are_ready: bool) -> bool {
        let asked = self.game.question.as_ref().map(|question| &question.what);
        let is_dropped = are_ready && asked == Some(&Request::Pause);
        self.game.due.is_some() || !is_dropped && asked.is_some_and(Request::holds_next_hand)
    }

    /// Carries out a ruling that is agreed. If the hand has gone on without it, it lapses.
    pub(super) async fn carry_out(&mut self) {
        let Some(ruling) = self.game.due.clone() else {
            return;
        };
        match self.judge(|table, events| rule(table, &ruling, events)) {
            Ok(decided) => {
                let Ruling {
                    penalty, seat, undo, ..
                } = ruling;
                tracing::info!(table = %self.game.id, ?penalty, seat, undo, "a ruling is carried out");
                self.happen(decided).await;
            }
            Err(_) => self.keep(Record::Lapsed).await,
        }
        self.tell_agreement();
    }

    /// Somebody comes to be referee. In a running game the players must agree.
    pub(super) async fn join_as_referee(
        &mut self,
        session: SessionHash,
        name: String,
        code: Option<CodeHash>,
    ) -> Result<Joined, Refused> {
        if self.game.referee.is_some() {
            return Err(Refused::HasReferee);
        }
        let waits = match self.game.status() {
            Status::Open => false,
            Status::Playing if self.game.question.is_none() && self.game.due.is_none() => true,
            _ => return Err(Refused::NotNow),
        };
        let redeemed = code.map(|code| Record::Redeemed { code });
        let name = names::distinct(&name, self.game.names());
        match waits {
            true => {
                self.open_question(redeemed, Voice::Referee, Request::Referee { name, session })
                    .await;
            }
            false => {
                let place = None;
                let referee = Record::Referee { name, session, place };
                self.keep_all(redeemed.into_iter().chain([referee])).await;
                self.viewers.seat_watcher(session);
                self.players_changed();
            }
        }
        Ok(Joined { seat: None, waits })
    }

    /// The player is ready for the game.
    pub(super) async fn is_ready(&mut self, seat: Seat) -> Result<(), RefusalJson> {
        if self.game.status() == Status::Open && !self.game.chairs[usize::from(seat.0)].ready {
            if !self.changes[usize::from(seat.0)].take(Instant::now()) {
                return Err(too_soon("you have changed your mind often; wait a little"));
            }
            self.keep(Record::Ready { seat: seat.0 }).await;
            self.players_changed();
        }
        Ok(())
    }

    /// The player is not ready after all, or gone.
    pub(super) async fn is_not_ready(&mut self, seat: Seat) {
        if self.game.status() == Status::Open && self.game.chairs[usize::from(seat.0)].ready {
            self.keep(Record::NotReady { seat: seat.0 }).await;
            self.players_changed();
        }
    }

    /// Tells everybody how questions and rulings stand, if that has changed.
    pub(super) fn tell_agreement(&mut self) {
        let now = self.agreement();
        let same = |told: &AgreementJson| told.same_as(&now);
        if !self.agreement_told.as_ref().is_some_and(same) {
            self.viewers.put_all(&ServerFrame::Agreement(now.clone()));
            self.agreement_told = Some(now);
        }
    }

    /// The state of questions and rulings.
    pub(super) fn agreement(&self) -> AgreementJson {
        let game = &self.game;
        let question = game.question.as_ref().map(|question| QuestionJson {
            n: question.n,
            by: question.by,
            what: (&question.what).into(),
            agreed: question.agreed.clone(),
            awaited: self.awaited_by(question),
            ms: self
                .question_until
                .map_or(self.around.config.pauses.question, |until| {
                    until.saturating_duration_since(Instant::now())
                })
                .as_millis() as u32,
        });
        // A ruling that is not told yet has not happened.
        let told = self.telling.events;
        let rulings = game.rulings.iter().filter(|ruling| ruling.at < told);
        let undoable = self.telling.table.undoable().map(|(penalty, seat)| RulingOn {
            penalty: penalty.into(),
            seat: seat.0,
        });
        AgreementJson {
            question,
            outcome: game.outcome.as_ref().map(Into::into),
            rulings: rulings.map(Into::into).collect(),
            undoable: undoable.collect(),
            referee: self.referee_info(),
            owner: game.seat_of(game.owner).map(|seat| seat.0),
        }
    }

    fn referee_info(&self) -> Option<RefereeInfo> {
        let referee = self.game.referee.as_ref()?;
        let places: Vec<_> = self.viewers.places_of(referee.session).collect();
        Some(RefereeInfo {
            name: referee.name.clone(),
            present: !places.is_empty(),
            shares: self.shared_by(referee.session, &places),
        })
    }

    /// What somebody may speak as: a player, or without a seat the referee, the host, or both, in this order.
    fn voices_of(&self, session: Option<SessionHash>) -> Result<Vec<Voice>, RefusalJson> {
        let session = session.ok_or_else(only_watches)?;
        if let Some(seat) = self.game.seat_of(session) {
            return Ok(vec![Voice::Seat(seat.0)]);
        }
        let referee = self.game.is_referee(session).then_some(Voice::Referee);
        let host = (session == self.game.host).then_some(Voice::Host);
        let voices: Vec<Voice> = referee.into_iter().chain(host).collect();
        match voices.is_empty() {
            true => Err(only_watches()),
            false => Ok(voices),
        }
    }

    fn place_of(&self, voice: Voice) -> usize {
        let seats = self.game.chairs.len();
        match voice {
            Voice::Seat(seat) => usize::from(seat),
            Voice::Referee => seats,
            Voice::Host => seats + 1,
        }
    }

    /// Whoever asked in vain waits before asking again.
    fn rest(&mut self, by: Voice) {
        let place = self.place_of(by);
        self.may_ask_at[place] = Instant::now() + self.around.config.pauses.ask_again;
    }

    /// Asks the table; an invitation that led to the question is used up by it.
    async fn open_question(&mut self, redeemed: Option<Record>, by: Voice, what: Request) {
        tracing::info!(table = %self.game.id, ?by, what = what.word(), "somebody asks the table");
        self.keep_all(redeemed.into_iter().chain([Record::Asked { by, what }]))
            .await;
        self.question_until = Some(Instant::now() + self.around.config.pauses.question);
        self.conclude().await;
    }

    /// Whose answers are missing. A host who watches has a say in who sits there and who is host.
    fn awaited_by(&self, question: &Question) -> Vec<Voice> {
        let people = self.people_here().map(|seat| Voice::Seat(seat.0));
        let voices: Vec<Voice> = match question.what {
            _ if question.what.is_ruling() && self.has_referee() => vec![Voice::Referee],
            Request::Free { .. } | Request::Host { .. } if self.host_watches() => people.chain([Voice::Host]).collect(),
            _ => people.collect(),
        };
        let freed = match question.what {
            Request::Free { seat } => Some(Voice::Seat(seat)),
            _ => None,
        };
        let is_awaited =
            |voice: &Voice| *voice != question.by && !question.agreed.contains(voice) && Some(*voice) != freed;
        voices.into_iter().filter(is_awaited).collect()
    }

    /// The people who sit at the table and answer.
    fn people_here(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game.seats().filter(|&seat| !self.is_program(seat))
    }

    fn is_somebody_away(&self) -> bool {
        let is_away = |seat: &Seat| self.game.is_person(*seat) && self.is_program(*seat);
        self.game.seats().any(|seat| is_away(&seat))
    }

    fn has_referee(&self) -> bool {
        self.referee_info().is_some_and(|referee| referee.present)
    }

    /// Does what is agreed, once nobody's answer is missing; tells how the question stands.
    async fn conclude(&mut self) {
        let question = self.game.question.clone();
        if let Some(question) = question.filter(|question| self.awaited_by(question).is_empty()) {
            let is_lost = self.is_askable(question.by, &question.what).is_err() || !self.is_consent(&question);
            match is_lost {
                true => self.keep(Record::Lapsed).await,
                false => self.agree(&question).await,
            }
        }
        self.players_changed();
    }

    async fn agree(&mut self, question: &Question) {
        let present = matches!(question.what, Request::Free { seat } if !self.is_program(Seat(seat)));
        let place = None;
        self.keep(Record::Agreed { present, place }).await;
        match question.what {
            Request::Free { seat } => self.viewers.unseat(Seat(seat), super::End::Freed),
            Request::Referee { session, .. } => self.viewers.seat_watcher(session),
            Request::Penalty { .. } | Request::Undo { .. } | Request::Host { .. } | Request::Pause => {}
        }
    }

    /// May this be asked now? What is hidden has no say.
    fn is_askable(&self, by: Voice, what: &Request) -> Result<(), RefusalJson> {
        match *what {
            Request::Penalty { .. } | Request::Undo { .. } if by == Voice::Host => {
                Err(not_now("only players and the referee decide on penalties"))
            }
            // Whoever is away has neither agreed nor can object.
            Request::Penalty { .. } | Request::Undo { .. } if !self.has_referee() && self.is_somebody_away() => {
                Err(not_now("somebody is away; only a referee can decide"))
            }
            Request::Penalty { penalty, seat } => {
                self.is_possible(|table, events| give(table, penalty.into(), seat, events))
            }
            Request::Undo { penalty, seat } => {
                self.is_possible(|table, events| table.undo_ruling(penalty.into(), Seat(seat), events))
            }
            Request::Free { seat } => self.is_freeable(by, Seat(seat)),
            Request::Host { seat } => {
                let is_host = self.game.seat_of(self.game.host) == Some(Seat(seat));
                let is_on = matches!(self.game.status(), Status::Open | Status::Starting | Status::Playing);
                match by != Voice::Referee && is_on && !is_host && self.people_here().any(|here| here.0 == seat) {
                    true => Ok(()),
                    false => Err(not_now("this player cannot be host")),
                }
            }
            Request::Referee { .. } => Ok(()),
            Request::Pause => match matches!(by, Voice::Seat(_)) && self.is_between_hands() && !self.game.is_resting {
                true => Ok(()),
                false => Err(not_now("a break is taken between two hands")),
            },
        }
    }

    /// Whether the table as it was told would allow a ruling.
    fn is_possible(
        &self,
        how: impl FnOnce(&mut Table, &mut Vec<Event>) -> Result<(), Refusal>,
    ) -> Result<(), RefusalJson> {
        let mut table = self.telling.table.clone();
        how(&mut table, &mut Vec::new()).map_err(|refused| RefusalJson::of(refused, &table))
    }

    /// A seat is freed before the game, if the host is there; in the game, if nobody has played it for long. That of the owner is freed
    /// only by friends, while the owner is away.
    fn is_freeable(&self, by: Voice, seat: Seat) -> Result<(), RefusalJson> {
        let is_own = by == Voice::Seat(seat.0);
        let is_away = self.is_program(seat);
        let host = self.game.seat_of(self.game.host);
        let host_sits = host.is_some_and(|host| !self.is_program(host) && host != seat);
        let is_owner = self.game.seat_of(self.game.owner) == Some(seat);
        let is_friend = matches!(by, Voice::Seat(by) if self.game.is_friend(Seat(by)));
        let allowed = match self.game.status() {
            _ if by == Voice::Referee || is_own || !self.game.is_person(seat) => false,
            _ if is_owner && !(is_away && is_friend) => false,
            Status::Open => is_away || host_sits || self.host_watches(),
            Status::Playing => is_away,
            Status::Starting | Status::Over | Status::Closed => false,
        };
        if !allowed {
            return Err(not_now("this seat cannot be freed"));
        }
        let freeable = self.around.config.pauses.freeable;
        if self.game.status() == Status::Playing && !self.viewers.seat(seat).is_gone_for(freeable, Instant::now()) {
            return Err(too_soon("the player has not been away for long and may come back"));
        }
        Ok(())
    }

    /// Do those who agreed suffice? A stranger becomes host only if the host, the owner or a friend wants it, or if the owner has given
    /// up the table: otherwise those who are left could not begin.
    fn is_consent(&self, question: &Question) -> bool {
        let Request::Host { seat } = question.what else {
            return true;
        };
        let vouches = |voice: Voice| {
            let session = self.game.session_of_voice(voice);
            let is_friend = matches!(voice, Voice::Seat(seat) if self.game.is_friend(Seat(seat)));
            is_friend || session == Some(self.game.host) || session == Some(self.game.owner)
        };
        let mut voices = question.agreed.iter().copied().chain([question.by]);
        self.game.is_friend(Seat(seat)) || voices.any(vouches) || self.has_owner_left()
    }
}

fn rule(table: &mut Table, ruling: &Ruling, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let penalty = ruling.penalty.into();
    match ruling.undo {
        true => table.undo_ruling(penalty, Seat(ruling.seat), events),
        false => give(table, penalty, ruling.seat, events),
    }
}

fn give(table: &mut Table, penalty: Penalty, seat: u8, events: &mut Vec<Event>) -> Result<(), Refusal> {
    match penalty {
        Penalty::Chombo => table.chombo(Seat(seat), events),
        Penalty::DeadHand => table.dead_hand(Seat(seat), events),
    }
}

fn not_now(says: &str) -> RefusalJson {
    refusal(WhyWord::NotNow, says)
}

fn too_soon(says: &str) -> RefusalJson {
    refusal(WhyWord::TooSoon, says)
}

fn only_watches() -> RefusalJson {
    refusal(WhyWord::NotSeated, "you only watch this table")
}
