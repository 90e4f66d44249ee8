//! The tables that the lobby shows.

use super::Hub;
use crate::game::Status;
use crate::room::{Command, Place, Refused, RoomHandle, RoomInfo};
use crate::token::SessionHash;
use crate::wire::lobby::{TableList, TableSettings, TableSummary};
use crate::wire::table::{PlayerInfo, PlayerKind};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// Tables that the lobby lists.
const MOST_TABLES: usize = 100;
/// By now all nodes know of a table that was listed.
const TOLD: Duration = Duration::from_millis(300);

/// The order of the list: your own tables first, then those with people who are there, then those with an open seat. Of these the
/// first tables of every address come before the second ones, so that nobody fills the list alone; the newest come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    is_strange: bool,
    is_empty: bool,
    is_full: bool,
    /// How many tables of the same address come before it.
    nth: usize,
    opened: Reverse<u64>,
}

/// A table that is in memory, here or at another node.
pub(super) enum Known {
    Here(RoomHandle),
    There(Arc<RoomInfo>),
}

impl Known {
    /// Reads something without copying the rest.
    pub(super) fn read<T>(&self, what: impl FnOnce(&RoomInfo) -> T) -> T {
        match self {
            Known::Here(room) => room.read(what),
            Known::There(info) => what(info),
        }
    }
}

impl Hub {
    pub(super) fn known(&self) -> Vec<Known> {
        let mut known: Vec<Known> = self.rooms().values().cloned().map(Known::Here).collect();
        if let Some(cluster) = &self.cluster {
            known.extend(cluster.infos().into_iter().map(Known::There));
        }
        known
    }

    /// The tables that a session may see in the lobby.
    pub fn tables(&self, session: Option<SessionHash>) -> TableList {
        let known = self.known();
        // There may be many tables; only those shown are copied.
        let mut shown: Vec<(Rank, &Known)> = known
            .iter()
            .filter_map(|table| Some((table.read(|info| rank(info, session))?, table)))
            .collect();
        shown.sort_by_key(|(rank, _)| *rank);
        take_turns(&mut shown, |table| table.read(|info| info.lister));
        let more = shown.len().saturating_sub(MOST_TABLES) as u32;
        let tables = shown.into_iter().take(MOST_TABLES);
        let tables = tables.map(|(rank, table)| summary(table.read(RoomInfo::clone), !rank.is_strange));
        TableList {
            tables: tables.collect(),
            more,
        }
    }

    /// Changes who may come to a table, from this address. Nobody else lists one meanwhile.
    pub(super) async fn change_settings(
        self: &Arc<Hub>,
        room: &RoomHandle,
        session: SessionHash,
        settings: TableSettings,
        place: Place,
    ) -> Result<(), Refused> {
        let _alone = self.listing.lock().await;
        if settings.listed == Some(true) {
            let table = room.read(|info| info.table.id.clone());
            self.may_list(Some(&table), place)?;
        }
        Hub::ask(room, |reply| Command::Settings(session, settings, place, reply)).await?;
        if settings.listed == Some(true) {
            self.look_at_list_again(room, session, place);
        }
        Ok(())
    }

    /// Takes a table off the lobby again if its address has listed as many as it may before it. At several nodes at once it could: none
    /// of them knew of the others' tables yet.
    pub(super) fn look_at_list_again(self: &Arc<Hub>, room: &RoomHandle, session: SessionHash, place: Place) {
        if self.cluster.is_none() {
            return;
        }
        let (hub, room) = (Arc::clone(self), room.clone());
        tokio::spawn(async move {
            sleep(TOLD).await;
            let age = |info: &RoomInfo| (info.opened, info.table.id.clone());
            let own = room.read(age);
            let is_before = |info: &RoomInfo| is_listed(info, place) && age(info) < own;
            let before = hub.known().iter().filter(|table| table.read(is_before)).count();
            if before >= hub.around.config.limits.listed_per_address {
                let settings = TableSettings {
                    listed: Some(false),
                    ..TableSettings::default()
                };
                let _ = hub.change_settings(&room, session, settings, place).await;
            }
        });
    }

    /// May this address have another table in the lobby, or this one?
    pub fn may_list(&self, table: Option<&str>, place: Place) -> Result<(), Refused> {
        let counts = |info: &RoomInfo| info.table.listed && is_on(info) && Some(info.table.id.as_str()) != table;
        let lister = |info: &RoomInfo| info.lister.filter(|_| counts(info));
        let known = self.known();
        let listers = known.iter().filter_map(|table| table.read(lister));
        if place.has_room(listers, self.around.config.limits.listed_per_address) {
            return Ok(());
        }
        self.around.metrics.turned_away.inc();
        Err(Refused::TooManyListed)
    }
}

