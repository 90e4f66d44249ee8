//! Recorded games: our own log, and what other programs write.
//!
//! [`log`] is the log of a whole game. [`read_game`] takes a file as it comes (mjlog, Tenhou's JSON, either of them gzipped)
//! and gives a [`game::GameRecord`], which [`verify`] plays again. [`recording`] makes such a record of a game at our table. Files come from strangers: their size is bounded, and a
//! bad one is an [`error::ReadError`] that names what is wrong and where.

pub mod call_code;
pub mod decisions;
pub mod error;
pub mod game;
pub mod hands;
pub mod log;
pub mod meld;
pub mod recording;
pub mod review;
pub mod tile_id;
pub mod verify;
pub mod yaku;

mod mjlog;
mod tenhou_json;

pub use tenhou_json::write::{WriteError, write_tenhou_json};

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use error::ReadError;
use game::GameRecord;
use jantaku_wire::{BYTE_ORDER_MARK, MAX_TEXT};

/// Reads a game, whatever the format.
pub fn read_game(bytes: &[u8]) -> Result<GameRecord, ReadError> {
    let text = unpack(bytes)?;
    let text = std::str::from_utf8(&text).map_err(|error| ReadError::Utf8 {
        offset: error.valid_up_to(),
    })?;
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_start();
    match text.as_bytes().first() {
        Some(b'<') => mjlog::read(text),
        Some(b'{') if text.starts_with(r#"{"log":"jantaku""#) => Err(ReadError::OwnLog),
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
