//! What a room can be asked, and who carries it out.

use super::{Listener, Place, Refused, Room};
use crate::game::Game;
use crate::log;
use crate::record::{Record, Setup};
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
    /// The host chooses after how many seconds bots of this level take the open seats; none for never.
    FillAfter(SessionHash, Option<u32>, &'static str, Reply<()>),
    /// Adds an invitation to a seat, or to the next one without; answers with the seat.
    Invite(SessionHash, CodeHash, Option<u8>, Reply<u8>),
    /// Adds an invitation for a referee.
    InviteReferee(SessionHash, CodeHash, Reply<()>),
    /// Withdraws an invitation, or all that this person may withdraw; answers with how many.
    Uninvite(SessionHash, Option<CodeHash>, Reply<u32>),
    /// Adds a code that moves the seat to another device.
    Link(SessionHash, CodeHash, Reply<()>),
    Leave(SessionHash, Reply<()>),
    /// All that a guest has goes to the account that they have signed in to.
    Claim(SessionHash, SessionHash, Reply<()>),
    /// Somebody with these sessions is to be forgotten, and gives everything up.
    Withdraw(Vec<SessionHash>, Reply<()>),
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

impl Room {
    /// Carries out a command, or gives up a request that cannot be stored.
    pub(super) async fn obey(&mut self, command: Command) {
        let gives_up = Arc::clone(&self.gives_up);
        tokio::select! {
            biased;
            () = self.follow(command) => {}
            () = gives_up.notified() => {}
        }
        self.request = None;
    }

    async fn follow(&mut self, command: Command) {
        match command {
            Command::Connect(listener, since) => self.connect(listener, since).await,
            Command::Said(listener, frame) => self.hear(listener, frame).await,
            Command::Gone(listener) => self.disconnect(listener),
            Command::Join {
                session,
                name,
                code,
                place,
                reply,
            } => {
                let reply = self.asked(reply);
                reply.send(self.join(session, name, code, place).await);
            }
            Command::Fill(session, level, reply) => {
                let reply = self.asked(reply);
                reply.send(self.fill(session, level).await);
            }
            Command::FillAfter(session, after, level, reply) => {
                let reply = self.asked(reply);
                reply.send(self.fill_after(session, after, level).await);
            }
            Command::Invite(session, code, seat, reply) => {
                let reply = self.asked(reply);
                reply.send(self.invite(session, code, seat).await);
            }
            Command::InviteReferee(session, code, reply) => {
                let reply = self.asked(reply);
                reply.send(self.invite_referee(session, code).await);
            }
            Command::Uninvite(session, code, reply) => {
                let reply = self.asked(reply);
                reply.send(self.uninvite(session, code).await);
            }
            Command::Link(session, code, reply) => {
                let reply = self.asked(reply);
                reply.send(self.link(session, code).await);
            }
            Command::Leave(session, reply) => {
                let reply = self.asked_to_leave(session, reply);
                reply.send(self.leave(session).await);
            }
            Command::Claim(guest, player, reply) => {
                let reply = self.asked(reply);
                reply.send(self.claim(guest, player).await);
            }
            Command::Withdraw(sessions, reply) => {
                let reply = self.asked(reply);
                reply.send(self.withdraw(&sessions).await);
            }
            Command::Settings(session, settings, place, reply) => {
                let reply = self.asked(reply);
                reply.send(self.change_settings(session, settings, place).await);
            }
            Command::Close(session, reply) => {
                let reply = self.asked(reply);
                reply.send(self.close_for(session).await);
            }
            Command::Shut(reply) => {
                let reply = self.asked(reply);
                reply.send(self.shut().await);
            }
            Command::Rematch(session, reply) => {
                let _ = reply.send(self.rematch(session));
            }
            Command::Next(table, stored) => {
                let stored = self.asked(stored);
                if self.game.next.is_none() {
                    self.keep(Record::Next {
                        table: table.to_string(),
                    })
                    .await;
                    self.players_changed();
                }
                stored.send(Ok(()));
            }
            Command::Log(reply) => {
                let _ = reply.send(self.log());
            }
            Command::Fenced => self.stop_fenced().await,
            Command::Story(reply) => {
                let _ = reply.send(self.story());
            }
            Command::Stop(done) => {
                // Whoever comes back to another node must be able to find the table there.
                if self.is_shared() {
                    self.store_clocks().await;
                    self.tenure().end().await;
                    self.say_goodbye();
                } else {
                    self.say_goodbye();
                    self.store_clocks().await;
                }
                self.stopping = true;
                let _ = done.send(());
            }
        }
    }
}
