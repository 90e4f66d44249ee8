//! A player's own games, and what they add up to.

use super::Hub;
use crate::cluster::Request;
use crate::machine::spawn_blocking;
use crate::room::{Place, Refused};
use crate::store::{Finished, StoreError};
use crate::tally::{self, Tally};
use crate::token::{self, CodeHash, SessionHash, TableId};
use crate::wire::account::{BookStatistics, OwnGame, Statistics, YakuCount};
use jantaku_wire::names_json::NamesJson;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The latest so many games are listed and counted.
const MOST: usize = 500;
/// Yaku that a rulebook's statistics name.
const MOST_YAKU: usize = 8;

/// A finished game, the seat of the player, and what they did.
struct Played {
    finished: Finished,
    seat: u8,
    tally: Tally,
}

impl Hub {
    /// The finished games of these sessions, the latest first, also those that the lobby does not list.
    pub(crate) async fn own_games(self: &Arc<Hub>, sessions: Vec<SessionHash>) -> Result<Vec<OwnGame>, StoreError> {
        let own = |played: Played| OwnGame {
            game: played.finished.summary.into(),
            seat: played.seat,
        };
        Ok(self.played(sessions).await?.into_iter().map(own).collect())
    }

    /// Results and habits by rulebook, the one played most first. Void games count for nothing.
    pub(crate) async fn statistics(self: &Arc<Hub>, sessions: Vec<SessionHash>) -> Result<Statistics, StoreError> {
        let mut games = self.played(sessions).await?;
        games.retain(|played| !played.finished.summary.void);
        let mut books: BTreeMap<String, BookStatistics> = BTreeMap::new();
        for Played { finished, seat, tally } in &games {
            let summary = &finished.summary;
            let book = books.entry(summary.rules.clone()).or_insert_with(|| BookStatistics {
                rules: summary.rules.clone(),
                rulebook: summary.rulebook.clone(),
                games: 0,
                places: vec![0; summary.names.len()],
                tally: Tally::default(),
                yaku: Vec::new(),
            });
            book.games += 1;
            let place = summary
                .places
                .get(usize::from(*seat))
                .map_or(0, |place| usize::from(*place));
            if let Some(count) = place.checked_sub(1).and_then(|place| book.places.get_mut(place)) {
                *count += 1;
            }
            // What a bot did after the player had left says nothing of the player.
            if !summary.left.contains(seat) {
                book.tally.add(tally);
            }
        }
        let mut books: Vec<BookStatistics> = books.into_values().collect();
        books.iter_mut().for_each(|book| book.yaku = self.favourites(book));
        books.sort_by_key(|book| std::cmp::Reverse(book.games));
        Ok(Statistics {
            books,
            games: games.len() as u32,
        })
    }

    /// The yaku that were won with most often, with their names in today's edition.
    fn favourites(&self, book: &BookStatistics) -> Vec<YakuCount> {
        let rules = self.rulebooks.rules(&book.rules).ok();
        let plain = |id: &str| NamesJson {
            en: id.to_owned(),
            de: String::new(),
            ja: String::new(),
            romaji: String::new(),
            zh: String::new(),
        };
        let names = |id: &str| {
            let yaku = rules
                .as_ref()
                .and_then(|rules| rules.yaku.iter().find(|yaku| yaku.id == id));
            yaku.map_or_else(|| plain(id), |yaku| (&yaku.names).into())
        };
        let mut counts: Vec<(&String, u32)> = book.tally.yaku.iter().map(|(id, times)| (id, *times)).collect();
        counts.sort_by_key(|(id, times)| (std::cmp::Reverse(*times), *id));
        let counted = counts.into_iter().take(MOST_YAKU).map(|(id, times)| YakuCount {
            id: id.clone(),
            names: names(id),
            times,
        });
        counted.collect()
    }

    async fn played(self: &Arc<Hub>, sessions: Vec<SessionHash>) -> Result<Vec<Played>, StoreError> {
        let hub = Arc::clone(self);
        let work = move || {
            let games = hub.around.store.finished_of(&sessions, MOST)?;
            Ok(games
                .into_iter()
                .filter_map(|game| hub.played_in(game, &sessions))
                .collect())
        };
        let played = spawn_blocking(work).await;
        played.map_err(|error| StoreError::Broken(error.to_string()))?
    }

    /// What the player did in a game. Earlier versions did not count it when the game ended, so its records are read.
    fn played_in(&self, finished: Finished, sessions: &[SessionHash]) -> Option<Played> {
        let is_own = |of_seat: &Vec<SessionHash>| of_seat.iter().any(|session| sessions.contains(session));
        if let Some(seat) = finished.players.iter().position(is_own) {
            let tally = finished.tallies.get(seat).cloned().unwrap_or_default();
            let seat = seat as u8;
            return Some(Played { finished, seat, tally });
        }
        let (game, _) = self.restored(&TableId::read(&finished.summary.id)?).ok()??;
        let seat = sessions.iter().find_map(|session| game.seat_of(*session))?.0;
        let tally = tally::of(&game).swap_remove(usize::from(seat));
        Some(Played { finished, seat, tally })
    }

    /// All that a guest has at running tables, here and at other nodes, goes to the account that they have signed in to.
    pub(crate) async fn claim_all(self: &Arc<Hub>, guest: SessionHash, player: SessionHash) {
        for info in self.infos().iter().filter(|info| info.belongs(Some(guest))) {
            let table = &info.table.id;
            let mut claimed = self.request::<Value>(table, Request::Claim(guest, player)).await;
            if claimed == Err(Refused::Updating) && info.is_of(Some(guest)) {
                claimed = self.claim_seat(table, guest, player).await;
            }
            if let Err(error) = claimed {
                tracing::warn!(%table, %error, "what a guest has there could not be handed over to the account that claims it");
            }
        }
    }

    /// Moves a seat, which nodes of the version before understand too.
    async fn claim_seat(
        self: &Arc<Hub>,
        table: &str,
        guest: SessionHash,
        player: SessionHash,
    ) -> Result<Value, Refused> {
        let code = CodeHash::of(&token::code()?);
        self.request::<Value>(table, Request::Link(guest, code)).await?;
        let join = Request::Join {
            session: player,
            name: String::new(),
            code: Some(code),
            place: Place::NOWHERE,
        };
        self.request(table, join).await
    }
}
