//! Tables that wait for whoever looks for the same game: after a while, bots take the seats that are still open.

use super::{Refused, Room, unix_time};
use crate::game::{Game, Status};
use crate::record::{Record, Sitter, Wait};
use crate::token::SessionHash;
use std::time::Duration;
use tokio::time::Instant;

/// The longest wait, in seconds.
pub(crate) const LONGEST: u32 = 3600;

/// When bots take the open seats of this table.
pub(super) fn due(game: &Game, now: Instant) -> Option<Instant> {
    let at = game.setup.wait.as_ref()?.at?;
    let left = at.saturating_sub(unix_time()).min(LONGEST.into());
    Some(now + Duration::from_secs(left))
}

impl Room {
    /// The host chooses how long the table waits from now on.
    pub(super) async fn fill_after(
        &mut self,
        session: SessionHash,
        after: Option<u32>,
        level: &str,
    ) -> Result<(), Refused> {
        if session != self.game.host {
            return Err(Refused::NotHost);
        }
        if self.game.status() != Status::Open {
            return Err(Refused::NotNow);
        }
        if let Some(seat) = self.game.seat_of(session)
            && !self.changes[usize::from(seat.0)].take(Instant::now())
        {
            return Err(Refused::TooOften);
        }
        let at = after.map(|after| unix_time() + u64::from(after.min(LONGEST)));
        let bot = level.to_owned();
        self.keep(Record::Fills { at, bot }).await;
        self.fills_at = due(&self.game, Instant::now());
        self.players_changed();
        Ok(())
    }

    /// Gives the open seats to bots once the wait is over and somebody is there. Has that happened?
    pub(super) async fn fill_when_due(&mut self, now: Instant) -> bool {
        if self.fills_at.is_none_or(|at| now < at) {
            return false;
        }
        let is_here = |seat| self.game.is_person(seat) && self.viewers.seat(seat).is_present();
        let is_open = self.game.chairs.iter().any(|chair| chair.sitter == Sitter::Open);
        if !is_open || !self.game.seats().any(is_here) {
            return false;
        }
        let Some(Wait { bot, .. }) = self.game.setup.wait.clone() else {
            return false;
        };
        self.fills_at = None;
        self.keep(Record::Fills {
            at: None,
            bot: bot.clone(),
        })
        .await;
        self.seat_bots(&bot).await;
        self.players_changed();
        true
    }

    /// Bots take the seats that are open.
    pub(super) async fn seat_bots(&mut self, level: &str) {
        for seat in 0..self.game.chairs.len() as u8 {
            if self.game.chairs[usize::from(seat)].sitter == Sitter::Open {
                let bot = level.to_owned();
                self.keep(Record::Filled { seat, bot }).await;
            }
        }
    }
}
