//! What the table waits for, whether or not anybody has something to decide: tiles that others might claim, and the questions of the
//! end of the wall. Only those who are asked can tell that there was something to ask.

use super::Room;
use crate::record::About;
use jantaku_rules::seat::Seat;
use jantaku_table::event::DrawReason;
use jantaku_table::phase::Phase;
use jantaku_table::{Event, Table};
use std::time::Duration;
use tokio::time::Instant;

/// What players appear to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offer {
    Nothing,
    /// Whether to claim a tile of this seat.
    TileOf(Seat),
    /// Whether to claim nagashi, or to show tenpai.
    EndOfWall,
}

impl Offer {
    /// What players may decide on after these events. If none of them is public, the wall has ended.
    pub(super) fn after(events: &[Event]) -> Offer {
        match events.last() {
            Some(Event::Discarded { seat, .. } | Event::KanDeclared { seat, .. } | Event::SetAside { seat, .. }) => {
                Offer::TileOf(*seat)
            }
            None | Some(Event::Missed { .. } | Event::NagashiAsked { .. } | Event::TenpaiAsked { .. }) => {
                Offer::EndOfWall
            }
            Some(_) => Offer::Nothing,
        }
    }
}

impl Room {
    /// The shortest time the table waits.
    pub(super) fn pause(&mut self, offer: Offer, asked: &[Seat]) -> Duration {
        let now = Instant::now();
        let thinking = self.seem_to_think(offer, asked).into_iter();
        // A player whose time would have run out does not appear to think any longer either.
        let clocks = &self.clocks;
        self.pace
            .pause(thinking.map(|seat| (seat, clocks.most(seat, About::Claim, now))))
    }

    /// The people who, as far as others can see, might have something to decide, except those who
    /// are actually asked. A single person among bots has nobody to hide from.
    fn seem_to_think(&self, offer: Offer, asked: &[Seat]) -> Vec<Seat> {
        let mut people: Vec<Seat> = self.game.seats().filter(|&seat| !self.is_program(seat)).collect();
        if offer == Offer::Nothing || people.len() < 2 && !self.viewers.has_spectators() {
            return Vec::new();
        }
        people.retain(|seat| offer != Offer::TileOf(*seat) && !asked.contains(seat));
        people
    }
}

/// Takes apart the events that lead to a table, after each offer; `asked` is the question it was at before. A part may be empty: then everybody only gets a prompt.
pub(super) fn parts(events: &[Event], asked: usize, after: &Table) -> Vec<Vec<Event>> {
    let mut waits = waits_at_end(events, asked, after);
    let mut parts: Vec<Vec<Event>> = Vec::new();
    let mut open = false;
    for event in events {
        let due = match event {
            // The question is asked with the last of the waits.
            Event::NagashiAsked { .. } | Event::TenpaiAsked { .. } => waits.saturating_sub(1),
            event if is_exhausted(event) => waits,
            _ => 0,
        };
        if due > 0 {
            wait(&mut parts, due, open);
            (waits, open) = (0, false);
        }
        match parts.last_mut().filter(|_| open) {
            Some(part) => part.push(event.clone()),
            None => parts.push(vec![event.clone()]),
        }
        open = !matches!(Offer::after(std::slice::from_ref(event)), Offer::TileOf(_));
    }
    parts
}

/// Adds empty parts to wait for; what only one player is told goes with the first.
fn wait(parts: &mut Vec<Vec<Event>>, waits: usize, open: bool) {
    let more = waits.saturating_sub(usize::from(open));
    parts.extend(std::iter::repeat_n(Vec::new(), more));
}

/// How many end-of-wall questions come up on the way to this table.
fn waits_at_end(events: &[Event], asked: usize, after: &Table) -> usize {
    let draws = &after.rules().settings.draws;
    let played = [(1, draws.nagashi_optional), (2, draws.noten_call)];
    let ended = events.iter().any(is_exhausted);
    let reached = if ended { played.len() } else { question(after) };
    let between = played.iter().filter(|(at, _)| (asked + 1..=reached).contains(at));
    between.filter(|(_, played)| *played).count()
}

/// Which end-of-wall question a table is at; 0 before the first.
pub(super) fn question(table: &Table) -> usize {
    match table.phase() {
        Phase::Nagashi { .. } => 1,
        Phase::Showing { .. } => 2,
        _ => 0,
    }
}

/// Is somebody deciding on something that the others must not notice before it is told?
pub(super) fn is_secret(table: &Table) -> bool {
    matches!(
        table.phase(),
        Phase::Claims(_) | Phase::Nagashi { .. } | Phase::Showing { .. }
    )
}

fn is_exhausted(event: &Event) -> bool {
    matches!(
        event,
        Event::Drawn {
            reason: DrawReason::Exhausted,
            ..
        }
    )
}
