//! Rulebooks: what the file says (`source`), resolved with the clause that set each value (`resolved`), compiled (`rules`).

pub mod choices;
pub mod clause;
pub mod rules;
pub mod setting;
pub mod settings;
pub mod value;
pub mod yaku;
