//! The connections of each address. When an address has as many as it may, the oldest that plays no seat makes room for a new one, so
//! that neither spectators nor idle connections lock out a player of the same household.

use super::address::AddressKey;
use crate::token::SessionHash;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Notify;

/// One in this many connections of an address is never a seat's: whoever comes must first be read before a seat is recognised.
const READ_FIRST: usize = 8;
/// One in this many may watch, at all tables together.
const WATCH: usize = 3;

#[derive(Default)]
pub(super) struct Held {
    last: u64,
    of_place: HashMap<AddressKey, Vec<One>>,
}

/// A connection; those of an address are in the order in which they came.
struct One {
    id: u64,
    does: Does,
    leaves: Arc<Notify>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    /// It asks for something, or says nothing.
    Ask,
    Watch,
    Play(SessionHash),
}

impl Held {
    /// Counts a connection of an address that may have this many: its number, and what tells it to go. None if there is no room.
    pub(super) fn take_in(&mut self, key: AddressKey, most: usize) -> Option<(u64, Arc<Notify>)> {
        let ones = self.of_place.entry(key).or_default();
        if ones.len() >= most {
            let oldest = ones.iter().position(|one| !matches!(one.does, Does::Play(_)))?;
            ones.remove(oldest).leaves.notify_one();
        }
        self.last += 1;
        let leaves = Arc::new(Notify::new());
        ones.push(One {
            id: self.last,
            does: Does::Ask,
            leaves: Arc::clone(&leaves),
        });
        Some((self.last, leaves))
    }

    pub(super) fn let_go(&mut self, key: AddressKey, id: u64) {
        if let Some(ones) = self.of_place.get_mut(&key) {
            ones.retain(|one| one.id != id);
            if ones.is_empty() {
                self.of_place.remove(&key);
            }
        }
    }

    /// The connection becomes a spectator's socket; false if the address has too many of them.
    pub(super) fn watches(&mut self, key: AddressKey, id: u64, most: usize) -> bool {
        let ones = self.of_place.entry(key).or_default();
        let watching = ones.iter().filter(|one| one.does == Does::Watch).count();
        let may = watching < (most / WATCH).max(1);
        if may && let Some(one) = ones.iter_mut().find(|one| one.id == id) {
            one.does = Does::Watch;
        }
        may
    }

    /// The connection becomes a seat's socket; none if other seats need all the room. Whoever has the most sockets gives up one.
    pub(super) fn plays(&mut self, key: AddressKey, id: u64, session: SessionHash, most: usize) -> Option<()> {
        let ones = self.of_place.entry(key).or_default();
        let seats = ones.iter().filter(|one| matches!(one.does, Does::Play(_))).count();
        if seats >= most - (most / READ_FIRST).max(1) {
            let own = Does::Play(session);
            let count = |does: Does| ones.iter().filter(|one| one.does == does).count();
            // The oldest of those who have the most; one's own where others have no more.
            let rank = |(place, one): &(usize, &One)| (count(one.does), one.does == own, Reverse(*place));
            let playing = ones
                .iter()
                .enumerate()
                .filter(|(_, one)| matches!(one.does, Does::Play(_)));
            let (place, richest) = playing.max_by_key(rank)?;
            if count(richest.does) == 1 && richest.does != own {
                return None;
            }
            ones.remove(place).leaves.notify_one();
        }
        if let Some(one) = ones.iter_mut().find(|one| one.id == id) {
            one.does = Does::Play(session);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 16;

    fn key() -> AddressKey {
        AddressKey::of_number(7)
    }

    fn session(number: usize) -> SessionHash {
        SessionHash::of(&number.to_string())
    }

    fn seated(held: &mut Held, who: usize) -> (u64, Arc<Notify>) {
        let (id, leaves) = held.take_in(key(), MOST).unwrap();
        assert_eq!(held.plays(key(), id, session(who), MOST), Some(()));
        (id, leaves)
    }

    fn has_to_leave(leaves: &Notify) -> bool {
        futures_util::FutureExt::now_or_never(leaves.notified()).is_some()
    }

    #[test]
    fn the_oldest_without_a_seat_makes_room() {
        let mut held = Held::default();
        let (_, player) = seated(&mut held, 1);
        let first = held.take_in(key(), MOST).unwrap().1;
        for _ in 0..MOST - 2 {
            held.take_in(key(), MOST).unwrap();
        }
        assert!(!has_to_leave(&first));
        held.take_in(key(), MOST).unwrap();
        assert!(has_to_leave(&first));
        for _ in 0..10 * MOST {
            held.take_in(key(), MOST).unwrap();
        }
        assert!(!has_to_leave(&player));
    }

    #[test]
    fn whoever_has_the_most_seats_gives_up_one() {
        let mut held = Held::default();
        let (_, honest) = seated(&mut held, 1);
        let greedy: Vec<_> = (0..MOST - 3).map(|_| seated(&mut held, 2).1).collect();
        let other = seated(&mut held, 3).1;
        let left: Vec<bool> = greedy.iter().map(|leaves| has_to_leave(leaves)).collect();
        assert_eq!(left.iter().position(|left| *left), Some(0));
        assert_eq!(left.iter().filter(|left| **left).count(), 1);
        assert!(!has_to_leave(&honest) && !has_to_leave(&other));
    }

    #[test]
    fn nobody_loses_the_only_socket_of_a_seat() {
        let mut held = Held::default();
        let all: Vec<_> = (0..MOST - 2).map(|who| seated(&mut held, who)).collect();
        let (id, _) = held.take_in(key(), MOST).unwrap();
        assert_eq!(held.plays(key(), id, session(99), MOST), None);
        // A second socket of the same player takes the place of the first.
        assert_eq!(held.plays(key(), id, session(0), MOST), Some(()));
        let left = all.iter().map(|(_, leaves)| has_to_leave(leaves));
        assert_eq!(left.filter(|left| *left).count(), 1);
    }

    #[test]
    fn those_who_go_leave_nothing_behind() {
        let mut held = Held::default();
        let ids: Vec<u64> = (0..9).map(|_| held.take_in(key(), MOST).unwrap().0).collect();
        assert!(held.watches(key(), ids[0], MOST));
        for id in ids {
            held.let_go(key(), id);
        }
        assert!(held.of_place.is_empty());
    }
}
