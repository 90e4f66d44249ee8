//! A player that is a script: asks over HTTP, plays over the socket, remembers every frame.

// Programs beside the tests take this file by its path, and then these are looked for here too.
#[path = "client/answering.rs"]
pub(crate) mod answering;
#[path = "client/asking.rs"]
pub(crate) mod asking;
#[path = "client/playing.rs"]
mod playing;

use futures_util::{SinkExt, StreamExt};
use jantaku_table::fair::Bytes32;
use jantaku_table::shuffle::Stream;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
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
    /// The invitations to the open seats of the table that it opened.
    pub(crate) invites: Vec<String>,
    /// The address that it has, where that is not left to the system.
    pub(crate) from: Option<Ipv4Addr>,
    /// The address that a proxy says it has.
    pub(crate) forwarded: Option<&'static str>,
    /// Does it say that it is ready for the game as soon as it sits there?
    pub(crate) is_ready: bool,
    /// Is the hand over, and the next one not begun?
    is_between_hands: bool,
    /// The last question of the table that it answered.
    answered: u64,
    socket: Option<WebSocketStream<TcpStream>>,
    /// Frames of a message that came with others and is not heard to its end.
    waiting: VecDeque<String>,
    pub(crate) frames: Vec<String>,
    /// The number of the last numbered frame.
    pub(crate) last: u32,
    pub(crate) public: u32,
    entropy: Bytes32,
    dice: Stream,
}

impl Client {
    pub(crate) fn new(address: SocketAddr, number: u8) -> Client {
        Client {
            address,
            cookie: String::new(),
            table: String::new(),
            seat: None,
            invites: Vec::new(),
            from: None,
            forwarded: None,
            is_ready: true,
            is_between_hands: false,
            answered: 0,
            socket: None,
            waiting: VecDeque::new(),
            frames: Vec::new(),
            last: 0,
            public: 0,
            entropy: Bytes32([number; 32]),
            dice: Stream::new(&[number; 32]),
        }
    }

    /// Opens the socket, after the last frame seen.
    pub(crate) async fn connect(&mut self) {
        assert!(self.connected().await, "no socket could be opened");
    }

    /// The same with a server that may be gone; true, if it worked.
    pub(crate) async fn connected(&mut self) -> bool {
        let path = format!("/ws/{}?since={}", self.table, self.last);
        let origin = format!("http://{}", self.address);
        self.waiting.clear();
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
        if let Some(address) = self.forwarded {
            headers.insert("x-forwarded-for", address.parse().unwrap());
        }
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().unwrap());
        }
        let stream = self.reach().await.map_err(|error| Box::new(Error::Io(error)))?;
        // As browsers do; otherwise what follows upon a pong waits for the server to confirm that one.
        let _ = stream.set_nodelay(true);
        client_async(request, stream)
            .await
            .map(|(socket, _)| socket)
            .map_err(Box::new)
    }

    /// A connection to the server.
    async fn reach(&self) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(from) = self.from {
            socket.bind((from, 0).into())?;
        }
        socket.connect(self.address).await
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

    /// Opens a socket at a server that has no lobby.
    #[allow(dead_code, reason = "only the load asks for it")]
    pub(crate) async fn connect_to(&mut self, path: &str) {
        self.socket = Some(self.try_connect(path, None).await.unwrap());
    }

    /// The next message as it came, not kept and not counted; none when the socket is closed.
    #[allow(dead_code, reason = "only the load asks for it")]
    pub(crate) async fn hear_text(&mut self) -> Option<String> {
        if !self.waiting.is_empty() {
            let rest: Vec<String> = self.waiting.drain(..).collect();
            return Some(rest.join("\n"));
        }
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
            if let Some(frame) = self.waiting.pop_front() {
                let frame = self.take(&frame);
                let sits = frame["t"] == "hello" && !frame["seat"].is_null();
                if self.is_ready && sits && frame["table"]["status"] == "open" {
                    self.say(&json!({ "t": "ready" })).await;
                }
                return Ok(frame);
            }
            let socket = self.socket.as_mut().ok_or(0u16)?;
            let message = timeout(PATIENCE, socket.next()).await.expect("a frame within a minute");
            match message {
                Some(Ok(Message::Text(text))) => self.waiting.extend(text.as_str().lines().map(str::to_owned)),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    /// The frames that are there for this client now: those before the answer to a question that has but one.
    #[allow(dead_code, reason = "only the tests ask for it")]
    pub(crate) async fn news(&mut self) -> Vec<Value> {
        self.say(&json!({ "t": "act", "n": u32::MAX, "a": { "a": "pass" } }))
            .await;
        let mut frames = Vec::new();
        loop {
            let frame = self.hear().await.expect("the socket stays open");
            if frame["t"] == "refused" {
                let why = frame["why"].as_str();
                assert!(matches!(why, Some("stale" | "not-seated")), "{frame}");
                return frames;
            }
            frames.push(frame);
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
            match frame["e"]["type"].as_str() {
                Some("hand-ended") => self.is_between_hands = true,
                Some("hand-started") => self.is_between_hands = false,
                _ => {}
            }
            assert_eq!(frame["n"], self.last, "frames are numbered one by one: {text}");
            let private = matches!(
                frame["e"]["type"].as_str(),
                Some("answered" | "missed" | "tenpai-asked")
            );
            self.public += u32::from(frame["t"] == "e" && !private);
        }
        frame
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
