//! Why a file could not be read: what is wrong, and where.

use std::fmt;

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};

/// Why no game could be read from some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text is longer than [`jantaku_wire::MAX_TEXT`]; no real game is.
    TooLong,
    /// The bytes begin like gzip but do not unpack.
    Gzip,
    /// Neither XML nor JSON.
    UnknownFormat,
    /// The text is not UTF-8 from this byte on.
    Utf8 {
        /// How many bytes before it are good.
        offset: usize,
    },
    /// The text is not well-formed XML.
    Xml {
        /// Where, in bytes.
        offset: u64,
        reason: String,
    },
    /// The text is not well-formed JSON, or not of the expected shape.
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        reason: String,
    },
    /// The text is well-formed but does not tell a game.
    Content { place: Place, fault: Fault },
}

/// A place in a well-formed file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The file as a whole.
    File,
    /// An XML element.
    Element {
        /// Where it ends, in bytes.
        offset: u64,
        name: String,
    },
    /// A part of a JSON document, such as `log[3][5]`.
    Path(String),
    /// An event of a round; both count from 0.
    Event { round: usize, event: usize },
}

/// What is wrong with the content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An attribute, a field or an array element is absent.
    Missing(&'static str),
    /// A value is not what its field holds.
    BadValue { field: &'static str, value: String },
    /// A list is too short or too long.
    WrongLength { field: &'static str, length: usize },
    /// A seat that nobody sits on.
    NoSuchSeat(u32),
    /// The dealer is not the player whose turn it is to deal.
    DealerOutOfTurn,
    /// Something happens before the first round, or after a round's result.
    OutsideRound,
    /// A round has both winners and a draw, or two draws.
    TwoResults,
    /// A round ends without a result.
    NoResult,
    /// There is no round.
    NoRounds,
    /// The takes and discards of the seats cannot be put into one order.
    NoOrder,
    /// The tiles do not add up.
    Hand(HandFault),
}

/// How an event contradicts the tiles on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandFault {
    /// A seat that nobody sits on.
    NoSuchSeat(Seat),
    /// More than four of a kind.
    FifthTile(Kind),
    /// A tile leaves a hand that does not hold it.
    NotInHand(Seat, Tile),
    /// A tile is called that was not just discarded by that player.
    NotJustDiscarded(Tile),
    /// A discard is said to be the drawn tile but is another.
    NotJustDrawn(Tile),
    /// A tile is added to a pon that is not there.
    NoSuchPon(Seat, Kind),
}

impl ReadError {
    /// A fault at a place.
    pub fn at(place: Place, fault: Fault) -> ReadError {
        ReadError::Content { place, fault }
    }
}

impl Fault {
    /// A value that its field cannot hold; a long one is cut, since it may be a stranger's.
    pub fn bad(field: &'static str, value: impl fmt::Display) -> Fault {
        const SHOWN: usize = 40;
        let value: String = value.to_string().chars().take(SHOWN).collect();
        Fault::BadValue { field, value }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::TooLong => write!(f, "longer than {} bytes", jantaku_wire::MAX_TEXT),
            ReadError::Gzip => f.write_str("damaged gzip data"),
            ReadError::UnknownFormat => f.write_str("neither mjlog XML nor Tenhou JSON"),
            ReadError::Utf8 { offset } => write!(f, "byte {offset}: not UTF-8"),
            ReadError::Xml { offset, reason } => write!(f, "byte {offset}: {reason}"),
            ReadError::Json { line, column, reason } => write!(f, "line {line}, column {column}: {reason}"),
            ReadError::Content { place, fault } => write!(f, "{place}: {fault}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => f.write_str("file"),
            Place::Element { offset, name } => write!(f, "<{name}> before byte {offset}"),
            Place::Path(path) => f.write_str(path),
            Place::Event { round, event } => write!(f, "round {round}, event {event}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(field) => write!(f, "`{field}` is missing"),
            Fault::BadValue { field, value } => write!(f, "`{field}` cannot be {value:?}"),
            Fault::WrongLength { field, length } => {
                write!(f, "`{field}` cannot have {length} entries")
            }
            Fault::NoSuchSeat(seat) => write!(f, "nobody sits on seat {seat}"),
            Fault::DealerOutOfTurn => f.write_str("the dealer is not the next to deal"),
            Fault::OutsideRound => f.write_str("happens outside a round"),
            Fault::TwoResults => f.write_str("the round has two results"),
            Fault::NoResult => f.write_str("the round has no result"),
            Fault::NoRounds => f.write_str("there is no round"),
            Fault::NoOrder => f.write_str("takes and discards do not follow from one another"),
            Fault::Hand(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for HandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandFault::NoSuchSeat(seat) => write!(f, "nobody sits on seat {}", seat.0),
            HandFault::FifthTile(kind) => write!(f, "a fifth {kind}"),
            HandFault::NotInHand(seat, tile) => {
                write!(f, "seat {} does not hold {tile}", seat.0)
            }
            HandFault::NotJustDiscarded(tile) => write!(f, "{tile} was not just discarded"),
            HandFault::NotJustDrawn(tile) => write!(f, "{tile} was not just drawn"),
            HandFault::NoSuchPon(seat, kind) => {
                write!(f, "seat {} has no pon of {kind}", seat.0)
            }
        }
    }
}
