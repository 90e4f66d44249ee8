//! Where connections come from, and how many one address may have.

use super::forwarded;
use super::held::Held;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::room::Place;
use crate::token::SessionHash;
use axum::http::HeaderMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Counts connections by address (`held`).
#[derive(Clone)]
pub(crate) struct Places {
    config: Arc<Config>,
    metrics: Arc<Metrics>,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Default)]
struct Counts {
    connections: usize,
    held: Held,
}

/// Who is asking. Holds one of the connections of its address until it is dropped, upgraded or not.
#[derive(Clone)]
pub(crate) struct Peer {
    key: AddressKey,
    address: IpAddr,
    /// Where the connection comes from: the same, or a proxy.
    from: IpAddr,
    is_proxy: bool,
    is_forwarded: bool,
    share: Arc<Share>,
}

/// Gives a connection back when dropped: its own, or its part of a proxy's.
struct Share {
    is_connection: bool,
    one: Option<One>,
    places: Places,
    /// Keeps the proxy's connection counted.
    _through: Option<Arc<Share>>,
}

/// A connection as its address counts it.
struct One {
    key: AddressKey,
    id: u64,
    leaves: Arc<Notify>,
}

impl Places {
    pub(crate) fn new(config: &Arc<Config>, metrics: &Arc<Metrics>) -> Places {
        Places {
            config: Arc::clone(config),
            metrics: Arc::clone(metrics),
            counts: Arc::default(),
        }
    }

    /// Counts a connection; none if there are too many. Requests through a trusted proxy are counted for whoever sent them.
    pub(crate) fn connect(&self, address: IpAddr) -> Option<Peer> {
        let key = AddressKey::of(address);
        let trusted = &self.config.trusted_proxies;
        let is_proxy = trusted.iter().any(|network| network.contains(address));
        let mut counts = self.counts();
        if counts.connections >= self.config.limits.connections {
            return None;
        }
        let one = match is_proxy {
            true => None,
            false => Some(self.admit(&mut counts, key)?),
        };
        counts.connections += 1;
        self.metrics.connections.inc();
        let share = Share {
            is_connection: true,
            one,
            places: self.clone(),
            _through: None,
        };
        let share = Arc::new(share);
        Some(Peer {
            key,
            address,
            from: address,
            is_proxy,
            is_forwarded: false,
            share,
        })
    }

    fn admit(&self, counts: &mut Counts, key: AddressKey) -> Option<One> {
        let (id, leaves) = counts.held.take_in(key, self.most())?;
        Some(One { key, id, leaves })
    }

    fn most(&self) -> usize {
        self.config.limits.connections_per_address
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer {
    /// Who sent this request: the peer, or whoever a trusted proxy names; none if that address has too many connections.
    pub(super) fn asker(&self, headers: &HeaderMap) -> Option<Peer> {
        if !self.is_proxy {
            return Some(self.clone());
        }
        let places = &self.share.places;
        let asker = forwarded::asker(headers, &places.config.trusted_proxies);
        let address = asker.unwrap_or(self.address);
        let key = AddressKey::of(address);
        let one = places.admit(&mut places.counts(), key)?;
        let share = Share {
            is_connection: false,
            one: Some(one),
            places: places.clone(),
            _through: Some(Arc::clone(&self.share)),
        };
        Some(Peer {
            key,
            address,
            from: self.from,
            is_proxy: false,
            is_forwarded: true,
            share: Arc::new(share),
        })
    }

    /// Counts the connection as that of a spectator, or of a player if there is a session; false if the address has too many.
    pub(super) fn settles(&self, player: Option<SessionHash>) -> bool {
        let Share { one, places, .. } = &*self.share;
        let Some(One { key, id, .. }) = one else {
            return true;
        };
        let held = &mut places.counts().held;
        match player {
            Some(session) => held.plays(*key, *id, session, places.most()).is_some(),
            None => held.watches(*key, *id, places.most()),
        }
    }

    /// Waits until another connection of the address needs the room of this one.
    pub(crate) async fn displaced(&self) {
        match &self.share.one {
            Some(one) => one.leaves.notified().await,
            None => std::future::pending().await,
        }
    }

    pub(super) fn address(&self) -> IpAddr {
        self.address
    }

    /// The other end of the connection, which may be a proxy.
    pub(super) fn connects_from(&self) -> IpAddr {
        self.from
    }

    /// Does a trusted proxy ask for somebody?
    pub(super) fn is_forwarded(&self) -> bool {
        self.is_forwarded
    }

    pub(super) fn place(&self) -> Place {
        Place(self.key.0)
    }

    pub(super) fn key(&self) -> AddressKey {
        self.key
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.places.counts();
        if let Some(One { key, id, .. }) = &self.one {
            counts.held.let_go(*key, *id);
        }
        if self.is_connection {
            counts.connections -= 1;
            self.places.metrics.connections.dec();
        }
    }
}

/// Marks a network of 64 bits.
const IS_V6: u64 = 1 << 63;
/// Marks a network of 48 bits.
const IS_NETWORK: u64 = 1 << 62;

/// What counts as one address: an IPv4 address, or an IPv6 network of 64 bits. Networks of 48 bits have larger limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AddressKey(u64);

impl AddressKey {
    pub(super) fn of_number(number: u64) -> AddressKey {
        AddressKey(number)
    }

    /// Sessions and names are counted as addresses are, elsewhere, by a part of their hash; none is taken for a large network.
    pub(super) fn of_hash(hash: u64) -> AddressKey {
        AddressKey(hash | IS_V6)
    }

    /// The network of 48 bits around one of 64: whoever has one usually has all of it.
    pub(super) fn network(self) -> Option<AddressKey> {
        (self.0 & IS_V6 != 0).then_some(AddressKey((self.0 & !IS_V6) >> 16 | IS_NETWORK))
    }

    /// How many times the limit of one address a place may use up.
    pub(super) fn shares(self) -> usize {
        match self.0 >> 62 {
            0b01 => Place::SHARES,
            _ => 1,
        }
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }

    pub(super) fn of(address: IpAddr) -> AddressKey {
        match address.to_canonical() {
            IpAddr::V4(v4) => AddressKey(u64::from(v4.to_bits())),
            IpAddr::V6(v6) => AddressKey((v6.to_bits() >> 64) as u64 | IS_V6),
        }
    }
}

impl fmt::Display for AddressKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ok(v4) = u32::try_from(self.0) {
            return Ipv4Addr::from_bits(v4).fmt(f);
        }
        // The highest bit marks a network. Addresses of the internet have 001 in its place, local ones begin with a one anyway.
        let network = if self.0 >> 62 == 0b11 { self.0 } else { self.0 & !IS_V6 };
        write!(f, "{}/64", Ipv6Addr::from_bits(u128::from(network) << 64))
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
        let texts = ["192.0.2.1", "2001:db8:0:1::9", "fd00::1", "::1"].map(|text| key(text).to_string());
        assert_eq!(texts, ["192.0.2.1", "2001:db8:0:1::/64", "fd00::/64", "::/64"]);
    }
}
