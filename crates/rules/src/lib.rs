//! Tiles, hands, readings, facts, yaku, scores, settlements and rulebooks.
//!
//! Pure and deterministic: no clock, no disk, no network, no global state.

pub mod condition;
pub mod dora;
pub mod explain;
pub mod expression;
pub mod facts;
pub mod fu;
mod held;
pub mod kind_set;
pub mod nearest;
pub mod notation;
pub mod reading;
pub mod result;
pub mod rulebook;
pub mod score;
pub mod seat;
pub mod settlement;
pub mod shanten;
mod splits;
pub mod suits;
pub mod tile;
pub mod tile_set;
pub mod transfer;
pub mod units;
pub mod value;
pub mod win;
pub mod win_check;
pub mod yaku_table;
