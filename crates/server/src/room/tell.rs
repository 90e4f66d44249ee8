//! What viewers are told, once it is stored: events, prompts and clocks.

use super::Room;
use super::offers::Offer;
use super::viewers::View;
use crate::record::About;
use crate::wire::frame::ServerFrame;
use crate::wire::prompt::PromptJson;
use jantaku_rules::seat::Seat;
use jantaku_table::{Event, Table};
use tokio::time::Instant;

impl Room {
    /// Tells an event to everybody who listens.
    pub(super) fn tell(&mut self, event: &Event) {
        if matches!(event, Event::HandStarted(_)) {
            self.mark = self.telling.clone();
            self.viewers.iter_mut().for_each(View::new_hand);
        }
        let game = &self.game;
        let told = self.telling.tell(event, |hand| game.wall(hand));
        for view in self.viewers.iter_mut() {
            let mut n = view.n;
            match view.is_present() {
                true => told.frames(view.viewer, &game.rules, &mut n, |frame| view.put_numbered(frame)),
                false => n += told.count(view.viewer),
            }
            view.n = n;
        }
    }

    /// Confirms an answer to its player, and to nobody else, whether or not others have yet to answer.
    pub(super) fn confirm(&mut self, seat: Seat, answer: &Event) {
        self.tell(answer);
        let prompt = self.prompt(seat, false);
        self.viewers.seat_mut(seat).put(&ServerFrame::Prompt(prompt));
    }

    /// Tells the next part of what happened, with new prompts for everybody.
    pub(super) fn tell_next(&mut self) {
        let Some((_, events)) = self.queue.pop_front() else {
            return;
        };
        let mut hand_over = false;
        let closed = self.telling.hands_closed();
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
        self.around.metrics.events.inc_by(events.len() as u64);
        if hand_over {
            self.hand_is_over(now);
        } else if self.telling.hands_closed() > closed {
            self.tell_fair();
        }
        if events.iter().any(|event| matches!(event, Event::RulingUndone { .. })) {
            self.hand_over_at = None;
        }
        // What can be undone has changed.
        if hand_over || events.iter().any(is_of_ruling) {
            self.tell_agreement();
        }
    }

    fn hand_is_over(&mut self, now: Instant) {
        self.tell_fair();
        self.hand_over_at = Some(now);
        self.tell_awaited();
        if self.game.table.is_over() && self.queue.is_empty() {
            tracing::info!(table = %self.game.id, "the game is over");
            self.players_changed();
        }
    }

    /// Starts the clocks of those who are asked now and stops the others.
    fn ask(&mut self, now: Instant, asks: bool) {
        let to_act = self.game.table.to_act();
        let about = About::of(&self.game.table);
        for seat in self.game.seats() {
            match asks && to_act.contains(&seat) && !self.is_program(seat) {
                true => self.clocks.ask(seat, about, now),
                false => self.clocks.stop(seat, now),
            }
        }
        let turn = self.game.table.turn().map(|turn| turn.seat);
        let waits = asks && turn.is_some_and(|seat| self.is_program(seat));
        self.bot_at = waits.then(|| now + self.pace.turn(self.around.config.pauses.bot));
    }

    /// Sends every player the prompt again.
    pub(super) fn prompt_all(&mut self) {
        for seat in self.game.seats() {
            let prompt = self.prompt(seat, true);
            self.viewers.seat_mut(seat).put(&ServerFrame::Prompt(prompt));
        }
    }

    /// What a player is asked now, with the clock; only the waits of the hand while something is still to be told.
    pub(super) fn prompt(&self, seat: Seat, asks: bool) -> PromptJson {
        let mut prompt = match asks {
            true => PromptJson::of(&self.game.table, seat),
            false => PromptJson::waiting(&self.telling.table, seat),
        };
        prompt.n = self.viewers.seat(seat).n;
        if !prompt.legal.is_empty() {
            (prompt.ms, prompt.bank) = self.clocks.left(seat, About::of(&self.game.table), Instant::now());
        }
        prompt
    }
}

/// Does an event change what can be undone?
fn is_of_ruling(event: &Event) -> bool {
    matches!(
        event,
        Event::HandStarted(_) | Event::DeadHand { .. } | Event::RulingUndone { .. }
    )
}

/// Whose turn it is, and how long.
pub(super) fn turn_frame(room: &Room, table: &Table, now: Instant) -> Option<ServerFrame> {
    let seat = table.turn()?.seat;
    let (ms, bank) = match room.is_program(seat) {
        true => (None, 0),
        false => room.clocks.left(seat, About::Turn, now),
    };
    let seat = seat.0;
    Some(ServerFrame::Clock { seat, ms, bank })
}
