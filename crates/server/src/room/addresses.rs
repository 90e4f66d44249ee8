//! Seats of one address are shown to the table for the rest of the game, wherever their players connect from later.

use super::{Place, Room};
use crate::game::{AddressMark, Status};
use crate::record::{Record, Sitter};
use crate::token::SessionHash;
use jantaku_rules::seat::Seat;

/// Addresses of one person that are stored. Later ones are stored only if somebody else was there too.
const MOST: usize = 8;

impl Room {
    /// Somebody asks or connects from here. It is stored by [`Room::note_places`].
    pub(super) fn saw(&mut self, session: SessionHash, place: Place) {
        self.has_seen = true;
        let mark = self.mark_of(place);
        let is_new = !self.game.addresses.has(session, mark) && !self.unnoted.contains(&(session, mark));
        let waiting = self.unnoted.iter().filter(|(who, _)| *who == session).count();
        if is_new && waiting < MOST {
            self.unnoted.push((session, mark));
        }
    }

    /// Stores where people play from, once there are others to compare with.
    pub(super) async fn note_places(&mut self) {
        if !self.has_seen || !self.has_company() {
            return;
        }
        // Whoever has as many as are stored may now be where somebody else has come.
        for seat in self.game.seats() {
            let places: Vec<Place> = self.viewers.seat(seat).places().collect();
            let session = self.game.session_of(seat.0).ok().flatten();
            if let Some(session) = session {
                places.into_iter().for_each(|place| self.saw(session, place));
            }
        }
        self.has_seen = false;
        let waiting = std::mem::take(&mut self.unnoted);
        let mut records = Vec::new();
        let mut known = self.game.addresses.clone();
        for &(session, mark) in &waiting {
            let is_shared =
                known.has_other(session, mark) || waiting.iter().any(|(who, at)| *at == mark && *who != session);
            let is_wanted = is_shared || known.of(session).count() < MOST;
            match self.record_of(session, mark) {
                // They may still sit down.
                None if self.is_coming(session) => self.unnoted.push((session, mark)),
                Some(record) if is_wanted => {
                    known.note(session, mark);
                    records.push(record);
                }
                _ => {}
            }
        }
        if !records.is_empty() {
            self.keep_all(records).await;
            self.players_changed();
        }
    }

    /// What is stored with the seat that somebody takes from here.
    pub(super) fn seen_in(&self, seat: u8, session: SessionHash, place: Place) -> Option<Record> {
        let mark = self.mark_of(place);
        let known = &self.game.addresses;
        let is_new = place != Place::NOWHERE && !known.has(session, mark) && known.of(session).count() < MOST;
        let place = Some(mark.0);
        is_new.then_some(Record::Back { seat, place })
    }

    fn record_of(&self, session: SessionHash, mark: AddressMark) -> Option<Record> {
        let place = Some(mark.0);
        if let Some(seat) = self.game.seat_of(session) {
            let has_left = self.game.chairs[usize::from(seat.0)].left;
            return (!has_left).then_some(Record::Back { seat: seat.0, place });
        }
        let referee = self
            .game
            .referee
            .as_ref()
            .filter(|referee| referee.session == session)?;
        Some(Record::Referee {
            name: referee.name.clone(),
            session,
            place,
        })
    }

    fn is_coming(&self, session: SessionHash) -> bool {
        self.game.coming.iter().any(|coming| coming.session == session)
    }

    /// Is there anybody else, or a seat for somebody? Who plays alone with bots shares with nobody.
    fn has_company(&self) -> bool {
        let game = &self.game;
        let is_on = !matches!(game.status(), Status::Over | Status::Closed);
        let has_open = game.chairs.iter().any(|chair| chair.sitter == Sitter::Open);
        let people = game.seats().filter(|seat| game.is_person(*seat)).count();
        is_on && (has_open || people + game.coming.len() + usize::from(game.referee.is_some()) > 1)
    }

    /// The other seats that were played from an address of this person, at any time in this game, or are now.
    pub(super) fn shared_by(&self, session: SessionHash, places: &[Place]) -> Vec<u8> {
        let shares = |seat: &Seat| {
            let other = self.game.session_of(seat.0).ok().flatten();
            other.is_some_and(|other| {
                let here = || self.viewers.seat(*seat).places().any(|place| places.contains(&place));
                other != session && (self.game.addresses.share(session, other) || here())
            })
        };
        self.game.seats().filter(shares).map(|seat| seat.0).collect()
    }

    pub(super) fn mark_of(&self, place: Place) -> AddressMark {
        AddressMark::of(place, &self.game.id, &self.around.signer)
    }
}
