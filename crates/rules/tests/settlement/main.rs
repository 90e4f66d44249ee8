//! What each hand moves between the players and what the game comes to, by the clauses of the rulebooks.

mod bust;
mod checking;
mod chips;
mod chombo;
mod draw;
mod four_kans;
mod nagashi;
mod next_hand;
mod payment;
mod places;
mod pot;
mod result;
mod wins;
