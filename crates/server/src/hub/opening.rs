//! Opening tables: check the request, store it, start the room.

use super::Hub;
use crate::game::{AddressMark, Game};
use crate::names::{self, clean, shown_name};
use crate::record::{Record, Setup, Sitter, Wait};
use crate::room::{Command, Place, Refused, Rematch, RoomHandle, unix_time};
use crate::rulebooks::replaced;
use crate::rulebooks::request::Keyed;
use crate::store::{Append, Book, Epoch, Mark};
use crate::token::{self, CodeHash, SessionHash, TableId};
use crate::wire::lobby::{CreateTable, Created, Invitation, PlayAgain};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use jantaku_wire::hex::Hex32;
use std::sync::Arc;
use tokio::sync::oneshot;

impl Hub {
    /// Opens a table for a session at an address, which may list so many of them in the lobby.
    pub async fn open(
        self: &Arc<Hub>,
        asked: &CreateTable,
        session: SessionHash,
        place: Place,
    ) -> Result<Created, Refused> {
        self.open_waiting(asked, session, place, None).await
    }

    /// The same for a table that waits for whoever looks for the same game.
    pub(super) async fn open_waiting(
        self: &Arc<Hub>,
        asked: &CreateTable,
        session: SessionHash,
        place: Place,
        wait: Option<Wait>,
    ) -> Result<Created, Refused> {
        let rules = self.rules(&asked.rules).await.map_err(|_| Refused::BadRules)?;
        let name = shown_name(&asked.name);
        names::check(&name)?;
        let is_offered = |bot: &str| level(bot, self.around.config.test_walls).is_some();
        let seats = seats(&asked.seats, &name, session, is_offered).ok_or(Refused::BadSeats)?;
        let own = seats.iter().position(|sitter| matches!(sitter, Sitter::Person { .. }));
        if seats.len() != rules.seats() {
            return Err(Refused::BadSeats);
        }
        if asked.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(Refused::BadClock);
        }
        if !asked.walls.is_empty() && !self.around.config.test_walls {
            return Err(Refused::NoTestWalls);
        }
        if asked.walls.iter().any(|wall| wall.build(&rules, &[0; 32]).is_none()) {
            return Err(Refused::BadWalls);
        }
        let _alone = match asked.listed {
            true => Some(self.listing.lock().await),
            false => None,
        };
        if asked.listed {
            self.may_list(None, place)?;
        }
        let open: Vec<u8> = (0..)
            .zip(&seats)
            .filter(|(_, sitter)| **sitter == Sitter::Open)
            .map(|(seat, _)| seat)
            .collect();
        let invites = open
            .into_iter()
            .map(|seat| token::code().map(|code| Invitation { code, seat }))
            .collect::<Result<Vec<_>, _>>()?;
        let setup = Setup {
            // Whoever sits down must not learn the key of a private rulebook.
            rules: Keyed::read(&asked.rules).plain,
            hash: Hex32(Bytes32(rules.hash)),
            name: clean(&asked.table, 60),
            clock: asked.clock.map(Into::into),
            spectators: asked.spectators,
            listed: asked.listed,
            host: session,
            invite: None,
            late: asked.late,
            invited_only: asked.invited_only,
            hints: asked.hints,
            seating: asked.seating,
            leaving: asked.leaving,
            talk: asked.talk,
            lister: asked.listed.then_some(place.0),
            at: unix_time(),
            seats,
            wait,
            walls: asked.walls.clone(),
        };
        let room = self.open_as(setup, rules, &invites, place).await?;
        if asked.listed {
            self.look_at_list_again(&room, session, place);
        }
        Ok(Created {
            table: room.read(|info| info.table.id.clone()),
            seat: own.map(|seat| seat as u8),
            invites,
        })
    }

    /// Opens the table of a rematch, or finds the one that exists.
    pub(super) async fn rematch(
        self: &Arc<Hub>,
        played: &RoomHandle,
        session: SessionHash,
        again: PlayAgain,
        place: Place,
    ) -> Result<Created, Refused> {
        let _alone = self.rematches.lock().await;
        let (next, seat) = match Hub::ask(played, |reply| Command::Rematch(session, reply)).await? {
            Rematch::Is(next, seat) => (next, seat),
            Rematch::Open(mut setup, seat, book) => {
                // It counts for whoever asks, and is opened unlisted if that address has too many by now. The address before may be
                // that of somebody who no longer sits there, and no record may hold it without them.
                let _alone = self.listing.lock().await;
                setup.listed = setup.listed && self.may_list(None, place).is_ok();
                setup.lister = setup.listed.then_some(place.0);
                setup.seating = again.seating.unwrap_or(setup.seating);
                let fits = |rules: &Arc<Rules>| rules.seats() == book.seats();
                let rules = self.rules(&setup.rules).await.ok().filter(fits);
                let room = self.open_as(*setup, rules.unwrap_or(book), &[], place).await?;
                let next = room.read(|info| TableId::read(&info.table.id)).ok_or(Refused::Broken)?;
                Hub::ask(played, |stored| Command::Next(next.clone(), stored)).await?;
                (next, seat)
            }
        };
        Ok(Created {
            table: next.to_string(),
            seat: Some(seat),
            invites: Vec::new(),
        })
    }

    async fn open_as(
        self: &Arc<Hub>,
        mut setup: Setup,
        rules: Arc<Rules>,
        invites: &[Invitation],
        place: Place,
    ) -> Result<RoomHandle, Refused> {
        if self.rooms().values().filter(|room| room.is_running()).count() >= self.around.config.limits.tables {
            self.around.metrics.turned_away.inc();
            return Err(Refused::TooManyTables);
        }
        self.has_space(place).await?;
        let hash = Bytes32(rules.hash);
        setup.hash = Hex32(hash);
        let table = TableId::random()?;
        let invited = invites.iter().map(|Invitation { code, seat }| Record::Invited {
            code: CodeHash::of(code),
            seat: Some(*seat),
            friend: true,
            referee: false,
            by: None,
        });
        // Where others can sit down, it counts where whoever opened the table is.
        let mark = AddressMark::of(place, &table, &self.around.signer).0;
        let is_host =
            |sitter: &Sitter| matches!(sitter, Sitter::Person { sessions, .. } if sessions.contains(&setup.host));
        let host = setup.seats.iter().position(is_host).filter(|_| !invites.is_empty());
        let seen = host.map(|seat| Record::Back {
            seat: seat as u8,
            place: Some(mark),
        });
        let records: Vec<Record> = std::iter::once(Record::Opened(Box::new(setup.clone())))
            .chain(invited)
            .chain(seen)
            .collect();
        let texts: Result<Vec<String>, _> = records.iter().map(serde_json::to_string).collect();
        let (done, kept) = oneshot::channel();
        let append = Append {
            table: table.clone(),
            epoch: Epoch::FIRST,
            first: 0,
            records: texts.map_err(|_| Refused::Broken)?.into(),
            book: Some(Book {
                hash: hash.to_string(),
                text: rules.canonical().into(),
                replaced: self
                    .rulebooks
                    .replaced(&rules)
                    .and_then(|all| replaced::to_text(&rules, &all)),
            }),
            place: Some(place.0),
            mark: Mark::Same,
        };
        let _opening = self.opening.read().await;
        let doubt = self.doubt();
        self.around.store.append(append, done);
        match kept.await {
            Ok(Ok(())) => doubt.settle(),
            Ok(Err(why)) if why.may_pass() => return Err(Refused::NotStored),
            _ => return Err(Refused::Broken),
        }
        tracing::info!(%table, rules = setup.rules, "a table is opened");
        let mut game = Game::new(table.clone(), rules, setup);
        for record in &records[1..] {
            game.take(record).map_err(|_| Refused::Broken)?;
        }
        Ok(self.take_in(game, records.len() as u32, Epoch::FIRST))
    }
}

/// The bot of this name, if people may play with it. Where a server is started for tests, bots that are made for simulations may too.
pub(crate) fn level(name: &str, for_tests: bool) -> Option<&'static str> {
    let toys = jantaku_bots::NAMES.iter().map(|(id, _)| *id).filter(|_| for_tests);
    jantaku_bots::LEVELS.into_iter().chain(toys).find(|id| *id == name)
}

/// Reads who sits where: `me` at most once, bots by name, `open` seats; none if a word is not one of these.
fn seats(words: &[String], name: &str, session: SessionHash, is_offered: impl Fn(&str) -> bool) -> Option<Vec<Sitter>> {
    let mut own = false;
    let mut sitter = |word: &String| match word.as_str() {
        "open" => Some(Sitter::Open),
        "me" if !own => {
            own = true;
            Some(Sitter::Person {
                name: name.to_owned(),
                sessions: vec![session],
                friend: true,
            })
        }
        bot if is_offered(bot) => Some(Sitter::Bot { id: bot.to_owned() }),
        _ => None,
    };
    words.iter().map(&mut sitter).collect()
}
