//! Seats of one address: the table is told for the rest of the game, and little is kept for it.

use crate::client::Client;
use crate::nodes::{Node, Shared};
use crate::server::{Folder, HeldTime, Memory, config, serving_from};
use jantaku_server::config::Config;
use jantaku_server::store::Store;
use jantaku_server::token::TableId;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::sync::Arc;

const HOME: &str = "203.0.113.9";
const FRIENDS: &str = "203.0.113.10";
const ELSEWHERE: &str = "198.51.100.4";

fn behind_a_proxy() -> Config {
    let mut config = config(&Folder::new());
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    config
}

/// Connects from this address, beside or after other sockets.
async fn connect(client: &mut Client, from: &'static str) -> Value {
    client.forwarded = Some(from);
    client.last = 0;
    client.connect().await;
    client.heard(|frame| frame["t"] == "hello").await
}

/// Which seats are said to share an address, by seat.
async fn shares(client: &mut Client) -> Vec<Value> {
    let path = format!("/api/tables/{}", client.table);
    let table = client.get(&path).await.json();
    let players = table["players"].as_array().unwrap();
    players.iter().map(|player| player["shares"].clone()).collect()
}

/// Waits until the first two seats are said to share an address.
async fn marked(client: &mut Client) {
    let is_marked = |players: &Value| players[0]["shares"] == json!([1]) && players[1]["shares"] == json!([0]);
    client
        .heard(|frame| is_marked(&frame["players"]) || is_marked(&frame["table"]["players"]))
        .await;
}

/// Somebody at home opens a table, and takes a second seat with another cookie.
async fn two_seats(address: std::net::SocketAddr) -> [Client; 2] {
    let [mut host, mut second] = [1, 2].map(|number| Client::new(address, number));
    for client in [&mut host, &mut second] {
        client.forwarded = Some(HOME);
        client.is_ready = false;
    }
    host.open("zan", &["me", "open", "open"]).await;
    second.join(&host.table, &host.invites[0]).await;
    [host, second]
}

/// The records of a table.
fn records(store: &Memory, client: &Client) -> Vec<Value> {
    let table = TableId::read(&client.table).unwrap();
    let records = store.records(&table).unwrap();
    records
        .iter()
        .map(|record| serde_json::from_str(record).unwrap())
        .collect()
}

#[tokio::test(start_paused = true)]
async fn seats_of_one_address_stay_marked_wherever_they_connect_from_later() {
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let [mut host, mut second] = two_seats(running.address).await;
    connect(&mut host, HOME).await;
    connect(&mut second, HOME).await;
    marked(&mut host).await;
    let expected = vec![json!([1]), json!([0]), json!(null)];
    // A second device beside the first, then only that one.
    let mut phone = Client::new(running.address, 2);
    (phone.cookie, phone.table) = (second.cookie.clone(), second.table.clone());
    phone.is_ready = false;
    connect(&mut phone, ELSEWHERE).await;
    assert_eq!(shares(&mut host).await, expected);
    second.drop_socket();
    assert_eq!(shares(&mut host).await, expected);
    // After a restart, with nobody at home.
    running.stop().await;
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    for client in [&mut host, &mut phone] {
        client.address = running.address;
    }
    connect(&mut phone, ELSEWHERE).await;
    connect(&mut host, FRIENDS).await;
    assert_eq!(shares(&mut host).await, expected);
    // Nor does the mark go with the seat to another device.
    let link = format!("/api/tables/{}/link", host.table);
    let code = phone.post(&link, &json!({})).await.json();
    let mut laptop = Client::new(running.address, 4);
    laptop.forwarded = Some("198.51.100.77");
    laptop.join(&host.table, code["code"].as_str().unwrap()).await;
    assert_eq!(laptop.seat, Some(1));
    assert_eq!(shares(&mut host).await, expected);
    running.stop().await;
}

