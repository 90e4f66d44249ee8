//! Tables are opened: what was asked for is checked, stored, and a room made of it.

use super::{BROKEN, CODE_LETTERS, Hub, ID_LETTERS, names::clean, shown_name};
use crate::game::Game;
use crate::record::{Record, Setup, Sitter};
use crate::room::{Command, Refused, Rematch, unix_time};
use crate::store::{Append, Mark, StoreError};
use crate::token;
use crate::wire::lobby::{CreateTable, Created};
use jantaku_record::log::Hex32;
use jantaku_table::fair::Bytes32;
use std::sync::Arc;
use tokio::sync::oneshot;

const TOO_MANY: Refused = Refused::new(503, "too-many-tables", "the server has no room for another table");
const BAD_SEATS: Refused = Refused::new(400, "bad-seats", "the seats do not fit the rulebook");
const BAD_RULES: Refused = Refused::new(400, "bad-rules", "there is no such rulebook");
const BAD_CLOCK: Refused = Refused::new(
    400,
    "bad-clock",
    "a clock has 1 to 600 seconds and a bank of at most 3600",
);
const NO_WALLS: Refused = Refused::new(
    403,
    "no-test-walls",
    "walls are stacked only by a server started for tests",
);
const BAD_WALLS: Refused = Refused::new(400, "bad-walls", "a wall cannot stand so");

impl Hub {
    /// Opens a table for somebody.
    pub async fn open(&self, asked: &CreateTable, session: Hex32) -> Result<Created, Refused> {
        let rules = self.rulebooks.rules(&asked.rules).map_err(|_| BAD_RULES)?;
        let name = shown_name(&asked.name);
        let seats = seats(&asked.seats, &name, session).ok_or(BAD_SEATS)?;
        let own = seats.iter().position(|sitter| matches!(sitter, Sitter::Person { .. }));
        if seats.len() != rules.seats() {
            return Err(BAD_SEATS);
        }
        if asked.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(BAD_CLOCK);
        }
        if !asked.walls.is_empty() && !self.around.config.test_walls {
            return Err(NO_WALLS);
        }
        if asked.walls.iter().any(|wall| wall.build(&rules, &[0; 32]).is_none()) {
            return Err(BAD_WALLS);
        }
        let invite = token::word(CODE_LETTERS).map_err(|_| BROKEN)?;
        let setup = Setup {
            rules: asked.rules.clone(),
            hash: Hex32(Bytes32(rules.hash)),
            name: clean(&asked.table, 60),
            clock: asked.clock,
            spectators: asked.spectators,
            listed: asked.listed,
            host: session,
            invite: token::kept(&invite),
            at: unix_time(),
            seats,
            walls: asked.walls.clone(),
        };
        let table = self.open_as(setup).await?;
        Ok(Created {
            table,
            seat: own.map(|seat| seat as u8),
            invite,
        })
    }

    /// Opens the table of a rematch, or finds it.
    pub async fn rematch(self: &Arc<Hub>, table: &str, session: Hex32) -> Result<Created, Refused> {
        let _alone = self.rematches.lock().await;
        let (next, seat) = match self.ask(table, |reply| Command::Rematch(session, reply)).await? {
            Rematch::Is(next, seat) => (next, seat),
            Rematch::Open(setup, seat) => {
                let next = self.open_as(*setup).await?;
                let room = self.room(table).await?;
                let _ = room.inbox.send(Command::Next(next.clone())).await;
                (next, seat)
            }
        };
        Ok(Created {
            table: next,
            seat: Some(seat),
            invite: String::new(),
        })
    }

    async fn open_as(&self, setup: Setup) -> Result<String, Refused> {
        if self.rooms().values().filter(|room| room.is_running()).count() >= self.around.config.limits.tables {
            self.around.metrics.turned_away();
            return Err(TOO_MANY);
        }
        let rules = self.rulebooks.rules(&setup.rules).map_err(|_| BAD_RULES)?;
        let table = token::word(ID_LETTERS).map_err(|_| BROKEN)?;
        let record = Record::Opened(Box::new(setup.clone()));
        let (done, kept) = oneshot::channel();
        let append = Append {
            table: table.clone(),
            first: 0,
            records: vec![serde_json::to_string(&record).map_err(|_| BROKEN)?],
            mark: Mark::Same,
        };
        self.around.store.append(append, done);
        match kept.await {
            Ok(Ok(())) => {}
            Ok(Err(StoreError::Full)) => return Err(TOO_MANY),
            _ => return Err(BROKEN),
        }
        tracing::info!(table, rules = setup.rules, "a table is opened");
        self.take_in(Game::new(&table, rules, setup), 1);
        Ok(table)
    }
}

/// Who sits where, as it was asked for: one seat for the asker, bots by their names, and open seats; none, if a word is none of these.
fn seats(words: &[String], name: &str, session: Hex32) -> Option<Vec<Sitter>> {
    let mut own = false;
    let mut sitter = |word: &String| match word.as_str() {
        "open" => Some(Sitter::Open),
        "me" if !own => {
            own = true;
            Some(Sitter::Person {
                name: name.to_owned(),
                sessions: vec![session],
            })
        }
        bot if jantaku_bots::NAMES.iter().any(|(id, _)| *id == bot) => Some(Sitter::Bot { id: bot.to_owned() }),
        _ => None,
    };
    words.iter().map(&mut sitter).collect()
}
