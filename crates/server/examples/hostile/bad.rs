//! What hostile clients do: connections that drip, sockets that do not read, that flood, that send too much, that only watch; tables by
//! the dozen, questions about the metrics, accounts by the dozen and passwords by guessing.

use crate::client::Client;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// How many there are of each kind that comes from many addresses.
const EACH: u8 = 200;
/// Sockets of spectators from one address.
const SPECTATORS: u32 = 250;
/// Listed tables from one address.
const TABLES: u32 = 120;
/// Addresses that open accounts, and as many that guess passwords.
const SIGNERS: u8 = 20;
/// The address of those who watch.
pub(crate) const FLOOD: Ipv4Addr = Ipv4Addr::new(127, 6, 0, 1);

/// Whom to beset.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
    /// A table of bots, where anybody may watch, and one of honest players.
    pub(crate) bots: String,
    pub(crate) honest: String,
    /// The sign-in name of somebody whose password is guessed.
    pub(crate) victim: String,
}

impl Target {
    pub(crate) fn to_text(&self) -> String {
        [
            &self.address.to_string(),
            &self.metrics.to_string(),
            &self.bots,
            &self.honest,
            &self.victim,
        ]
        .map(String::as_str)
        .join(" ")
    }

    pub(crate) fn read(text: &str) -> Target {
        let words: Vec<&str> = text.split(' ').collect();
        Target {
            address: words[0].parse().unwrap(),
            metrics: words[1].parse().unwrap(),
            bots: words[2].to_owned(),
            honest: words[3].to_owned(),
            victim: words[4].to_owned(),
        }
    }

    fn client(&self, from: Ipv4Addr, table: &str) -> Client {
        let mut client = Client::new(self.address, 2);
        client.from = Some(from);
        client.table = table.to_owned();
        client
    }
}

/// Goes on until the process is ended. What should not have worked is printed.
pub(crate) async fn be_bad(target: Target) {
    for number in 0..EACH {
        let from = |kind: u8| Ipv4Addr::new(127, 7, kind, number);
        tokio::spawn(drip(target.clone(), from(1)));
        tokio::spawn(never_read(target.clone(), from(2)));
        tokio::spawn(flood(target.clone(), from(3)));
        tokio::spawn(too_long(target.clone(), from(4)));
    }
    for number in 0..SIGNERS {
        let from = |kind: u8| Ipv4Addr::new(127, 7, kind, number);
        tokio::spawn(open_accounts(target.clone(), from(5)));
        tokio::spawn(guess_passwords(target.clone(), from(6)));
    }
    for _ in 0..SPECTATORS {
        tokio::spawn(watch(target.clone()));
    }
    tokio::spawn(fill_the_lobby(target.clone(), Ipv4Addr::new(127, 6, 0, 2)));
    tokio::spawn(ask_for_metrics(target, Ipv4Addr::new(127, 6, 0, 3)));
    std::future::pending::<()>().await;
}

