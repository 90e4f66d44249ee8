//! Players that are programs, and games among them.
//!
//! ```
//! use jantaku_bots::named;
//!
//! assert!(named("greedy", 1).is_some());
//! assert!(named("nobody", 1).is_none());
//! ```

pub mod arena;
pub mod bot;
pub mod club;
pub mod greedy;
pub mod habit;
mod sight;
pub mod strong;

pub use bot::{Bot, LEVELS, NAMES, Reason, best_of, named, seated, thinking_time};
