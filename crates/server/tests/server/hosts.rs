//! Who is host, who may sit, and when a game begins.

use crate::client::Client;
use crate::client::answering::is;
use crate::server::{Folder, HeldTime, Memory, config, serving, serving_from, serving_from_memory};
use jantaku_server::Running;
use jantaku_server::config::Config;
use jantaku_server::store::{Append, Epoch, Mark, Store};
use jantaku_server::token::{SessionHash, TableId};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::advance;

const ABSENCE: Duration = Duration::from_millis(5);

/// Everybody comes through a proxy, each from an address of their own.
fn behind_a_proxy(folder: &Folder) -> Config {
    let mut config = config(folder);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    config.pauses.absence = ABSENCE;
    config
}

async fn players(client: &mut Client, found: impl Fn(&Value) -> bool) -> Value {
    client.heard(|frame| frame["t"] == "players" && found(frame)).await
}

/// Joins a listed table without an invitation.
async fn stranger(host: &Client, number: u8, from: &'static str) -> Client {
    let mut stranger = Client::new(host.address, number);
    stranger.forwarded = Some(from);
    let asked = json!({ "name": "Stranger" });
    let joined = stranger.post(&format!("/api/tables/{}/join", host.table), &asked).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    stranger.table = host.table.clone();
    stranger.seat = joined.json()["seat"].as_u64().map(|seat| seat as u8);
    stranger.is_ready = false;
    stranger.connect().await;
    stranger.heard(|frame| frame["t"] == "hello").await;
    stranger
}

/// The host of a listed table, connected and not ready.
async fn listed(address: std::net::SocketAddr, seats: &[&str]) -> Client {
    let mut host = Client::new(address, 1);
    host.forwarded = Some("203.0.113.1");
    host.is_ready = false;
    host.open("ema-2025", seats).await;
    host.connect().await;
    host.heard(|frame| frame["t"] == "hello").await;
    host
}

/// The host is gone, and the others have noticed.
async fn leaves(host: &mut Client, others: &mut Client) {
    host.drop_socket();
    players(others, |frame| frame["players"][0]["present"] == false).await;
    advance(ABSENCE).await;
    players(others, |frame| frame["players"][0]["away"] == true).await;
}

#[tokio::test(start_paused = true)]
async fn a_stranger_does_not_become_host() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    // Nor does whom a stranger invites.
    let path = format!("/api/tables/{}", host.table);
    let invite = one.post(&format!("{path}/invite"), &json!({})).await.json();
    let mut second_cookie = Client::new(running.address, 3);
    second_cookie.forwarded = Some("203.0.113.3");
    second_cookie.join(&host.table, invite["code"].as_str().unwrap()).await;
    second_cookie.is_ready = false;
    second_cookie.connect().await;
    leaves(&mut host, &mut one).await;
    advance(Duration::from_secs(3600)).await;
    assert_eq!(one.get(&path).await.json()["host"], 0);
    for start in [&mut one, &mut second_cookie] {
        assert_eq!(start.post(&format!("{path}/start"), &json!({})).await.status, 403);
    }
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_friend_is_host_until_the_owner_is_back() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let mut friend = Client::new(running.address, 3);
    friend.forwarded = Some("203.0.113.3");
    friend.is_ready = false;
    friend.join(&host.table, &host.invites[2]).await;
    friend.connect().await;
    leaves(&mut host, &mut one).await;
    players(&mut friend, |frame| frame["host"] == 3).await;
    host.connect().await;
    players(&mut friend, |frame| frame["host"] == 0).await;
    assert_eq!(host.heard(|frame| frame["t"] == "hello").await["host"], true);
    // An owner who left the table gets it back with a seat.
    let path = format!("/api/tables/{}", host.table);
    assert_eq!(host.post(&format!("{path}/leave"), &json!({})).await.status, 200);
    players(&mut friend, |frame| frame["host"] == 3).await;
    let again = host.post(&format!("{path}/join"), &json!({ "name": "Mika" })).await;
    assert_eq!(again.status, 200);
    players(&mut friend, |frame| frame["host"] == 0).await;
    running.stop().await;
}

