//! What a room can be asked.

use super::{Listener, Refused};
use crate::record::Setup;
use crate::token::{CodeHash, SessionHash, TableId};
use crate::wire::frame::ClientFrame;
use jantaku_rules::rulebook::rules::Rules;
use std::sync::Arc;
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
        session: SessionHash,
        name: String,
        code: Option<CodeHash>,
        reply: Reply<u8>,
    },
    /// The host lets bots take the open seats.
    Fill(SessionHash, Reply<()>),
    /// A player wants a code for friends.
    Invite(SessionHash, CodeHash, Reply<()>),
    /// A player wants a code for another device.
    Link(SessionHash, CodeHash, Reply<()>),
    /// A player leaves.
    Leave(SessionHash, Reply<()>),
    /// A player asks for another game: how it is to be set up, or which it already is.
    Rematch(SessionHash, Reply<Rematch>),
    /// There is a table for it.
    Next(TableId),
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
    Is(TableId, u8),
    /// It is to be opened so; the asker's seat; the rulebook that was played.
    Open(Box<Setup>, u8, Arc<Rules>),
}
