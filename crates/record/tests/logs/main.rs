//! Logs: what is written is read again, every hand's wall agrees, and nothing damaged passes for sound.

#![allow(clippy::unwrap_used, reason = "a log that does not hold what it must fails the test")]

mod damage;
mod golden;
mod played;
mod round_trip;
mod walls;
