//! Servers, players and a store in a simulation with virtual time, where everything that can go wrong does. A seed repeats its run.
//!
//! `make sim SEEDS=100000` runs more seeds; `JANTAKU_SEED=7` tells everything that happens in one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod broker;
mod club;
mod courier;
mod faults;
mod lines;
mod planted;
mod player;
mod run;
mod seeds;
mod storage;
