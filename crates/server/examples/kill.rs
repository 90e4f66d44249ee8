//! Kills a server again and again while tables are played, and checks that nothing is lost, doubled or stuck. Each kill also comes
//! between the answers to one claim or between a ruling and its effect: what was confirmed must not be asked again.
//!
//! `cargo run --release --package jantaku-server --example kill -- 50`

#![allow(clippy::unwrap_used, reason = "a check that cannot go on fails")]
#![allow(dead_code, reason = "the scripted client can do more than this check asks of it")]

#[path = "../tests/server/client.rs"]
mod client;
#[path = "../tests/server/process.rs"]
mod process;

use client::answering::{agree_on_chombo, claimed_by_two, five_of_pin_is_discarded, is};
use client::{Client, numbered};
use jantaku_server::config::Pauses;
use jantaku_table::shuffle::Stream;
use process::{Process, free_port};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

const TABLES: u8 = 40;
/// How long a client may take to be back in its seat, from when it first finds the server gone.
const BACK: Duration = Duration::from_secs(30);
/// A client that hears nothing for this long is stuck.
const STUCK: Duration = Duration::from_secs(60);
const THINKING: Duration = Duration::from_millis(15);

const BOOKS: [(&str, &[&str]); 5] = [
    ("zan", &["me", "greedy", "greedy"]),
    ("zung-jung", &["greedy", "me", "greedy", "greedy"]),
    ("ryanzou-chankan", &["greedy", "greedy", "me", "greedy"]),
    ("hana(variation=3)", &["me", "greedy", "kan-happy", "greedy"]),
    ("tenhou", &["greedy", "greedy", "greedy", "me"]),
];

#[derive(Default)]
struct Counts {
    games: AtomicU64,
    frames: AtomicU64,
    returns: AtomicU64,
    slowest_return_ms: AtomicU64,
    last_round: AtomicBool,
}

#[tokio::main]
async fn main() {
    if process::is_child() {
        return process::serve(process::without_limits(u32::MAX), Pauses::none()).await;
    }
    let kills: u32 = std::env::args()
        .nth(1)
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(50);
    let folder = std::env::temp_dir().join(format!("jantaku-kill-{}", std::process::id()));
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let mut process = Process::start(&folder, address).await;
    let counts = Arc::new(Counts::default());
    let tables: Vec<_> = (0..TABLES)
        .map(|number| tokio::spawn(keep_playing(address, number, Arc::clone(&counts))))
        .collect();
    let mut dice = Stream::new(&[3; 32]);
    for kill in 1..=kills {
        sleep(Duration::from_millis(u64::from(100 + dice.below(1500)))).await;
        let ruled = kill % 2 == 0;
        let mut people = withhold_an_answer(address, ruled).await;
        process.kill();
        let began = Instant::now();
        process = Process::start(&folder, address).await;
        give_it(&mut people, ruled).await;
        println!(
            "kill {kill}: back after {} ms, {} games ended, {} returns",
            began.elapsed().as_millis(),
            counts.games.load(Relaxed),
            counts.returns.load(Relaxed)
        );
    }
    counts.last_round.store(true, Relaxed);
    for table in tables {
        table.await.expect("a table lost something");
    }
    process.kill();
    let _ = std::fs::remove_dir_all(&folder);
    println!(
        "{} kills between answers to one claim, {} between a ruling and its effect: nothing that was confirmed was asked again",
        kills.div_ceil(2),
        kills / 2
    );
    println!(
        "{kills} kills, {TABLES} tables at a time: {} games played to their end, {} frames compared and all the same, {} returns, the slowest after {} ms",
        counts.games.load(Relaxed),
        counts.frames.load(Relaxed),
        counts.returns.load(Relaxed),
        counts.slowest_return_ms.load(Relaxed)
    );
}

/// Two may claim a tile. One has answered, or the referee has ruled, and the other keeps the table waiting.
async fn withhold_an_answer(address: SocketAddr, ruled: bool) -> Vec<Client> {
    let mut people = Client::gather(&claimed_by_two(), Client::new(address, 199)).await;
    let [mut asked, _] = five_of_pin_is_discarded(&mut people).await;
    if ruled {
        agree_on_chombo(&mut people, 3).await;
        asked = people[1].asked("chii").await;
    }
    people[1].confirmed(&asked, "pass").await;
    people
}

/// After the kill the table waits for the other alone, and goes on with the answer.
async fn give_it(people: &mut [Client], ruled: bool) {
    for person in people.iter_mut() {
        person.connect().await;
    }
    people[1].not_asked_before(|frame| frame["t"] == "prompt").await;
    let prompt = people[2].asked("pon").await;
    people[2].confirmed(&prompt, if ruled { "pass" } else { "pon" }).await;
    let effect = if ruled { "chombo" } else { "called" };
    people[1].not_asked_before(|frame| is(frame, effect)).await;
}

/// Plays game after game until the last round, each to its end.
async fn keep_playing(address: SocketAddr, number: u8, counts: Arc<Counts>) {
    let (rules, seats) = BOOKS[usize::from(number) % BOOKS.len()];
    while !counts.last_round.load(Relaxed) {
        let mut client = Client::new(address, number);
        open(&mut client, rules, seats).await;
        play(&mut client, &counts).await;
        compare(&mut client, &counts).await;
        counts.games.fetch_add(1, Relaxed);
    }
}

/// Opens a table; a request that was cut off is made again.
async fn open(client: &mut Client, rules: &str, seats: &[&str]) {
    let body = json!({ "rules": rules, "seats": seats, "name": "Mika", "spectators": true }).to_string();
    loop {
        if let Ok(answer) = client.try_ask("POST", "/api/tables", &body, "").await
            && answer.status == 200
        {
            let created = answer.json();
            client.table = created["table"].as_str().unwrap().to_owned();
            client.seat = created["seat"].as_u64().map(|seat| seat as u8);
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn play(client: &mut Client, counts: &Counts) {
    loop {
        come_back(client, counts).await;
        while let Some(frame) = timeout(STUCK, client.hear()).await.expect("the table is stuck") {
            if frame["t"] == "prompt" && frame["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
                sleep(THINKING).await;
            }
            if client.react(&frame).await {
                return;
            }
        }
    }
}

/// Takes the seat again and hears that nothing is missing.
async fn come_back(client: &mut Client, counts: &Counts) {
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < BACK, "not back in time");
        let last = client.last;
        if client.connected().await
            && let Some(hello) = client.hear().await
        {
            assert_eq!(hello["next"], last + 1, "the server has forgotten what it told");
            assert_eq!(hello["seat"].as_u64(), client.seat.map(u64::from), "the seat is lost");
            client.react(&hello).await;
            if last > 0 {
                counts.returns.fetch_add(1, Relaxed);
                counts
                    .slowest_return_ms
                    .fetch_max(began.elapsed().as_millis() as u64, Relaxed);
            }
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Hears the whole game again: it must be what was heard piece by piece.
async fn compare(client: &mut Client, counts: &Counts) {
    let told = numbered(&client.frames);
    client.hear_again(told.len()).await;
    assert_eq!(numbered(&client.frames), told, "an event was lost, doubled or changed");
    counts.frames.fetch_add(told.len() as u64, Relaxed);
}
