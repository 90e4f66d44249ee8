//! Networks, as those write them who run a server: one address, or an address and how many of its bits count.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// All addresses with the same first bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Is this address one of them? IPv4 within IPv6 is IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                let differ = u64::from(ours.to_bits() ^ theirs.to_bits());
                differ >> (32 - self.bits) == 0
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => {
                let differ = ours.to_bits() ^ theirs.to_bits();
                differ.checked_shr(128 - u32::from(self.bits)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<Network, NetworkFault> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NetworkFault::Address)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= most),
            None => Some(most),
        };
        let bits = bits.ok_or(NetworkFault::Bits { most })?;
        Ok(Network { address, bits })
    }
}

/// Why a text is no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkFault {
    /// It has no address.
    Address,
    /// It has no such number of bits.
    Bits { most: u8 },
}

impl fmt::Display for NetworkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkFault::Address => {
                f.write_str("expected an address such as 10.0.0.7 or ::1, or a network such as 10.0.0.0/8")
            }
            NetworkFault::Bits { most } => write!(f, "expected a number of bits from 0 to {most} after the slash"),
        }
    }
}

impl std::error::Error for NetworkFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_the_addresses_with_its_first_bits() {
        for (network, inside, outside) in [
            ("10.0.0.7", "10.0.0.7", "10.0.0.6"),
            ("10.0.0.7", "::ffff:10.0.0.7", "::1"),
            ("10.1.0.0/16", "10.1.255.3", "10.2.0.0"),
            ("192.0.2.128/25", "192.0.2.255", "192.0.2.127"),
            ("0.0.0.0/0", "203.0.113.9", "2001:db8::1"),
            ("::/0", "2001:db8::1", "203.0.113.9"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "::2"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network:?} {inside}");
            assert!(!network.contains(outside.parse().unwrap()), "{network:?} {outside}");
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in ["", "localhost", "10.0.0", "10.0.0.1:80", "/8", "[::1]"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkFault::Address), "{text}");
        }
        for text in ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkFault::Bits { most: 32 }), "{text}");
        }
        assert_eq!("::/129".parse::<Network>(), Err(NetworkFault::Bits { most: 128 }));
    }
}