/// Two cookies from two addresses take nobody's table.
#[tokio::test(start_paused = true)]
async fn a_stranger_becomes_host_only_with_a_friend_and_closes_nothing() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut config = behind_a_proxy(&folder);
    config.pauses.ask_again = Duration::ZERO;
    let running = serving_from_memory(config).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let mut two = stranger(&host, 3, "203.0.113.3").await;
    leaves(&mut host, &mut one).await;
    let ask = json!({ "ask": "host", "seat": 1 });
    one.ask_for(&ask).await;
    two.vote(true).await;
    let lapsed = one
        .heard(|frame| frame["t"] == "agreement" && !frame["outcome"].is_null())
        .await;
    assert_eq!(lapsed["outcome"]["how"], "lapsed", "strangers among themselves");
    let mut friend = Client::new(running.address, 4);
    friend.forwarded = Some("203.0.113.4");
    friend.is_ready = false;
    friend.join(&host.table, &host.invites[2]).await;
    friend.connect().await;
    one.ask_for(&ask).await;
    two.vote(true).await;
    friend.vote(true).await;
    players(&mut two, |frame| frame["host"] == 1).await;
    // The table is still the owner's.
    let close = format!("/api/tables/{}/close", host.table);
    let refused = one.post(&close, &json!({})).await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (403, Some("not-owner"))
    );
    host.connect().await;
    players(&mut two, |frame| frame["host"] == 0).await;
    assert_eq!(host.post(&close, &json!({})).await.status, 200);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_host_closes_the_table_of_an_owner_who_left() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut friend = Client::new(running.address, 3);
    friend.forwarded = Some("203.0.113.3");
    friend.is_ready = false;
    friend.join(&host.table, &host.invites[2]).await;
    friend.connect().await;
    friend.heard(|frame| frame["t"] == "hello").await;
    let path = format!("/api/tables/{}", host.table);
    assert_eq!(friend.post(&format!("{path}/close"), &json!({})).await.status, 403);
    assert_eq!(host.post(&format!("{path}/leave"), &json!({})).await.status, 200);
    players(&mut friend, |frame| frame["host"] == 3).await;
    assert_eq!(host.post(&format!("{path}/close"), &json!({})).await.status, 403);
    assert_eq!(friend.post(&format!("{path}/close"), &json!({})).await.status, 200);
    running.stop().await;
}

/// Otherwise strangers whom the owner has left behind could never begin.
#[tokio::test(start_paused = true)]
async fn strangers_agree_on_a_host_when_the_owner_has_left() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "tsumogiri"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let mut two = stranger(&host, 3, "203.0.113.3").await;
    let path = format!("/api/tables/{}", host.table);
    assert_eq!(host.post(&format!("{path}/leave"), &json!({})).await.status, 200);
    one.ask_for(&json!({ "ask": "host", "seat": 1 })).await;
    two.vote(true).await;
    players(&mut two, |frame| frame["host"] == 1).await;
    two.say(&json!({ "t": "ready" })).await;
    players(&mut one, |frame| frame["players"][2]["ready"] == true).await;
    assert_eq!(one.post(&format!("{path}/start"), &json!({})).await.status, 200);
    players(&mut two, |frame| frame["status"] == "starting").await;
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_host_who_is_there_must_consent() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    one.ask_for(&json!({ "ask": "host", "seat": 1 })).await;
    host.vote(true).await;
    players(&mut one, |frame| frame["host"] == 1).await;
    // By the owner's own will it is for good.
    host.drop_socket();
    host.connect().await;
    assert_eq!(host.heard(|frame| frame["t"] == "hello").await["host"], false);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_others_free_a_seat() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "tsumogiri"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let mut two = stranger(&host, 3, "203.0.113.3").await;
    // The owner cannot be thrown out, whoever agrees.
    one.ask_for(&json!({ "ask": "free", "seat": 0 })).await;
    assert_eq!(one.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    // Somebody who is there can, if the host and everybody else agree.
    host.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    two.vote(true).await;
    players(&mut host, |frame| frame["players"][1]["kind"] == "open").await;
    assert_eq!(end(&mut one).await, 4412);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn only_a_friend_frees_the_seat_of_an_owner_who_is_away() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "tsumogiri"]).await;
    let mut friend = Client::new(running.address, 4);
    friend.forwarded = Some("203.0.113.4");
    friend.is_ready = false;
    friend.join(&host.table, &host.invites[1]).await;
    friend.connect().await;
    friend.heard(|frame| frame["t"] == "hello").await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    leaves(&mut host, &mut one).await;
    let free = json!({ "ask": "free", "seat": 0 });
    one.ask_for(&free).await;
    assert_eq!(one.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    friend.ask_for(&free).await;
    one.vote(true).await;
    players(&mut friend, |frame| frame["players"][0]["kind"] == "open").await;
    running.stop().await;
}

