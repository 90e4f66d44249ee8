//! Bad company beside honest tables: connections that drip, sockets that do not read, that flood, that send too much.
//!
//! `cargo run --release --package jantaku-server --example hostile -- 500`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]
#![allow(dead_code, reason = "the scripted client can do more than this needs")]

#[path = "../tests/server/client.rs"]
mod client;
#[path = "../tests/server/honest.rs"]
mod honest;
#[path = "../tests/server/process.rs"]
mod process;

use client::Client;
use honest::{Host, Load, Measured};
use jantaku_server::config::{Limits, Pauses};
use process::{Process, free_port};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

/// How long one of the [`STAGES`] is measured: longer than the hostile clients take to come back.
const STAGE: Duration = Duration::from_secs(4);
const STAGES: usize = 5;
const EACH: u32 = 200;
/// Tells a program that it is one of the bad, and whom to beset.
const BAD: &str = "JANTAKU_HOSTILE";
/// What the bad may cost the good: this many times the quiet p99, and this much memory.
const TIMES: f64 = 2.0;
const MEMORY_MIB: u64 = 64;

#[tokio::main]
async fn main() {
    if process::is_child() {
        // Honest tables need no pauses; the attacked table has bots, which play at their usual pace.
        let pauses = Pauses {
            bot: Pauses::default().bot,
            ..Pauses::none()
        };
        return process::serve(Limits::default().messages, pauses).await;
    }
    if let Ok(target) = std::env::var(BAD) {
        return be_bad(&target).await;
    }
    let tables: u32 = std::env::args()
        .nth(1)
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(500);
    // In memory if possible: a stalling disk would hide what the hostile clients cost.
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() {
        memory.to_owned()
    } else {
        std::env::temp_dir()
    };
    let folder = place.join(format!("jantaku-hostile-{}", std::process::id()));
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let process = Process::start(&folder, address).await;
    let load = Load::seat(Host::Ours(address), tables).await;
    let (_, seated) = process.weight();
    let quiet = measure(&load).await;
    let (before, calm) = process.weight();
    println!(
        "quiet:   p50 {:.1} ms, p99 {:.1} ms, {before} MiB, {:.1} s of processor time",
        quiet.p50,
        quiet.p99,
        calm - seated
    );
    let mut host = Client::new(address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    // Real attackers bring their own processors, so these run at the lowest priority.
    let mut bad = Command::new("nice")
        .args(["-n", "19"])
        .arg(std::env::current_exe().unwrap())
        .env(BAD, format!("{address} {}", host.table))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let beset = measure(&load).await;
    let (after, busy) = process.weight();
    println!(
        "beset:   p50 {:.1} ms, p99 {:.1} ms, {after} MiB, {:.1} s of processor time",
        beset.p50,
        beset.p99,
        busy - calm
    );
    let lost = load.lost.load(Relaxed);
    let holds = beset.p99 <= quiet.p99 * TIMES && after.saturating_sub(before) <= MEMORY_MIB && lost == 0;
    println!(
        "{lost} honest connections lost; {}",
        if holds { "the good are well" } else { "TOO MUCH" }
    );
    // Honest clients may complain once the server is gone; nobody listens any more.
    std::panic::set_hook(Box::new(|_| {}));
    let _ = bad.kill();
    let _ = bad.wait();
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
    std::process::exit(i32::from(!holds));
}

/// The median of several measurements, since a machine may stall for a moment.
async fn measure(load: &Load) -> Measured {
    let mut all = Vec::new();
    for _ in 0..STAGES {
        all.push(load.measure(Duration::from_secs(1), STAGE).await);
    }
    all.sort_by(|one, other| one.p99.total_cmp(&other.p99));
    all.swap_remove(STAGES / 2)
}

/// The bad are a program of their own: what they do to themselves must not be taken for what they do to others.
async fn be_bad(target: &str) {
    let (address, table) = target.split_once(' ').unwrap();
    let address: SocketAddr = address.parse().unwrap();
    for _ in 0..EACH {
        tokio::spawn(drip(address));
        tokio::spawn(never_read(address, table.to_owned()));
        tokio::spawn(flood(address, table.to_owned()));
        tokio::spawn(too_long(address, table.to_owned()));
    }
    std::future::pending::<()>().await;
}

/// A request that never ends, again and again.
async fn drip(address: SocketAddr) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            for byte in b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " {
                if stream.write_all(&[*byte]).await.is_err() {
                    break;
                }
                sleep(Duration::from_millis(300)).await;
            }
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// A watcher that asks for the whole game and takes none of it.
async fn never_read(address: SocketAddr, table: String) {
    loop {
        let mut client = Client::new(address, 2);
        client.table.clone_from(&table);
        if client.connected().await {
            for _ in 0..50 {
                client.say(&json!({ "t": "ping" })).await;
            }
            sleep(Duration::from_secs(5)).await;
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Noise as fast as it goes, until the socket is closed.
async fn flood(address: SocketAddr, table: String) {
    loop {
        let mut client = Client::new(address, 3);
        client.table.clone_from(&table);
        if client.connected().await {
            for _ in 0..200 {
                client.say_text("{\"t\":\"act\",\"n\":1,\"a\":{\"a\":\"tsumo\"}}").await;
            }
            while client.hear_or_end().await.is_ok() {}
        }
        sleep(Duration::from_secs(2)).await;
    }
}

/// A message of a megabyte.
async fn too_long(address: SocketAddr, table: String) {
    loop {
        let mut client = Client::new(address, 4);
        client.table.clone_from(&table);
        if client.connected().await {
            client.say_message(Message::text("x".repeat(1 << 20))).await;
            while client.hear_or_end().await.is_ok() {}
        }
        sleep(Duration::from_secs(2)).await;
    }
}
