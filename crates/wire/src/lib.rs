//! How the outside writes hands, events, actions, score sheets and results: text and JSON at the edges, no decisions.
//!
//! [`score_json`] reads a hand to be scored and writes its score sheet, [`settle_json`] a whole hand of a game on real tiles. [`event_json`] and [`action_json`]
//! are what happens at a table and what players decide; [`event_text`] tells an event to people.

pub mod action_json;
pub mod ended_hand;
pub mod event_json;
pub mod event_text;
pub mod hex;
pub mod names_json;
pub mod result_json;
pub mod rulebook_schema;
pub mod score_json;
pub mod settle_json;
pub mod sheet_text;
pub mod value_json;
pub mod won_hand;
pub mod words;

mod event_reading;
mod once_json;

/// The longest text that is read, in bytes; a long game has some 100,000.
pub const MAX_TEXT: usize = 4 << 20;

/// What some programs put before a text; it says nothing and is skipped.
pub const BYTE_ORDER_MARK: char = '\u{feff}';
