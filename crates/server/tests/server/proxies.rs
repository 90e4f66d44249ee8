//! Behind a proxy each player counts for themselves, and nobody can pass for another.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_server::Running;
use jantaku_server::network::{Network, NotANetwork};
use serde_json::json;

/// A server at which one address may open one table and have six connections, two of them to watch.
async fn behind(folder: &Folder, proxies: &[&str]) -> Running {
    let mut config = config(folder);
    config.trusted_proxies = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
    config.limits.tables_per_address = 1;
    config.limits.connections_per_address = 6;
    serving(config).await
}

/// Asks for a table with this header.
async fn opened(running: &Running, forwarded: &str) -> u16 {
    let body = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "Mika" }).to_string();
    let head = format!("Origin: http://{}\r\n{forwarded}", running.address);
    let mut client = Client::new(running.address, 1);
    client.ask("POST", "/api/tables", &body, &head).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_proxy_says_who_asks() {
    let folder = Folder::new();
    let running = behind(&folder, &["10.0.0.0/8", "127.0.0.1"]).await;
    for (forwarded, status) in [
        ("X-Forwarded-For: 203.0.113.9\r\n", 200),
        ("X-Forwarded-For: 203.0.113.9\r\n", 429),
        ("X-Forwarded-For: 203.0.113.10\r\n", 200),
        // What the player wrote stands before what the proxy has seen.
        ("X-Forwarded-For: 198.51.100.1, 203.0.113.9\r\n", 429),
        ("X-Forwarded-For: 198.51.100.1, 203.0.113.9, 10.1.2.3\r\n", 429),
        ("X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 203.0.113.9\r\n", 429),
        ("X-Forwarded-For: 198.51.100.1\r\n", 200),
        // Who cannot be told is the proxy, in whatever way it cannot be told.
        ("X-Forwarded-For: 198.51.100.2, nobody\r\n", 200),
        ("X-Forwarded-For: \u{fc}\r\n", 429),
        ("", 429),
    ] {
        assert_eq!(opened(&running, forwarded).await, status, "{forwarded}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_are_not_believed() {
    for proxies in [&[][..], &["10.0.0.0/8", "::1"]] {
        let folder = Folder::new();
        let running = behind(&folder, proxies).await;
        assert_eq!(opened(&running, "X-Forwarded-For: 203.0.113.9\r\n").await, 200);
        assert_eq!(opened(&running, "X-Forwarded-For: 203.0.113.10\r\n").await, 429);
        assert_eq!(opened(&running, "").await, 429);
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_through_a_proxy_count_for_who_opened_them() {
    let folder = Folder::new();
    let running = behind(&folder, &["127.0.0.1"]).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let watch = async |address| {
        let mut watcher = Client::new(running.address, 2);
        watcher.forwarded = Some(address);
        watcher.table = host.table.clone();
        watcher.connect().await;
        let end = watcher.hear_or_end().await.map(drop).err();
        (end, watcher)
    };
    let mut held = Vec::new();
    for (address, expected) in [
        ("203.0.113.9", None),
        ("203.0.113.9", None),
        ("203.0.113.9", Some(1013)),
        ("203.0.113.10", None),
        ("203.0.113.10", None),
        ("203.0.113.11", None),
    ] {
        let (end, watcher) = watch(address).await;
        assert_eq!(end, expected, "{address}");
        held.push(watcher);
    }
    // Their connections are the proxy's, and are there as long as the sockets are.
    for _ in 0..20 {
        let metrics = Client::metrics(&running).await;
        let connections = metrics
            .lines()
            .find_map(|line| line.strip_prefix("jantaku_connections "));
        let connections: usize = connections.unwrap().parse().unwrap();
        assert!(connections >= 5, "{metrics}");
    }
    // Who has closed one may open another.
    held.remove(0);
    while watch("203.0.113.9").await.0.is_some() {}
    running.stop().await;
}

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
