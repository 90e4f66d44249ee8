//! Whom a proxy forwards for. Only trusted proxies are believed, and only for what the last of them saw itself:
//! anything before that in the header may be forged.

use crate::network::Network;
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The last address in the header that is not a trusted proxy, or the first if all are; none if it cannot be read.
pub(super) fn asker(headers: &HeaderMap, trusted: &[Network]) -> Option<IpAddr> {
    let mut first = None;
    // A repeated header is one list.
    for line in headers.get_all(FORWARDED_FOR).iter().rev() {
        for hop in line.to_str().ok()?.rsplit(',') {
            let address = address(hop.trim())?;
            if !trusted.iter().any(|network| network.contains(address)) {
                return Some(address);
            }
            first = Some(address);
        }
    }
    first
}

/// Some proxies write the port too.
fn address(hop: &str) -> Option<IpAddr> {
    let with_port = || hop.parse().ok().map(|address: SocketAddr| address.ip());
    let in_brackets = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    hop.parse().ok().or_else(with_port).or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asked(lines: &[&str]) -> Option<String> {
        let trusted = ["10.0.0.0/8", "::1"].map(|network| network.parse().unwrap());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(line).unwrap());
        }
        asker(&headers, &trusted).map(|address| address.to_string())
    }

    #[test]
    fn the_last_hop_that_is_not_a_proxy_asks() {
        for (lines, expected) in [
            (&["203.0.113.9"][..], "203.0.113.9"),
            (&["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (&["198.51.100.1, 203.0.113.9, 10.0.0.2,::1"], "203.0.113.9"),
            (&["198.51.100.1", "203.0.113.9,10.0.0.2"], "203.0.113.9"),
            (&["no address, 203.0.113.9"], "203.0.113.9"),
            (&["203.0.113.9:4711"], "203.0.113.9"),
            (&["[2001:db8::7]:4711"], "2001:db8::7"),
            (&["[2001:db8::7]"], "2001:db8::7"),
            (&["10.0.0.5, 10.0.0.2"], "10.0.0.5"),
        ] {
            assert_eq!(asked(lines).as_deref(), Some(expected), "{lines:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_names_nobody() {
        for lines in [
            &[][..],
            &[""],
            &[","],
            &["unknown"],
            &["203.0.113.9, "],
            &["203.0.113.9, _hidden"],
            &["203.0.113.9 10.0.0.2"],
            &["203.0.113.9", "<script>"],
        ] {
            assert_eq!(asked(lines), None, "{lines:?}");
        }
    }
}
