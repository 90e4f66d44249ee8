//! Logs round-trip, their walls match, and damage is noticed.

#![allow(clippy::unwrap_used, reason = "a log that does not hold what it must fails the test")]

mod damage;
mod golden;
mod played;
mod round_trip;
mod verified;
mod walls;
