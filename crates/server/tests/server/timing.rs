//! No timing leak: how long a tile lies on the table does not tell that somebody else could have claimed it, whether the watcher
//! plays or only looks on, and whether or not the watcher was asked too. Over the wire, in a time that the test alone moves on.

use crate::client::Client;
use crate::server::{Folder, HeldTime, config, serving_from_memory};
use jantaku_table::shuffle::{Stream, key_of};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, advance};

/// How far time moves at once; everybody thinks for a whole number of these.
const STEP: Duration = Duration::from_millis(200);
const SEATS: usize = 4;
/// Discards after which the table knows how long its players think.
const WARM_UP: usize = 150;
const DISCARDS: usize = 2400;

/// A discard that nobody called, and who was asked about it.
struct Pause {
    from: usize,
    steps: u32,
    /// How long each player thought about it who was asked.
    thought: [Option<u32>; SEATS],
}

/// Four players of different speed and somebody who looks on.
struct Four {
    clients: Vec<Client>,
    /// What each of them is going to say, and when.
    due: Vec<Option<(Instant, Value)>>,
    lots: Stream,
    lying: Option<(Instant, Pause)>,
    pauses: Vec<Pause>,
    over: bool,
}

impl Four {
    async fn seated(address: SocketAddr, game: u64) -> Four {
        let mut host = Client::new(address, 1);
        host.open("tenhou", &["me", "open", "open", "open"]).await;
        let mut clients = vec![host];
        for number in 2..=4 {
            let mut friend = Client::new(address, number);
            let invite = &clients[0].invites[usize::from(number) - 2];
            friend.join(&clients[0].table, invite).await;
            clients.push(friend);
        }
        let mut watcher = Client::new(address, 5);
        watcher.table = clients[0].table.clone();
        clients.push(watcher);
        for client in &mut clients {
            client.connect().await;
        }
        Four {
            due: vec![None; clients.len()],
            clients,
            lots: Stream::new(&key_of(game, 0)),
            lying: None,
            pauses: Vec::new(),
            over: false,
        }
    }

    async fn play(mut self) -> Vec<Pause> {
        while !self.over {
            self.say_what_is_due().await;
            // What the first question finds done by the clock is told before the second is answered.
            let mut news = self.clients[SEATS].news().await;
            news.extend(self.clients[SEATS].news().await);
            if news.is_empty() {
                advance(STEP).await;
                continue;
            }
            for frame in news {
                self.see(&frame);
            }
            for seat in 0..SEATS {
                for frame in self.clients[seat].news().await {
                    self.answer(seat, &frame).await;
                }
            }
        }
        self.pauses
    }

    async fn say_what_is_due(&mut self) {
        for seat in 0..SEATS {
            if let Some((_, said)) = self.due[seat].take_if(|(at, _)| *at <= Instant::now()) {
                self.clients[seat].say(&said).await;
                for frame in self.clients[seat].news().await {
                    self.answer(seat, &frame).await;
                }
            }
        }
    }

    /// What the watcher sees.
    fn see(&mut self, frame: &Value) {
        self.over |= frame["t"] == "over";
        let event = &frame["e"];
        match event["type"].as_str() {
            Some("discarded") => {
                let pause = Pause {
                    from: event["seat"].as_u64().unwrap() as usize,
                    steps: 0,
                    thought: [None; SEATS],
                };
                self.lying = Some((Instant::now(), pause));
            }
            Some("drew") => {
                if let Some((since, mut pause)) = self.lying.take() {
                    pause.steps = steps(since.elapsed());
                    self.pauses.push(pause);
                }
            }
            Some(_) => self.lying = None,
            None => {}
        }
    }

    /// Turns are quick, and a claim is thought about: some are fast, some slow, and now and then a tile is called.
    async fn answer(&mut self, seat: usize, frame: &Value) {
        match frame["t"].as_str() {
            Some("hello") => self.clients[seat].fix_wall(&frame["fair"].clone()).await,
            Some("fair") => self.clients[seat].fix_wall(frame).await,
            Some("e") if frame["e"]["type"] == "hand-ended" => self.clients[seat].say(&json!({ "t": "ready" })).await,
            Some("prompt") => {
                let legal = frame["legal"].as_array().unwrap();
                let find = |word: &str| legal.iter().rfind(|action| action["a"] == word);
                let chosen = match (find("pass"), find("pon")) {
                    (Some(_), Some(pon)) if self.lots.below(8) == 0 => Some(pon),
                    (Some(pass), _) => Some(pass),
                    _ => loneliest(legal).or(legal.first()),
                };
                let Some(chosen) = chosen else {
                    return;
                };
                let mut thinks = 1;
                if find("pass").is_some() {
                    let speed = seat as u32 + 1;
                    thinks = 1 + speed + self.lots.below(3 * speed) + self.lots.below(2);
                    if let Some((_, pause)) = &mut self.lying {
                        pause.thought[seat] = Some(thinks);
                    }
                }
                let said = json!({ "t": "act", "n": frame["n"], "a": chosen });
                self.due[seat] = Some((Instant::now() + STEP * thinks, said));
            }
            _ => {}
        }
    }
}

