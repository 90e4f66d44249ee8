//! Three nodes, PostgreSQL and NATS, and every second something breaks: a node is killed or paused, cut from NATS or from PostgreSQL, or
//! one of these is restarted. Nothing that anybody was told may be missing, different or doubled afterwards, and every table goes on.
//!
//! `cargo run --release --package jantaku-server --example cluster -- faults 3 300 50 11`, as root: nodes, tables, faults, seed.
//! `cargo run --release --package jantaku-server --example cluster -- load 300`: what one, two and three nodes can do.

#![allow(clippy::unwrap_used, reason = "a check that cannot go on fails")]
#![allow(dead_code, reason = "the scripted client can do more than this check asks of it")]

#[path = "../../tests/server/client.rs"]
mod client;
mod faults;
mod figures;
#[path = "../../tests/server/honest.rs"]
mod honest;
mod players;
#[path = "../../tests/server/process.rs"]
mod process;
#[path = "../../tests/server/services.rs"]
mod services;
mod world;

use jantaku_server::config::Pauses;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    if process::is_child() {
        process::serve(process::without_limits(u32::MAX), Pauses::none()).await;
        return ExitCode::SUCCESS;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: usize| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("load") => figures::print(number(1, 300) as u32).await,
        _ if !world::may_make_networks() => {
            println!("skipped: only root can make network namespaces; run this as root");
        }
        _ => faults::run(number(1, 3), number(2, 300), number(3, 50), number(4, 11) as u8).await,
    }
    ExitCode::SUCCESS
}
