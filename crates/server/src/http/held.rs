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
    /// The connections of large networks, with the addresses that they are counted for as well.
    of_network: HashMap<AddressKey, Vec<(AddressKey, u64)>>,
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
        let here = self.of_place.get(&key).map_or(&[][..], Vec::as_slice);
        if here.len() >= most {
            let oldest = here.iter().find(|one| !one.plays())?.id;
            self.displace(key, oldest);
        }
        if let Some(network) = key.network() {
            let around = self.of_network.get(&network).map_or(&[][..], Vec::as_slice);
            if around.len() >= most.saturating_mul(network.shares()) {
                let plays = |(key, id): &&(AddressKey, u64)| self.one(*key, *id).is_some_and(One::plays);
                let (key, oldest) = *around.iter().find(|one| !plays(one))?;
                self.displace(key, oldest);
            }
            self.of_network.entry(network).or_default().push((key, self.last + 1));
        }
        self.last += 1;
        let leaves = Arc::new(Notify::new());
        self.of_place.entry(key).or_default().push(One {
            id: self.last,
            does: Does::Ask,
            leaves: Arc::clone(&leaves),
        });
        Some((self.last, leaves))
    }

    fn one(&self, key: AddressKey, id: u64) -> Option<&One> {
        self.of_place.get(&key)?.iter().find(|one| one.id == id)
    }

    /// Tells a connection to go, and counts it no longer.
    fn displace(&mut self, key: AddressKey, id: u64) {
        if let Some(one) = self.one(key, id) {
            one.leaves.notify_one();
        }
        self.let_go(key, id);
    }

    pub(super) fn let_go(&mut self, key: AddressKey, id: u64) {
        strike(&mut self.of_place, key, |one| one.id == id);
        if let Some(network) = key.network() {
            strike(&mut self.of_network, network, |(_, one)| *one == id);
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
        let seats = ones.iter().filter(|one| one.plays()).count();
        if seats >= most - (most / READ_FIRST).max(1) {
            let own = Does::Play(session);
            let count = |does: Does| ones.iter().filter(|one| one.does == does).count();
            // The oldest of those who have the most; one's own where others have no more.
            let rank = |(place, one): &(usize, &One)| (count(one.does), one.does == own, Reverse(*place));
            let playing = ones.iter().enumerate().filter(|(_, one)| one.plays());
            let (place, richest) = playing.max_by_key(rank)?;
            if count(richest.does) == 1 && richest.does != own {
                return None;
            }
            let richest = ones[place].id;
            self.displace(key, richest);
        }
        let ones = self.of_place.entry(key).or_default();
        if let Some(one) = ones.iter_mut().find(|one| one.id == id) {
            one.does = Does::Play(session);
        }
        Some(())
    }
}

impl One {
    fn plays(&self) -> bool {
        matches!(self.does, Does::Play(_))
    }
}

/// Takes one off the list of a place, and the place off with the last of them.
fn strike<T>(lists: &mut HashMap<AddressKey, Vec<T>>, key: AddressKey, is_it: impl Fn(&T) -> bool) {
    if let Some(list) = lists.get_mut(&key) {
        list.retain(|one| !is_it(one));
        if list.is_empty() {
            lists.remove(&key);
        }
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
        for key in [key(), v6(0)] {
            let mut held = Held::default();
            let ids: Vec<u64> = (0..9).map(|_| held.take_in(key, MOST).unwrap().0).collect();
            assert!(held.watches(key, ids[0], MOST));
            for id in ids {
                held.let_go(key, id);
            }
            assert!(held.of_place.is_empty() && held.of_network.is_empty());
        }
    }

    /// An address of the nth network of 64 bits within the same 48.
    fn v6(n: u16) -> AddressKey {
        AddressKey::of(std::net::Ipv6Addr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]).into())
    }

    #[test]
    fn a_large_network_has_the_connections_of_eight_addresses() {
        let mut held = Held::default();
        let (id, player) = held.take_in(v6(0), MOST).unwrap();
        assert_eq!(held.plays(v6(0), id, session(1), MOST), Some(()));
        let others: Vec<_> = (1..200).map(|n| held.take_in(v6(n), MOST).unwrap().1).collect();
        let left = others.iter().filter(|leaves| has_to_leave(leaves)).count();
        assert_eq!(left, 200 - 8 * MOST, "the oldest make room");
        assert!(!has_to_leave(&player), "nobody loses the socket of a seat");
        let elsewhere = held.take_in(AddressKey::of([192, 0, 2, 1].into()), MOST);
        assert!(elsewhere.is_some());
    }
}
