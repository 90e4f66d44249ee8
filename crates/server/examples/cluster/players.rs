//! Players who are at any node, and come back to any other.

use crate::client::{Client, numbered};
use jantaku_table::shuffle::Stream;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// How long a player thinks, at most.
const THINKING_MS: u32 = 1200;
const SEATS: [&str; 4] = ["me", "open", "open", "open"];

/// A table, as its players see it.
pub(crate) struct Table {
    pub(crate) id: String,
    /// How many frames have come to its players.
    pub(crate) frames: AtomicU64,
    pub(crate) is_over: AtomicBool,
}

/// All players.
pub(crate) struct Everybody {
    pub(crate) nodes: Vec<SocketAddr>,
    pub(crate) stop: AtomicBool,
    pub(crate) returns: AtomicU32,
    /// How long the slowest player took from a closed socket to the next greeting.
    pub(crate) slowest_ms: AtomicU64,
}

/// Seats four players at each table, spread over the nodes, and lets them play.
pub(crate) async fn seat(everybody: &Arc<Everybody>, tables: usize) -> (Vec<Arc<Table>>, Vec<JoinHandle<Client>>) {
    let doors = Arc::new(Semaphore::new(16));
    let seating: Vec<_> = (0..tables)
        .map(|number| {
            let (everybody, doors) = (Arc::clone(everybody), Arc::clone(&doors));
            tokio::spawn(async move {
                let _pass = doors.acquire().await.unwrap();
                gather(&everybody.nodes, number).await
            })
        })
        .collect();
    let (mut all, mut players) = (Vec::new(), Vec::new());
    for (number, seating) in seating.into_iter().enumerate() {
        let people = seating.await.unwrap();
        let table = Arc::new(Table {
            id: people[0].table.clone(),
            frames: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        });
        for (seat, person) in people.into_iter().enumerate() {
            let seed = (number * 4 + seat) as u32;
            players.push(tokio::spawn(play(
                person,
                Arc::clone(&table),
                Arc::clone(everybody),
                seed,
            )));
        }
        all.push(table);
    }
    (all, players)
}

async fn gather(nodes: &[SocketAddr], number: usize) -> Vec<Client> {
    let at = |seat: usize| nodes[(number + seat) % nodes.len()];
    let mut host = Client::new(at(0), (number % 250) as u8);
    host.open("tenhou", &SEATS).await;
    let (table, invites) = (host.table.clone(), host.invites.clone());
    let mut people = vec![host];
    for (seat, invite) in (1..).zip(&invites) {
        let mut guest = Client::new(at(seat), (number % 250) as u8);
        guest.join(&table, invite).await;
        people.push(guest);
    }
    people
}

/// Plays until everybody stops, coming back to another node whenever the socket ends.
async fn play(mut client: Client, table: Arc<Table>, everybody: Arc<Everybody>, seed: u32) -> Client {
    let mut bytes = [9; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Stream::new(&bytes);
    let mut is_first = true;
    let mut lost = None;
    let mut node = 0;
    let mut refused = 0;
    while !everybody.stop.load(Relaxed) {
        if !std::mem::take(&mut is_first) {
            everybody.returns.fetch_add(1, Relaxed);
            client.address = everybody.nodes[node % everybody.nodes.len()];
        }
        let connected = timeout(Duration::from_secs(3), client.connected()).await;
        if !connected.unwrap_or(false) {
            // As a proxy does: another node at once, and only if none answers, the same again a little later.
            node += 1;
            refused += 1;
            if refused % everybody.nodes.len() == 0 {
                sleep(Duration::from_millis(u64::from(50 + dice.below(200)))).await;
            }
            continue;
        }
        refused = 0;
        node = dice.below(everybody.nodes.len() as u32) as usize;
        let before = client.last;
        let mut greeted = false;
        loop {
            let patience = timeout(Duration::from_secs(20), client.hear());
            // A silent socket may lead nowhere; a browser would come back too.
            let Ok(Some(frame)) = patience.await else {
                lost.get_or_insert_with(Instant::now);
                break;
            };
            if frame["t"] == "hello" {
                let next = frame["next"].as_u64().unwrap() as u32;
                assert!(
                    greeted || next == before + 1,
                    "{}: asked for {} and got {next}",
                    table.id,
                    before + 1
                );
                assert_eq!(
                    frame["seat"].as_u64(),
                    client.seat.map(u64::from),
                    "{}: the seat is lost",
                    table.id
                );
                greeted = true;
                if let Some(lost) = lost.take() {
                    let took = Instant::now().duration_since(lost).as_millis() as u64;
                    everybody.slowest_ms.fetch_max(took, Relaxed);
                }
            }
            if matches!(frame["t"].as_str(), Some("e" | "sheet" | "over")) {
                table.frames.fetch_add(1, Relaxed);
            }
            if everybody.stop.load(Relaxed) {
                return client;
            }
            if frame["t"] == "prompt" && frame["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
                sleep(Duration::from_millis(u64::from(dice.below(THINKING_MS)))).await;
            }
            if client.react(&frame).await {
                table.is_over.store(true, Relaxed);
                return client;
            }
        }
    }
    client
}

/// Hears the whole game again: it must be what was heard piece by piece. How many frames there were.
pub(crate) async fn compare(mut client: Client, node: SocketAddr) -> usize {
    let told = numbered(&std::mem::take(&mut client.frames));
    client.address = node;
    client.is_ready = false;
    let again = timeout(Duration::from_secs(60), client.hear_again(told.len())).await;
    assert!(again.is_ok(), "{}: the game is not told again", client.table);
    let again = numbered(&client.frames);
    for (n, (before, after)) in told.iter().zip(&again).enumerate() {
        assert_eq!(before, after, "{}: frame {} is different", client.table, n + 1);
    }
    told.len()
}
