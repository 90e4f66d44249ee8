//! Clients that take what they are sent a byte at a time, in a network of their own and in virtual time.

use crate::server::{Folder, Memory, config};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::bus::InProcess;
use jantaku_server::listener::Listener;
use jantaku_server::store::Store;
use jantaku_server::{Running, start_at};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, sleep};

/// What the network holds of what nobody has taken yet.
const HELD: usize = 16;
/// How long a client thinks about each byte: less than after which a connection counts as stalled.
const EACH: Duration = Duration::from_secs(15);

struct Network(Mutex<mpsc::Receiver<DuplexStream>>);

impl Listener for Network {
    type Stream = DuplexStream;

    async fn accept(&self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.lock().await.recv().await {
            Some(stream) => Ok((stream, SocketAddr::from(([127, 0, 0, 1], 9)))),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::from(([127, 0, 0, 1], 1)))
    }
}

/// A server, and where new connections to it are put.
async fn serving() -> (Running, mpsc::Sender<DuplexStream>) {
    let (connect, connections) = mpsc::channel(1);
    let listen = || Ok(Network(Mutex::new(connections)));
    let store = Arc::new(Memory::default()) as Arc<dyn Store>;
    let config = config(&Folder::new());
    let running = start_at(
        listen,
        Arc::new(InProcess::default()),
        config,
        Library::builtin(),
        |_| Ok(store),
    );
    (running.await.unwrap(), connect)
}

/// Sends a request; the connection after the head of the answer, which is taken at once.
async fn asked(connect: &mpsc::Sender<DuplexStream>, line: &str, head: &str, body: &str) -> DuplexStream {
    let (mut ours, theirs) = duplex(HELD);
    connect.send(theirs).await.unwrap();
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{head}\r\n{body}"
    );
    ours.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(ours.read_u8().await.unwrap());
    }
    ours
}

const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

/// Takes a byte now and then until the connection ends; how long that took.
async fn taken_slowly(mut stream: DuplexStream) -> Duration {
    let begun = Instant::now();
    while stream.read_u8().await.is_ok() {
        sleep(EACH).await;
    }
    begun.elapsed()
}

/// As long as a write goes on, nobody is pinged: without a limit of its own it would last for hours.
#[tokio::test(start_paused = true)]
async fn whoever_takes_frames_byte_by_byte_is_let_go() {
    let (running, connect) = serving().await;
    let table = r#"{"rules":"zan","seats":["me","open","open"],"name":"Mika","spectators":true,"listed":true}"#;
    let mut opened = asked(&connect, "POST /api/tables", "Connection: close\r\n", table).await;
    let mut answer = String::new();
    opened.read_to_string(&mut answer).await.unwrap();
    let created: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let socket = format!("GET /ws/{}", created["table"].as_str().unwrap());
    let watches = asked(&connect, &socket, UPGRADE, "").await;
    let took = taken_slowly(watches).await;
    // What the network still holds is taken as slowly.
    assert!(took < EACH * (HELD as u32 + 3), "{took:?}");
    // The same with the farewell at a table that is not there.
    let lost = asked(&connect, "GET /ws/aaaaaaaaaaaaaa", UPGRADE, "").await;
    let took = taken_slowly(lost).await;
    assert!(took < EACH * (HELD as u32 + 3), "{took:?}");
    running.stop().await;
}
