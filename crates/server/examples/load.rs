//! Puts load on our server and on the bare one: tables of four scripted clients, one action a second at each, then more until it
//! is too slow. The knee is the highest rate at which 99 of 100 actions reach all four within 50 ms.
//!
//! `cargo run --release --package jantaku-server --example load -- 1000`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]
#![allow(dead_code, reason = "the scripted client can do more than this needs")]

#[path = "../tests/server/client.rs"]
mod client;
#[path = "../tests/server/honest.rs"]
mod honest;
#[path = "../tests/server/process.rs"]
mod process;

use honest::{Host, Load};
use jantaku_server::config::Pauses;
use process::{Process, free_port};
use std::net::SocketAddr;
use std::time::Duration;

/// The process that finds this variable is the bare server.
const BARE: &str = "JANTAKU_BARE";
const FIRST_STAGE: Duration = Duration::from_secs(15);
const STAGE: Duration = Duration::from_secs(8);
/// Beyond this a server is too slow.
const TOO_SLOW_MS: f64 = 50.0;
/// How often the gap around the knee is halved.
const HALVINGS: u32 = 3;
/// The bars: what an action of ours may cost, and what our knee must be, in those of the bare server.
const MOST_COST: f64 = 2.0;
const LEAST_KNEE: f64 = 0.5;

/// One rate.
struct Stage {
    rate: f64,
    cost_us: f64,
    p99: f64,
}

impl Stage {
    fn is_kept_up(&self) -> bool {
        self.p99 <= TOO_SLOW_MS
    }
}

#[tokio::main]
async fn main() {
    if process::is_child() {
        return process::serve(process::without_limits(u32::MAX), Pauses::none()).await;
    }
    if let Some((address, folder)) = process::place(BARE) {
        return jantaku_fanout::serve(address, &folder).await.unwrap();
    }
    let tables: u32 = std::env::args()
        .nth(1)
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(1000);
    // Clients may complain once a server is gone; nobody listens any more.
    std::panic::set_hook(Box::new(|_| {}));
    println!("bare server");
    let bare = climb(tables, Host::Bare).await;
    println!("our server");
    let ours = climb(tables, Host::Ours).await;
    let cost = ours[0].cost_us / bare[0].cost_us;
    let knee = knee(&ours) / self::knee(&bare);
    println!(
        "CPU an action, ours / bare: {cost:.2} at {:.0} actions/s (at most {MOST_COST})",
        ours[0].rate
    );
    println!("knee, ours / bare: {knee:.2} (at least {LEAST_KNEE})");
    std::process::exit(i32::from(cost > MOST_COST || knee < LEAST_KNEE));
}

/// Raises the rate until the server is too slow, then looks closer at where that began.
async fn climb(tables: u32, host: fn(SocketAddr) -> Host) -> Vec<Stage> {
    let folder = std::env::temp_dir().join(format!("jantaku-load-{}", std::process::id()));
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let process = match host(address) {
        Host::Ours(_) | Host::Nodes(_) => Process::start(&folder, address).await,
        Host::Bare(_) => Process::start_as(BARE, &folder, address).await,
    };
    let load = Load::seat(host(address), tables).await;
    println!("{tables} tables of four; {} MiB", process.weight().0);
    println!("actions/s   p50 ms   p99 ms   p99.9 ms   MiB   CPU us/action   bytes/action");
    let mut rate = f64::from(tables);
    let mut stages = vec![measure(&load, &process, tables, rate, FIRST_STAGE).await];
    let (mut good, mut bad) = (rate, rate);
    while stages.iter().all(Stage::is_kept_up) && rate < f64::from(tables) * 100.0 {
        good = rate;
        rate *= 1.5;
        bad = rate;
        stages.push(try_twice(&load, &process, tables, rate).await);
    }
    for _ in 0..HALVINGS {
        rate = (good + bad) / 2.0;
        let stage = try_twice(&load, &process, tables, rate).await;
        match stage.is_kept_up() {
            true => good = rate,
            false => bad = rate,
        }
        stages.push(stage);
    }
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
    stages
}

/// A disk may stall for a moment, so a rate counts as too high only if it is too high twice running.
async fn try_twice(load: &Load, process: &Process, tables: u32, rate: f64) -> Stage {
    let stage = measure(load, process, tables, rate, STAGE).await;
    match stage.is_kept_up() {
        true => stage,
        false => measure(load, process, tables, rate, STAGE).await,
    }
}

async fn measure(load: &Load, process: &Process, tables: u32, rate: f64, span: Duration) -> Stage {
    let (_, before) = process.weight();
    let found = load
        .measure(Duration::from_secs_f64(f64::from(tables) / rate), span)
        .await;
    let (memory, after) = process.weight();
    // The processor's time is that of the stage and of the two seconds before it.
    let seconds = span.as_secs_f64();
    let stage = Stage {
        rate: found.actions as f64 / seconds,
        cost_us: (after - before) * 1e6 / (found.actions as f64 * (seconds + 2.0) / seconds),
        p99: found.p99,
    };
    println!(
        "{:9.0}   {:6.1}   {:6.1}   {:8.1}   {memory:3}   {:13.0}   {:12}",
        stage.rate, found.p50, found.p99, found.p999, stage.cost_us, found.bytes
    );
    stage
}

/// The highest rate that was kept up.
fn knee(stages: &[Stage]) -> f64 {
    let kept_up = stages.iter().filter(|stage| stage.is_kept_up());
    kept_up.map(|stage| stage.rate).fold(0.0, f64::max)
}
