//! What a room can be asked.

use super::{Listener, Place, Refused};
use crate::game::Game;
use crate::log;
use crate::record::Setup;
use crate::token::{CodeHash, SessionHash, TableId};
use crate::wire::frame::ClientFrame;
use crate::wire::lobby::{Joined, TableSettings};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::Event;
use jantaku_table::wall::Wall;
use std::sync::Arc;
use tokio::sync::oneshot;

pub enum Command {
    /// A socket was opened; it has seen the frames up to this number.
    Connect(Listener, u32),
    /// A socket sent a frame.
    Said(u64, ClientFrame),
    /// A socket was closed.
    Gone(u64),
    /// Takes a seat, with or without a code.
    Join {
        session: SessionHash,
        name: String,
        code: Option<CodeHash>,
        place: Place,
        reply: Reply<Joined>,
    },
    /// Gives the open seats to bots of this level.
    Fill(SessionHash, &'static str, Reply<()>),
    /// Adds an invitation to a seat, or to the next one without; answers with the seat.
    Invite(SessionHash, CodeHash, Option<u8>, Reply<u8>),
    /// Adds an invitation for a referee.
    InviteReferee(SessionHash, CodeHash, Reply<()>),
    /// Adds a code that moves the seat to another device.
    Link(SessionHash, CodeHash, Reply<()>),
    Leave(SessionHash, Reply<()>),
    /// The host changes who may come, from this address.
    Settings(SessionHash, TableSettings, Place, Reply<()>),
    /// The host closes the table.
    Close(SessionHash, Reply<()>),
    /// The operator closes the table, whoever plays.
    Shut(Reply<()>),
    /// Asks for another game: how to set it up, or which one it already is.
    Rematch(SessionHash, Reply<Rematch>),
    /// The rematch has a table; answered once that is stored.
    Next(TableId, Reply<()>),
    /// The log of a game that is over.
    Log(Reply<String>),
    /// Another node has the table.
    Fenced,
    /// Its events and walls.
    Story(Reply<Story>),
    /// The server is stopping.
    Stop(oneshot::Sender<()>),
}

pub type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// A game that is over, with everything that was hidden.
pub struct Story {
    pub rules: Arc<Rules>,
    /// The players by seat, bots by their level.
    pub names: Vec<String>,
    pub events: Vec<Event>,
    /// One for each hand.
    pub walls: Vec<Wall>,
}

impl Story {
    pub(crate) fn of(game: &Game) -> Story {
        Story {
            rules: Arc::clone(&game.rules),
            names: log::players(game).into_iter().map(|player| player.name).collect(),
            events: game.events.clone(),
            walls: (1..=game.start.hands).map_while(|hand| game.wall(hand)).collect(),
        }
    }
}

/// Another game between the same players.
pub enum Rematch {
    /// It is already open; the table, and the seat of whoever asks.
    Is(TableId, u8),
    /// How to open it, the seat of whoever asks, and the rulebook of the game.
    Open(Box<Setup>, u8, Arc<Rules>),
}
