//! Players that are programs, games among them, and checks of everything that happens there.
//!
//! ```
//! use jantaku_bots::named;
//!
//! assert!(named("greedy", 1).is_some());
//! assert!(named("nobody", 1).is_none());
//! ```

pub mod arena;
pub mod bot;
pub mod check;
pub mod coverage;
pub mod greedy;
pub mod habit;
pub mod rig;
pub mod simulation;
pub mod tally;

pub use bot::{Bot, NAMES, named};
