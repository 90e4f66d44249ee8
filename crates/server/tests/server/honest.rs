//! Honest tables: four scripted clients each, acting at a given rate, and how long their actions take to be seen by all.

use crate::client::Client;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{Instant, sleep, sleep_until};

/// After this, what seating wrote has reached the disk.
const SETTLING: Duration = Duration::from_secs(10);

/// Tables at which something happens all the time.
pub(crate) struct Load {
    interval_us: AtomicU64,
    measured: Mutex<Vec<u32>>,
    /// Bytes that reached clients.
    bytes: AtomicU64,
    /// Sockets that were closed in the middle of a game.
    pub(crate) lost: AtomicU64,
}

/// How long actions took from being sent to being seen by the last of four.
pub(crate) struct Measured {
    pub(crate) actions: usize,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    /// Bytes to all four clients for each action.
    pub(crate) bytes: u64,
}

impl Load {
    /// Seats players at so many tables.
    pub(crate) async fn seat(host: Host, tables: u32) -> Arc<Load> {
        let load = Arc::new(Load {
            interval_us: AtomicU64::new(1_000_000),
            measured: Mutex::default(),
            bytes: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        });
        let doors = Arc::new(Semaphore::new(32));
        let (seated, mut all_seated) = mpsc::channel(1);
        for number in 0..tables {
            let (load, doors) = (Arc::clone(&load), Arc::clone(&doors));
            tokio::spawn(keep_busy(host, number, load, doors, seated.clone()));
        }
        for _ in 0..tables {
            all_seated.recv().await.unwrap();
        }
        sleep(SETTLING).await;
        load
    }

    /// Lets each table act this often, for so long.
    pub(crate) async fn measure(&self, interval: Duration, span: Duration) -> Measured {
        self.interval_us.store(interval.as_micros() as u64, Relaxed);
        sleep(Duration::from_secs(2)).await;
        self.measured.lock().unwrap().clear();
        let before = self.bytes.load(Relaxed);
        sleep(span).await;
        let bytes = self.bytes.load(Relaxed) - before;
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
            bytes: bytes / measured.len().max(1) as u64,
        }
    }
}

/// What a table needs to know of a frame.
enum News {
    /// Everybody sees a discard.
    Discarded,
    HandEnded,
    /// The first of what is legal, as it is sent back, and whether it discards.
    Asked {
        answer: String,
        discards: bool,
    },
    Over,
}

