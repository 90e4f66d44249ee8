//! Honest tables: four scripted clients each, acting at a given rate, and how long their actions take to be seen by all.

use crate::client::Client;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, Sender};
use tokio::time::{Instant, sleep, sleep_until};

/// Tables at which something happens all the time.
pub(crate) struct Load {
    interval_us: AtomicU64,
    measured: Mutex<Vec<u32>>,
    /// Sockets that were closed in the middle of a game.
    pub(crate) lost: AtomicU64,
}

/// How long actions took from being sent to being seen by the last of four.
pub(crate) struct Measured {
    pub(crate) actions: usize,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
}

impl Load {
    /// Seats players at so many tables.
    pub(crate) async fn seat(address: SocketAddr, tables: u32) -> Arc<Load> {
        let load = Arc::new(Load {
            interval_us: AtomicU64::new(1_000_000),
            measured: Mutex::default(),
            lost: AtomicU64::new(0),
        });
        let doors = Arc::new(Semaphore::new(32));
        let (seated, mut all_seated) = mpsc::channel(1);
        for number in 0..tables {
            let (load, doors) = (Arc::clone(&load), Arc::clone(&doors));
            tokio::spawn(keep_busy(address, number, load, doors, seated.clone()));
        }
        for _ in 0..tables {
            all_seated.recv().await.unwrap();
        }
        load
    }

    /// Lets each table act this often, for so long.
    pub(crate) async fn measure(&self, interval: Duration, span: Duration) -> Measured {
        self.interval_us.store(interval.as_micros() as u64, Relaxed);
        sleep(Duration::from_secs(2)).await;
        self.measured.lock().unwrap().clear();
        sleep(span).await;
        let mut measured = std::mem::take(&mut *self.measured.lock().unwrap());
        measured.sort_unstable();
        let at = |part: f64| {
            let place = (measured.len().saturating_sub(1) as f64 * part) as usize;
            measured
                .get(place)
                .map_or(f64::INFINITY, |micros| f64::from(*micros) / 1000.0)
        };
        Measured {
            actions: measured.len(),
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
        }
    }
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

/// Games at one table after another, with four sockets each.
async fn keep_busy(address: SocketAddr, number: u32, load: Arc<Load>, doors: Arc<Semaphore>, seated: Sender<()>) {
    let mut first = true;
    loop {
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
                let Some(Heard { place, at, frame }) = heard else {
                    load.lost.fetch_add(1, Relaxed);
                    return;
                };
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
