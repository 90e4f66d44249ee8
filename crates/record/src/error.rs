//! Why a file could not be read: what is wrong, and where.

use std::fmt;

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_wire::MAX_TEXT;
use thiserror::Error;

/// Why no game could be read from some bytes. Offsets are in bytes, lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    #[error("longer than {MAX_TEXT} bytes")]
    TooLong,
    #[error("damaged gzip data")]
    Gzip,
    #[error("neither mjlog XML nor Tenhou JSON")]
    UnknownFormat,
    #[error("a log of Jantaku, which `jantaku replay` shows and `jantaku verify-wall` checks")]
    OwnLog,
    #[error("byte {offset}: not UTF-8")]
    Utf8 { offset: usize },
    #[error("byte {offset}: {reason}")]
    Xml { offset: u64, reason: String },
    /// Not well-formed, or not of the expected shape.
    #[error("line {line}, column {column}: {reason}")]
    Json { line: usize, column: usize, reason: String },
    /// Well-formed, but not a game.
    #[error("{place}: {fault}")]
    Content { place: Place, fault: Fault },
}

/// A place in a well-formed file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Place {
    #[error("file")]
    File,
    /// An XML element that ends at this offset.
    #[error("<{name}> before byte {offset}")]
    Element { offset: u64, name: String },
    /// A part of a JSON document, such as `log[3][5]`.
    #[error("{0}")]
    Path(String),
    /// Both count from 0.
    #[error("round {round}, event {event}")]
    Event { round: usize, event: usize },
}

/// What is wrong with the content of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{field}` cannot be {value:?}")]
    BadValue { field: &'static str, value: String },
    #[error("`{field}` cannot have {length} entries")]
    WrongLength { field: &'static str, length: usize },
    #[error("nobody sits on seat {0}")]
    NoSuchSeat(u32),
    #[error("the dealer is not the next to deal")]
    DealerOutOfTurn,
    #[error("happens outside a round")]
    OutsideRound,
    #[error("the round has two results")]
    TwoResults,
    #[error("the round has no result")]
    NoResult,
    #[error("there is no round")]
    NoRounds,
    /// The takes and discards of the seats cannot be put into one order.
    #[error("takes and discards do not follow from one another")]
    NoOrder,
    #[error(transparent)]
    Hand(HandFault),
}

/// How an event contradicts the tiles on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HandFault {
    #[error("nobody sits on seat {}", .0.0)]
    NoSuchSeat(Seat),
    #[error("a fifth {0}")]
    FifthTile(Kind),
    #[error("seat {seat} does not hold {tile}", seat = .0.0, tile = .1)]
    NotInHand(Seat, Tile),
    #[error("{0} was not just discarded")]
    NotJustDiscarded(Tile),
    #[error("{0} was not just drawn")]
    NotJustDrawn(Tile),
    #[error("seat {seat} has no pon of {kind}", seat = .0.0, kind = .1)]
    NoSuchPon(Seat, Kind),
}

impl ReadError {
    pub fn at(place: Place, fault: Fault) -> ReadError {
        ReadError::Content { place, fault }
    }
}

impl Fault {
    /// A value that its field cannot hold. A stranger may have written it, so a long one is cut.
    pub fn bad(field: &'static str, value: impl fmt::Display) -> Fault {
        const SHOWN: usize = 40;
        let value: String = value.to_string().chars().take(SHOWN).collect();
        Fault::BadValue { field, value }
    }
}
