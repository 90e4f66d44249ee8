//! Bad company beside honest tables: nobody honest may be lost or kept out, or wait much longer. Everybody has an address on the
//! loopback network, so the limits for each address are those of every server.
//!
//! The server has one processor and all clients have another, as if they came over a network: what hostile clients cost is what they
//! make the server do, not what they do themselves.
//!
//! `cargo run --release --package jantaku-server --example hostile -- 500`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]
#![allow(dead_code, reason = "the scripted client can do more than this needs")]

mod bad;
#[path = "../../tests/server/client.rs"]
mod client;
mod guests;
#[path = "../../tests/server/honest.rs"]
mod honest;
#[path = "../../tests/server/process.rs"]
mod process;

use bad::{FLOOD, Target, be_bad};
use client::Client;
use guests::Guests;
use honest::{Host, Load, Measured};
use jantaku_server::config::{Limits, MetricsAt, Pauses};
use process::{Process, free_port, place};
use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The variables by which this program knows that it is the server, or one of the bad.
const SERVER: &str = "JANTAKU_BESET";
const BAD: &str = "JANTAKU_HOSTILE";
/// Says that this process and its clients are on their own processor.
const APART: &str = "JANTAKU_APART";
const OF_SERVER: &str = "0";
const OF_CLIENTS: &str = "1";
/// How long one of the [`STAGES`] is measured: longer than most hostile clients take to come back.
const STAGE: Duration = Duration::from_secs(4);
const STAGES: usize = 5;
/// What the bad may cost the good: this many times the quiet p99, and this much memory.
const TIMES: f64 = 2.0;
const MEMORY_MIB: u64 = 64;

#[tokio::main]
async fn main() {
    if place(SERVER).is_some() {
        return serve().await;
    }
    if let Ok(target) = std::env::var(BAD) {
        return be_bad(Target::read(&target)).await;
    }
    if std::env::var(APART).is_err() {
        let mut apart = Command::new("taskset");
        apart
            .args(["--cpu-list", OF_CLIENTS])
            .arg(std::env::current_exe().unwrap());
        let ended = apart.args(std::env::args().skip(1)).env(APART, "").status();
        let Some(code) = ended.ok().and_then(|ended| ended.code()) else {
            eprintln!(
                "The server and its clients need a processor each: `taskset` must be installed and may not be stopped."
            );
            std::process::exit(1);
        };
        std::process::exit(code);
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
    let process = Process::start_on(OF_SERVER, SERVER, &folder, address).await;
    let holds = beset(&process, address, tables).await;
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
    std::process::exit(i32::from(!holds));
}

/// Honest tables need no pauses; the table of bots plays at its usual pace, and whoever asks too often waits as usual.
/// The watchers of that table may all be strangers, hundreds of them.
async fn serve() {
    let pauses = Pauses {
        bot: Pauses::default().bot,
        refusal: Pauses::default().refusal,
        ..Pauses::none()
    };
    let limits = Limits {
        spectators_per_table: 1000,
        ..Limits::default()
    };
    let metrics = place(SERVER).map_or(MetricsAt::Nowhere, |(address, _)| MetricsAt::Only(metrics(address)));
    process::serve_as(SERVER, limits, pauses, metrics).await;
}

/// The same port at another address.
fn metrics(address: SocketAddr) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 77], address.port()))
}

/// Measures without and with hostile clients; true, if the good are well.
async fn beset(process: &Process, address: SocketAddr, tables: u32) -> bool {
    let load = Load::seat(Host::Ours(address), tables).await;
    let (_, seated) = process.weight();
    let quiet = measure(&load).await;
    let (before, calm) = process.weight();
    println!(
        "quiet:   p50 {:.2} ms, p99 {:.2} ms, {before} MiB, {:.1} s of processor time",
        quiet.p50,
        quiet.p99,
        calm - seated
    );
    let mut host = Client::new(address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    let (guests, honest) = Guests::seated(address, FLOOD).await;
    let [victim, member] = [Guests::enrol(address, 1).await, Guests::enrol(address, 2).await];
    let target = Target {
        address,
        metrics: metrics(address),
        bots: host.table,
        honest,
        victim,
    };
    guests.open_tabs(address, &target.bots);
    // Real attackers bring their own processors, so these run only while no honest client wants to. `nice` would not do: the scheduler
    // lets even the nicest finish their slice of about 3 ms, which is longer than what is measured here.
    let mut bad = Command::new("chrt")
        .args(["--idle", "0"])
        .arg(std::env::current_exe().unwrap())
        .env(BAD, target.to_text())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    tokio::spawn(Arc::clone(&guests).welcome(address));
    tokio::spawn(Arc::clone(&guests).sign_in(address, member));
    let beset = measure(&load).await;
    let (after, busy) = process.weight();
    println!(
        "beset:   p50 {:.2} ms, p99 {:.2} ms, {after} MiB, {:.1} s of processor time",
        beset.p50,
        beset.p99,
        busy - calm
    );
    let _ = bad.kill();
    let mut complaints = String::new();
    let _ = bad.stdout.take().unwrap().read_to_string(&mut complaints);
    let _ = bad.wait();
    print!("{complaints}");
    let (lost, kept_out) = (load.lost.load(Relaxed), guests.kept_out.load(Relaxed));
    let (returns, newcomers) = (guests.returns.load(Relaxed), guests.newcomers.load(Relaxed));
    let members = guests.members.load(Relaxed);
    println!(
        "{returns} returns to the table that is watched, the slowest after {} ms; {newcomers} newcomers, {members} members",
        guests.slowest_ms.load(Relaxed)
    );
    let holds = beset.p99 <= quiet.p99 * TIMES
        && after.saturating_sub(before) <= MEMORY_MIB
        && lost + kept_out == 0
        && returns > 0
        && newcomers > 0
        && members > 0
        && complaints.is_empty();
    println!(
        "{lost} honest connections lost, {kept_out} kept out; {}",
        if holds { "the good are well" } else { "TOO MUCH" }
    );
    // Honest clients may complain once the server is gone; nobody listens any more.
    guests.end();
    std::panic::set_hook(Box::new(|_| {}));
    holds
}

/// The median of several measurements, since a machine may stall for a moment.
async fn measure(load: &Load) -> Measured {
    let mut all = Vec::new();
    for _ in 0..STAGES {
        all.push(load.measure(Duration::from_secs(1), STAGE).await);
    }
    let p99s: Vec<String> = all.iter().map(|stage| format!("{:.2}", stage.p99)).collect();
    println!("         p99 of each stage: {} ms", p99s.join(", "));
    all.sort_by(|one, other| one.p99.total_cmp(&other.p99));
    all.swap_remove(STAGES / 2)
}
