//! Scripts played at a real table with a stacked wall: `jantaku scenario`.
//!
//! A scenario is one JSON object: the rulebook, the wall as far as it matters, and what the players do, line by line.
//! The result is a [`report::Report`]: events, settlements, a refusal with its clause, and what is legal now.

pub mod error;
pub mod example;
mod file;
mod game_over;
mod legal;
mod line;
mod meaning;
mod passing;
mod play;
pub mod report;
pub mod settlement;
mod transcript;
mod wire;
mod words;

pub use error::ScenarioError;
pub use report::Report;

use jantaku_rules::rulebook::library::Library;
use jantaku_wire::BYTE_ORDER_MARK;

/// Plays the scenario that a text describes.
pub fn run(library: &Library, text: &str) -> Result<Report, ScenarioError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let scenario = file::read(library, text)?;
    play::play(&scenario)
}
