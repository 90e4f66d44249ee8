//! Finding a game by its rulebook: a seat where people wait, or a new table that waits for others.

use super::listing::{Known, summary};
use super::{Hub, level};
use crate::game::Status;
use crate::record::Wait;
use crate::room::{LONGEST_WAIT, Place, Refused, RoomInfo, STAND_IN, unix_time};
use crate::token::SessionHash;
use crate::wire::lobby::{CreateTable, FindGame, FoundGame, TableSummary};
use crate::wire::table::{Leaving, PlayerKind, Seating, Talk};
use jantaku_table::fair::Bytes32;
use std::cmp::Reverse;
use std::sync::Arc;

/// Rulebooks that somebody looks for at a time.
const MOST_BOOKS: usize = 32;
/// Tables that are offered.
const MOST_OFFERS: usize = 5;

/// The order in which tables are offered. Of two whose people would sit down at either, those at the later one are told of the other.
type Rank = (Reverse<usize>, u64, String);

impl Hub {
    /// Offers a seat at a table where people wait; without one, opens a table that waits, if `may_open` says so.
    pub(crate) async fn find_game(
        self: &Arc<Hub>,
        asked: &FindGame,
        session: SessionHash,
        place: Place,
        may_open: impl FnOnce() -> Result<(), Refused>,
    ) -> Result<FoundGame, Refused> {
        let bot = asked.bot.as_deref().unwrap_or(STAND_IN);
        let bot = level(bot, self.around.config.test_walls).ok_or(Refused::BadBot)?;
        let mut seeks = Vec::new();
        let mut seats = 0;
        for spec in asked.rules.iter().take(MOST_BOOKS) {
            let rules = self.rules(spec).await.map_err(|_| Refused::BadRules)?;
            if seeks.is_empty() {
                seats = rules.seats();
            }
            seeks.push(Bytes32(rules.hash).to_string());
        }
        let rules = asked.rules.first().ok_or(Refused::BadRules)?;
        let _alone = self.finding.lock().await;
        let known = self.known();
        let waits = |info: &RoomInfo| is_waiting(info) && info.is_of(Some(session)) && seeks.contains(&info.table.hash);
        if let Some(own) = known.iter().find(|table| table.read(waits)) {
            return Ok(FoundGame {
                table: Some(own.read(|info| info.table.id.clone())),
                offers: Vec::new(),
            });
        }
        let offers = offers(&known, session, |info| seeks.contains(&info.table.hash));
        if !offers.is_empty() && !asked.open {
            return Ok(FoundGame { table: None, offers });
        }
        may_open()?;
        let create = CreateTable {
            rules: rules.clone(),
            seats: (0..seats)
                .map(|seat| if seat == 0 { "me" } else { "open" }.to_owned())
                .collect(),
            name: asked.name.clone(),
            table: String::new(),
            clock: asked.clock,
            spectators: true,
            listed: true,
            late: true,
            invited_only: false,
            hints: None,
            seating: Seating::Lot,
            leaving: Leaving::default(),
            talk: Talk::default(),
            walls: Vec::new(),
        };
        let wait = Wait {
            at: asked
                .after
                .map(|after| unix_time() + u64::from(after.min(LONGEST_WAIT))),
            bot: bot.to_owned(),
            seeks: seeks.split_off(1),
        };
        let created = self.open_waiting(&create, session, place, Some(wait)).await?;
        Ok(FoundGame {
            table: Some(created.table),
            offers: Vec::new(),
        })
    }

    /// Tables where others wait for a game that whoever waits alone at this one would play too. Nodes can open two tables for the same
    /// game at the same moment; of two people who wait alone, only one is told, so that they do not change places.
    pub(crate) fn elsewhere(&self, table: &str, session: SessionHash) -> Vec<TableSummary> {
        let known = self.known();
        let is_own = |info: &RoomInfo| info.table.id == table && info.is_of(Some(session)) && is_waiting(info);
        let Some(own) = known.iter().find(|table| table.read(is_own)) else {
            return Vec::new();
        };
        let own = own.read(RoomInfo::clone);
        if people(&own) != 1 {
            return Vec::new();
        }
        let before = rank(&own);
        let plays = |info: &RoomInfo| info.table.hash == own.table.hash || own.seeks.contains(&info.table.hash);
        let is_told = |info: &RoomInfo| {
            let comes_here = info.table.hash == own.table.hash || info.seeks.contains(&own.table.hash);
            people(info) != 1 || !comes_here || rank(info) < before
        };
        offers(&known, session, |info| plays(info) && is_told(info))
    }
}

/// Tables that a session can sit down at, where somebody waits.
fn offers(known: &[Known], session: SessionHash, fits: impl Fn(&RoomInfo) -> bool) -> Vec<TableSummary> {
    let is_offered = |info: &RoomInfo| {
        let players = &info.table.players;
        let has_room = players.iter().any(|player| player.kind == PlayerKind::Open);
        is_waiting(info) && has_room && people(info) > 0 && !info.is_of(Some(session)) && fits(info)
    };
    let mut found: Vec<(Rank, &Known)> = known
        .iter()
        .filter(|table| table.read(is_offered))
        .map(|table| (table.read(rank), table))
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let offers = found.into_iter().take(MOST_OFFERS);
    offers
        .map(|(_, table)| summary(table.read(RoomInfo::clone), false))
        .collect()
}

fn rank(info: &RoomInfo) -> Rank {
    (Reverse(people(info)), info.opened, info.table.id.clone())
}

/// May anybody sit down there before the game?
fn is_waiting(info: &RoomInfo) -> bool {
    info.table.status == Status::Open && info.table.listed && !info.table.invited_only
}

/// How many people are there.
fn people(info: &RoomInfo) -> usize {
    let is_here = |player: &&crate::wire::table::PlayerInfo| player.kind == PlayerKind::Human && player.present;
    info.table.players.iter().filter(is_here).count()
}
