//! A player over the real protocol: opens or joins a table, plays, loses its connection, comes back, and compares what it was told.

use crate::club::Club;
use crate::planted::Planted;
use futures_util::{SinkExt, StreamExt};
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, Terms};
use serde_json::{Value, json};
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use turmoil::net::TcpStream;

/// How long a player waits for a connection, and for a word from the server, which pings every five seconds.
const PATIENCE: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_secs(7);

type Socket = WebSocketStream<TcpStream>;

/// What went wrong, if a player sees it.
pub(crate) type Checked<T> = Result<T, String>;

pub(crate) struct Player {
    club: Rc<Club>,
    number: usize,
    entropy: Bytes32,
    seat: Option<u8>,
    /// The numbered frames, in order.
    pub(crate) told: Vec<String>,
    /// How many events among them everybody learns of.
    public: usize,
    /// The last answer, which is sent again after some reconnections.
    answered: Option<Value>,
    is_over: bool,
}

impl Player {
    pub(crate) fn new(club: &Rc<Club>, number: usize) -> Player {
        Player {
            club: Rc::clone(club),
            number,
            entropy: Bytes32([number as u8; 32]),
            seat: None,
            told: Vec::new(),
            public: 0,
            answered: None,
            is_over: false,
        }
    }

    /// Plays to the end of the game, then hears all of it again.
    pub(crate) async fn play(mut self) -> Checked<()> {
        while !self.is_over {
            self.sit().await;
            if let Some(socket) = self.connected(self.told.len()).await {
                self.listen(socket).await?;
            }
            sleep(self.club.courier.millis(10, 200)).await;
        }
        self.club.ended();
        while !self.club.is_restarted.get() {
            sleep(self.club.courier.millis(20, 40)).await;
        }
        self.compare().await?;
        if self.number == 0 {
            let log = loop {
                let path = format!("/api/games/{}/log", self.club.table());
                match self.club.ask(self.number, "GET", &path, "").await {
                    Some((200, log)) => break log,
                    _ => sleep(self.club.courier.millis(50, 500)).await,
                }
            };
            self.club.log.replace(log);
        }
        self.club.told.borrow_mut().push((self.number, self.told));
        Ok(())
    }

    /// Opens the table, or takes a seat there. Whoever does not hear the answer asks again.
    async fn sit(&mut self) {
        while self.seat.is_none() {
            let asked = match (self.number, self.club.table().as_str()) {
                (0, _) => self.club.open().await,
                (_, "") => None,
                (number, _) => self.club.join(number).await,
            };
            match asked {
                Some(seat) => self.seat = Some(seat),
                None => sleep(self.club.courier.millis(50, 300)).await,
            }
        }
    }

    /// Opens a socket that goes on after so many frames.
    async fn connected(&self, since: usize) -> Option<Socket> {
        let node = self.club.any_node();
        let path = format!("ws://{node}/ws/{}?since={since}", self.club.table());
        let mut request = path.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", format!("http://{node}").parse().unwrap());
        headers.insert("cookie", self.club.cookie(self.number).parse().unwrap());
        let open = async {
            let stream = TcpStream::connect(node).await.ok()?;
            client_async(request, stream).await.ok()
        };
        let (socket, _) = timeout(PATIENCE, open).await.ok()??;
        Some(socket)
    }

    /// Listens and plays until the connection ends.
    async fn listen(&mut self, mut socket: Socket) -> Checked<()> {
        let mut skips = self.club.planted == Planted::FrameSkipped && !self.told.is_empty();
        loop {
            let Some(text) = next(&mut socket).await? else {
                return Ok(());
            };
            for line in text.lines() {
                let frame: Value = serde_json::from_str(line).map_err(|_| format!("no frame: {line}"))?;
                if frame["t"] == "e" && std::mem::take(&mut skips) {
                    continue;
                }
                self.take(&frame, line)?;
                if self.is_over || !self.react(&frame, &mut socket).await {
                    return Ok(());
                }
            }
        }
    }

    /// Checks a frame against everything that was told before.
    fn take(&mut self, frame: &Value, line: &str) -> Checked<()> {
        let wrong = |what: &str| Err(format!("player {}: {what}: {line}", self.number));
        match frame["t"].as_str() {
            Some("hello") => {
                if frame["seat"].as_u64() != self.seat.map(u64::from) {
                    return wrong("the seat is lost");
                }
                if frame["next"].as_u64() != Some(self.told.len() as u64 + 1) {
                    return wrong("the server has forgotten what it told");
                }
            }
            Some("e" | "sheet" | "over") => {
                if frame["n"].as_u64() != Some(self.told.len() as u64 + 1) {
                    return wrong("a frame is missing or doubled");
                }
                if self.is_leak(&frame["e"]) {
                    return wrong("a hidden tile is shown");
                }
                self.told.push(line.to_owned());
                if frame["t"] == "e" && is_public(&frame["e"]) {
                    self.public += 1;
                    self.club.heard(self.public);
                }
                self.club
                    .courier
                    .note(|| format!("player {} hears {line}", self.number));
                self.is_over = frame["t"] == "over";
            }
            _ => {}
        }
        Ok(())
    }

