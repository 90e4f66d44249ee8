//! The tables that the lobby shows.

use super::Hub;
use crate::game::Status;
use crate::room::{RoomHandle, RoomInfo};
use crate::token::SessionHash;
use crate::wire::lobby::{TableList, TableSummary};
use std::cmp::Reverse;

/// Tables that the lobby lists.
const MOST_TABLES: usize = 100;

/// The order of the list: your own tables first, then those with an open seat, newest first within each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    is_strange: bool,
    is_full: bool,
    opened: Reverse<u64>,
}

impl Hub {
    /// The tables that a session may see in the lobby.
    pub fn tables(&self, session: Option<SessionHash>) -> TableList {
        let rooms: Vec<RoomHandle> = self.rooms().values().cloned().collect();
        // There may be many tables; only those shown are copied.
        let mut shown: Vec<(Place, &RoomHandle)> = rooms
            .iter()
            .filter_map(|room| Some((room.read(|info| place(info, session))?, room)))
            .collect();
        shown.sort_by_key(|(place, _)| *place);
        let more = shown.len().saturating_sub(MOST_TABLES) as u32;
        let tables = shown.into_iter().take(MOST_TABLES);
        let tables = tables.map(|(place, room)| summary(room.info(), !place.is_strange));
        TableList {
            tables: tables.collect(),
            more,
        }
    }
}

/// None if the table is over, or hidden from this session.
fn place(info: &RoomInfo, session: Option<SessionHash>) -> Option<Place> {
    let is_mine = info.is_of(session);
    let is_over = matches!(info.table.status, Status::Over | Status::Closed);
    (!is_over && (is_mine || info.table.listed)).then_some(Place {
        is_strange: !is_mine,
        is_full: info.table.status != Status::Open,
        opened: Reverse(info.opened),
    })
}

fn summary(info: RoomInfo, mine: bool) -> TableSummary {
    let table = info.table;
    TableSummary {
        id: table.id,
        name: table.name,
        rules: table.rules,
        rulebook: table.rulebook,
        players: table.players,
        clock: table.clock,
        spectators: table.spectators,
        status: table.status,
        mine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_own_come_first_then_open_ones_then_the_newest() {
        let place = |is_mine: bool, is_open: bool, opened: u64| Place {
            is_strange: !is_mine,
            is_full: !is_open,
            opened: Reverse(opened),
        };
        let expected = [
            place(true, true, 5),
            place(true, false, 9),
            place(true, false, 1),
            place(false, true, 8),
            place(false, true, 2),
            place(false, false, 7),
        ];
        let mut sorted = expected;
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, expected);
    }
}
