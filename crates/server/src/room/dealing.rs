//! Between two hands: who has read the score sheet, when the next hand is dealt, and whether time is up.

use super::Room;
use crate::record::Record;
use crate::wire::frame::ServerFrame;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use tokio::time::Instant;

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
        if self.holds_next_hand() {
            return now + pauses.question;
        }
        let mut readers = self.game.seats().filter(|&seat| !self.is_program(seat)).peekable();
        if self.game.start.hands == 0 {
            now
        } else if readers.peek().is_none() {
            over + pauses.between
        } else if readers.all(|seat| self.game.chairs[usize::from(seat.0)].ready) {
            now
        } else {
            over + pauses.reading
        }
    }

    /// Is a hand over, and told, with another to follow?
    pub(super) fn is_between_hands(&self) -> bool {
        self.game.table.needs_wall() && self.telling.table.needs_wall() && self.telling.hands > 0
    }

    /// Who has not read the score sheet yet; none while a hand is being played.
    pub(super) fn awaited(&self) -> Option<ServerFrame> {
        let unread = |seat: &Seat| !self.is_program(*seat) && !self.game.chairs[usize::from(seat.0)].ready;
        self.is_between_hands().then(|| ServerFrame::Awaited {
            seats: self.game.seats().filter(unread).map(|seat| seat.0).collect(),
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
        if self.is_between_hands() {
            self.seat_the_coming().await;
        }
        if now < self.next_hand_due(now) {
            return false;
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
