//! Tiles, hands, readings, facts, yaku, scores, settlements and rulebooks.
//!
//! Pure and deterministic: no clock, no disk, no network, no global state.

pub mod expression;
pub mod facts;
pub mod result;
mod nearest;
pub mod notation;
pub mod rulebook;
pub mod seat;
pub mod settlement;
pub mod shanten;
pub mod tile;
pub mod transfer;
pub mod value;
pub mod win;
