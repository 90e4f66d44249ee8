//! What the players of a run share: the table they play at, how they ask the server, and what must be true in the end.

use crate::courier::Courier;
use crate::planted::Planted;
use crate::player::{Checked, is_public};
use crate::run::PORT;
use crate::storage::Disk;
use jantaku_record::log::{Line, Log};
use jantaku_record::verify::verify_log;
use jantaku_rules::rulebook::library::Library;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use turmoil::net::TcpStream;

/// How long an answer over HTTP may take.
const PATIENCE: Duration = Duration::from_secs(4);
/// The longest that nothing may happen at a table once all faults are over.
const STUCK: Duration = Duration::from_secs(15);

pub(crate) struct Club {
    pub(crate) courier: Arc<Courier>,
    pub(crate) planted: Planted,
    pub(crate) nodes: &'static [&'static str],
    /// How many seats people have; bots have the others.
    pub(crate) people: usize,
    table: RefCell<String>,
    invites: RefCell<Vec<String>>,
    /// When somebody first heard so many public events.
    heard: RefCell<Vec<(Duration, usize)>>,
    /// The numbered frames that each player was told.
    pub(crate) told: RefCell<Vec<(usize, Vec<String>)>>,
    pub(crate) log: RefCell<String>,
    /// How many players have heard the game to its end, and whether all nodes were restarted since then.
    ended: Cell<usize>,
    pub(crate) is_restarted: Cell<bool>,
    /// Since when there have been no faults.
    pub(crate) calm_since: Cell<Option<Duration>>,
}

