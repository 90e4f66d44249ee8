//! What this node knows of tables at other nodes.

use super::message::What;
use super::{Cluster, REPEAT, lock};
use crate::game::Status;
use crate::hub::Hub;
use crate::room::RoomInfo;
use crate::store::{Epoch, NodeId};
use crate::token::TableId;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Tables in one message.
const AT_ONCE: usize = 32;
/// How long the database's word on a table's owner is believed.
const BELIEVED: Duration = Duration::from_millis(400);

#[derive(Default)]
pub(super) struct Elsewhere {
    tables: BTreeMap<TableId, There>,
    /// Owners as the database named them, and when.
    owners: BTreeMap<TableId, (NodeId, Instant)>,
}

struct There {
    node: NodeId,
    epoch: Epoch,
    info: Arc<RoomInfo>,
    at: Instant,
    /// Has the database named another owner since?
    is_refuted: bool,
}

impl Elsewhere {
    pub(super) fn tidy(&mut self) {
        self.tables.retain(|_, there| there.at.elapsed() < REPEAT * 3);
        self.owners.retain(|_, (_, at)| at.elapsed() < BELIEVED);
    }
}

impl Cluster {
    /// The node that has a table, if that was heard of lately.
    pub(crate) fn owner_of(&self, table: &TableId) -> Option<NodeId> {
        let elsewhere = lock(&self.elsewhere);
        let there = elsewhere.tables.get(table).filter(|there| !there.is_refuted)?;
        Some(there.node).filter(|node| self.is_heard(*node))
    }

    /// The node that the database named a moment ago.
    pub(crate) fn named(&self, table: &TableId) -> Option<NodeId> {
        let elsewhere = lock(&self.elsewhere);
        let (node, at) = elsewhere.owners.get(table)?;
        (at.elapsed() < BELIEVED && !self.has_left(*node)).then_some(*node)
    }

    pub(crate) fn note(&self, table: &TableId, owner: NodeId) {
        let mut elsewhere = lock(&self.elsewhere);
        elsewhere.owners.insert(table.clone(), (owner, Instant::now()));
        if let Some(there) = elsewhere.tables.get_mut(table) {
            there.is_refuted = there.node != owner;
        }
    }

    /// The table is here now.
    pub(crate) fn is_here(&self, table: &TableId) {
        let mut elsewhere = lock(&self.elsewhere);
        elsewhere.tables.remove(table);
        elsewhere.owners.remove(table);
        drop(elsewhere);
        // Whoever visits it from here need not wait until the link to its former node falls silent.
        self.moved(table, self.node);
    }

    pub(crate) fn info_of(&self, table: &TableId) -> Option<Arc<RoomInfo>> {
        let elsewhere = lock(&self.elsewhere);
        elsewhere.tables.get(table).map(|there| Arc::clone(&there.info))
    }

    /// All tables of other nodes.
    pub(crate) fn infos(&self) -> Vec<Arc<RoomInfo>> {
        let elsewhere = lock(&self.elsewhere);
        elsewhere.tables.values().map(|there| Arc::clone(&there.info)).collect()
    }

    /// Tells the others of these tables, as far as they are here.
    pub(super) fn tell_of(&self, hub: &Hub, tables: impl Iterator<Item = TableId>) {
        let here = tables.filter_map(|table| hub.room_in_memory(&table));
        let infos: Vec<(Epoch, RoomInfo)> = here.map(|room| (room.epoch, room.info())).collect();
        for some in infos.chunks(AT_ONCE) {
            self.send_all(What::Tables(some.to_vec()));
        }
    }

    /// Another node has these tables.
    pub(super) fn learn(&self, hub: &Arc<Hub>, from: NodeId, tables: Vec<(Epoch, RoomInfo)>) {
        for (epoch, info) in tables {
            let Some(table) = TableId::read(&info.table.id) else {
                continue;
            };
            if let Some(room) = hub.room_in_memory(&table) {
                if room.epoch >= epoch {
                    continue;
                }
                hub.fence(&table, room);
            }
            let mut elsewhere = lock(&self.elsewhere);
            let before = elsewhere.tables.get(&table).map(|there| (there.epoch, there.node));
            if before.is_some_and(|(before, _)| before > epoch) {
                continue;
            }
            elsewhere.owners.remove(&table);
            if matches!(info.table.status, Status::Over | Status::Closed) {
                elsewhere.tables.remove(&table);
            } else {
                let there = There {
                    node: from,
                    epoch,
                    info: Arc::new(info),
                    at: Instant::now(),
                    is_refuted: false,
                };
                elsewhere.tables.insert(table.clone(), there);
            }
            drop(elsewhere);
            self.moved(&table, from);
        }
    }
}
