//! Many seeds, and what is to be shown of them.

use crate::planted::Planted;
use crate::run::{Outcome, run};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// How many seeds are run if nobody says otherwise.
const SEEDS: u64 = 2000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// How to see what happens in a run.
fn replay(seed: u64) -> String {
    format!("JANTAKU_SEED={seed} cargo test --package jantaku-server --test simulation -- --nocapture tells_a_seed")
}

#[test]
fn holds_under_faults() {
    let seeds = number("JANTAKU_SEEDS").unwrap_or(SEEDS);
    let first = number("JANTAKU_FIRST_SEED").unwrap_or_default();
    let (next, failed) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let began = Instant::now();
    let work = || {
        while let Some(seed) = Some(next.fetch_add(1, Relaxed)).filter(|seed| *seed < first + seeds) {
            if let Some(wrong) = run(seed, Planted::Nothing, false).wrong {
                println!("seed {seed}: {wrong}\n  {}", replay(seed));
                failed.lock().unwrap().push(seed);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    println!("{seeds} seeds in {:.0} s", began.elapsed().as_secs_f64());
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "seeds that fail: {failed:?}");
}

/// Tells everything that happens in the seed that is asked for.
#[test]
fn tells_a_seed() {
    let Outcome { wrong, trace, story } = run(number("JANTAKU_SEED").unwrap_or_default(), Planted::Nothing, true);
    println!("{story}\ntrace {trace:016x}");
    assert_eq!(wrong, None);
}

/// The same seed is the same run, in this process and in others.
#[test]
fn repeats_a_seed_exactly() {
    let again = || Command::new(std::env::current_exe().unwrap());
    for seed in 100..112 {
        let trace = run(seed, Planted::Nothing, false).trace;
        assert_eq!(run(seed, Planted::Nothing, false).trace, trace, "seed {seed}");
        let told = again()
            .args(["--exact", "--nocapture", "seeds::tells_a_seed"])
            .env("JANTAKU_SEED", seed.to_string())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        assert!(
            told.contains(&format!("trace {trace:016x}")),
            "seed {seed} in another process"
        );
    }
}

/// How many seeds it takes until a planted fault is found.
fn found(planted: Planted, most: u64) -> u64 {
    let seeds = (0..most).find(|seed| run(*seed, planted, false).wrong.is_some());
    let seed = seeds.unwrap_or_else(|| panic!("{planted:?} was not found in {most} seeds"));
    println!("{planted:?}: {}", run(seed, planted, false).wrong.unwrap());
    seed
}

#[test]
fn finds_events_told_before_they_are_stored() {
    found(Planted::ToldBeforeStored, 20);
}

#[test]
fn finds_an_owner_that_writes_after_its_successor() {
    found(Planted::StaleOwnerWrites, 500);
}

#[test]
fn finds_an_append_that_is_stored_twice() {
    found(Planted::RetryStoresAgain, 100);
}

#[test]
fn finds_a_table_taken_over_without_its_last_record() {
    found(Planted::TailNotRead, 20);
}

#[test]
fn finds_a_frame_skipped_on_resuming() {
    found(Planted::FrameSkipped, 20);
}
