//! The game itself: decisions of people and bots, what follows from them, and when it is told.
//!
//! After every tile that others might claim, the table shows it, gives everybody a prompt, and waits, whether or not anybody
//! can claim it. So neither the frames nor their times tell what others hold.

use super::Room;
use super::offers::{Offer, parts};
use super::program::time_out;
use super::viewers::seat_of;
use crate::record::Record;
use crate::store::Mark;
use crate::token::SessionHash;
use crate::wire::fair::FairInfo;
use crate::wire::frame::{ClientFrame, Penalty, ServerFrame};
use crate::wire::prompt::{PromptJson, RefusalJson};
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use jantaku_table::{Action, Event, Table};
use jantaku_wire::event_json::EventJson;
use tokio::time::Instant;

impl Room {
    /// What somebody says.
    pub(super) async fn hear(&mut self, listener: u64, frame: ClientFrame) {
        let Some((viewer, session)) = self.viewers.who(listener) else {
            return;
        };
        let seat = seat_of(viewer);
        let heard = match (frame, seat) {
            (ClientFrame::Ping, _) => Ok(()),
            (ClientFrame::Referee { penalty, seat }, _) => self.referee(session, penalty, seat).await,
            (_, None) => Err(refusal(WhyWord::NotSeated, "you only watch this table")),
            (ClientFrame::Act { n, a }, Some(seat)) => match Action::try_from(&a) {
                Ok(action) => self.answer(seat, n, action).await,
                Err(_) => Err(refusal(WhyWord::BadFrame, "the tiles cannot be read")),
            },
            (ClientFrame::Ready, Some(seat)) => {
                let first = !std::mem::replace(&mut self.ready[usize::from(seat.0)], true);
                if first {
                    self.tell_awaited();
                }
                Ok(())
            }
            (ClientFrame::Commit { hash }, Some(seat)) => self.commit(seat, &hash),
            (ClientFrame::Reveal { entropy }, Some(seat)) => self.reveal(seat, &entropy),
        };
        if let Err(refused) = heard {
            tracing::debug!(table = %self.game.id, listener, why = refused.says, "refused");
            self.around.metrics.refused();
            self.viewers.tell_one(listener, &[ServerFrame::Refused(refused)]);
        }
    }

    /// A player's decision. Who is not asked learns nothing from the refusal, whatever the table waits for.
    async fn answer(&mut self, seat: Seat, n: u32, action: Action) -> Result<(), RefusalJson> {
        if std::mem::take(&mut self.viewers.seat_mut(seat).away) {
            self.players_changed();
        }
        if n != self.viewers.seat(seat).n {
            return Err(refusal(WhyWord::Stale, "the answer is to an earlier question"));
        }
        if !self.queue.is_empty() || self.game.table.legal(seat).is_empty() {
            return Err(refusal(WhyWord::NotYourTurn, "it is not your turn"));
        }
        self.decide(seat, action).await
    }

    /// Does what a player decides, if the table allows it.
    pub(super) async fn decide(&mut self, seat: Seat, action: Action) -> Result<(), RefusalJson> {
        let mut after = self.game.table.clone();
        let mut events = Vec::new();
        after
            .act(seat, action, &mut events)
            .map_err(|refused| RefusalJson::of(refused, &self.game.table))?;
        self.around.metrics.acted();
        self.clocks.stop(seat, Instant::now());
        let claimed = self.game.table.turn().is_none();
        if claimed && action == Action::Pass && !self.is_program(seat) {
            self.pace.let_go(seat, self.offered.elapsed());
        }
        self.happen(events, after).await;
        Ok(())
    }

    /// The host decides as a referee.
    async fn referee(&mut self, session: Option<SessionHash>, penalty: Penalty, seat: u8) -> Result<(), RefusalJson> {
        if session != Some(self.game.host) {
            return Err(refusal(WhyWord::NotHost, "only who opened the table may decide this"));
        }
        // Whether the table has gone on since a tile was offered would tell whether anybody could claim it.
        let offered = Instant::now() < self.window;
        if usize::from(seat) >= self.game.chairs.len() || offered || !self.queue.is_empty() {
            return Err(refusal(WhyWord::NotNow, "not at this moment"));
        }
        let mut after = self.game.table.clone();
        let mut events = Vec::new();
        let decided = match penalty {
            Penalty::Chombo => after.chombo(Seat(seat), &mut events),
            Penalty::DeadHand => after.dead_hand(Seat(seat), &mut events),
        };
        decided.map_err(|refused| RefusalJson::of(refused, &self.game.table))?;
        tracing::info!(table = %self.game.id, ?penalty, seat, "the referee has decided");
        self.happen(events, after).await;
        Ok(())
    }

    /// Stores what follows from a decision, and puts it up to be told.
    pub(super) async fn happen(&mut self, events: Vec<Event>, after: Table) {
        let was_offered = self.game.table.turn().is_none();
        let (answer, rest) = match events.split_first() {
            Some((answer @ Event::Answered { seat, .. }, rest)) => (Some((*seat, answer)), rest),
            _ => (None, &events[..]),
        };
        let parts = parts(rest, &self.game.table, &after);
        let rules = &self.game.rules;
        let e = events
            .iter()
            .map(|event| EventJson::of(event, rules, |seat| seat.0))
            .collect();
        self.game.played(&events, after);
        let mark = match self.game.table.is_over() {
            true => self
                .finished()
                .map_or(Mark::Same, |finished| Mark::Over(Box::new(finished))),
            false => Mark::Same,
        };
        self.store(&[Record::Play { e }], mark).await;
        if let Some((seat, answer)) = answer {
            self.confirm(seat, answer);
        }
        let now = Instant::now();
        let mut at = if was_offered { self.window.max(now) } else { now };
        for part in parts {
            let offer = Offer::after(&part);
            self.queue.push_back((at, part));
            at += self.pause(offer, &[]);
        }
    }

