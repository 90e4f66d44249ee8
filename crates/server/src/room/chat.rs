//! What players say to each other, and what a player who comes back is told. Nothing of it is stored.

use super::Room;
use super::act::refusal;
use super::viewers::{View, seat_of};
use crate::company::Talk;
use crate::names::clean;
use crate::token::SessionHash;
use crate::wire::chat::SayJson;
use crate::wire::frame::ServerFrame;
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use jantaku_wire::event_json::EventJson;
use std::time::Duration;
use tokio::time::Instant;

/// What a player may say at once, and how long until one more.
pub(super) const AT_ONCE: u32 = 4;
pub(super) const ONE_MORE: Duration = Duration::from_secs(3);
/// Letters of a player's own words.
const LONGEST: usize = 80;

impl Room {
    /// A player says something to the whole table: whoever has not muted the seat hears it, all at the same time.
    pub(super) fn say(&mut self, seat: Seat, say: SayJson) -> Result<(), RefusalJson> {
        let say = match (self.game.setup.talk, say) {
            (Talk::Off, _) | (Talk::Phrases, SayJson::Text { .. }) => {
                return Err(refusal(WhyWord::NotPlayed, "the host has not allowed this"));
            }
            (_, SayJson::Text { text }) => SayJson::Text {
                text: clean(&text, LONGEST),
            },
            (_, say) => say,
        };
        if matches!(&say, SayJson::Text { text } if text.is_empty()) {
            return Ok(());
        }
        if !self.talk[usize::from(seat.0)].take(Instant::now()) {
            return Err(refusal(WhyWord::TooSoon, "say it a little later"));
        }
        let frame = ServerFrame::Said { seat: seat.0, say };
        let Room { viewers, mutes, .. } = self;
        let hears =
            |view: &&mut View| seat_of(view.viewer).is_none_or(|listener| !mutes.of(listener).contains(&seat.0));
        viewers.iter_mut().filter(hears).for_each(|view| view.put(&frame));
        Ok(())
    }

    /// A player wants to hear nothing more from a seat, or to hear it again.
    pub(super) fn mute(&mut self, listener: Seat, seat: u8, on: bool) {
        self.mutes.set(listener, seat, on);
        let seats = self.mutes.of(listener).to_vec();
        self.viewers.seat_mut(listener).put(&ServerFrame::Muted { seats });
    }

    /// Somebody sits down: nobody has muted them, unless they had this seat before.
    pub(super) fn hear_newcomer(&mut self, seat: u8, session: SessionHash) {
        let freed = &self.game.freed;
        if !freed.iter().any(|freed| (freed.seat, freed.session) == (seat, session)) {
            self.mutes.forget(seat);
        }
    }

    /// Whom a player who comes back has muted; none if nobody is.
    pub(super) fn muted_by(&self, listener: Seat) -> Option<ServerFrame> {
        let seats = self.mutes.of(listener).to_vec();
        (!seats.is_empty()).then_some(ServerFrame::Muted { seats })
    }

    /// What was done for a player since their last decision, as far as it is told; none if nothing was.
    pub(super) fn done_for(&self, seat: Seat) -> Option<ServerFrame> {
        let done = &self.game.chairs.get(usize::from(seat.0))?.done;
        let told = done.events.iter().filter(|at| **at < self.telling.events);
        let events = told.filter_map(|at| self.game.events.get(*at));
        let acts: Vec<EventJson<u8>> = events
            .map(|event| EventJson::of(event, &self.game.rules, |seat| seat.0))
            .collect();
        let (hands, by) = (done.hands, done.by?);
        (hands > 0 || !acts.is_empty()).then_some(ServerFrame::Done { by, hands, acts })
    }
}