impl News {
    /// Most frames only have to arrive; they are not taken apart.
    fn of(frame: &str) -> Option<News> {
        #[derive(Deserialize)]
        struct Prompt {
            n: u32,
            legal: Vec<Value>,
        }
        if frame.starts_with(r#"{"t":"e""#) {
            let is = |event: &str| frame.contains(&format!(r#""type":"{event}""#));
            return match (is("discarded"), is("hand-ended")) {
                (true, _) => Some(News::Discarded),
                (_, true) => Some(News::HandEnded),
                _ => None,
            };
        }
        if frame.starts_with(r#"{"t":"over""#) {
            return Some(News::Over);
        }
        if !frame.starts_with(r#"{"t":"prompt""#) || frame.contains(r#""legal":[]"#) {
            return None;
        }
        let prompt: Prompt = serde_json::from_str(frame).unwrap();
        let find = |word: &str| prompt.legal.iter().find(|action| action["a"] == word);
        let pass = find("pass");
        let discard = find("discard").filter(|_| pass.is_none());
        let action = pass.or(discard).unwrap_or(&prompt.legal[0]);
        Some(News::Asked {
            answer: json!({ "t": "act", "n": prompt.n, "a": action }).to_string(),
            discards: discard.is_some(),
        })
    }
}

/// What a socket heard, and when.
struct Heard {
    place: usize,
    at: Instant,
    news: News,
}

/// Which server the tables are at.
#[derive(Clone, Copy)]
pub(crate) enum Host {
    Ours(SocketAddr),
    /// Several nodes of ours; the players of each table are spread over them.
    #[allow(dead_code, reason = "only the load on a cluster asks for it")]
    Nodes(&'static [SocketAddr]),
    /// The bare server, which has neither lobby nor rules.
    Bare(SocketAddr),
}

impl Host {
    /// Four players at a table whose game has begun.
    async fn seat(self, number: u32) -> Vec<Client> {
        let place = number as usize;
        let mut clients: Vec<Client> = (1..=4)
            .map(|seat| Client::new(self.address(place + usize::from(seat)), seat))
            .collect();
        // Each table is a household with an address.
        let [_, _, high, low] = number.to_be_bytes();
        for client in &mut clients {
            client.from = Some(Ipv4Addr::new(127, 1, high, low));
        }
        if let Host::Bare(_) = self {
            for (seat, client) in clients.iter_mut().enumerate() {
                client.connect_to(&format!("/ws/{number}?seat={seat}")).await;
            }
            return clients;
        }
        clients[0].open("tenhou", &["me", "open", "open", "open"]).await;
        let (table, invites) = (clients[0].table.clone(), clients[0].invites.clone());
        for (friend, invite) in clients[1..].iter_mut().zip(&invites) {
            friend.join(&table, invite).await;
        }
        for client in &mut clients {
            client.connect().await;
        }
        // Everybody does their part of the start before the measurement.
        if let [one, two, three, four] = clients.as_mut_slice() {
            tokio::join!(begin(one), begin(two), begin(three), begin(four));
        }
        clients
    }

    fn address(self, number: usize) -> SocketAddr {
        match self {
            Host::Ours(address) | Host::Bare(address) => address,
            Host::Nodes(addresses) => addresses[number % addresses.len()],
        }
    }
}

/// Games at one table after another, with four sockets each.
async fn keep_busy(host: Host, number: u32, load: Arc<Load>, doors: Arc<Semaphore>, seated: Sender<()>) {
    let mut first = true;
    loop {
        let pass = doors.acquire().await.unwrap();
        let clients = host.seat(number).await;
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

async fn play(clients: Vec<Client>, load: &Arc<Load>) {
    let (tell, mut heard) = mpsc::channel::<Heard>(256);
    let mut says = Vec::new();
    for (place, client) in clients.into_iter().enumerate() {
        let (say, to_say) = mpsc::channel::<String>(64);
        says.push(say);
        tokio::spawn(listen(client, place, Arc::clone(load), tell.clone(), to_say));
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
                let Some(Heard { place, at, news }) = heard else {
                    load.lost.fetch_add(1, Relaxed);
                    return;
                };
                match news {
                    News::Discarded => {
                        if let Some((began, all)) = &mut sent {
                            all[place] = Some(at);
                            if let Some(last) = all.iter().copied().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()) {
                                let took = last.duration_since(*began).as_micros() as u32;
                                load.measured.lock().unwrap().push(took);
                                sent = None;
                            }
                        }
                    }
                    News::HandEnded => {
                        let _ = says[place].send(json!({ "t": "ready" }).to_string()).await;
                    }
                    News::Asked { answer, discards: true } => waiting = Some((place, answer)),
                    News::Asked { answer, discards: false } => {
                        let _ = says[place].send(answer).await;
                    }
                    News::Over => return,
                }
            }
        }
    }
}

/// Passes on what one socket hears, and says what the table wants said.
async fn listen(mut client: Client, place: usize, load: Arc<Load>, tell: Sender<Heard>, mut to_say: Receiver<String>) {
    loop {
        tokio::select! {
            text = client.hear_text() => {
                let (Some(text), at) = (text, Instant::now()) else { return };
                load.bytes.fetch_add(text.len() as u64, Relaxed);
                for news in text.lines().filter_map(News::of) {
                    if tell.send(Heard { place, at, news }).await.is_err() {
                        return;
                    }
                }
            }
            said = to_say.recv() => match said {
                Some(text) => client.say_text(&text).await,
                None => return,
            }
        }
    }
}
