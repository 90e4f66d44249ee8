//! What other programs write about a game, read into one plain record of it.
//!
//! [`read_game`] takes a file as it comes (mjlog, Tenhou's JSON, either of them gzipped) and gives a
//! [`record::GameRecord`]. Files come from strangers: their size is bounded and a bad one is a [`error::ReadError`] that
//! names what is wrong and where.
//!
//! [`score_json`] and [`hand_text`] are our own: a hand to be scored, and its score sheet. So are [`event_json`] and
//! [`action_json`]: what happens at a table and what players decide; and [`log`], the log of a whole game. [`example`] runs the worked
//! examples of rulebooks.

pub mod action_json;
pub mod error;
pub mod event_json;
pub mod event_text;
pub mod example;
pub mod hand_text;
pub mod hands;
pub mod log;
pub mod meld;
pub mod mjx;
pub mod names_json;
pub mod record;
pub mod replay;
pub mod result_json;
pub mod scenario;
pub mod score_json;
pub mod won_hand;
pub mod yaku;

mod call_code;
mod mjlog;
mod once_json;
mod tenhou_json;
mod tile_id;

pub use tenhou_json::write::{WriteError, write_tenhou_json};

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use error::ReadError;
use record::GameRecord;

/// The longest text that is read, in bytes; a long game has some 100,000.
pub const MAX_TEXT: usize = 4 << 20;

/// What some programs put before a text; it says nothing and is skipped.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a game, whatever the format.
pub fn read_game(bytes: &[u8]) -> Result<GameRecord, ReadError> {
    let text = unpack(bytes)?;
    let text = std::str::from_utf8(&text).map_err(|error| ReadError::Utf8 {
        offset: error.valid_up_to(),
    })?;
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_start();
    match text.as_bytes().first() {
        Some(b'<') => mjlog::read(text),
        Some(b'{') => tenhou_json::read(text),
        _ => Err(ReadError::UnknownFormat),
    }
}

/// The text in a file, unpacked if it is gzipped.
fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    if !bytes.starts_with(&GZIP) {
        return match bytes.len() > MAX_TEXT {
            true => Err(ReadError::TooLong),
            false => Ok(Cow::Borrowed(bytes)),
        };
    }
    let mut text = Vec::new();
    // One byte more than allowed tells a text that is too long from one that just fits.
    let mut packed = GzDecoder::new(bytes).take(MAX_TEXT as u64 + 1);
    let unpacked = packed.read_to_end(&mut text);
    unpacked.map_err(|_| ReadError::Gzip)?;
    if text.len() > MAX_TEXT {
        return Err(ReadError::TooLong);
    }
    Ok(Cow::Owned(text))
}
