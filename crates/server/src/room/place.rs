//! Addresses, as far as they count as one, and what stays of those whose players are forgotten.

use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// An IPv4 address, or an IPv6 network of 64 bits, which the highest bit marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u64);

/// Mark the hash of a forgotten address, and whether it was an IPv6 network. No address begins with these bits.
const FORGOTTEN: u64 = 0b010 << 61;
const FORGOTTEN_V6: u64 = 0b011 << 61;
/// The part of a place that tells the networks of 64 bits in one of 48 apart.
const WITHIN: u64 = 0xffff;

impl Place {
    /// Where nobody comes from: somebody asks for them.
    pub(crate) const NOWHERE: Place = Place(0);
    /// How many times the limits of one address an IPv6 network of 48 bits has.
    pub(crate) const SHARES: usize = 8;

    /// Whoever has an IPv6 network of 64 bits usually has many, all in the same network of 48.
    pub(crate) fn network(self) -> Place {
        Place(*self.neighbours().start())
    }

    /// All addresses in that network; an IPv4 address is alone.
    pub(crate) fn neighbours(self) -> RangeInclusive<u64> {
        match self.is_v6() {
            false => self.0..=self.0,
            true => self.0 & !WITHIN..=self.0 | WITHIN,
        }
    }

    /// May there be one more of something at this address, beside those at these?
    pub(crate) fn has_room(self, others: impl Iterator<Item = Place>, most: usize) -> bool {
        let (mut here, mut around) = (0, 0);
        for other in others {
            here += usize::from(other == self);
            around += usize::from(other.network() == self.network());
        }
        here < most && around < most.saturating_mul(Place::SHARES)
    }

    /// What stays of an address when its player is forgotten: a hash with the server's key, by which the games that were opened there
    /// go on counting for it. Neighbours stay neighbours.
    pub(crate) fn forgotten(self, signer: &Signer) -> Place {
        if self.is_forgotten() {
            return self;
        }
        let hash = |what: &str, place: Place| {
            let Bytes32([a, b, c, d, e, f, g, h, ..]) = signer.keyed_hash(&format!("{what}:1:{}", place.0));
            u64::from_be_bytes([a, b, c, d, e, f, g, h])
        };
        let mark = if self.is_v6() { FORGOTTEN_V6 } else { FORGOTTEN };
        let network = hash("forgotten-network", self.network()) >> 3 & !WITHIN;
        Place(mark | network | hash("forgotten-address", self) & WITHIN)
    }

    pub(crate) fn is_forgotten(self) -> bool {
        self.0 >> 62 == FORGOTTEN >> 62
    }

    fn is_v6(self) -> bool {
        self.0 >> 63 == 1 || self.0 >> 61 == FORGOTTEN_V6 >> 61
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgotten_addresses_keep_their_neighbours() {
        let signer = Signer::of_seed(Bytes32([7; 32]));
        let v6 = |network: u64| Place(0x2001_0db8_0000_0000 | 1 << 63 | network);
        let [v4, one, two, other] = [Place(0xc000_0201), v6(0x1_0001), v6(0x1_0002), v6(0x2_0001)];
        let all = [v4, one, two, other].map(|place| place.forgotten(&signer));
        for (place, left) in [v4, one, two, other].into_iter().zip(all) {
            assert!(left.is_forgotten() && !place.is_forgotten());
            assert_eq!(left.forgotten(&signer), left);
            assert_eq!(left, place.forgotten(&signer));
            assert_ne!(left, place.forgotten(&Signer::of_seed(Bytes32([8; 32]))));
        }
        let [v4, one, two, other] = all;
        assert_ne!(one, two);
        assert_eq!((one.network(), v4.network()), (two.network(), v4));
        assert_ne!(one.network(), other.network());
    }
}
