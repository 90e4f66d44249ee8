//! Tiles, hands, readings, facts, yaku, scores, settlements and rulebooks.
//!
//! Pure and deterministic: no clock, no disk, no network, no global state.

pub mod seat;
pub mod tile;