/// Sorts again, so that each address, or network of many, takes its turn among tables of the same kind.
fn take_turns<T>(shown: &mut [(Rank, T)], lister: impl Fn(&T) -> Option<Place>) {
    let mut seen: HashMap<(Place, [bool; 3]), usize> = HashMap::new();
    for (rank, room) in shown.iter_mut() {
        if let Some(place) = lister(room) {
            let kind = [rank.is_strange, rank.is_empty, rank.is_full];
            let before = seen.entry((place.network(), kind)).or_default();
            rank.nth = *before;
            *before += 1;
        }
    }
    shown.sort_by_key(|(rank, _)| *rank);
}

/// Is this a table that an address shows in the lobby?
fn is_listed(info: &RoomInfo, place: Place) -> bool {
    info.lister == Some(place) && info.table.listed && is_on(info)
}

fn is_on(info: &RoomInfo) -> bool {
    !matches!(info.table.status, Status::Over | Status::Closed)
}

/// None if the table is over, or hidden from this session.
fn rank(info: &RoomInfo, session: Option<SessionHash>) -> Option<Rank> {
    let is_mine = info.is_of(session);
    let is_here = |player: &PlayerInfo| player.kind == PlayerKind::Human && player.present;
    (is_on(info) && (is_mine || info.table.listed)).then_some(Rank {
        is_strange: !is_mine,
        is_empty: !info.table.players.iter().any(is_here),
        is_full: !info.table.players.iter().any(|player| player.kind == PlayerKind::Open),
        nth: 0,
        opened: Reverse(info.opened),
    })
}

pub(super) fn summary(info: RoomInfo, mine: bool) -> TableSummary {
    let table = info.table;
    TableSummary {
        id: table.id,
        name: table.name,
        rules: table.rules,
        rulebook: table.rulebook,
        players: table.players,
        clock: table.clock,
        spectators: table.spectators,
        invited_only: table.invited_only,
        status: table.status,
        mine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcess};
    use crate::hub::testing::node;
    use crate::store::Memory;

    /// Somebody asks two nodes for all tables that an address may list, at the same moment.
    #[tokio::test(start_paused = true)]
    async fn an_address_lists_no_more_at_two_nodes_than_at_one() {
        let (data, bus) = (Memory::default(), Arc::new(InProcess::default()) as Arc<dyn Bus>);
        let hubs = ["one", "two"].map(|name| node(&Arc::new(data.node(name)), &bus));
        sleep(TOLD).await;
        let most = hubs[0].around.config.limits.listed_per_address;
        let asked =
            serde_json::json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
        let asked = serde_json::from_value(asked).unwrap();
        for _ in 0..most {
            let open = |hub: &Arc<Hub>| {
                let (hub, asked) = (Arc::clone(hub), &asked);
                async move { hub.open(asked, SessionHash::of("mika"), Place(1)).await.map(drop) }
            };
            let opened = futures_util::future::join(open(&hubs[0]), open(&hubs[1])).await;
            assert!(matches!(opened, (Ok(()), Ok(()))));
        }
        sleep(TOLD * 3).await;
        let stranger = Some(SessionHash::of("sora"));
        for hub in &hubs {
            assert_eq!(hub.tables(stranger).tables.len(), most);
            assert_eq!(
                hub.tables(Some(SessionHash::of("mika"))).tables.len(),
                2 * most,
                "none is lost"
            );
        }
    }

    #[test]
    fn own_tables_come_first_then_those_with_people_then_open_ones() {
        let expected = [
            rank([true, false, true], 5),
            rank([false, true, true], 1),
            rank([false, true, false], 3),
            rank([false, false, true], 9),
            rank([false, false, true], 8),
            rank([false, false, false], 7),
        ];
        let mut sorted = expected;
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn an_address_with_many_tables_does_not_push_the_others_down() {
        let flood = (0..50).map(|opened| (rank([false, true, true], 100 + opened), 1));
        let mut shown: Vec<(Rank, u64)> = flood.chain([(rank([false, true, true], 1), 2)]).collect();
        shown.sort();
        take_turns(&mut shown, |address| Some(Place(*address)));
        let honest = shown.iter().position(|(_, address)| *address == 2);
        assert_eq!(honest, Some(1), "only one table of the flood comes first");
    }

    #[test]
    fn a_network_with_many_addresses_does_not_either() {
        let flood = (0..50).map(|nth| (rank([false, true, true], 100 + nth), 1 << 63 | 0x0db8_0000 | nth));
        let mut shown: Vec<(Rank, u64)> = flood.chain([(rank([false, true, true], 1), 2)]).collect();
        shown.sort();
        take_turns(&mut shown, |address| Some(Place(*address)));
        let honest = shown.iter().position(|(_, address)| *address == 2);
        assert_eq!(honest, Some(1), "only one table of the flood comes first");
    }

    fn rank([is_mine, has_people, is_open]: [bool; 3], opened: u64) -> Rank {
        Rank {
            is_strange: !is_mine,
            is_empty: !has_people,
            is_full: !is_open,
            nth: 0,
            opened: Reverse(opened),
        }
    }
}
