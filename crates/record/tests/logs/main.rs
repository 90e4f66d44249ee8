//! Logs round-trip, their walls match, and damage is noticed.

#![allow(clippy::unwrap_used, reason = "a log that does not hold what it must fails the test")]

mod damage;
mod forged;
mod golden;
mod played;
mod round_trip;
mod signed;
mod verified;
mod walls;
