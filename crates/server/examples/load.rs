//! Puts load on a server: tables of four scripted clients, one action a second at each, then more and more until it is too slow.
//!
//! `cargo run --release --package jantaku-server --example load -- 1000`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]
#![allow(dead_code, reason = "the scripted client can do more than this needs")]

#[path = "../tests/server/client.rs"]
mod client;
#[path = "../tests/server/process.rs"]
mod process;

use client::Client;
use jantaku_server::config::Pauses;
use process::{Process, free_port};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep, sleep_until};

/// How long each rate is kept up.
const STAGE: Duration = Duration::from_secs(15);
/// Beyond this the server is too slow.
const TOO_SLOW_MS: f64 = 50.0;

struct Load {
    interval_us: AtomicU64,
    measured: Mutex<Vec<u32>>,
    stop: AtomicBool,
}

#[derive(Deserialize)]
struct Lite {
    t: String,
    #[serde(default)]
    n: u32,
    #[serde(default)]
    legal: Vec<Value>,
    #[serde(default)]
    e: Option<LiteEvent>,
}

#[derive(Deserialize)]
struct LiteEvent {
    r#type: String,
}

/// What a socket heard, and when.
struct Heard {
    place: usize,
    at: Instant,
    frame: Lite,
}

#[tokio::main]
async fn main() {
    if process::is_child() {
        return process::serve(Pauses::none()).await;
    }
    let tables: u32 = std::env::args()
        .nth(1)
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(1000);
    let folder = std::env::temp_dir().join(format!("jantaku-load-{}", std::process::id()));
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let process = Process::start(&folder, address).await;
    let load = Arc::new(Load {
        interval_us: AtomicU64::new(1_000_000),
        measured: Mutex::default(),
        stop: AtomicBool::new(false),
    });
    let doors = Arc::new(Semaphore::new(32));
    let (seated, mut all_seated) = mpsc::channel(1);
    for number in 0..tables {
        tokio::spawn(keep_busy(
            address,
            number,
            Arc::clone(&load),
            Arc::clone(&doors),
            seated.clone(),
        ));
    }
    for _ in 0..tables {
        all_seated.recv().await.unwrap();
    }
    let (memory, _) = process.weight();
    println!("{tables} tables of four sit; the server has {memory} MiB");
    sleep(Duration::from_secs(3)).await;
    println!("actions/s   p50 ms   p99 ms   p99.9 ms   MiB   server CPU us/action");
    let mut interval_us = 1_000_000;
    loop {
        load.interval_us.store(interval_us, Relaxed);
        sleep(Duration::from_secs(2)).await;
        load.measured.lock().unwrap().clear();
        let (_, before) = process.weight();
        sleep(STAGE).await;
        let (memory, after) = process.weight();
        let mut measured = std::mem::take(&mut *load.measured.lock().unwrap());
        measured.sort_unstable();
        let at = |part: f64| f64::from(measured[((measured.len() - 1) as f64 * part) as usize]) / 1000.0;
        println!(
            "{:9.0}   {:6.1}   {:6.1}   {:8.1}   {memory:3}   {:.0}",
            measured.len() as f64 / STAGE.as_secs_f64(),
            at(0.5),
            at(0.99),
            at(0.999),
            (after - before) * 1e6 / measured.len() as f64
        );
        if at(0.99) > TOO_SLOW_MS || interval_us < 10_000 {
            break;
        }
        interval_us = interval_us * 2 / 3;
    }
    load.stop.store(true, Relaxed);
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Games at one table after another, with four sockets each.
async fn keep_busy(address: SocketAddr, number: u32, load: Arc<Load>, doors: Arc<Semaphore>, seated: mpsc::Sender<()>) {
    let mut first = true;
    while !load.stop.load(Relaxed) {
        let pass = doors.acquire().await.unwrap();
        let mut clients = vec![Client::new(address, 1)];
        let invite = clients[0].open("tenhou", &["me", "open", "open", "open"]).await;
        for number in 2..=4 {
            let mut friend = Client::new(address, number);
            friend.join(&clients[0].table, &invite).await;
            clients.push(friend);
        }
        for client in &mut clients {
            client.connect().await;
        }
        // Everybody does their part of the start before the measurement.
        if let [one, two, three, four] = clients.as_mut_slice() {
            tokio::join!(begin(one), begin(two), begin(three), begin(four));
        }
        drop(pass);
        if first {
            let _ = seated.send(()).await;
            // Tables do not act in step.
            sleep(Duration::from_micros(u64::from(number) * 7919 % 1_000_000)).await;
            first = false;
        }
        play(clients, &load).await;
    }
}

/// Fixes the walls with the others, up to the first event.
async fn begin(client: &mut Client) {
    while client.public == 0 {
        let frame = client.hear().await.unwrap();
        let fair = if frame["t"] == "hello" { &frame["fair"] } else { &frame };
        client.fix_wall(fair).await;
    }
}

async fn play(clients: Vec<Client>, load: &Load) {
    let (tell, mut heard) = mpsc::channel::<Heard>(256);
    let mut says = Vec::new();
    for (place, client) in clients.into_iter().enumerate() {
        let (say, mut to_say) = mpsc::channel::<String>(64);
        says.push(say);
        let tell = tell.clone();
        tokio::spawn(async move {
            let mut client = client;
            loop {
                tokio::select! {
                    text = client.hear_text() => {
                        let (Some(text), at) = (text, Instant::now()) else { return };
                        let Ok(frame) = serde_json::from_str(&text) else { continue };
                        if tell.send(Heard { place, at, frame }).await.is_err() {
                            return;
                        }
                    }
                    said = to_say.recv() => match said {
                        Some(text) => client.say_text(&text).await,
                        None => return,
                    }
                }
            }
        });
    }
    drop(tell);
    let mut next = Instant::now();
    let mut sent: Option<(Instant, [Option<Instant>; 4])> = None;
    let mut waiting: Option<(usize, String)> = None;
    loop {
        tokio::select! {
            () = sleep_until(next), if waiting.is_some() => {
                if let Some((place, text)) = waiting.take() {
                    sent = Some((Instant::now(), [None; 4]));
                    let _ = says[place].send(text).await;
                    next += Duration::from_micros(load.interval_us.load(Relaxed));
                    next = next.max(Instant::now());
                }
            }
            heard = heard.recv() => {
                let Some(Heard { place, at, frame }) = heard else { return };
                match frame.t.as_str() {
                    "e" if frame.e.as_ref().is_some_and(|event| event.r#type == "discarded") => {
                        if let Some((began, all)) = &mut sent {
                            all[place] = Some(at);
                            if let Some(last) = all.iter().copied().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()) {
                                let took = last.duration_since(*began).as_micros() as u32;
                                load.measured.lock().unwrap().push(took);
                                sent = None;
                            }
                        }
                    }
                    "e" if frame.e.is_some_and(|event| event.r#type == "hand-ended") => {
                        let _ = says[place].send(json!({ "t": "ready" }).to_string()).await;
                    }
                    "prompt" if !frame.legal.is_empty() => {
                        let find = |word: &str| frame.legal.iter().find(|action| action["a"] == word);
                        let act = |action: &Value| json!({ "t": "act", "n": frame.n, "a": action }).to_string();
                        if let Some(pass) = find("pass") {
                            let _ = says[place].send(act(pass)).await;
                        } else if let Some(discard) = find("discard") {
                            waiting = Some((place, act(discard)));
                        } else {
                            let _ = says[place].send(act(&frame.legal[0])).await;
                        }
                    }
                    "over" => return,
                    _ => {}
                }
            }
        }
    }
}
