//! A node that the store leaves without an answer. Once its lease has run out, others take over its tables, and it has only their word
//! for where a table is.

use super::{Found, Hub};
use crate::room::Refused;
use crate::store::{Leases, NodeId, StoreError};
use crate::token::TableId;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::{Instant, sleep_until};

impl Hub {
    /// Does the store not answer for so long that other nodes may have taken all tables over? Then this node can serve nothing.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Acquire)
    }

    /// Renews the lease that was last renewed at this time. As soon as that one has run out, this node is cut off.
    pub(super) async fn renew_or_be_cut_off(self: &Arc<Hub>, heard: Instant) -> Result<(), StoreError> {
        let Some(lasts) = self.around.store.leases().map(Leases::lasts) else {
            return Ok(());
        };
        let mut renewing = std::pin::pin!(self.lease(|leases| leases.renew()));
        let renewed = tokio::select! {
            biased;
            renewed = &mut renewing => Some(renewed),
            () = sleep_until(heard + lasts) => None,
        };
        let is_late = heard.elapsed() >= lasts && !matches!(renewed, Some(Ok(())));
        if is_late && !self.is_cut_off.swap(true, Ordering::AcqRel) {
            tracing::warn!("the store does not answer, and the lease of this node has run out");
            // It would not hear of anybody who is forgotten in them.
            for (table, room) in self.finished_here() {
                let hub = Arc::clone(self);
                tokio::spawn(async move { hub.put_away(&table, room).await });
            }
        }
        let renewed = match renewed {
            Some(renewed) => renewed,
            None => renewing.await,
        };
        if renewed.is_ok() && self.is_cut_off.swap(false, Ordering::AcqRel) {
            tracing::info!("the store answers again");
        }
        renewed
    }

    /// Without the store there is still the word of the other nodes.
    pub(super) fn by_hearsay(&self, table: &TableId) -> Result<Found, Refused> {
        self.heard_of(table).map(Found::There).ok_or(Refused::NotStored)
    }

    pub(super) fn heard_of(&self, table: &TableId) -> Option<NodeId> {
        self.cluster.as_ref().and_then(|cluster| cluster.owner_of(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcess};
    use crate::hub::testing::{node, opened};
    use crate::machine::{Simulated, simulate};
    use crate::store::Memory;
    use futures_util::future::join_all;
    use jantaku_table::fair::Bytes32;
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::Duration;
    use tokio::time::{sleep, timeout};

    const TABLES: usize = 20;
    const SLOW: Duration = Duration::from_secs(3);

    /// A machine whose store may take its time.
    #[derive(Default)]
    struct Machine {
        drawn: Cell<u64>,
        is_slow: Cell<bool>,
    }

    impl Simulated for Machine {
        fn unix_time(&self) -> u64 {
            1_800_000_000
        }

        fn random(&self) -> [u8; 32] {
            self.drawn.set(self.drawn.get() + 1);
            Bytes32::hash(&self.drawn.get().to_be_bytes()).0
        }

        fn delays(&self) -> [Duration; 2] {
            match self.is_slow.get() {
                true => [Duration::ZERO, SLOW],
                false => [Duration::ZERO; 2],
            }
        }
    }

    async fn tables_of(hub: &Arc<Hub>) -> Vec<TableId> {
        let mut tables = Vec::new();
        for _ in 0..TABLES {
            tables.push(opened(hub).await);
        }
        tables
    }

    fn two_nodes() -> ([Arc<Memory>; 2], [Arc<Hub>; 2]) {
        let (data, bus) = (Memory::default(), Arc::new(InProcess::default()) as Arc<dyn Bus>);
        let stores = ["one", "two"].map(|name| Arc::new(data.node(name)));
        let hubs = [node(&stores[0], &bus), node(&stores[1], &bus)];
        (stores, hubs)
    }

    async fn until(is_so: impl Fn() -> bool) {
        let wait = async {
            while !is_so() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(Duration::from_secs(60), wait).await.expect("it never happens");
    }

    #[tokio::test(start_paused = true)]
    async fn players_follow_their_tables_although_the_store_does_not_answer() {
        let machine = Rc::new(Machine::default());
        let _simulated = simulate(Rc::clone(&machine) as _);
        let (stores, [one, two]) = two_nodes();
        let tables = tables_of(&one).await;
        for hub in [&one, &two] {
            tokio::spawn(Arc::clone(hub).keep_leases());
        }
        stores[0].set_away(true);
        until(|| two.count() == TABLES && one.count() == 0).await;
        assert!(one.is_cut_off() && !two.is_cut_off());
        machine.is_slow.set(true);
        let began = Instant::now();
        let there = Leases::node(&*stores[1]);
        for lost in [None, Some(Leases::node(&*stores[0])), Some(there)] {
            for table in &tables {
                let found = one.find(table, lost).await;
                assert!(matches!(found, Ok(Found::There(node)) if node == there));
            }
        }
        assert_eq!(began.elapsed(), Duration::ZERO, "nobody waits for the store");
        machine.is_slow.set(false);
        stores[0].set_away(false);
        until(|| !one.is_cut_off()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_says_it_has_a_table_is_believed_before_the_store_answers() {
        let machine = Rc::new(Machine::default());
        let _simulated = simulate(Rc::clone(&machine) as _);
        let (stores, [one, two]) = two_nodes();
        let table = opened(&one).await;
        let [here, there] = [&stores[0], &stores[1]].map(|store| Leases::node(&**store));
        Leases::retire(&*stores[0]).unwrap();
        assert!(matches!(two.find(&table, Some(here)).await, Ok(Found::Here(_))));
        until(|| one.count() == 0).await;
        machine.is_slow.set(true);
        let began = Instant::now();
        let found = one.find(&table, Some(here)).await;
        assert!(matches!(found, Ok(Found::There(node)) if node == there));
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn tables_are_looked_up_beside_each_other() {
        let machine = Rc::new(Machine::default());
        let _simulated = simulate(Rc::clone(&machine) as _);
        let (stores, [one, two]) = two_nodes();
        let tables = tables_of(&one).await;
        Leases::retire(&*stores[0]).unwrap();
        machine.is_slow.set(true);
        let began = Instant::now();
        // Two players of each table come at once.
        let found = join_all(
            tables
                .iter()
                .chain(&tables)
                .map(|table| two.find(table, Some(Leases::node(&*stores[0])))),
        );
        assert!(found.await.iter().all(|found| matches!(found, Ok(Found::Here(_)))));
        assert_eq!(began.elapsed(), SLOW, "as long as one of them takes");
        for (table, epoch) in Leases::owned(&*stores[1]).unwrap() {
            assert_eq!(epoch.0, 2, "{table} was taken twice");
        }
    }
}
