//! Decisions of people, bots and clocks: the table judges each one, its events are stored, then queued to be told.
//!
//! After every tile that others might claim, the table shows it, gives everybody a prompt, and waits, whether or not anybody
//! can claim it. So neither the frames nor their timing reveal what others hold.

use super::Room;
use super::offers::{Offer, is_secret, parts, question};
use super::program::time_out;
use crate::company::{Instead, StandIn};
use crate::record::{About, Record};
use crate::store::Mark;
use crate::wire::prompt::RefusalJson;
use jantaku_rules::seat::Seat;
use jantaku_table::action::Refusal;
use jantaku_table::event::DrawReason;
use jantaku_table::{Action, Event, Table};
use jantaku_wire::event_json::EventJson;
use tokio::time::Instant;

/// The events of a decision. The table has applied them; they are neither stored nor told yet.
pub(super) struct Decided {
    events: Vec<Event>,
    /// Was a tile on offer before?
    was_offered: bool,
    /// Which end-of-wall question the table was at.
    question: usize,
    /// Who decided, if it was not the person whose seat it is.
    instead: Option<Instead>,
}

impl Room {
    /// Carries out a player's decision, if the table allows it; `by` took it for a person.
    pub(super) async fn decide(&mut self, seat: Seat, action: Action, by: Option<StandIn>) -> Result<(), RefusalJson> {
        let is_late = self.is_time_up();
        let mut decided = self.judge(|table, events| {
            if is_late && ends_by_claim(table, seat, action) {
                table.time_up(events)?;
            }
            table.act(seat, action, events)
        })?;
        let of_person = by.filter(|_| self.game.is_person(seat));
        decided.instead = of_person.map(|by| Instead { seat: seat.0, by });
        self.around.metrics.actions.inc();
        let now = Instant::now();
        if decided.was_offered && action == Action::Pass && !self.is_program(seat) {
            let ran_out = self.clocks.is_over(seat, now);
            self.pace.let_go(seat, self.offered.elapsed(), ran_out);
        }
        self.clocks.stop(seat, now);
        self.happen(decided).await;
        Ok(())
    }

    /// Lets the table judge a decision. A refusal changes nothing.
    pub(super) fn judge(
        &mut self,
        how: impl FnOnce(&mut Table, &mut Vec<Event>) -> Result<(), Refusal>,
    ) -> Result<Decided, RefusalJson> {
        let table = &mut self.game.table;
        let mut decided = Decided {
            events: Vec::new(),
            was_offered: table.turn().is_none(),
            question: question(table),
            instead: None,
        };
        how(table, &mut decided.events).map_err(|refused| RefusalJson::of(refused, table))?;
        Ok(decided)
    }

    /// Stores the events of a decision and queues them to be told.
    pub(super) async fn happen(&mut self, decided: Decided) {
        let Decided {
            events,
            was_offered,
            question,
            instead,
        } = decided;
        let rules = &self.game.rules;
        let json = events.iter().map(|event| EventJson::of(event, rules, |seat| seat.0));
        let e = json.collect();
        // Before the events, because a hand that begins fills the banks.
        let mut records = self.clocks.unsaved();
        for spent in &records {
            self.fold(spent);
        }
        records.push(Record::Play { e, instead });
        let before = self.game.events.len();
        self.game.played(&events);
        self.game.note_decision(before, instead);
        let mark = match self.finished() {
            Some(finished) => Mark::Over(Box::new(finished)),
            None => Mark::Same,
        };
        self.store(&records, mark).await;
        let rest = match events.split_first() {
            Some((answer @ Event::Answered { seat, .. }, rest)) => {
                self.confirm(*seat, answer);
                rest
            }
            _ => &events[..],
        };
        let now = Instant::now();
        let mut at = if was_offered { self.window.max(now) } else { now };
        for part in parts(rest, question, &self.game.table) {
            let offer = Offer::after(&part);
            self.queue.push_back((at, part));
            at += self.pause(offer, &[]);
        }
    }

    /// Deals, lets bots act and clocks run out. Returns whether anything happened.
    ///
    /// Rulings and the end of the time wait while somebody may have a claim to decide: told before the next draw, they would reveal it.
    pub(super) async fn advance_play(&mut self, now: Instant) -> bool {
        let is_secret = is_secret(&self.game.table);
        if self.game.due.is_some() && !is_secret && now >= self.window {
            self.carry_out().await;
            return true;
        }
        if self.is_time_up()
            && !is_secret
            && let Ok(decided) = self.judge(Table::time_up)
        {
            self.happen(decided).await;
            return true;
        }
        if self.game.table.needs_wall() {
            return self.deal_if_ready(now).await;
        }
        for seat in self.game.table.to_act() {
            if self.is_program(seat) {
                if self.advance_bot(seat, now).await {
                    return true;
                }
            } else if self.clocks.is_over(seat, now) {
                // Who is shown to be away while a claim is decided has one to decide: that player only lets it go.
                if !self.clocks.is_on() && !is_secret {
                    self.viewers.seat_mut(seat).away = true;
                    self.clocks.stop(seat, now);
                    self.players_changed();
                    return true;
                }
                let action = time_out(&self.game.table, seat);
                return self.decide(seat, action, Some(StandIn::Clock)).await.is_ok();
            } else {
                // After a restart nobody has been asked yet.
                self.clocks.ask(seat, About::of(&self.game.table), now);
            }
        }
        false
    }
}

/// Does this answer end the hand by a win or another claim? Then time that ran out meanwhile ran out in this hand.
fn ends_by_claim(table: &Table, seat: Seat, action: Action) -> bool {
    let mut events = Vec::new();
    let is_claim = |event: &Event| match event {
        Event::Won { .. } | Event::NagashiScored { .. } => true,
        Event::Drawn { reason, .. } => *reason != DrawReason::Exhausted,
        _ => false,
    };
    is_secret(table) && table.clone().act(seat, action, &mut events).is_ok() && events.iter().any(is_claim)
}