/// Whoever goes elsewhere before the second seat is taken gains nothing by it, also if the server stops in between.
#[tokio::test(start_paused = true)]
async fn seats_of_one_address_are_marked_though_they_were_there_one_after_the_other() {
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let mut host = Client::new(running.address, 1);
    (host.forwarded, host.is_ready) = (Some(HOME), false);
    host.open("zan", &["me", "open", "open"]).await;
    connect(&mut host, ELSEWHERE).await;
    running.stop().await;
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    host.address = running.address;
    connect(&mut host, ELSEWHERE).await;
    let mut second = Client::new(running.address, 2);
    second.forwarded = Some(HOME);
    second.join(&host.table, &host.invites[0]).await;
    marked(&mut host).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_of_one_address_stay_marked_at_every_node() {
    let shared = Shared::in_memory();
    let [one, two] = [shared.node("one").await, shared.node("two").await];
    let from = |last: u8| Some(Ipv4Addr::new(127, 9, 0, last));
    let at = |node: &Node, client: &mut Client, last: u8| {
        (client.address, client.from, client.last) = (node.running.address, from(last), 0);
    };
    let [mut host, mut second] = [one.client(1), two.client(2)];
    (host.from, host.is_ready) = (from(1), false);
    (second.from, second.is_ready) = (from(1), false);
    host.open("zan", &["me", "open", "open"]).await;
    second.join(&host.table, &host.invites[0]).await;
    host.connect().await;
    second.connect().await;
    marked(&mut host).await;
    marked(&mut second).await;
    at(&two, &mut second, 2);
    second.connect().await;
    marked(&mut second).await;
    // The table moves to the other node.
    one.running.stop().await;
    at(&two, &mut second, 3);
    second.connect().await;
    marked(&mut second).await;
    two.running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn whoever_was_sent_away_is_known_wherever_they_were() {
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let mut host = Client::new(running.address, 1);
    (host.forwarded, host.is_ready) = (Some(FRIENDS), false);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    connect(&mut host, FRIENDS).await;
    let mut stranger = Client::new(running.address, 2);
    (stranger.forwarded, stranger.table) = (Some(HOME), host.table.clone());
    stranger.is_ready = false;
    let join = format!("{path}/join");
    let eve = json!({ "name": "Eve" });
    assert_eq!(stranger.post(&join, &eve).await.json()["seat"], 1);
    connect(&mut stranger, HOME).await;
    connect(&mut stranger, ELSEWHERE).await;
    // The host has invited somebody meanwhile, and the stranger has got hold of the link.
    let earlier = host.post(&format!("{path}/invite"), &json!({ "seat": 2 })).await.json();
    host.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    let end = loop {
        if let Err(end) = stranger.hear_or_end().await {
            break end;
        }
    };
    assert_eq!(end, 4412);
    running.stop().await;
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    for (number, from) in [(3, HOME), (4, ELSEWHERE)] {
        let mut cookie = Client::new(running.address, number);
        cookie.forwarded = Some(from);
        let refused = cookie.post(&join, &eve).await;
        assert_eq!(refused.json()["error"], "sent-away", "{from}");
        let invited = json!({ "name": "Eve", "invite": earlier["code"] });
        assert_eq!(
            cookie.post(&join, &invited).await.json()["error"],
            "sent-away",
            "{from}"
        );
    }
    let mut other = Client::new(running.address, 5);
    other.forwarded = Some("203.0.113.77");
    assert_eq!(other.post(&join, &eve).await.status, 200);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_referee_stays_marked_as_well() {
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let mut host = Client::new(running.address, 1);
    (host.forwarded, host.is_ready) = (Some(HOME), false);
    host.open("zan", &["me", "open", "open"]).await;
    connect(&mut host, HOME).await;
    let code = host
        .post(&format!("/api/tables/{}/referee", host.table), &json!({}))
        .await;
    let mut referee = Client::new(running.address, 2);
    referee.forwarded = Some(HOME);
    referee.join(&host.table, code.json()["code"].as_str().unwrap()).await;
    connect(&mut referee, HOME).await;
    let shares = |frame: &Value| frame["referee"]["shares"] == json!([0]);
    host.heard(shares).await;
    referee.drop_socket();
    connect(&mut referee, ELSEWHERE).await;
    referee.heard(|frame| frame["t"] == "agreement" && shares(frame)).await;
    running.stop().await;
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    referee.address = running.address;
    connect(&mut referee, ELSEWHERE).await;
    referee.heard(|frame| frame["t"] == "agreement" && shares(frame)).await;
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn marks_tell_no_address_and_none_is_kept_of_whoever_plays_alone() {
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let marks = |client: &Client| -> Vec<u64> {
        let records = records(&store, client);
        let seen = records.iter().filter(|record| record["r"] == "back");
        seen.map(|record| record["place"].as_u64().unwrap()).collect()
    };
    let mut alone = Client::new(running.address, 1);
    alone.forwarded = Some(HOME);
    alone.open("zan", &["me", "tsumogiri", "tsumogiri"]).await;
    connect(&mut alone, HOME).await;
    alone.asked("discard").await;
    assert!(marks(&alone).is_empty());
    let mut tables = Vec::new();
    for _ in 0..2 {
        let [mut host, mut second] = two_seats(running.address).await;
        connect(&mut host, HOME).await;
        connect(&mut second, HOME).await;
        marked(&mut second).await;
        tables.push(marks(&host));
    }
    let address = u64::from(u32::from(HOME.parse::<Ipv4Addr>().unwrap()));
    for table in &tables {
        // One for each of the two seats, and neither the address nor anything that other tables have.
        assert!(
            table.len() == 2 && table[0] == table[1] && table[0] != address,
            "{table:?}"
        );
    }
    assert_ne!(tables[0], tables[1]);
    running.stop().await;
}

/// Nobody has without end stored where they come from; whoever is at somebody else's address is noticed nevertheless.
#[tokio::test(start_paused = true)]
async fn few_addresses_of_one_person_are_stored() {
    const ADDRESSES: [&str; 12] = [
        "192.0.2.1",
        "192.0.2.2",
        "192.0.2.3",
        "192.0.2.4",
        "192.0.2.5",
        "192.0.2.6",
        "192.0.2.7",
        "192.0.2.8",
        "192.0.2.9",
        "192.0.2.10",
        "192.0.2.11",
        "192.0.2.12",
    ];
    let _held = HeldTime::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy()).await;
    let [mut host, mut second] = two_seats(running.address).await;
    connect(&mut host, FRIENDS).await;
    for from in ADDRESSES {
        connect(&mut second, from).await;
        second.heard(|frame| frame["t"] == "players").await;
    }
    let seen = |seat: u8| {
        let records = records(&store, &host);
        let is_seen = |record: &&Value| record["r"] == "back" && record["seat"] == seat;
        records.iter().filter(is_seen).count()
    };
    assert_eq!(seen(1), 8);
    // The host comes to where the other is now, and both go elsewhere.
    let last = ADDRESSES[11];
    let mut third = Client::new(running.address, 3);
    third.forwarded = Some(last);
    third.is_ready = false;
    third.join(&second.table, &host.invites[1]).await;
    connect(&mut third, last).await;
    let both = |frame: &Value| frame["t"] == "players" && frame["players"][2]["shares"] == json!([1]);
    third.heard(both).await;
    second.drop_socket();
    connect(&mut second, ELSEWHERE).await;
    third.drop_socket();
    connect(&mut third, "198.51.100.8").await;
    assert_eq!(shares(&mut third).await[2], json!([1]));
    running.stop().await;
}
