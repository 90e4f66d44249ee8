//! Clients at the tables, and everything that each of them was told.

use crate::client::{Client, numbered};
use jantaku_server::record::Record;
use jantaku_server::store::{Sqlite, Store};
use jantaku_server::token::TableId;
use serde_json::Value;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// A client that hears nothing for this long is stuck.
const STUCK: Duration = Duration::from_secs(60);
/// A server that does not know what it told has this long to tell it.
const PATIENCE: Duration = Duration::from_secs(10);
/// After this long without news, all that was sent has been heard.
const QUIET: Duration = Duration::from_millis(100);
const THINKING: Duration = Duration::from_millis(15);

const BOOKS: [(&str, &[&str]); 5] = [
    ("zan", &["me", "greedy", "greedy"]),
    ("zung-jung", &["greedy", "me", "greedy", "greedy"]),
    ("ryanzou-chankan", &["greedy", "greedy", "me", "greedy"]),
    ("hana(variation=3)", &["me", "greedy", "kan-happy", "greedy"]),
    ("tenhou", &["greedy", "greedy", "greedy", "me"]),
];

/// What one client was told of one table.
#[derive(Clone, Default)]
pub(crate) struct Told {
    table: String,
    cookie: String,
    pub(crate) seat: Option<u8>,
    /// The numbered frames, as they came.
    pub(crate) frames: Vec<String>,
    /// The start of the game, as last heard.
    fair: Value,
}

/// All clients, by their number: even ones play, odd ones watch.
#[derive(Default)]
pub(crate) struct Everybody {
    told: Mutex<HashMap<u16, Told>>,
    heard: AtomicU64,
    pub(crate) games: AtomicU64,
}

impl Everybody {
    /// What everybody was told, once nothing more comes from a server that is frozen.
    pub(crate) async fn quiet(&self) -> Vec<Told> {
        let mut heard = None;
        while heard != Some(self.heard.load(Relaxed)) {
            heard = Some(self.heard.load(Relaxed));
            sleep(QUIET).await;
        }
        self.told.lock().unwrap().values().cloned().collect()
    }

    /// Waits until each of so many has been told something.
    pub(crate) async fn all_play(&self, clients: usize) {
        let told = || {
            self.told
                .lock()
                .unwrap()
                .values()
                .filter(|told| !told.frames.is_empty())
                .count()
        };
        while told() < clients {
            sleep(QUIET).await;
        }
    }

    fn begins(&self, number: u16, client: &Client) {
        let told = Told {
            table: client.table.clone(),
            cookie: client.cookie.clone(),
            seat: client.seat,
            ..Told::default()
        };
        self.told.lock().unwrap().insert(number, told);
    }

    fn hears(&self, number: u16, client: &Client, frame: &Value) {
        self.heard.fetch_add(1, Relaxed);
        let mut all = self.told.lock().unwrap();
        let told = all.get_mut(&number).unwrap();
        match frame["t"].as_str() {
            Some("e" | "sheet" | "over") => told.frames.extend(client.frames.last().cloned()),
            Some("fair") => told.fair = frame.clone(),
            Some("hello") => told.fair = frame["fair"].clone(),
            _ => {}
        }
    }
}

/// Plays game after game, each watched by somebody.
pub(crate) async fn keep_playing(address: SocketAddr, number: u8, everybody: Arc<Everybody>) {
    let (rules, seats) = BOOKS[usize::from(number) % BOOKS.len()];
    loop {
        let mut player = Client::new(address, number);
        player.open(rules, seats).await;
        let mut watcher = Client::new(address, number);
        watcher.table = player.table.clone();
        let place = 2 * u16::from(number);
        tokio::join!(play(player, place, &everybody), play(watcher, place + 1, &everybody));
        everybody.games.fetch_add(1, Relaxed);
    }
}

async fn play(mut client: Client, number: u16, everybody: &Everybody) {
    everybody.begins(number, &client);
    client.connect().await;
    loop {
        let frame = timeout(STUCK, client.hear()).await.expect("the table is stuck");
        let frame = frame.expect("the socket stays open");
        everybody.hears(number, &client, &frame);
        if frame["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
            sleep(THINKING).await;
        }
        if client.react(&frame).await {
            return;
        }
    }
}

impl Told {
    /// Says what is missing if fewer events are stored than this client was told of.
    pub(crate) fn missing_in(&self, store: &Sqlite) -> Option<String> {
        let records = store.records(&TableId::read(&self.table)?).unwrap_or_default();
        let stored = records.iter().filter_map(|record| serde_json::from_str(record).ok());
        let stored = stored.flat_map(|record| match record {
            Record::Play { e, .. } => e.iter().map(|event| serde_json::to_value(event).unwrap()).collect(),
            _ => Vec::new(),
        });
        let stored = stored.filter(|event| self.may_see(event)).count();
        let frames = self
            .frames
            .iter()
            .map(|text| serde_json::from_str::<Value>(text).unwrap());
        let told = frames.filter(|frame| frame["t"] == "e").count();
        (records.is_empty() || stored < told)
            .then(|| format!("{}: {told} events were told, {stored} are stored", self.table))
    }

    fn may_see(&self, event: &Value) -> bool {
        let is_private = matches!(event["type"].as_str(), Some("answered" | "missed" | "tenpai-asked"));
        !is_private || event["seat"].as_u64() == self.seat.map(u64::from)
    }

    /// Hears everything again at another server, and says what is not the same.
    pub(crate) async fn differs(self, address: SocketAddr) -> Option<String> {
        let mut client = Client::new(address, 0);
        client.table.clone_from(&self.table);
        client.cookie.clone_from(&self.cookie);
        if !client.connected().await {
            return Some(format!("{}: no socket", self.table));
        }
        let hello = client.hear().await;
        let Some(hello) = hello.filter(|hello| hello["seat"].as_u64() == self.seat.map(u64::from)) else {
            return Some(format!("{}: the seat is lost", self.table));
        };
        let start = |fair: &Value| fair["s0"].clone();
        if !self.fair.is_null() && start(&hello["fair"]) != start(&self.fair) {
            return Some(format!("{}: the start is another", self.table));
        }
        let all = async { while client.last < self.frames.len() as u32 && client.hear().await.is_some() {} };
        let _ = timeout(PATIENCE, all).await;
        let mut again = numbered(&client.frames);
        again.truncate(self.frames.len());
        (again != self.frames).then(|| {
            let same = again.iter().zip(&self.frames).take_while(|(one, other)| one == other);
            let (same, told) = (same.count(), self.frames.len());
            format!("{}: {told} frames were told, {same} of them are told again", self.table)
        })
    }
}
