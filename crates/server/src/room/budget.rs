//! What clients can have stored beside play, and what bounds it.
//!
//! | what a client does | records | bound |
//! |---|---|---|
//! | play, read a score sheet, start a game | events, times, readiness, secrets | once a decision or hand; a seat spoils two starts |
//! | be ready or not before the game, `start`, choose when bots come | readiness, bots, when they come | a budget of the seat |
//! | come back after leaving | leaving, coming back | a budget of the seat |
//! | ask the table | question, answers, outcome, ruling | a budget of the voice, and the size of the table |
//! | sit down without an invitation, leave before the game | sitting, leaving | a budget of the address |
//! | link another device, invite, invite a referee, change settings | one each, and what follows from it | a budget of the seat, unused invitations of each person |
//! | sit down or move a seat with a code, withdraw an invitation | one or two | the invitations and links above |
//! | connect from elsewhere | the mark of an address | eight of each person, and those that somebody else has |
//! | be away as host | host, owner | one each absence |
//! | open a table, play again | opening, invitations | the space of the server and of the address, tables of the address |
//! | close a table | closing | once |
//!
//! All of these but play, coming back and leaving end where the table, or the address, has stored as much as it may.

use super::Place;
use std::time::Duration;
use tokio::time::Instant;

/// Changes that may come at once, and how long until one more may.
const AT_ONCE: u32 = 12;
const ONE_MORE: Duration = Duration::from_secs(30);
/// The same for links, invitations and settings: a host changes many of them before a game.
pub(super) const AT_THE_DOOR: u32 = 24;
/// Addresses whose budgets are remembered. Where more come, the one that is full soonest is forgotten.
const MOST_ADDRESSES: usize = 64;

/// A few changes at once, then one at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// When it is full again.
    full_at: Instant,
    at_once: u32,
    one_more: Duration,
}

impl Budget {
    pub(super) fn new(now: Instant) -> Budget {
        Budget::of(now, AT_ONCE, ONE_MORE)
    }

    /// So many at once, and one more after each such span.
    pub(super) fn of(now: Instant, at_once: u32, one_more: Duration) -> Budget {
        Budget {
            full_at: now,
            at_once,
            one_more,
        }
    }

    /// The budget of a seat for links, invitations and settings.
    pub(super) fn at_the_door(now: Instant) -> Budget {
        Budget::of(now, AT_THE_DOOR, ONE_MORE)
    }

    /// Takes one; false if none is left.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.one_more;
        let may = full_at <= now + self.one_more * self.at_once;
        if may {
            self.full_at = full_at;
        }
        may
    }
}

/// How often people of each address may sit down uninvited.
#[derive(Clone, Debug, Default)]
pub(super) struct Comers(Vec<(Place, Budget)>);

impl Comers {
    /// Takes one of this address; a large network counts as one.
    pub(super) fn take(&mut self, place: Place, now: Instant) -> bool {
        let network = place.network();
        self.0.retain(|(_, budget)| budget.full_at > now);
        if let Some((_, budget)) = self.0.iter_mut().find(|(known, _)| *known == network) {
            return budget.take(now);
        }
        if self.0.len() >= MOST_ADDRESSES
            && let Some((soonest, _)) = (0..).zip(&self.0).min_by_key(|(_, (_, budget))| budget.full_at)
        {
            self.0.swap_remove(soonest);
        }
        let mut budget = Budget::new(now);
        let may = budget.take(now);
        self.0.push((network, budget));
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_fills_slowly() {
        let now = Instant::now();
        let mut budget = Budget::new(now);
        let mut taken = |at: Instant| (0..99).filter(|_| budget.take(at)).count();
        assert_eq!(taken(now), 12);
        assert_eq!(taken(now + Duration::from_secs(29)), 0);
        assert_eq!(taken(now + Duration::from_secs(90)), 3);
        assert_eq!(taken(now + Duration::from_secs(3600)), 12);
    }

    #[test]
    fn every_address_has_a_budget() {
        let now = Instant::now();
        let mut comers = Comers::default();
        let mut taken = |place: u64| (0..99).filter(|_| comers.take(Place(place), now)).count();
        assert_eq!([taken(1), taken(1), taken(2)], [12, 0, 12]);
        // All addresses of a network of 48 bits share one.
        let network = 0x8000_0000_0001_0000;
        assert_eq!([taken(network), taken(network + 7)], [12, 0]);
        for place in 0..1000 {
            comers.take(Place(100 + place), now);
        }
        assert_eq!(comers.0.len(), MOST_ADDRESSES);
    }
}