    /// Does an event show what only another seat may know?
    fn is_leak(&self, event: &Value) -> bool {
        let is_other = event["seat"].as_u64() != self.seat.map(u64::from);
        let shown = match event["type"].as_str() {
            Some("dealt") => !event["tiles"].is_null(),
            Some("drew") => !event["tile"].is_null(),
            Some("answered" | "missed" | "tenpai-asked") => true,
            _ => false,
        };
        is_other && shown
    }

    /// Does what a browser would; false if the player goes away.
    async fn react(&mut self, frame: &Value, socket: &mut Socket) -> bool {
        let courier = std::sync::Arc::clone(&self.club.courier);
        match frame["t"].as_str() {
            Some("hello") => {
                if frame["table"]["status"] == "open" {
                    say(socket, &json!({ "t": "ready" })).await;
                }
                self.fix_wall(&frame["fair"], socket).await;
                if let Some(again) = self.answered.take().filter(|_| courier.chance(300)) {
                    say(socket, &again).await;
                }
            }
            Some("fair") => self.fix_wall(frame, socket).await,
            Some("e") if frame["e"]["type"] == "hand-ended" => say(socket, &json!({ "t": "ready" })).await,
            Some("prompt") => {
                let legal = frame["legal"].as_array().filter(|legal| !legal.is_empty());
                if let Some(legal) = legal {
                    sleep(courier.millis(0, 40)).await;
                    let act = json!({ "t": "act", "n": frame["n"], "a": self.choose(legal) });
                    let is_calm = self.club.is_calm();
                    say(socket, &act).await;
                    // A message that comes twice, and a player who does not wait for what follows.
                    if !is_calm && courier.chance(60) {
                        say(socket, &act).await;
                    }
                    self.answered = Some(act);
                    return is_calm || !courier.chance(25);
                }
            }
            // A table that cannot store says so, and whoever was refused tries again.
            Some("refused") if frame["why"] == "not-stored" => {
                sleep(courier.millis(200, 600)).await;
                say(socket, self.answered.as_ref().unwrap_or(&json!({ "t": "ready" }))).await;
            }
            _ => {}
        }
        true
    }

    /// Wins where that is possible; otherwise anything legal.
    fn choose(&self, legal: &[Value]) -> Value {
        let wins = legal
            .iter()
            .find(|action| action["a"] == "tsumo" || action["a"] == "ron");
        let any = || &legal[self.club.courier.below(legal.len() as u32) as usize];
        wins.unwrap_or_else(any).clone()
    }

    /// Does what the start of the game asks of a player.
    async fn fix_wall(&self, fair: &Value, socket: &mut Socket) {
        let (Some(seat), Some(s0)) = (self.seat, fair["s0"].as_str().and_then(Bytes32::from_hex)) else {
            return;
        };
        let table = self.club.table();
        let terms = Terms {
            table: &table,
            rules: fair["rules"].as_str().and_then(Bytes32::from_hex),
        };
        let hash = terms.commitment(Seat(seat), s0, self.entropy).to_string();
        let committed = &fair["commits"][usize::from(seat)];
        match fair["step"].as_str() {
            Some("commit") if committed.is_null() => say(socket, &json!({ "t": "commit", "hash": hash })).await,
            Some("reveal") if *committed == hash => {
                let entropy = self.entropy.to_string();
                say(socket, &json!({ "t": "reveal", "entropy": entropy })).await;
            }
            _ => {}
        }
    }

    /// Hears the whole game again: it must be what was heard piece by piece.
    async fn compare(&self) -> Checked<()> {
        let mut again: Vec<String> = Vec::new();
        while again.len() < self.told.len() {
            again.clear();
            if let Some(mut socket) = self.connected(0).await {
                while again.len() < self.told.len()
                    && let Some(text) = next(&mut socket).await?
                {
                    let is_numbered = |line: &&str| {
                        ["{\"t\":\"e\",", "{\"t\":\"sheet\",", "{\"t\":\"over\","]
                            .iter()
                            .any(|start| line.starts_with(start))
                    };
                    again.extend(text.lines().filter(is_numbered).map(str::to_owned));
                }
            }
            sleep(self.club.courier.millis(10, 200)).await;
        }
        match again.iter().zip(&self.told).find(|(again, told)| again != told) {
            Some((again, told)) => Err(format!("player {} was told {told}, and then {again}", self.number)),
            None => Ok(()),
        }
    }
}

/// Is this an event that everybody learns of, at least that it happened?
pub(crate) fn is_public(event: &Value) -> bool {
    !matches!(event["type"].as_str(), Some("answered" | "missed" | "tenpai-asked"))
}

async fn say(socket: &mut Socket, frame: &Value) {
    let _ = timeout(PATIENCE, socket.send(Message::text(frame.to_string()))).await;
}

/// The next message; none when the connection has ended, or seems to. After some codes a browser would not come back.
async fn next(socket: &mut Socket) -> Checked<Option<String>> {
    loop {
        match timeout(SILENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => return Ok(Some(text.as_str().to_owned())),
            Ok(Some(Ok(Message::Close(Some(frame))))) if u16::from(frame.code) >= 4000 => {
                return Err(format!("a player is sent away: {} {}", frame.code, frame.reason));
            }
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return Ok(None),
            Ok(Some(Ok(_))) => {}
        }
    }
}
