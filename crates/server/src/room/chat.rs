//! What players say to each other, and what a player who comes back is told. Nothing of it is stored.

use super::Room;
use super::act::refusal;
use crate::company::Talk;
use crate::names::clean;
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
    /// A player says something to the whole table: everybody hears the same at the same time.
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
        let seat = seat.0;
        self.viewers.put_all(&ServerFrame::Said { seat, say });
        Ok(())
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