/// The discard with the fewest neighbours in the hand: hands grow together, and more can be claimed.
fn loneliest(legal: &[Value]) -> Option<&Value> {
    let place = |action: &Value| {
        let tile = action["tile"].as_str().unwrap().as_bytes();
        let number = if tile[0] == b'0' { b'5' } else { tile[0] };
        let apart = if tile[1] == b'z' { 10 } else { 1 };
        i32::from(tile[1]) * 1000 + i32::from(number) * apart
    };
    let discards: Vec<&Value> = legal.iter().filter(|action| action["a"] == "discard").collect();
    let neighbours = |action: &&&Value| {
        let near = |other: &&&Value| (place(other) - place(action)).abs() <= 2;
        discards.iter().filter(near).count()
    };
    discards.iter().min_by_key(neighbours).copied()
}

fn steps(time: Duration) -> u32 {
    (time.as_millis() / STEP.as_millis()) as u32
}

/// Pauses that look alike for all that a viewer knows, by whether somebody else was asked.
#[derive(Default)]
struct Alike {
    asked: Vec<u32>,
    not: Vec<u32>,
}

impl Alike {
    /// What a viewer can go by: whose tile it was, and how long it lay there after the own answer.
    fn of(pauses: &[Pause], viewer: Option<usize>, was_asked: bool, from: usize) -> Alike {
        let mut alike = Alike::default();
        for pause in pauses.iter().filter(|pause| pause.from == from && viewer != Some(from)) {
            let own = viewer.and_then(|seat| pause.thought[seat]);
            if own.is_some() == was_asked {
                let others = (0..SEATS).any(|seat| Some(seat) != viewer && pause.thought[seat].is_some());
                let rest = pause.steps.saturating_sub(own.unwrap_or(0));
                if others { &mut alike.asked } else { &mut alike.not }.push(rest);
            }
        }
        alike
    }

    fn pairs(&self) -> f64 {
        (self.asked.len() * self.not.len()) as f64
    }

    /// In how many pairs the longer pause is the one with somebody asked.
    fn guessed(&self) -> f64 {
        let score = |one: &u32, other: &u32| match one.cmp(other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        let of = |one: &u32| -> f64 { self.not.iter().map(|other| score(one, other)).sum() };
        self.asked.iter().map(of).sum()
    }

    /// The square of the spread of that number, if it is chance.
    fn variance(&self) -> f64 {
        self.pairs() * (self.asked.len() + self.not.len() + 1) as f64 / 12.0
    }
}

/// How well the longer pause is told from the other, and how well by chance: 0.5 is a guess, 1 is knowledge. Chance has six times
/// its spread among pauses that have nothing to do with each other: these follow how somebody thought the last few times.
fn told_apart(alike: &[Alike]) -> (f64, f64) {
    let pairs: f64 = alike.iter().map(Alike::pairs).sum();
    let guessed: f64 = alike.iter().map(Alike::guessed).sum();
    let variance: f64 = alike.iter().map(Alike::variance).sum();
    (guessed / pairs, 6.0 * variance.sqrt() / pairs)
}

#[tokio::test(start_paused = true)]
async fn a_pause_does_not_tell_that_somebody_could_claim() {
    let held = HeldTime::new();
    let folder = Folder::new();
    let mut config = config(&folder);
    config.pauses.window = 2 * STEP;
    let running = serving_from_memory(config).await;
    let mut pauses = Vec::new();
    let mut game = 0;
    while pauses.len() < DISCARDS {
        game += 1;
        let four = Four::seated(running.address, game).await;
        pauses.extend(four.play().await.into_iter().skip(WARM_UP));
    }
    drop(held);
    let all = |viewer: Option<usize>, was_asked: bool| -> Vec<Alike> {
        (0..SEATS)
            .map(|from| Alike::of(&pauses, viewer, was_asked, from))
            .collect()
    };
    // Each player who was not asked, all players who were, and those who look on.
    let mut looks: Vec<Vec<Alike>> = (0..SEATS).map(|seat| all(Some(seat), false)).collect();
    looks.push((0..SEATS).flat_map(|seat| all(Some(seat), true)).collect());
    looks.push(all(None, false));
    for (number, alike) in looks.iter().enumerate() {
        let (found, chance) = told_apart(alike);
        assert!(chance < 0.35, "{number}: too few to tell, {chance:.3}");
        assert!((found - 0.5).abs() < chance, "{number}: told apart with {found:.3}");
    }
    running.stop().await;
}