    /// Tells a player at once, and nobody else, that the answer is taken, whether or not others are still to answer.
    fn confirm(&mut self, seat: Seat, answer: &Event) {
        self.tell(answer);
        let prompt = self.prompt(seat, false);
        self.viewers.seat_mut(seat).put(&ServerFrame::Prompt(prompt));
    }

    /// Tells the next part of what has happened, and asks everybody anew.
    pub(super) fn tell_next(&mut self) {
        let Some((_, events)) = self.queue.pop_front() else {
            return;
        };
        let mut hand_over = false;
        for event in &events {
            self.tell(event);
            if matches!(event, Event::HandStarted(_)) {
                self.clocks.new_hand();
            }
            hand_over |= matches!(event, Event::HandEnded(_) | Event::GameEnded { .. });
        }
        let now = Instant::now();
        let asks = self.queue.is_empty();
        let asked = if asks {
            self.game.table.to_act()
        } else {
            Default::default()
        };
        self.offered = now;
        self.window = now + self.pause(Offer::after(&events), &asked);
        self.ask(now, asks);
        let table = if asks { &self.game.table } else { &self.telling.table };
        let clock = turn_frame(self, table, now);
        for seat in self.game.seats() {
            if self.viewers.seat(seat).is_present() {
                let prompt = self.prompt(seat, asks);
                self.viewers.seat_mut(seat).put(&ServerFrame::Prompt(prompt));
            }
        }
        if let Some(clock) = clock {
            self.viewers.put_all(&clock);
        }
        self.around.metrics.told(events.len());
        if hand_over {
            self.hand_is_over(now);
        }
    }

    fn hand_is_over(&mut self, now: Instant) {
        if let Some(fair) = FairInfo::of(&self.game, self.telling.hands_over()) {
            self.viewers.put_all(&ServerFrame::Fair(fair));
        }
        self.ready.fill(false);
        self.hand_over_at = Some(now);
        if self.game.table.is_over() && self.queue.is_empty() {
            tracing::info!(table = %self.game.id, "the game is over");
            self.players_changed();
        }
    }

    /// Starts and stops clocks by who is asked now.
    fn ask(&mut self, now: Instant, asks: bool) {
        let to_act = self.game.table.to_act();
        for seat in self.game.seats() {
            match asks && to_act.contains(&seat) && !self.is_program(seat) {
                true => self.clocks.ask(seat, now),
                false => self.clocks.stop(seat, now),
            }
        }
        let waits = asks && to_act.iter().any(|&seat| self.is_program(seat));
        self.bot_at = waits.then_some(now + self.around.config.pauses.bot);
    }

    /// What a player is asked now, with the clock; or, while something is still to be told, only how the hand stands.
    pub(super) fn prompt(&self, seat: Seat, asks: bool) -> PromptJson {
        let mut prompt = match asks {
            true => PromptJson::of(&self.game.table, seat),
            false => PromptJson::waiting(&self.telling.table, seat),
        };
        prompt.n = self.viewers.seat(seat).n;
        if !prompt.legal.is_empty() {
            (prompt.ms, prompt.bank) = self.clocks.left(seat, Instant::now());
        }
        prompt
    }

    /// Deals, lets bots act and clocks run out. Has anything happened?
    pub(super) async fn advance_play(&mut self, now: Instant) -> bool {
        if self.game.table.needs_wall() {
            return self.deal_if_ready(now).await;
        }
        if self.is_time_up() {
            let mut after = self.game.table.clone();
            let mut events = Vec::new();
            if after.time_up(&mut events).is_ok() {
                self.happen(events, after).await;
                return true;
            }
        }
        for seat in self.game.table.to_act() {
            if self.is_program(seat) {
                let waits = self.game.table.turn().is_some() && self.bot_at.is_some_and(|at| now < at);
                if !waits {
                    self.think(seat);
                }
            } else if self.clocks.is_over(seat, now) {
                if !self.clocks.is_on() {
                    self.viewers.seat_mut(seat).away = true;
                    self.clocks.stop(seat, now);
                    self.players_changed();
                    return true;
                }
                let action = time_out(&self.game.table, seat);
                return self.decide(seat, action).await.is_ok();
            } else {
                // After a restart nobody has been asked yet.
                self.clocks.ask(seat, now);
            }
        }
        false
    }
}

/// Whose turn it is, and how long.
pub(super) fn turn_frame(room: &Room, table: &Table, now: Instant) -> Option<ServerFrame> {
    let seat = table.turn()?.seat;
    let (ms, bank) = match room.is_program(seat) {
        true => (None, 0),
        false => room.clocks.left(seat, now),
    };
    let seat = seat.0;
    Some(ServerFrame::Clock { seat, ms, bank })
}

pub(super) fn refusal(why: WhyWord, says: &str) -> RefusalJson {
    RefusalJson::plain(why, says)
}
