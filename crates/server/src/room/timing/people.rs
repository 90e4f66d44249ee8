//! Four people of different speed at a table, and somebody who watches, in a time that moves on by itself. What they see, they see as
//! clients do, in frames.

use super::super::{Command, Listener, Out, Pace, Place, Room};
use super::sight::{Pause, Sight, kind_of};
use super::table::{around, dealt, session};
use crate::config::Pauses;
use crate::store::Epoch;
use crate::wire::frame::ClientFrame;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::shuffle::{Stream, key_of};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

pub(super) const SEATS: usize = 4;
const WATCHER: usize = SEATS;

/// How long each of the four usually thinks about a tile, in milliseconds: half of the time longer, half of the time shorter.
const USUALLY_MS: [f64; SEATS] = [650.0, 900.0, 1300.0, 1900.0];
/// How much that varies: in two of three cases by less than this factor's power of e.
const VARIES: f64 = 0.45;
/// Nobody answers faster.
const REACTION_MS: f64 = 250.0;

/// Plays one game and returns its pauses; the same for the same number.
pub(super) async fn game(number: u64, rules: &Arc<Rules>, clock: Option<(u16, u16)>) -> Vec<Pause> {
    let mut people = People::seated(number, rules, clock);
    while !people.over {
        people.go_on().await;
    }
    people.pauses
}

struct People {
    inbox: mpsc::Sender<Command>,
    outs: Vec<mpsc::Receiver<Out>>,
    /// What each of them is going to say, and when.
    due: Vec<Option<(Instant, ClientFrame)>>,
    lots: Stream,
    /// Who is slow in this hand, because of something else.
    slow: [bool; SEATS],
    sight: Sight,
    pauses: Vec<Pause>,
    over: bool,
}

impl People {
    fn seated(number: u64, rules: &Arc<Rules>, clock: Option<(u16, u16)>) -> People {
        let (inbox, commands) = mpsc::channel(256);
        let (thoughts, answers) = mpsc::channel(1);
        let mut room = Room::new(
            dealt(number, rules, clock),
            (4, Epoch::FIRST),
            around(),
            commands,
            thoughts,
        );
        room.pace = Pace::by_lots(Pauses::default().window, SEATS, &key_of(number, 1));
        room.catch_up();
        let mut outs = Vec::new();
        for place in 0..=SEATS as u64 {
            let (out, frames) = mpsc::channel(64);
            outs.push(frames);
            let listener = Listener {
                id: place,
                session: (place < SEATS as u64).then(|| session(place)),
                place: Place(place),
                out,
            };
            let _ = inbox.try_send(Command::Connect(listener, 0));
        }
        tokio::spawn(room.run(answers));
        People {
            inbox,
            outs,
            due: vec![None; SEATS],
            lots: Stream::new(&key_of(number, 2)),
            slow: [false; SEATS],
            sight: Sight::of(number),
            pauses: Vec::new(),
            over: false,
        }
    }

