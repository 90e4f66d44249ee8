//! A mahjong table as a deterministic state machine: it deals, lists the legal actions, refuses all others and names the clause,
//! settles hands, moves the deal and ends the game. Everything that happens is an event, and the state is a fold of the events.
//!
//! [`Table::act`] judges an action and appends [`Event`]s, [`Table::apply`] folds events into an equal table. [`Event::seen_by`] and
//! [`View`] are what one viewer knows, [`Table::prompt`] is what a player is asked.
//!
//! ```
//! use jantaku_rules::rulebook::library::Library;
//! use jantaku_table::{Action, Event, Table, Wall, shuffle::key_of};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Library::builtin().rules("zan").expect("a rulebook of ours"));
//! let mut table = Table::new(Arc::clone(&rules));
//! let mut events = Vec::new();
//! table.begin_hand(Wall::of_key(&rules, &key_of(1, 0)), &mut events);
//! let dealer = table.next_to_act().expect("the dealer begins");
//! let tile = table.player(dealer).drawn.expect("a fourteenth tile");
//! table.act(dealer, Action::Discard { tile, drawn: true }, &mut events).expect("it is legal");
//! assert!(events.contains(&Event::Discarded { seat: dealer, tile, drawn: true }));
//!
//! // The events alone lead to the same table.
//! let mut folded = Table::new(Arc::clone(&rules));
//! folded.put_wall(Wall::of_key(&rules, &key_of(1, 0)));
//! for event in &events {
//!     folded.apply(event).expect("it has happened");
//! }
//! assert_eq!(folded.difference(&table), None);
//! ```

pub mod action;
mod apply;
mod claims;
mod difference;
mod end;
pub mod event;
pub mod fair;
mod flow;
pub mod legal;
pub mod lots;
pub mod phase;
pub mod player;
mod possible;
pub mod prompt;
pub mod rates;
mod redeal;
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
pub use event::{DrawReason, Event, Party, Source, Standing};
pub use legal::Actions;
pub use phase::Phase;
pub use player::Player;
pub use possible::Impossible;
pub use prompt::Prompt;
pub use referee::Penalty;
pub use seen::{Seen, Viewer};
pub use stack::{Stack, StackError};
pub use table::Table;
pub use view::View;
pub use wall::Wall;
