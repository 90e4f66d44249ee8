//! Puts load on a server: tables of four scripted clients, one action a second at each, then more and more until it is too slow.
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

use honest::Load;
use process::{Process, free_port};
use std::net::SocketAddr;
use std::time::Duration;

/// How long each rate is kept up.
const STAGE: Duration = Duration::from_secs(15);
/// Beyond this the server is too slow.
const TOO_SLOW_MS: f64 = 50.0;

#[tokio::main]
async fn main() {
    if process::is_child() {
        return process::serve(u32::MAX).await;
    }
    let tables: u32 = std::env::args()
        .nth(1)
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(1000);
    let folder = std::env::temp_dir().join(format!("jantaku-load-{}", std::process::id()));
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let process = Process::start(&folder, address).await;
    let load = Load::seat(address, tables).await;
    println!("{tables} tables of four sit; the server has {} MiB", process.weight().0);
    println!("actions/s   p50 ms   p99 ms   p99.9 ms   MiB   server CPU us/action");
    let mut interval = Duration::from_secs(1);
    loop {
        let (_, before) = process.weight();
        let found = load.measure(interval, STAGE).await;
        let (memory, after) = process.weight();
        // The processor's time is that of the stage and of the two seconds before it.
        let actions = found.actions as f64 * (STAGE.as_secs_f64() + 2.0) / STAGE.as_secs_f64();
        println!(
            "{:9.0}   {:6.1}   {:6.1}   {:8.1}   {memory:3}   {:.0}",
            found.actions as f64 / STAGE.as_secs_f64(),
            found.p50,
            found.p99,
            found.p999,
            (after - before) * 1e6 / actions
        );
        if found.p99 > TOO_SLOW_MS || interval < Duration::from_millis(10) {
            break;
        }
        interval = interval * 2 / 3;
    }
    // Clients may complain once the server is gone; nobody listens any more.
    std::panic::set_hook(Box::new(|_| {}));
    drop(process);
    let _ = std::fs::remove_dir_all(&folder);
}
