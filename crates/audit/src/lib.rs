//! Checked play: bots play whole games, some of them rigged towards what is rare, and everything that happens is checked.

pub mod check;
pub mod coverage;
pub mod duplicate;
pub mod estimate;
pub mod rig;
pub mod simulation;
pub mod statistics;
pub mod tally;
