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
