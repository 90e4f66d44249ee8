//! Between two hands: who has read the score sheet, when the next hand is dealt, and whether time is up.

use super::Room;
use crate::record::{Clock, Record};
use crate::wire::frame::ServerFrame;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use std::time::Duration;
use tokio::time::Instant;

/// A score sheet with several yaku takes this long to read, however quick the game.
const SHORTEST_READING: Duration = Duration::from_secs(15);

impl Room {
    /// Has the time of a timed game run out without the table knowing yet?
    pub(super) fn is_time_up(&self) -> bool {
        let told = || self.game.events.iter().any(|event| matches!(event, Event::TimeUp));
        self.time_up_at.is_some_and(|at| Instant::now() >= at) && !told()
    }

    /// When the next hand is dealt even if somebody is not ready.
    pub(super) fn next_hand_due(&self, now: Instant) -> Instant {
        let pauses = &self.around.config.pauses;
        let over = self.hand_over_at.unwrap_or(now);
        let readers: Vec<Seat> = self.game.seats().filter(|&seat| !self.is_program(seat)).collect();
        let ready = |seat: &Seat| self.game.chairs[usize::from(seat.0)].ready;
        let are_ready = !readers.is_empty() && readers.iter().all(ready);
        if self.holds_next_hand(are_ready) {
            return now + pauses.question;
        }
        if self.game.start.hands == 0 || are_ready {
            return now;
        }
        over + match readers.len() {
            0 => pauses.between,
            _ if self.game.is_resting => pauses.rest,
            _ => self.reading(),
        }
    }

    /// How long a score sheet is open for those who do not close it: about as long as they have for a decision.
    fn reading(&self) -> Duration {
        let most = self.around.config.pauses.reading;
        let quick = |clock: &Clock| Duration::from_secs(u64::from(clock.seconds) + u64::from(clock.bank));
        let clock = self.game.setup.clock.as_ref().map(quick);
        clock.map_or(most, |time| time.max(SHORTEST_READING).min(most))
    }

    /// Is a hand over, and told, with another to follow?
    pub(super) fn is_between_hands(&self) -> bool {
        self.game.table.needs_wall() && self.telling.table.needs_wall() && self.telling.hands > 0
    }

    /// Is a hand over for good? One that a chombo has ended goes on if that is undone.
    pub(super) fn is_hand_closed(&self) -> bool {
        self.is_between_hands() && self.telling.hands_closed() == self.telling.hands
    }

    /// Who has not read the score sheet yet; none while a hand is being played.
    pub(super) fn awaited(&self) -> Option<ServerFrame> {
        let unread = |seat: &Seat| !self.is_program(*seat) && !self.game.chairs[usize::from(seat.0)].ready;
        let now = Instant::now();
        let left = self.next_hand_due(now).saturating_duration_since(now);
        self.is_between_hands().then(|| ServerFrame::Awaited {
            seats: self.game.seats().filter(unread).map(|seat| seat.0).collect(),
            ms: left.as_millis() as u32,
            resting: self.game.is_resting,
        })
    }

    pub(super) fn tell_awaited(&mut self) {
        if let Some(frame) = self.awaited() {
            self.viewers.put_all(&frame);
        }
    }

    /// Deals the next hand, if it is due.
    pub(super) async fn deal_if_ready(&mut self, now: Instant) -> bool {
        self.hand_over_at.get_or_insert(now);
        if self.is_hand_closed() {
            self.seat_the_coming().await;
        }
        if now < self.next_hand_due(now) {
            return false;
        }
        // From here on nothing can be undone.
        if self.is_between_hands() {
            self.seat_the_coming().await;
        }
        let Some(wall) = self.game.wall(self.game.start.hands + 1) else {
            // The chain has no secret for this hand. No game is that long.
            self.keep(Record::Closed).await;
            self.players_changed();
            return true;
        };
        self.hand_over_at = None;
        let dealt = self.judge(|table, events| {
            table.begin_hand(wall, events);
            Ok(())
        });
        if let Ok(dealt) = dealt {
            self.happen(dealt).await;
        }
        true
    }
}
