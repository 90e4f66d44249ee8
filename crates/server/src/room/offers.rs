//! Tiles that others might claim: after which events one lies there, and for how long at least.

use super::Room;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use std::time::Duration;

impl Room {
    /// How long a tile lies there at least, if one was offered.
    pub(super) fn pause(&mut self, from: Option<Seat>, asked: &[Seat]) -> Duration {
        let thinking = from.map_or_else(Vec::new, |from| self.seem_to_think(from, asked));
        self.pace.pause(thinking.into_iter())
    }

    /// Those who seem to think about a tile of this seat: the people who might be able to claim it for all that others can see,
    /// but for those who really are asked. One person alone among programs has nobody to be seen by.
    fn seem_to_think(&self, from: Seat, asked: &[Seat]) -> Vec<Seat> {
        let mut people: Vec<Seat> = self.game.seats().filter(|&seat| !self.is_program(seat)).collect();
        if people.len() < 2 && !self.audience.has(None) {
            return Vec::new();
        }
        people.retain(|seat| *seat != from && !asked.contains(seat));
        people
    }
}

/// Takes events apart after each tile that others might claim.
pub(super) fn parts(events: Vec<Event>) -> Vec<Vec<Event>> {
    let mut parts = vec![Vec::new()];
    for event in events {
        if let Some(part) = parts.last_mut() {
            part.push(event);
            if offered_by(part).is_some() {
                parts.push(Vec::new());
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whose tile others might claim after these events.
pub(super) fn offered_by(events: &[Event]) -> Option<Seat> {
    match events.last()? {
        Event::Discarded { seat, .. } | Event::KanDeclared { seat, .. } | Event::SetAside { seat, .. } => Some(*seat),
        _ => None,
    }
}