    /// Waits for something to see or to say. Whatever the room does at the same moment, it does first.
    async fn go_on(&mut self) {
        let now = Instant::now();
        let due = self.due.iter().flatten().map(|(at, _)| *at).min();
        let due = due.unwrap_or(now + Duration::from_secs(3600));
        let first = tokio::select! {
            biased;
            out = self.outs[WATCHER].recv() => out,
            () = sleep_until(due) => None,
        };
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
        let first = first.into_iter().map(|out| (WATCHER, out));
        let mut heard: Vec<(usize, Out)> = first.collect();
        for place in [WATCHER, 0, 1, 2, 3] {
            while let Ok(out) = self.outs[place].try_recv() {
                heard.push((place, out));
            }
        }
        for (place, out) in heard {
            let Out::Frames(frames) = out else {
                panic!("a socket is closed");
            };
            for line in std::str::from_utf8(&frames).unwrap().lines() {
                let frame: Value = serde_json::from_str(line).unwrap();
                match place {
                    WATCHER => self.watch(&frame),
                    seat => self.hear(seat, &frame),
                }
            }
        }
        for seat in 0..SEATS {
            if let Some((_, said)) = self.due[seat].take_if(|(at, _)| *at <= Instant::now()) {
                let _ = self.inbox.send(Command::Said(seat as u64, said)).await;
                for _ in 0..8 {
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    fn watch(&mut self, frame: &Value) {
        self.over |= frame["t"] == "over";
        if frame["t"] == "clock" {
            let seat = frame["seat"].as_u64().unwrap() as usize;
            let (ms, bank) = (frame["ms"].as_f64().unwrap_or(0.0), frame["bank"].as_f64().unwrap());
            if let Some(pause) = self.pauses.last_mut().filter(|pause| pause.next_bank < 0.0) {
                pause.next_bank = bank;
            }
            self.sight.clock(seat, ms, bank);
        }
        if frame["t"] == "e" {
            if frame["e"]["type"] == "hand-started" {
                self.slow = [(); SEATS].map(|()| self.lots.below(8) == 0);
            }
            self.pauses.extend(self.sight.event(&frame["e"]));
        }
    }

    fn hear(&mut self, seat: usize, frame: &Value) {
        let later = |thinks: f64| Instant::now() + Duration::from_secs_f64(thinks / 1000.0);
        if frame["t"] == "e" && frame["e"]["type"] == "hand-ended" {
            self.due[seat] = Some((later(1000.0), ClientFrame::Ready));
        }
        let legal = frame["legal"].as_array().filter(|_| frame["t"] == "prompt");
        let Some(legal) = legal.filter(|legal| !legal.is_empty()) else {
            return;
        };
        let chosen = self.choose(legal);
        let claims = legal.iter().any(|action| action["a"] == "pass");
        let thinks = self.thinks(seat, legal.len());
        if let Some((_, pause)) = self.sight.lying.as_mut().filter(|_| claims) {
            pause.answered[seat] = Some(thinks);
        }
        let said = json!({ "t": "act", "n": frame["n"], "a": chosen });
        self.due[seat] = Some((later(thinks), serde_json::from_value(said).unwrap()));
    }

    /// The spread of thinking times is log-normal, as people's are. More choices take longer, one time in twenty much longer.
    fn thinks(&mut self, seat: usize, choices: usize) -> f64 {
        let mut ms = USUALLY_MS[seat] * f64::exp(VARIES * self.normal());
        ms *= 1.0 + 0.1 * (choices.min(8) as f64 / 2.0).log2();
        if self.slow[seat] {
            ms *= 1.5;
        }
        if self.lots.below(20) == 0 {
            ms *= 2.5;
        }
        ms.max(REACTION_MS).round()
    }

    fn normal(&mut self) -> f64 {
        let mut part = || (f64::from(self.lots.word()) + 0.5) / 2f64.powi(32);
        (-2.0 * part().ln()).sqrt() * (std::f64::consts::TAU * part()).cos()
    }

    /// Wins and declares riichi, calls one time in six, and keeps what has neighbours, so that hands grow together.
    fn choose(&mut self, legal: &[Value]) -> Value {
        let find = |word: &str| legal.iter().rfind(|action| action["a"] == word);
        let wins = ["tsumo", "ron", "riichi"].iter().find_map(|word| find(word));
        let call = find("pon").or(find("chii")).filter(|_| self.lots.below(6) == 0);
        let chosen = wins.or(call).or(find("pass")).or_else(|| loneliest(legal));
        chosen.unwrap_or(&legal[0]).clone()
    }
}

/// The discard with the fewest neighbours in the hand.
fn loneliest(legal: &[Value]) -> Option<&Value> {
    let place = |action: &Value| {
        let tile = kind_of(&action["tile"]).into_bytes();
        let apart = if tile[1] == b'z' { 10 } else { 1 };
        i32::from(tile[1]) * 1000 + i32::from(tile[0]) * apart
    };
    let discards: Vec<&Value> = legal.iter().filter(|action| action["a"] == "discard").collect();
    let neighbours = |action: &&&Value| {
        let near = |other: &&&Value| (place(other) - place(action)).abs() <= 2;
        discards.iter().filter(near).count()
    };
    discards.iter().min_by_key(neighbours).copied()
}