/// Two strangers do not get rid of a third while the owner is away.
#[tokio::test(start_paused = true)]
async fn nobody_who_is_there_loses_the_seat_without_the_host() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let _two = stranger(&host, 3, "203.0.113.3").await;
    let _three = stranger(&host, 4, "203.0.113.4").await;
    leaves(&mut host, &mut one).await;
    one.ask_for(&json!({ "ask": "free", "seat": 3 })).await;
    assert_eq!(one.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    running.stop().await;
}

/// Why the socket was closed.
async fn end(client: &mut Client) -> u16 {
    loop {
        if let Err(end) = client.hear_or_end().await {
            return end;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_was_sent_away_comes_back_only_when_the_host_invites() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "tsumogiri"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let path = format!("/api/tables/{}", host.table);
    // Invitations for later: one's own, and one that the host made before.
    let invite = async |client: &mut Client| {
        let made = client.post(&format!("{path}/invite"), &json!({})).await.json();
        made["code"].as_str().unwrap().to_owned()
    };
    let pocketed = invite(&mut one).await;
    let earlier = invite(&mut host).await;
    host.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    assert_eq!(end(&mut one).await, 4412);
    let join = format!("{path}/join");
    let refused = async |client: &mut Client, code: Option<&str>| {
        let answer = client.post(&join, &json!({ "name": "Eve", "invite": code })).await;
        (answer.status, answer.json()["error"].as_str().unwrap_or("").to_owned())
    };
    let sent_away = (403, "sent-away".to_owned());
    assert_eq!(refused(&mut one, None).await, sent_away);
    assert_eq!(refused(&mut one, Some(&pocketed)).await, (403, "sent-away".to_owned()));
    assert_eq!(refused(&mut one, Some(&earlier)).await, sent_away);
    // Nor if somebody else at the table invites.
    let mut accomplice = stranger(&host, 3, "203.0.113.3").await;
    let later = invite(&mut accomplice).await;
    assert_eq!(refused(&mut one, Some(&later)).await, sent_away);
    // Nor with another cookie, nor by giving the invitation away.
    let mut same_place = Client::new(running.address, 5);
    same_place.forwarded = Some("203.0.113.2");
    assert_eq!(refused(&mut same_place, None).await, sent_away);
    let mut elsewhere = Client::new(running.address, 6);
    elsewhere.forwarded = Some("203.0.113.6");
    assert_eq!(
        refused(&mut elsewhere, Some(&pocketed)).await,
        (403, "wrong-code".to_owned())
    );
    // It is the same after a restart.
    running.stop().await;
    let running = serving_from(store, behind_a_proxy(&folder)).await;
    for client in [&mut host, &mut one, &mut elsewhere] {
        client.address = running.address;
    }
    assert_eq!(refused(&mut one, None).await, sent_away);
    assert_eq!(refused(&mut elsewhere, None).await.0, 200);
    let anew = invite(&mut host).await;
    assert_eq!(refused(&mut one, Some(&anew)).await.0, 200);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_host_who_watches_frees_a_seat_with_the_others() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["open", "open", "open", "tsumogiri"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    let mut two = stranger(&host, 3, "203.0.113.3").await;
    // Who only watches may not ask, and the host does not decide on play.
    let mut watcher = Client::new(running.address, 4);
    watcher.forwarded = Some("203.0.113.4");
    watcher.table = host.table.clone();
    watcher.connect().await;
    let free = json!({ "ask": "free", "seat": 0 });
    watcher.ask_for(&free).await;
    assert_eq!(
        watcher.heard(|frame| frame["t"] == "refused").await["why"],
        "not-seated"
    );
    host.ask_for(&json!({ "ask": "penalty", "penalty": "chombo", "seat": 0 }))
        .await;
    assert_eq!(host.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    host.ask_for(&free).await;
    let asked = two
        .heard(|frame| frame["t"] == "agreement" && !frame["question"].is_null())
        .await;
    assert_eq!(
        (&asked["question"]["by"], &asked["question"]["awaited"]),
        (&json!("host"), &json!([1]))
    );
    two.say(&json!({ "t": "vote", "n": 1, "agrees": true })).await;
    players(&mut two, |frame| frame["players"][0]["kind"] == "open").await;
    assert_eq!(end(&mut one).await, 4412);
    // Nor does anybody take the place of a host who is there.
    two.ask_for(&json!({ "ask": "host", "seat": 1 })).await;
    let asked = host
        .heard(|frame| frame["t"] == "agreement" && frame["question"]["what"]["ask"] == "host")
        .await;
    assert_eq!(asked["question"]["awaited"], json!(["host"]));
    host.say(&json!({ "t": "vote", "n": 2, "agrees": false })).await;
    let outcome = two
        .heard(|frame| frame["t"] == "agreement" && frame["outcome"]["how"] == "declined")
        .await;
    assert_eq!(outcome["outcome"]["who"], "host");
    running.stop().await;
}

/// The host plays alone, because Bob was away for so long that his seat was freed.
async fn bob_is_away() -> (Running, Client, Client) {
    let mut config = behind_a_proxy(&Folder::new());
    config.pauses.reading = Duration::from_secs(3600);
    let freeable = config.pauses.freeable;
    assert_eq!(freeable, Duration::from_secs(180));
    let running = serving_from_memory(config).await;
    let mut host = Client::new(running.address, 1);
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Eve", "spectators": false });
    host.open_as(&asked).await;
    let mut bob = Client::new(running.address, 2);
    bob.join(&host.table, &host.invites[0]).await;
    host.connect().await;
    bob.connect().await;
    let draws = async |person: &mut Client| person.heard(|frame| is(frame, "drew")).await;
    tokio::join!(draws(&mut host), draws(&mut bob));
    bob.drop_socket();
    players(&mut host, |frame| frame["players"][1]["present"] == false).await;
    advance(ABSENCE).await;
    players(&mut host, |frame| frame["players"][1]["away"] == true).await;
    let free = json!({ "ask": "free", "seat": 1 });
    host.ask_for(&free).await;
    assert_eq!(host.heard(|frame| frame["t"] == "refused").await["why"], "too-soon");
    advance(freeable).await;
    host.ask_for(&free).await;
    players(&mut host, |frame| frame["players"][1]["kind"] == "bot").await;
    (running, host, bob)
}

/// A short loss of the network costs nobody the seat, and a long one not for good.
#[tokio::test(start_paused = true)]
async fn a_seat_freed_in_the_game_is_kept_for_its_player() {
    let _held = HeldTime::new();
    let (running, mut host, mut bob) = bob_is_away().await;
    // He waits for the end of the hand, as whoever takes a bot's seat, and sees no hand before.
    bob.last = 0;
    bob.connect().await;
    assert_eq!(bob.heard(|frame| frame["t"] == "hello").await["seat"], json!(null));
    host.ask_for(&json!({ "ask": "penalty", "penalty": "chombo", "seat": 2 }))
        .await;
    // The chombo could be undone until the next hand.
    host.heard(|frame| frame["t"] == "awaited").await;
    host.say(&json!({ "t": "ready" })).await;
    assert_eq!(end(&mut bob).await, 4411);
    bob.last = 0;
    bob.connect().await;
    assert_eq!(bob.heard(|frame| frame["t"] == "hello").await["seat"], 1);
    let back = players(&mut host, |frame| frame["players"][1]["kind"] == "human").await;
    assert_eq!(back["players"][1]["name"], "Sora");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_freed_in_the_game_goes_to_whoever_is_invited_first() {
    let _held = HeldTime::new();
    let (running, mut host, mut bob) = bob_is_away().await;
    let path = format!("/api/tables/{}", host.table);
    let made = host.post(&format!("{path}/invite"), &json!({ "seat": 1 })).await.json();
    let mut ann = Client::new(running.address, 3);
    ann.join(&host.table, made["code"].as_str().unwrap()).await;
    let join = format!("{path}/join");
    assert_eq!(bob.post(&join, &json!({ "name": "Bob" })).await.status, 403);
    running.stop().await;
}

/// Somebody else may have it meanwhile.
#[tokio::test(start_paused = true)]
async fn a_freed_seat_goes_to_whoever_takes_it_first() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "tsumogiri", "tsumogiri"]).await;
    let mut one = stranger(&host, 2, "203.0.113.2").await;
    players(&mut host, |frame| frame["players"][1]["present"] == true).await;
    one.drop_socket();
    players(&mut host, |frame| frame["players"][1]["present"] == false).await;
    advance(ABSENCE).await;
    players(&mut host, |frame| frame["players"][1]["away"] == true).await;
    host.ask_for(&json!({ "ask": "free", "seat": 1 })).await;
    players(&mut host, |frame| frame["players"][1]["kind"] == "open").await;
    let _two = stranger(&host, 3, "203.0.113.3").await;
    let join = format!("/api/tables/{}/join", host.table);
    let refused = one.post(&join, &json!({ "name": "Stranger" })).await;
    assert_eq!(refused.json()["error"], "no-seat");
    running.stop().await;
}

/// Three cookies take every seat of a listed table; without the owner it does not begin.
#[tokio::test(start_paused = true)]
async fn a_game_begins_when_everybody_is_ready() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(behind_a_proxy(&folder)).await;
    let mut host = listed(running.address, &["me", "open", "open", "open"]).await;
    let mut cookies = Vec::new();
    for number in 2..5 {
        cookies.push(stranger(&host, number, "203.0.113.66").await);
    }
    for cookie in &mut cookies {
        cookie.say(&json!({ "t": "ready" })).await;
    }
    let ready = |frame: &Value| (1..4).all(|seat: usize| frame["players"][seat]["ready"] == true);
    let told = players(&mut host, ready).await;
    assert_eq!(
        (&told["status"], &told["players"][0]["ready"]),
        (&json!("open"), &json!(null))
    );
    // Whoever is gone is not ready any more.
    cookies[2].drop_socket();
    players(&mut host, |frame| frame["players"][3]["present"] == false).await;
    advance(ABSENCE).await;
    players(&mut host, |frame| frame["players"][3]["ready"].is_null()).await;
    host.say(&json!({ "t": "ready" })).await;
    let told = players(&mut host, |frame| frame["players"][0]["ready"] == true).await;
    assert_eq!(told["status"], "open");
    cookies[2].connect().await;
    cookies[2].say(&json!({ "t": "ready" })).await;
    players(&mut host, |frame| frame["status"] == "starting").await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_watches_lets_the_game_begin() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["open", "open", "tsumogiri"]).await;
    host.connect().await;
    let mut friends = Vec::new();
    for number in 0..2 {
        let mut friend = Client::new(running.address, 2 + number);
        friend.join(&host.table, &host.invites[usize::from(number)]).await;
        friend.connect().await;
        friend.heard(|frame| frame["t"] == "hello").await;
        friends.push(friend);
    }
    let are_ready = |frame: &Value| (0..2).all(|seat: usize| frame["players"][seat]["ready"] == true);
    assert_eq!(players(&mut host, are_ready).await["status"], "open");
    let path = format!("/api/tables/{}/start", host.table);
    assert_eq!(host.post(&path, &json!({})).await.status, 200);
    players(&mut host, |frame| frame["status"] == "starting").await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_lets_only_invited_people_sit() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let settings = json!({ "invited_only": true });
    assert_eq!(host.post(&format!("{path}/settings"), &settings).await.status, 200);
    let mut other = Client::new(running.address, 2);
    let refused = other.post(&format!("{path}/join"), &json!({ "name": "Sora" })).await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (403, Some("invited-only"))
    );
    // The lobby still shows it, and says so.
    let shown = other.get("/api/tables").await.json()["tables"][0].clone();
    assert_eq!(
        (&shown["id"], &shown["invited_only"]),
        (&json!(host.table), &json!(true))
    );
    let invite = host.invites[0].clone();
    other.join(&host.table, &invite).await;
    running.stop().await;
}

