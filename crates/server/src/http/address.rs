//! Where somebody comes from, and how much one place may ask for.

use crate::config::Limits;
use crate::metrics::Metrics;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Connections by the place they come from.
pub(crate) type Places = Arc<Mutex<HashMap<AddressKey, usize>>>;

/// A connection's share of what its place may have, given back when the connection ends, upgraded or not.
#[derive(Clone)]
pub(crate) struct Peer {
    key: AddressKey,
    _share: Arc<Share>,
}

struct Share {
    key: AddressKey,
    places: Places,
    metrics: Arc<Metrics>,
}

impl Peer {
    /// Counts a connection; none, if there are too many.
    pub(crate) fn take(places: &Places, address: IpAddr, limits: &Limits, metrics: &Arc<Metrics>) -> Option<Peer> {
        let key = AddressKey::of(address);
        let mut all = places.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = all.values().sum();
        let count = all.get(&key).copied().unwrap_or(0);
        if count >= limits.connections_per_address || total >= limits.connections {
            return None;
        }
        all.insert(key, count + 1);
        metrics.connection(true);
        let share = Share {
            key,
            places: Arc::clone(places),
            metrics: Arc::clone(metrics),
        };
        Some(Peer {
            key,
            _share: Arc::new(share),
        })
    }

    /// Where the connection comes from.
    pub(super) fn key(&self) -> AddressKey {
        self.key
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut all = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
            }
        }
        self.metrics.connection(false);
    }
}

/// What counts as one place: an address, or a network of 64 bits where addresses are plenty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AddressKey(u64);

impl AddressKey {
    /// The place of an address.
    pub(super) fn of(address: IpAddr) -> AddressKey {
        match address.to_canonical() {
            IpAddr::V4(v4) => AddressKey(u64::from(v4.to_bits())),
            IpAddr::V6(v6) => AddressKey((v6.to_bits() >> 64) as u64 | 1 << 63),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_of_the_many_is_one_place() {
        let key = |text: &str| AddressKey::of(text.parse().unwrap());
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:2"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_eq!(key("192.0.2.1"), key("::ffff:192.0.2.1"));
    }
}
