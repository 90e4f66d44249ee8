//! Rulebook files: broken ones, merged ones, and noise.

mod contradictions;
mod costly;
mod costly_books;
mod hashes;
mod hostile;
mod merging;
mod noise;
mod options;
mod translations;

/// A small rulebook without errors.
const CLUB: &str = include_str!("club.toml");
