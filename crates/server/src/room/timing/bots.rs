//! Does the time that a bot takes for its turn tell what it holds, or how long it thought? Bots among themselves, and somebody who
//! watches.

use super::super::{Command, Listener, Out, Pace, Place, Room, Thinkers};
use super::people::SEATS;
use super::table::{around, dealt_to_bots, rules};
use crate::config::Pauses;
use crate::store::Epoch;
use jantaku_table::shuffle::{Stream, key_of};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep};

const TURNS: usize = 150;

/// The same turn takes the same time whatever is dealt, so it says nothing about what was.
#[tokio::test(start_paused = true)]
async fn a_turn_takes_the_same_time_whatever_the_bot_holds() {
    let one = turns(0, Thinkers::default()).await;
    let other = turns(1, Thinkers::default()).await;
    assert_eq!(one, other);
    let usual = Pauses::default().bot;
    let (shortest, longest) = (usual.mul_f64(0.6), usual.mul_f64(4.0));
    assert!(one.iter().all(|turn| (shortest..=longest).contains(turn)), "{one:?}");
    // Nobody discards like clockwork.
    let slow = one.iter().filter(|turn| **turn > usual.mul_f64(1.3)).count();
    let quick = one.iter().filter(|turn| **turn < usual.mul_f64(0.77)).count();
    assert!(slow > TURNS / 6 && quick > TURNS / 6, "{slow} slow, {quick} quick");
}

/// Thinking is part of the turn and does not make it longer.
#[tokio::test(start_paused = true)]
async fn a_turn_takes_the_same_time_however_long_the_bot_thinks() {
    let slow = Thinkers {
        bots: Arc::new(Semaphore::new(1)),
        hints: Arc::new(Semaphore::new(1)),
    };
    let busy = Arc::clone(&slow.bots);
    tokio::spawn(async move {
        let mut lots = Stream::new(&key_of(9, 0));
        loop {
            let held = busy.acquire().await;
            sleep(Duration::from_millis(u64::from(lots.below(300)))).await;
            drop(held);
            tokio::task::yield_now().await;
        }
    });
    assert_eq!(turns(0, Thinkers::default()).await, turns(0, slow).await);
}

/// How long the first turns of a game take, as a spectator sees it.
async fn turns(number: u64, thinkers: Thinkers) -> Vec<Duration> {
    let (inbox, commands) = mpsc::channel(256);
    let (thoughts, answers) = mpsc::channel(1);
    let mut around = around();
    around.thinkers = thinkers;
    let game = dealt_to_bots(number, &rules());
    let mut room = Room::new(game, (4, Epoch::FIRST), around, commands, thoughts);
    room.pace = Pace::by_lots(Pauses::default().window, SEATS, &key_of(5, 1));
    room.catch_up();
    let (out, mut frames) = mpsc::channel(1 << 10);
    let watcher = Listener {
        id: 0,
        session: None,
        place: Place(0),
        out,
    };
    let _ = inbox.try_send(Command::Connect(watcher, 0));
    tokio::spawn(room.run(answers));
    let mut turns = Vec::new();
    // Since when somebody has the turn.
    let mut since: Option<Instant> = None;
    while turns.len() < TURNS {
        let Some(Out::Frames(text)) = frames.recv().await else {
            panic!("the table goes on");
        };
        for line in std::str::from_utf8(&text).unwrap().lines() {
            let frame: Value = serde_json::from_str(line).unwrap();
            match frame["t"].as_str() {
                Some("clock") => since = Some(Instant::now()),
                Some("e") => turns.extend(since.take().map(|since| since.elapsed())),
                _ => {}
            }
        }
    }
    turns
}
