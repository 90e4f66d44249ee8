//! A player that is a script: asks over HTTP, plays over the socket, remembers every frame.

use futures_util::{SinkExt, StreamExt};
use jantaku_rules::seat::Seat;
use jantaku_table::fair::{Bytes32, commitment};
use jantaku_table::shuffle::Stream;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything takes; a game that hangs fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser without a person.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    pub(crate) table: String,
    pub(crate) seat: Option<u8>,
    socket: Option<WebSocketStream<TcpStream>>,
    /// Every frame, as it came.
    pub(crate) frames: Vec<String>,
    /// The number of the last numbered frame.
    pub(crate) last: u32,
    /// Events seen that everybody sees.
    pub(crate) public: u32,
    entropy: Bytes32,
    dice: Stream,
}

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr, number: u8) -> Client {
        Client {
            address,
            cookie: String::new(),
            table: String::new(),
            seat: None,
            socket: None,
            frames: Vec::new(),
            last: 0,
            public: 0,
            entropy: Bytes32([number; 32]),
            dice: Stream::new(&[number; 32]),
        }
    }

    /// Asks, with these lines in the head, and waits for the answer.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &str, head: &str) -> Answer {
        self.try_ask(method, path, body, head).await.unwrap()
    }

    /// The same of a server that may be gone.
    pub(crate) async fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        head: &str,
    ) -> std::io::Result<Answer> {
        let mut stream = TcpStream::connect(self.address).await?;
        let cookie = if self.cookie.is_empty() {
            String::new()
        } else {
            format!("Cookie: {}\r\n", self.cookie)
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut text = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut text)).await??;
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        for line in head.lines() {
            if let Some(cookie) = line.to_ascii_lowercase().strip_prefix("set-cookie: ") {
                self.cookie = cookie.split(';').next().unwrap().to_owned();
            }
        }
        Ok(Answer {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or(0),
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, "", "").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let origin = format!("Origin: http://{}\r\n", self.address);
        self.ask("POST", path, &body.to_string(), &origin).await
    }

    /// Opens a table with these seats; the invitation.
    pub(crate) async fn open(&mut self, rules: &str, seats: &[&str]) -> String {
        let asked = json!({ "rules": rules, "seats": seats, "name": "Mika", "spectators": true, "listed": true });
        self.open_as(&asked).await
    }

    pub(crate) async fn open_as(&mut self, asked: &Value) -> String {
        let answer = self.post("/api/tables", asked).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let created = answer.json();
        self.table = created["table"].as_str().unwrap().to_owned();
        self.seat = created["seat"].as_u64().map(|seat| seat as u8);
        created["invite"].as_str().unwrap().to_owned()
    }

    /// Takes a seat at somebody's table.
    pub(crate) async fn join(&mut self, table: &str, invite: &str) {
        let answer = self
            .post(
                &format!("/api/tables/{table}/join"),
                &json!({ "name": "Sora", "invite": invite }),
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.table = table.to_owned();
        self.seat = answer.json()["seat"].as_u64().map(|seat| seat as u8);
    }

    /// Opens the socket, after the last frame seen.
    pub(crate) async fn connect(&mut self) {
        assert!(self.connected().await, "no socket could be opened");
    }

    /// The same with a server that may be gone; true, if it worked.
    pub(crate) async fn connected(&mut self) -> bool {
        let path = format!("/ws/{}?since={}", self.table, self.last);
        let origin = format!("http://{}", self.address);
        self.socket = self.try_connect(&path, Some(&origin)).await.ok();
        self.socket.is_some()
    }

    pub(crate) async fn try_connect(
        &self,
        path: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<TcpStream>, Box<Error>> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .map_err(Box::new)?;
        let headers = request.headers_mut();
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address)
            .await
            .map_err(|error| Box::new(Error::Io(error)))?;
        // As browsers do; otherwise what follows upon a pong waits for the server to confirm that one.
        let _ = stream.set_nodelay(true);
        client_async(request, stream)
            .await
            .map(|(socket, _)| socket)
            .map_err(Box::new)
    }

    /// Goes away without a word.
    pub(crate) fn drop_socket(&mut self) {
        self.socket = None;
    }

    pub(crate) async fn say(&mut self, frame: &Value) {
        self.say_text(&frame.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        if let Some(socket) = &mut self.socket {
            let _ = socket.send(Message::text(text)).await;
        }
    }

    pub(crate) async fn say_message(&mut self, message: Message) {
        if let Some(socket) = &mut self.socket {
            let _ = socket.send(message).await;
        }
    }

    /// The next frame; none when the socket is closed.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        self.hear_or_end().await.ok()
    }

    /// The next frame as it came, not kept and not counted; none when the socket is closed.
    #[allow(dead_code, reason = "only the load asks for it")]
    pub(crate) async fn hear_text(&mut self) -> Option<String> {
        loop {
            match self.socket.as_mut()?.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The next frame, or the code with which the socket was closed.
    pub(crate) async fn hear_or_end(&mut self) -> Result<Value, u16> {
        loop {
            let socket = self.socket.as_mut().ok_or(0u16)?;
            let message = timeout(PATIENCE, socket.next()).await.expect("a frame within a minute");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(self.take(text.as_str())),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    fn take(&mut self, text: &str) -> Value {
        let frame: Value = serde_json::from_str(text).unwrap();
        self.frames.push(text.to_owned());
        if frame["t"] == "hello" {
            self.last = frame["next"].as_u64().unwrap() as u32 - 1;
            if self.last == 0 {
                self.public = 0;
            }
        } else if matches!(frame["t"].as_str(), Some("e" | "sheet" | "over")) {
            self.last += 1;
            assert_eq!(frame["n"], self.last, "frames are numbered one by one: {text}");
            self.public += u32::from(frame["t"] == "e" && frame["e"]["type"] != "missed");
        }
        frame
    }

    /// Does what the start of the game asks of a player.
    pub(crate) async fn fix_wall(&mut self, fair: &Value) {
        let (Some(seat), Some(s0)) = (self.seat, fair["s0"].as_str()) else {
            return;
        };
        let hash = commitment(&self.table, Seat(seat), Bytes32::from_hex(s0).unwrap(), self.entropy);
        let committed = &fair["commits"][usize::from(seat)];
        match fair["step"].as_str() {
            Some("commit") if committed.is_null() => {
                self.say(&json!({ "t": "commit", "hash": hash.to_string() })).await;
            }
            Some("reveal") if *committed == hash.to_string() => {
                self.say(&json!({ "t": "reveal", "entropy": self.entropy.to_string() }))
                    .await;
            }
            _ => {}
        }
    }

    /// Reacts as a browser would, choosing what to do by lot; true when the game is over.
    pub(crate) async fn react(&mut self, frame: &Value) -> bool {
        match frame["t"].as_str() {
            Some("hello") => self.fix_wall(&frame["fair"].clone()).await,
            Some("fair") => self.fix_wall(frame).await,
            Some("prompt") => {
                let legal = frame["legal"].as_array().unwrap().clone();
                if !legal.is_empty() {
                    let chosen = self.choose(&legal);
                    self.say(&json!({ "t": "act", "n": frame["n"], "a": chosen })).await;
                }
            }
            Some("e") if frame["e"]["type"] == "hand-ended" => self.say(&json!({ "t": "ready" })).await,
            Some("over") => return true,
            _ => {}
        }
        false
    }

    /// Wins where that is possible; otherwise any of the legal actions, riichi rather than not.
    fn choose(&mut self, legal: &[Value]) -> Value {
        let is = |action: &&Value, word: &str| action["a"] == word;
        let best = ["tsumo", "ron", "riichi", "end-game"];
        let found = best
            .iter()
            .find_map(|word| legal.iter().find(|action| is(action, word)));
        found
            .unwrap_or_else(|| &legal[self.dice.below(legal.len() as u32) as usize])
            .clone()
    }

    /// Plays to the end of the game.
    pub(crate) async fn play(&mut self) -> Value {
        loop {
            let frame = self.hear().await.expect("the socket stays open");
            if self.react(&frame).await {
                return frame;
            }
        }
    }
}

/// The numbered frames among these, as they came.
pub(crate) fn numbered(frames: &[String]) -> Vec<String> {
    let is_numbered = |text: &&String| {
        let frame: Value = serde_json::from_str(text).unwrap();
        matches!(frame["t"].as_str(), Some("e" | "sheet" | "over"))
    };
    frames.iter().filter(is_numbered).cloned().collect()
}
