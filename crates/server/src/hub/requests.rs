//! Requests about a table, wherever it is.

use super::{Found, Hub, level};
use crate::cluster::{Answer, Request};
use crate::game::Game;
use crate::log;
use crate::machine::spawn_blocking;
use crate::room::{Command, Refused, RoomHandle, Story};
use crate::token::TableId;
use crate::wire::lobby::PlayAgain;
use crate::wire::table::TableInfo;
use jantaku_record::recording::tenhou_json_of;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a table without an owner is waited for.
const PATIENCE: Duration = Duration::from_secs(8);
const AGAIN: Duration = Duration::from_millis(100);

impl Hub {
    /// Asks whoever owns a table.
    pub(crate) async fn request<T: DeserializeOwned>(
        self: &Arc<Hub>,
        table: &str,
        request: Request,
    ) -> Result<T, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        let until = Instant::now() + PATIENCE;
        let number = self.cluster.as_ref().map(|cluster| cluster.question());
        let mut lost = None;
        loop {
            let answer = match self.find(&id, lost).await? {
                Found::Here(room) => Some(self.answer_at(&room, request.clone()).await),
                Found::There(node) => {
                    lost = Some(node);
                    match (&self.cluster, number) {
                        (Some(cluster), Some(number)) => cluster.ask(node, number, &id, &request).await,
                        _ => None,
                    }
                }
            };
            match answer {
                Some(Answer::Done(value)) => return serde_json::from_value(value).map_err(|_| Refused::Broken),
                Some(Answer::Refused(refused)) => return Err(refused),
                None if Instant::now() > until => return Err(request.unanswered()),
                Some(Answer::NotHere) if Instant::now() > until => return Err(Refused::NotStored),
                Some(Answer::NotHere) | None => {}
            }
            sleep(AGAIN).await;
        }
    }

    /// Answers for a table of this node.
    pub(crate) async fn answer(self: &Arc<Hub>, table: &str, request: Request) -> Answer {
        let room = TableId::read(table).and_then(|table| self.room_in_memory(&table));
        match room {
            Some(room) => self.answer_at(&room, request).await,
            None => Answer::NotHere,
        }
    }

    async fn answer_at(self: &Arc<Hub>, room: &RoomHandle, request: Request) -> Answer {
        match self.fulfil(room, request).await {
            Ok(value) => Answer::Done(value),
            // It has just ended: it may be at another node, in the store, or damaged.
            Err(Refused::NoTable) => Answer::NotHere,
            Err(refused) => Answer::Refused(refused),
        }
    }

    async fn fulfil(self: &Arc<Hub>, room: &RoomHandle, request: Request) -> Result<Value, Refused> {
        match request {
            Request::Info => json(room.info().table),
            Request::Join {
                session,
                name,
                code,
                place,
            } => {
                let join = |reply| Command::Join {
                    session,
                    name,
                    code,
                    place,
                    reply,
                };
                json(Hub::ask(room, join).await?)
            }
            Request::Fill(session, bot) => {
                let bot = level(&bot, self.around.config.test_walls).ok_or(Refused::BadBot)?;
                json(Hub::ask(room, |reply| Command::Fill(session, bot, reply)).await?)
            }
            Request::FillAfter(session, after, bot) => {
                let bot = level(&bot, self.around.config.test_walls).ok_or(Refused::BadBot)?;
                json(Hub::ask(room, |reply| Command::FillAfter(session, after, bot, reply)).await?)
            }
            Request::Invite(session, code, seat) => {
                json(Hub::ask(room, |reply| Command::Invite(session, code, seat, reply)).await?)
            }
            Request::InviteReferee(session, code) => {
                json(Hub::ask(room, |reply| Command::InviteReferee(session, code, reply)).await?)
            }
            Request::Uninvite(session, code) => {
                json(Hub::ask(room, |reply| Command::Uninvite(session, code, reply)).await?)
            }
            Request::Link(session, code) => json(Hub::ask(room, |reply| Command::Link(session, code, reply)).await?),
            Request::Leave(session) => json(Hub::ask(room, |reply| Command::Leave(session, reply)).await?),
            Request::Claim(guest, player) => json(Hub::ask(room, |reply| Command::Claim(guest, player, reply)).await?),
            Request::Withdraw(sessions) => json(Hub::ask(room, |reply| Command::Withdraw(sessions, reply)).await?),
            Request::Settings(session, settings, place) => {
                json(self.change_settings(room, session, settings, place).await?)
            }
            Request::Close(session) => json(Hub::ask(room, |reply| Command::Close(session, reply)).await?),
            Request::Shut => json(Hub::ask(room, Command::Shut).await?),
            Request::Rematch(session, place) => json(self.rematch(room, session, PlayAgain::default(), place).await?),
            Request::RematchAs(session, again, place) => json(self.rematch(room, session, again, place).await?),
            Request::MayRead => Hub::ask(room, Command::Log).await.map(|_| Value::Null),
        }
    }

    pub(crate) async fn info(self: &Arc<Hub>, table: &str) -> Result<TableInfo, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        if let Some(room) = self.room_in_memory(&id) {
            return Ok(room.info().table);
        }
        self.request(table, Request::Info).await
    }

    /// The log of a game that is over. It may be too long for the bus, so every node takes it from the store.
    pub(crate) async fn log(self: &Arc<Hub>, table: &str) -> Result<String, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        if let Found::Here(room) = self.find(&id, None).await? {
            return Hub::ask(&room, Command::Log).await;
        }
        let signer = Arc::clone(&self.around.signer);
        self.read(id, move |game| log::written(game, &signer)).await
    }

    /// Everything that happened in a game that is over, with what was hidden.
    pub(super) async fn story(self: &Arc<Hub>, id: TableId) -> Result<Story, Refused> {
        if let Found::Here(room) = self.find(&id, None).await? {
            return Hub::ask(&room, Command::Story).await;
        }
        self.read(id, Story::of).await
    }

    /// A game that is over as Tenhou's JSON. It is played again for that, one game at a time.
    pub(crate) async fn tenhou_json(self: &Arc<Hub>, table: &str) -> Result<String, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        let Story {
            rules,
            names,
            events,
            walls,
        } = self.story(id).await?;
        let _alone = self.exports.lock().await;
        let export = move || {
            let wall = |hand: u16| walls.get(usize::from(hand).checked_sub(1)?).cloned();
            tenhou_json_of(&rules, &events, &wall, names)
        };
        let exported = spawn_blocking(export).await.map_err(|_| Refused::Broken)?;
        exported.map_err(|error| {
            tracing::debug!(table, %error, "a game cannot be written as Tenhou's JSON");
            Refused::NotTenhou
        })
    }

    /// Reads a game of another node that is over.
    async fn read<T: Send + 'static>(
        self: &Arc<Hub>,
        id: TableId,
        read: impl FnOnce(&Game) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.request::<()>(&id.to_string(), Request::MayRead).await?;
        let hub = Arc::clone(self);
        let restore = move || match hub.restored(&id) {
            Ok(Some((game, _))) => Ok(read(&game)),
            Ok(None) => Err(Refused::NoTable),
            Err(_) => Err(Refused::NotStored),
        };
        spawn_blocking(restore).await.map_err(|_| Refused::Broken)?
    }
}

fn json(answer: impl Serialize) -> Result<Value, Refused> {
    serde_json::to_value(answer).map_err(|_| Refused::Broken)
}