/// A request that never ends, again and again.
async fn drip(target: Target, from: Ipv4Addr) {
    loop {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        if let Ok(mut stream) = socket.connect(target.address).await {
            for byte in b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " {
                if stream.write_all(&[*byte]).await.is_err() {
                    break;
                }
                sleep(Duration::from_millis(300)).await;
            }
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// A watcher that asks for the whole game and takes none of it.
async fn never_read(target: Target, from: Ipv4Addr) {
    loop {
        let mut client = target.client(from, &target.bots);
        if client.connected().await {
            for _ in 0..50 {
                client.say(&json!({ "t": "ping" })).await;
            }
            sleep(Duration::from_secs(20)).await;
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Noise as fast as it goes, until the socket is closed.
async fn flood(target: Target, from: Ipv4Addr) {
    loop {
        let mut client = target.client(from, &target.bots);
        if client.connected().await {
            for _ in 0..200 {
                client.say_text("{\"t\":\"act\",\"n\":1,\"a\":{\"a\":\"tsumo\"}}").await;
            }
            while client.hear_or_end().await.is_ok() {}
        }
        sleep(Duration::from_secs(2)).await;
    }
}

/// A message of a megabyte.
async fn too_long(target: Target, from: Ipv4Addr) {
    loop {
        let mut client = target.client(from, &target.bots);
        if client.connected().await {
            client.say_message(Message::text("x".repeat(1 << 20))).await;
            while client.hear_or_end().await.is_ok() {}
        }
        sleep(Duration::from_secs(2)).await;
    }
}

/// One of many spectators of the honest table, all from one address.
async fn watch(target: Target) {
    loop {
        let mut client = target.client(FLOOD, &target.honest);
        if client.connected().await {
            while client.hear_or_end().await.is_ok() {}
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Opens listed tables as fast as it goes, and once there are many, goes on trying.
async fn fill_the_lobby(target: Target, from: Ipv4Addr) {
    let asked =
        json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "x", "listed": true, "spectators": true });
    for number in 0.. {
        let mut client = target.client(from, "");
        let _ = client.try_ask("POST", "/api/tables", &asked.to_string(), "").await;
        if number >= TABLES {
            sleep(Duration::from_millis(500)).await;
        }
    }
}

/// Opens accounts as fast as it goes: each costs the server a hash that takes long.
async fn open_accounts(target: Target, from: Ipv4Addr) {
    let [.., kind, last] = from.octets();
    for number in 0.. {
        let mut client = target.client(from, "");
        let asked = json!({ "name": format!("x{kind}y{last}z{number}"), "password": "long enough", "claim": false });
        let _ = client
            .try_ask("POST", "/api/account/open", &asked.to_string(), "")
            .await;
    }
}

/// Guesses passwords as fast as it goes, of somebody who is there and of people who are not.
async fn guess_passwords(target: Target, from: Ipv4Addr) {
    let [.., last] = from.octets();
    for number in 0.. {
        let login = match number % 2 {
            0 => target.victim.clone(),
            _ => format!("nobody{last}n{number}"),
        };
        let asked = json!({ "login": login, "password": format!("guess number {number}"), "claim": false });
        let mut client = target.client(from, "");
        let tried = client
            .try_ask("POST", "/api/account/sign-in", &asked.to_string(), "")
            .await;
        if tried.is_ok_and(|answer| answer.status == 200) {
            println!("guessed: the password of {login}");
        }
    }
}

/// Tries to see the metrics through the public door, twenty times a second, and asks for whatever else counts something.
async fn ask_for_metrics(target: Target, from: Ipv4Addr) {
    let inside = target.metrics;
    let asks = [
        format!("GET /metrics HTTP/1.1\r\nHost: {}\r\n", target.address),
        format!("GET /metrics HTTP/1.1\r\nHost: {inside}\r\nX-Forwarded-For: 127.0.0.1\r\n"),
        format!("GET http://{inside}/metrics HTTP/1.1\r\nHost: {inside}\r\n"),
        format!("GET /api/../metrics HTTP/1.1\r\nHost: {}\r\n", target.address),
        format!("GET /%6detrics/ HTTP/1.1\r\nHost: {}\r\n", target.address),
        format!("CONNECT {inside} HTTP/1.1\r\nHost: {inside}\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n", target.address),
        format!(
            "GET /api/tables/{} HTTP/1.1\r\nHost: {}\r\n",
            target.honest, target.address
        ),
    ];
    for ask in asks.iter().cycle() {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        if let Ok(mut stream) = socket.connect(target.address).await {
            let _ = stream
                .write_all(format!("{ask}Connection: close\r\n\r\n").as_bytes())
                .await;
            let mut answer = Vec::new();
            let _ = timeout(Duration::from_secs(5), stream.read_to_end(&mut answer)).await;
            if String::from_utf8_lossy(&answer).contains("jantaku_") {
                println!("leaked: metrics through {ask:?}");
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}
