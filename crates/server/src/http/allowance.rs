//! Rate limits by address or session: a burst, then a steady rate.

use super::address::{AddressKey, Peer};
use crate::token::SessionHash;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Addresses to remember before forgetting those that have their full allowance again.
const MOST_PLACES: usize = 4096;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Allowance {
    pub(crate) at_once: usize,
    pub(crate) often: usize,
    pub(crate) span: Duration,
}

#[derive(Default)]
pub(crate) struct Allowances(Mutex<HashMap<AddressKey, Left>>);

struct Left {
    times: f64,
    at: Instant,
}

impl Left {
    fn by(&self, now: Instant, allowance: &Allowance) -> f64 {
        let waited = now.saturating_duration_since(self.at).as_secs_f64() / allowance.span.as_secs_f64();
        (self.times + waited * allowance.often as f64).min(allowance.at_once as f64)
    }
}

impl Allowances {
    /// Counts one use; false if the address has none left.
    pub(crate) fn take(&self, peer: &Peer, allowance: &Allowance) -> bool {
        self.take_at(peer.key(), allowance, Instant::now())
    }

    /// The same for a session.
    pub(crate) fn take_for(&self, session: SessionHash, allowance: &Allowance) -> bool {
        self.take_at(AddressKey::of_number(session.number()), allowance, Instant::now())
    }

    /// The same for anything that has a number.
    pub(crate) fn take_number(&self, number: u64, allowance: &Allowance) -> bool {
        self.take_at(AddressKey::of_number(number), allowance, Instant::now())
    }

    fn take_at(&self, key: AddressKey, allowance: &Allowance, now: Instant) -> bool {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= MOST_PLACES && !places.contains_key(&key) {
            places.retain(|_, left| left.by(now, allowance) < allowance.at_once as f64);
        }
        let left = places.entry(key).or_insert(Left {
            times: allowance.at_once as f64,
            at: now,
        });
        let times = left.by(now, allowance);
        let may = times >= 1.0;
        *left = Left {
            times: if may { times - 1.0 } else { times },
            at: now,
        };
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    const ALLOWANCE: Allowance = Allowance {
        at_once: 5,
        often: 60,
        span: Duration::from_secs(60),
    };

    fn place(number: u32) -> AddressKey {
        AddressKey::of(IpAddr::from(number.to_be_bytes()))
    }

    #[test]
    fn so_many_at_once_and_so_many_more_in_a_while() {
        let allowances = Allowances::default();
        let now = Instant::now();
        let takes = |number: u32, seconds: u64| {
            let at = now + Duration::from_secs(seconds);
            (0..10)
                .filter(|_| allowances.take_at(place(number), &ALLOWANCE, at))
                .count()
        };
        assert_eq!(takes(1, 0), 5);
        assert_eq!(takes(1, 0), 0);
        // One use a second comes back, up to five.
        assert_eq!(takes(1, 3), 3);
        assert_eq!(takes(1, 600), 5);
        // Others have their own.
        assert_eq!(takes(2, 600), 5);
    }

    #[test]
    fn the_memory_of_places_has_an_end() {
        let allowances = Allowances::default();
        let now = Instant::now();
        for number in 0..3 * MOST_PLACES as u32 {
            let at = now + Duration::from_millis(u64::from(number));
            assert!(allowances.take_at(place(number), &ALLOWANCE, at));
        }
        assert!(allowances.0.lock().unwrap().len() <= MOST_PLACES);
    }
}
