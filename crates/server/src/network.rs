//! Networks as whoever runs a server writes them: one address, or an address and how many of its bits count.

use ipnet::IpNet;
use std::net::IpAddr;
use std::str::FromStr;
use thiserror::Error;

/// All addresses with the same first bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network(IpNet);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected an address such as 10.0.0.7 or ::1, or a network such as 10.0.0.0/8")]
pub struct NotANetwork;

impl Network {
    /// IPv4 within IPv6 counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Network, NotANetwork> {
        let address = || text.parse().map(|address: IpAddr| address.into());
        text.parse()
            .or_else(|_| address())
            .map(Network)
            .map_err(|_| NotANetwork)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_the_addresses_with_its_first_bits() {
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
    fn refuses_what_is_not_a_network() {
        let wrong = "localhost 10.0.0 10.0.0.1:80 /8 [::1] 10.0.0.0/33 10.0.0.0/ 10.0.0.0/-1 10.0.0.0/8/8 ::/129";
        for text in wrong.split(' ').chain([""]) {
            assert_eq!(text.parse::<Network>(), Err(NotANetwork), "{text}");
        }
    }
}
