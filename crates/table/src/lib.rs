//! The table: a deterministic state machine that deals, offers exactly the legal actions, refuses the rest with the clause,
//! settles, moves the deal, ends the game, and leaves events from which everything can be replayed.

pub mod action;
mod apply;
mod claims;
mod difference;
mod end;
pub mod event;
pub mod fair;
mod flow;
pub mod legal;
pub mod phase;
pub mod player;
pub mod prompt;
mod referee;
mod refusal;
pub mod seen;
mod settle;
pub mod shuffle;
pub mod stack;
pub mod table;
pub mod view;
pub mod wall;
mod winning;

pub use action::{Action, Refusal, Why};
pub use event::Event;
pub use table::Table;
