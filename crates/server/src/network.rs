//! Networks as whoever runs a server writes them: one address, or an address and how many of its bits count.

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use thiserror::Error;

/// All addresses with the same first bits.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(try_from = "String", into = "String")]
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

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for Network {
    type Error = NotANetwork;

    fn try_from(text: String) -> Result<Network, NotANetwork> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> String {
        network.to_string()
    }
}