/// Otherwise they would fill the seats that the host keeps for friends.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_invite_nobody_where_only_invited_people_sit() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let mut stranger = Client::new(running.address, 2);
    let joined = stranger.post(&format!("{path}/join"), &json!({ "name": "Sora" })).await;
    assert_eq!(joined.status, 200);
    let settings = json!({ "invited_only": true });
    assert_eq!(host.post(&format!("{path}/settings"), &settings).await.status, 200);
    let refused = stranger.post(&format!("{path}/invite"), &json!({})).await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (403, Some("not-host"))
    );
    let code = host.post(&format!("{path}/invite"), &json!({})).await.json();
    let mut friend = Client::new(running.address, 3);
    friend.join(&host.table, code["code"].as_str().unwrap()).await;
    // Friends still bring friends, if there is a seat.
    let full = friend.post(&format!("{path}/invite"), &json!({})).await;
    assert_eq!(full.json()["error"], "no-seat");
    running.stop().await;
}

/// Records as an earlier version wrote them: no word of friends, owners or who is ready.
#[tokio::test(flavor = "multi_thread")]
async fn tables_of_earlier_versions_are_restored() {
    let store = Arc::new(Memory::default());
    let session = |token: &str| serde_json::to_value(SessionHash::of(token)).unwrap();
    let (owner, guest) = ("1".repeat(64), "2".repeat(64));
    let hash = "ab".repeat(32);
    let opened = json!({
        "r": "opened", "rules": "zan", "hash": hash, "name": "", "clock": null, "spectators": true, "listed": true,
        "host": session(&owner), "at": 1,
        "seats": [{ "who": "person", "name": "Mika", "sessions": [session(&owner)] }, { "who": "open" }, { "who": "bot", "id": "tsumogiri" }],
    });
    let records = [
        opened,
        json!({ "r": "invited", "code": hash, "seat": 1 }),
        json!({ "r": "redeemed", "code": hash }),
        json!({ "r": "sat", "seat": 1, "name": "Sora", "session": session(&guest) }),
        json!({ "r": "host", "seat": 1 }),
    ];
    let id = TableId::read("aaaaaaaaaaaaaa").unwrap();
    let append = Append {
        table: id.clone(),
        epoch: Epoch::FIRST,
        first: 0,
        records: records.iter().map(Value::to_string).collect(),
        place: None,
        book: None,
        mark: Mark::Same,
    };
    store.append(append, oneshot::channel().0);
    let folder = Folder::new();
    let running = serving_from(store, config(&folder)).await;
    let mut people = [owner, guest].map(|token| {
        let mut client = Client::new(running.address, 1);
        client.cookie = format!("jantaku={token}");
        client.table = id.to_string();
        client
    });
    people[1].seat = Some(1);
    people[1].connect().await;
    let hello = people[1].heard(|frame| frame["t"] == "hello").await;
    assert_eq!(
        (&hello["host"], &hello["table"]["status"]),
        (&json!(true), &json!("open"))
    );
    people[0].seat = Some(0);
    people[0].connect().await;
    assert_eq!(
        people[0].heard(|frame| frame["t"] == "hello").await["host"],
        true,
        "the owner is back"
    );
    let [one, other] = &mut people;
    tokio::join!(
        one.heard(|frame| is(frame, "drew")),
        other.heard(|frame| is(frame, "drew"))
    );
    running.stop().await;
}