impl Club {
    pub(crate) fn new(courier: &Arc<Courier>, planted: Planted, nodes: &'static [&'static str], people: usize) -> Club {
        Club {
            courier: Arc::clone(courier),
            planted,
            nodes,
            people,
            table: RefCell::default(),
            invites: RefCell::default(),
            heard: RefCell::default(),
            told: RefCell::default(),
            log: RefCell::default(),
            ended: Cell::new(0),
            is_restarted: Cell::new(false),
            calm_since: Cell::new(None),
        }
    }

    pub(crate) fn table(&self) -> String {
        self.table.borrow().clone()
    }

    /// The address of a node, whichever.
    pub(crate) fn any_node(&self) -> SocketAddr {
        let node = self.nodes[self.courier.below(self.nodes.len() as u32) as usize];
        SocketAddr::new(turmoil::lookup(node), PORT)
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.calm_since.get().is_some()
    }

    /// A player has heard the game to its end.
    pub(crate) fn ended(&self) {
        self.ended.set(self.ended.get() + 1);
    }

    /// Has everybody heard the end? Then, once, all nodes start anew, so that what follows comes from the store alone.
    pub(crate) fn wants_restart(&self) -> bool {
        self.ended.get() == self.people && !self.is_restarted.replace(self.ended.get() == self.people)
    }

    pub(crate) fn cookie(&self, number: usize) -> String {
        format!("jantaku={:064x}", number + 1)
    }

    /// Somebody has heard so many public events.
    pub(crate) fn heard(&self, events: usize) {
        let mut heard = self.heard.borrow_mut();
        if heard.last().is_none_or(|(_, most)| events > *most) {
            heard.push((self.courier.now(), events));
        }
    }

    /// Opens the table; the seat of whoever opens it.
    pub(crate) async fn open(&self) -> Option<u8> {
        let mut seats = vec!["greedy"; 3];
        seats[..self.people].fill("open");
        seats[0] = "me";
        let asked = json!({ "rules": "quick", "seats": seats, "name": "Mika", "spectators": true });
        let (status, body) = self.ask(0, "POST", "/api/tables", &asked.to_string()).await?;
        let opened: Value = serde_json::from_str(&body).ok().filter(|_| status == 200)?;
        let invites = opened["invites"].as_array()?.iter();
        let codes = invites.filter_map(|invite| invite["code"].as_str().map(str::to_owned));
        self.invites.replace(codes.collect());
        self.table.replace(opened["table"].as_str()?.to_owned());
        seat(&opened)
    }

    /// Takes a seat; the same one, if the answer to an earlier request was lost.
    pub(crate) async fn join(&self, number: usize) -> Option<u8> {
        let path = format!("/api/tables/{}/join", self.table());
        let invite = self.invites.borrow().get(number - 1)?.clone();
        let asked = json!({ "name": format!("Sora {number}"), "invite": invite });
        let (status, body) = self.ask(number, "POST", &path, &asked.to_string()).await?;
        seat(&serde_json::from_str(&body).ok().filter(|_| status == 200)?)
    }

    /// Asks any node over HTTP; none if no answer comes.
    pub(crate) async fn ask(&self, number: usize, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let node = self.any_node();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {node}\r\nOrigin: http://{node}\r\nConnection: close\r\nCookie: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie(number),
            body.len()
        );
        let asked = async {
            let mut stream = TcpStream::connect(node).await.ok()?;
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut text = Vec::new();
            stream.read_to_end(&mut text).await.ok()?;
            String::from_utf8(text).ok()
        };
        let text = timeout(PATIENCE, asked).await.ok()??;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        self.courier
            .note(|| format!("player {number} asks {method} {path}: {status}"));
        Some((status, body.to_owned()))
    }

    /// What must be true of a game that was played to its end.
    pub(crate) fn check(&self, disk: &Disk, library: &Library) -> Checked<()> {
        if let Some(wrong) = disk.wrong().first() {
            return Err(wrong.clone());
        }
        let (records, grown) = disk.history(&self.table());
        self.stored_first(&records, &grown)?;
        self.goes_on(&grown)?;
        self.log_holds(library)
    }

    /// Nothing is told before it is stored.
    fn stored_first(&self, records: &[String], grown: &[(Duration, usize)]) -> Checked<()> {
        let events = |record: &String| -> usize {
            let record: Value = serde_json::from_str(record).unwrap_or_default();
            let events = record["e"].as_array().filter(|_| record["r"] == "play");
            events.map_or(0, |events| events.iter().filter(|event| is_public(event)).count())
        };
        let mut sums = vec![0];
        for record in records {
            sums.push(sums[sums.len() - 1] + events(record));
        }
        for (at, told) in self.heard.borrow().iter() {
            let stored = grown.iter().rev().find(|(when, _)| when < at);
            let stored = stored.map_or(0, |(_, count)| sums[*count]);
            if stored < *told {
                let at = at.as_millis();
                return Err(format!("after {at} ms {told} events were told and {stored} stored"));
            }
        }
        Ok(())
    }

    /// The table goes on soon after the last fault, and does not stop again.
    fn goes_on(&self, grown: &[(Duration, usize)]) -> Checked<()> {
        let Some(calm) = self.calm_since.get() else {
            return Ok(());
        };
        let mut last = calm;
        for (at, _) in grown.iter().filter(|(at, _)| *at > calm) {
            if *at - last > STUCK {
                return Err(format!("nothing happened from {last:?} to {at:?}"));
            }
            last = *at;
        }
        Ok(())
    }

    /// The log can be played again, and holds what everybody was told.
    fn log_holds(&self, library: &Library) -> Checked<()> {
        let log = Log::read(self.log.borrow().as_bytes()).map_err(|error| format!("{error:?}"))?;
        let book = log.header.rules(library).map_err(|error| format!("{error:?}"))?;
        verify_log(&log, &book).map_err(|difference| format!("the log differs: {difference}"))?;
        let logged = log.lines.iter().filter_map(|line| match line {
            Line::Told(told) => serde_json::to_value(&told.e).ok(),
            _ => None,
        });
        let logged: Vec<Value> = logged.filter(is_open).collect();
        for (number, told) in self.told.borrow().iter() {
            let frames = told.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let events: Vec<Value> = frames
                .filter(|frame| frame["t"] == "e" && is_open(&frame["e"]))
                .map(|frame| frame["e"].clone())
                .collect();
            if events != logged {
                return Err(format!("player {number} was told other events than the log has"));
            }
        }
        Ok(())
    }
}

/// Does everybody see all of this event?
fn is_open(event: &Value) -> bool {
    is_public(event) && !matches!(event["type"].as_str(), Some("dealt" | "drew" | "kan-declared"))
}

fn seat(answer: &Value) -> Option<u8> {
    answer["seat"].as_u64().map(|seat| seat as u8)
}
