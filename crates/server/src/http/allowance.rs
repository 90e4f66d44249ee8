//! Rate limits by address or session: a burst, then a steady rate.

use super::address::{AddressKey, Peer};
use crate::token::SessionHash;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
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

impl Allowance {
    fn times(self, shares: usize) -> Allowance {
        Allowance {
            at_once: self.at_once.saturating_mul(shares),
            often: self.often.saturating_mul(shares),
            ..self
        }
    }
}

/// What each place has left of an allowance.
pub(crate) struct Allowances {
    allowance: Allowance,
    places: Mutex<HashMap<AddressKey, Left>>,
    /// What was used here and other nodes have not heard of yet; none where there are none.
    spent: Option<Mutex<HashMap<AddressKey, u32>>>,
}

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
    pub(crate) fn new(allowance: Allowance, is_shared: bool) -> Allowances {
        Allowances {
            allowance,
            places: Mutex::default(),
            spent: is_shared.then(Mutex::default),
        }
    }

    /// Counts one use; false if the address has none left, or the network around it.
    pub(crate) fn take(&self, peer: &Peer) -> bool {
        self.take_within(peer.key(), Instant::now())
    }

    fn take_within(&self, key: AddressKey, now: Instant) -> bool {
        self.take_at(key, now) && key.network().is_none_or(|network| self.take_at(network, now))
    }

    /// The same for a session.
    pub(crate) fn take_for(&self, session: SessionHash) -> bool {
        self.take_hash(session.number())
    }

    /// The same for anything that has a hash.
    pub(crate) fn take_hash(&self, hash: u64) -> bool {
        self.take_at(AddressKey::of_hash(hash), Instant::now())
    }

    fn take_at(&self, key: AddressKey, now: Instant) -> bool {
        let may = self.change(key, now, |times| if times >= 1.0 { times - 1.0 } else { times });
        if let Some(spent) = self.spent.as_ref().filter(|_| may) {
            *lock(spent).entry(key).or_default() += 1;
        }
        may
    }

    /// What was used since this was last asked, for the other nodes.
    pub(super) fn spent(&self) -> Vec<(u64, u32)> {
        let spent = self.spent.as_ref().map(|spent| std::mem::take(&mut *lock(spent)));
        let spent = spent.unwrap_or_default().into_iter();
        spent.map(|(key, times)| (key.number(), times)).collect()
    }

    /// Counts what was used at another node.
    pub(super) fn spend(&self, uses: &[(u64, u32)]) {
        let now = Instant::now();
        for (key, times) in uses {
            let key = AddressKey::of_number(*key);
            self.change(key, now, |left| (left - f64::from(*times)).max(0.0));
        }
    }

    /// Changes what a place has left; whether it had any.
    fn change(&self, key: AddressKey, now: Instant, change: impl FnOnce(f64) -> f64) -> bool {
        let mut places = lock(&self.places);
        if places.len() >= MOST_PLACES && !places.contains_key(&key) {
            places.retain(|key, left| {
                let allowance = self.allowance.times(key.shares());
                left.by(now, &allowance) < allowance.at_once as f64
            });
        }
        let allowance = self.allowance.times(key.shares());
        let left = places.entry(key).or_insert(Left {
            times: allowance.at_once as f64,
            at: now,
        });
        let times = left.by(now, &allowance);
        *left = Left {
            times: change(times),
            at: now,
        };
        times >= 1.0
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[tokio::test(start_paused = true)]
    async fn no_hash_has_the_limits_of_a_large_network() {
        for hash in [0, 1 << 62, 1 << 63, u64::MAX] {
            let allowances = Allowances::new(ALLOWANCE, false);
            assert_eq!((0..99).filter(|_| allowances.take_hash(hash)).count(), 5, "{hash:x}");
        }
    }

    #[test]
    fn so_many_at_once_and_so_many_more_in_a_while() {
        let allowances = Allowances::new(ALLOWANCE, false);
        let now = Instant::now();
        let takes = |number: u32, seconds: u64| {
            let at = now + Duration::from_secs(seconds);
            (0..10).filter(|_| allowances.take_at(place(number), at)).count()
        };
        assert_eq!(takes(1, 0), 5);
        assert_eq!(takes(1, 0), 0);
        // One use a second comes back, up to five.
        assert_eq!(takes(1, 3), 3);
        assert_eq!(takes(1, 600), 5);
        // Others have their own.
        assert_eq!(takes(2, 600), 5);
    }

    /// Whoever has a network of 48 bits has 65,536 of 64 bits.
    #[test]
    fn the_addresses_of_a_large_network_share_eight_allowances() {
        let allowances = Allowances::new(ALLOWANCE, false);
        let now = Instant::now();
        let takes = |address: String| {
            let key = AddressKey::of(address.parse().unwrap());
            (0..10).filter(|_| allowances.take_within(key, now)).count()
        };
        let all: usize = (0..100).map(|n| takes(format!("2001:db8:1:{n:x}::1"))).sum();
        assert_eq!(all, 8 * 5);
        assert_eq!(takes("2001:db8:2::1".to_owned()), 5, "another network");
        assert_eq!(takes("192.0.2.1".to_owned()), 5);
    }

    #[test]
    fn what_is_used_at_one_node_is_used_at_all() {
        let [here, there] = [true, true].map(|is_shared| Allowances::new(ALLOWANCE, is_shared));
        let now = Instant::now();
        assert!((0..3).all(|_| here.take_at(place(1), now)));
        there.spend(&here.spent());
        assert_eq!(here.spent(), [], "it is said once");
        assert_eq!((0..9).filter(|_| there.take_at(place(1), now)).count(), 2);
        assert_eq!((0..9).filter(|_| there.take_at(place(2), now)).count(), 5);
    }

    #[test]
    fn the_memory_of_places_has_an_end() {
        let allowances = Allowances::new(ALLOWANCE, false);
        let now = Instant::now();
        for number in 0..3 * MOST_PLACES as u32 {
            let at = now + Duration::from_millis(u64::from(number));
            assert!(allowances.take_at(place(number), at));
        }
        assert!(allowances.places.lock().unwrap().len() <= MOST_PLACES);
    }
}
