//! What a hand moves between the players: wins, draws, penalties, and the chips beside them.
//!
//! Every function here is pure and answers with transfers; whoever keeps the points adds them up.
//! Seats are the winds of the hand: east deals.

pub mod bust;
pub mod chips;
pub mod chombo;
pub mod draw;
pub mod ending;
pub mod four_kans;
mod ledger;
mod liability;
pub mod nagashi;
pub mod next_hand;
mod payment;
pub mod pot;
mod reason;
pub mod wins;

pub use reason::limit_key;

use crate::seat::{BySeat, Wind};

/// What lies on the table when a hand ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandState {
    pub honba: u8,
    /// Riichi sticks on the table, those of this hand included.
    pub sticks: u8,
    /// Whose stick of this hand lies there; a riichi that was ronned never stood.
    pub riichi: BySeat<bool>,
}

impl HandState {
    /// A table with nothing on it.
    pub fn bare(seats: usize) -> HandState {
        HandState {
            honba: 0,
            sticks: 0,
            riichi: BySeat::all(seats, false),
        }
    }
}

/// The players of a hand in turn order from the dealer.
fn players(seats: usize) -> impl Iterator<Item = Wind> {
    Wind::ALL.into_iter().take(seats)
}

/// Everybody but one, in turn order from the dealer.
fn opponents(seats: usize, of: Wind) -> impl Iterator<Item = Wind> {
    players(seats).filter(move |&wind| wind != of)
}
