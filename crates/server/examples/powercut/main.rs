//! Cuts the power: the data folder is on a file system in an image file, the server is frozen in the middle of play, the image is
//! copied as a disk would be found after a power cut, and a server started on the copy must know everything that any client was told.
//!
//! `cargo run --release --package jantaku-server --example powercut -- 50`, as root.
//!
//! What the file system has not yet written to the image does not count: nothing is synced for the copy. `make unsynced` builds
//! SQLite without its syncs; then this must fail.

#![allow(clippy::unwrap_used, reason = "a check that cannot go on fails")]
#![allow(dead_code, reason = "the scripted client can do more than this check asks of it")]

#[path = "../../tests/server/client.rs"]
mod client;
mod image;
#[path = "../../tests/server/process.rs"]
mod process;
mod told;

use image::Image;
use jantaku_server::config::{MetricsAt, Pauses};
use jantaku_server::store::{Sqlite, Store, check};
use jantaku_table::shuffle::Stream;
use process::{Process, free_port, place, serve_as, without_limits};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::time::sleep;
use told::{Everybody, Told};

const TABLES: u8 = 40;
/// The variable by which a process knows that it is the server on a copy.
const COPY: &str = "JANTAKU_COPY";
/// The status of the program if anything was lost, which `make unsynced` expects.
const LOST: u8 = 3;
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::main]
async fn main() -> ExitCode {
    if process::is_child() {
        process::serve(without_limits(u32::MAX), Pauses::none()).await;
    }
    if place(COPY).is_some() {
        serve_copy().await;
    }
    if !image::may_mount() {
        println!("skipped: only root can mount an image; run this as root");
        return ExitCode::SUCCESS;
    }
    let cuts: u32 = std::env::args().nth(1).and_then(|cuts| cuts.parse().ok()).unwrap_or(50);
    let folder = std::env::temp_dir().join(format!("jantaku-powercut-{}", std::process::id()));
    let image = Image::create(&folder);
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let mut process = Process::start(&image.data(), address).await;
    let everybody = Arc::new(Everybody::default());
    for number in 0..TABLES {
        tokio::spawn(told::keep_playing(address, number, Arc::clone(&everybody)));
    }
    everybody.all_play(2 * usize::from(TABLES)).await;
    let mut dice = Stream::new(&[5; 32]);
    let (mut frames, mut lost) = (0, 0);
    for cut in 1..=cuts {
        sleep(Duration::from_millis(u64::from(100 + dice.below(1500)))).await;
        process.freeze();
        let copy = image.copy(&folder);
        let everything = everybody.quiet().await;
        let found = compare(&copy.data(), &everything).await;
        drop(copy);
        process.thaw();
        println!(
            "cut {cut}: {} tables, {} frames told, {} missing or changed; {} games ended",
            everything.iter().filter(|told| told.seat.is_some()).count(),
            found.frames,
            found.lost.len(),
            everybody.games.load(Relaxed)
        );
        for lost in found.lost.iter().take(3) {
            println!("  {lost}");
        }
        frames += found.frames;
        lost += found.lost.len();
    }
    // Clients may complain once the server is gone; nobody listens any more.
    std::panic::set_hook(Box::new(|_| {}));
    process.kill();
    drop(image);
    let _ = std::fs::remove_dir_all(&folder);
    println!("{cuts} power cuts under {TABLES} running tables: {frames} frames compared, {lost} losses");
    match lost {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(LOST),
    }
}

/// Bots wait there, so that nothing that was lost is played again.
async fn serve_copy() {
    let pauses = Pauses {
        bot: HOUR,
        between: HOUR,
        reading: HOUR,
        ..Pauses::none()
    };
    serve_as(COPY, without_limits(u32::MAX), pauses, MetricsAt::Nowhere).await;
}

#[derive(Default)]
struct Compared {
    frames: usize,
    /// One line for each client that was told what is not there.
    lost: Vec<String>,
}

/// Compares what clients were told with what is stored in this folder, and with what a server there tells them.
async fn compare(data: &Path, everything: &[Told]) -> Compared {
    let mut found = Compared::default();
    let checked = check(data).map(|checked| checked.damage.iter().map(|damage| format!("{damage:?}")).collect());
    match checked {
        Ok(damage) => found.lost = damage,
        Err(error) => found.lost.push(error.to_string()),
    }
    match Sqlite::open(data) {
        Ok(store) => {
            let short = everything.iter().filter_map(|told| told.missing_in(&store));
            found.lost.extend(short);
            store.close();
        }
        Err(error) => found.lost.push(error.to_string()),
    }
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let process = Process::start_as(COPY, data, address).await;
    let asking: Vec<_> = everything
        .iter()
        .map(|told| tokio::spawn(told.clone().differs(address)))
        .collect();
    for (told, asked) in everything.iter().zip(asking) {
        found.frames += told.frames.len();
        found.lost.extend(asked.await.unwrap());
    }
    drop(process);
    found
}
