//! What a room can be asked, and how it refuses.

use super::Listener;
use crate::record::Setup;
use crate::wire::frame::ClientFrame;
use crate::wire::lobby::ErrorBody;
use jantaku_record::log::Hex32;
use tokio::sync::oneshot;

/// What a room is asked.
pub enum Command {
    /// Somebody opens a socket.
    Connect(Listener, u32),
    /// A socket says something.
    Said(u64, ClientFrame),
    /// A socket is gone.
    Gone(u64),
    /// Somebody wants a seat, or comes with a code for one.
    Join {
        session: Hex32,
        name: String,
        code: Option<Hex32>,
        reply: Reply<u8>,
    },
    /// The host lets bots take the open seats.
    Fill(Hex32, Reply<()>),
    /// A player wants a code for friends.
    Invite(Hex32, Hex32, Reply<()>),
    /// A player wants a code for another device.
    Link(Hex32, Hex32, Reply<()>),
    /// A player leaves.
    Leave(Hex32, Reply<()>),
    /// A player asks for another game: how it is to be set up, or which it already is.
    Rematch(Hex32, Reply<Rematch>),
    /// There is a table for it.
    Next(String),
    /// All that was played, as a log; only when it is over.
    Log(Reply<String>),
    /// The server stops.
    Stop(oneshot::Sender<()>),
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// Another game of the same players.
pub enum Rematch {
    /// It is open already.
    Is(String, u8),
    /// It is to be opened so; the asker's seat.
    Open(Box<Setup>, u8),
}

/// Why a request was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    pub status: u16,
    pub error: &'static str,
    pub says: &'static str,
}

impl Refused {
    /// A refusal.
    pub const fn new(status: u16, error: &'static str, says: &'static str) -> Refused {
        Refused { status, error, says }
    }

    /// As the answer says it.
    pub fn body(self) -> ErrorBody {
        ErrorBody {
            error: self.error.to_owned(),
            says: self.says.to_owned(),
        }
    }
}
