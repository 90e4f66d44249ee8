//! Why records do not make a table.

use jantaku_wire::event_json::EventFault;
use std::fmt;

/// Why records do not make a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// The first record does not open a table, or a later one does.
    NotOpened,
    /// The rulebook cannot be had any more.
    Rules(String),
    /// A seat that the table does not have.
    NoSuchSeat(u8),
    /// An event that the rulebook does not know.
    Event(EventFault),
    /// A record that cannot be read.
    Unreadable(String),
    /// A hand beyond the chain, or before it.
    NoWall,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::NotOpened => f.write_str("the records do not begin with the opening of a table"),
            GameFault::Rules(why) => write!(f, "the rulebook cannot be played: {why}"),
            GameFault::NoSuchSeat(seat) => write!(f, "there is no seat {seat}"),
            GameFault::Event(fault) => fault.fmt(f),
            GameFault::Unreadable(why) => write!(f, "a record cannot be read: {why}"),
            GameFault::NoWall => f.write_str("a hand was dealt without a wall"),
        }
    }
}

impl std::error::Error for GameFault {}
