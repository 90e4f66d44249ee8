//! The people with whom somebody has shared a table.

use super::Hub;
use crate::game::Status;
use crate::machine::spawn_blocking;
use crate::room::{Refused, RoomInfo};
use crate::token::SessionHash;
use crate::wire::table::{PlayerKind, TableInfo};
use std::sync::Arc;

/// Finished games that are looked at, and people that are named.
const MOST_GAMES: usize = 20;
const MOST: usize = 20;

/// Somebody at a table.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) table: String,
    pub(crate) seat: u8,
    pub(crate) name: String,
    pub(crate) session: SessionHash,
}

impl Hub {
    /// Others who sit at a running table with one of these sessions, then those of the latest finished games; each once.
    pub(crate) async fn met(self: &Arc<Hub>, sessions: Vec<SessionHash>) -> Result<Vec<Met>, Refused> {
        let shares = |info: &RoomInfo| sessions.iter().any(|session| info.is_of(Some(*session)));
        let mut met: Vec<Met> = Vec::new();
        for table in self.known().iter().filter(|table| table.read(shares)) {
            met.extend(table.read(people));
        }
        let (hub, own) = (Arc::clone(self), sessions.clone());
        let finished = spawn_blocking(move || hub.around.store.finished_of(&own, MOST_GAMES)).await;
        let finished = finished.map_err(|_| Refused::Broken)?.map_err(|_| Refused::NotStored)?;
        for game in &finished {
            let seats = (0..).zip(&game.players).zip(&game.summary.names);
            met.extend(seats.filter_map(|((seat, of_seat), name)| {
                let session = *of_seat.last()?;
                Some(Met {
                    table: game.summary.id.clone(),
                    seat,
                    name: name.clone(),
                    session,
                })
            }));
        }
        let mut seen = sessions;
        met.retain(|one| {
            let is_new = !seen.contains(&one.session) && one.session != SessionHash::NOBODY;
            seen.push(one.session);
            is_new
        });
        met.truncate(MOST);
        Ok(met)
    }

    /// The running table where this session has a seat, if others may know of it.
    pub(crate) fn plays_at(&self, session: SessionHash) -> Option<TableInfo> {
        let known = self.known();
        let is_there = |info: &RoomInfo| info.is_of(Some(session)) && is_on(info);
        let table = known.iter().find(|table| table.read(is_there))?;
        Some(table.read(|info| info.table.clone()))
    }

    /// Is somebody who plays as this session connected to a running table?
    pub(crate) fn is_at_a_table(&self, session: SessionHash) -> bool {
        let is_there = |info: &RoomInfo| {
            let mut seats = info.sessions.iter().zip(&info.table.players);
            is_on(info) && seats.any(|(sessions, player)| player.present && sessions.contains(&session))
        };
        self.known().iter().any(|table| table.read(is_there))
    }

    /// A running table to which this session may invite somebody.
    pub(crate) fn may_invite_to(&self, table: &str, session: SessionHash) -> Result<(), Refused> {
        let known = self.known();
        let meant = known.iter().find(|known| known.read(|info| info.table.id == table));
        let has_room = |info: &RoomInfo| {
            let mut players = info.table.players.iter();
            players.any(|player| player.kind == PlayerKind::Open || player.kind == PlayerKind::Bot && info.table.late)
        };
        match meant.map(|table| table.read(|info| (info.belongs(Some(session)), is_on(info) && has_room(info)))) {
            Some((true, true)) => Ok(()),
            Some((true, false)) => Err(Refused::NoSeat),
            Some((false, _)) => Err(Refused::NotSeated),
            None => Err(Refused::NoTable),
        }
    }
}

fn is_on(info: &RoomInfo) -> bool {
    !matches!(info.table.status, Status::Over | Status::Closed)
}

fn people(info: &RoomInfo) -> Vec<Met> {
    let seats = (0..).zip(&info.sessions).zip(&info.table.players);
    let people = seats.filter_map(|((seat, sessions), player)| {
        Some(Met {
            table: info.table.id.clone(),
            seat,
            name: player.name.clone(),
            session: *sessions.last()?,
        })
    });
    people.collect()
}
