//! Which tables this process owns, where several nodes share the data.

use super::Hub;
use crate::cluster::Cluster;
use crate::game::GameFault;
use crate::machine::spawn_blocking;
use crate::room::{Command, Refused, RoomHandle};
use crate::store::{Claim, Epoch, Leases, StoreError};
use crate::token::TableId;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// How often a node says that it is alive, and looks for tables that no node has.
const BEAT: Duration = Duration::from_millis(250);
/// Tables that are taken at a time, so that other nodes get their share and nobody waits long.
const AT_ONCE: usize = 4;
/// Tables that are handed over at a time: as many as other nodes read again in a moment.
const IN_HAND: usize = 16;
/// How long to wait until another node has a table that was given up, and how long for all of them.
const TAKEN: Duration = Duration::from_millis(500);
const ALL_TAKEN: Duration = Duration::from_secs(15);

impl Hub {
    /// Asks for a table; where nothing is shared, every table is ours.
    pub(super) fn claim(&self, table: &TableId) -> Result<Claim, Refused> {
        let Some(leases) = self.around.store.leases() else {
            return Ok(Claim::Ours(Epoch::FIRST));
        };
        leases.claim(table).map_err(|error| match error.may_pass() {
            true => Refused::NotStored,
            false => Refused::Broken,
        })
    }

    /// Goes on with tables that no living node has; how many, and how many are damaged.
    pub(super) fn adopt(&self) -> Result<(usize, usize), StoreError> {
        let (mut adopted, mut damaged) = (0, 0);
        loop {
            match self.adopt_some()? {
                (0, 0) => return Ok((adopted, damaged)),
                (more, bad) => (adopted, damaged) = (adopted + more, damaged + bad),
            }
        }
    }

    /// The same with a few of them.
    fn adopt_some(&self) -> Result<(usize, usize), StoreError> {
        let Some(leases) = self.around.store.leases() else {
            return Ok((0, 0));
        };
        let (mut adopted, mut damaged) = (0, 0);
        let doubt = self.doubt();
        let mut away = None;
        for (table, epoch) in &leases.adopt(AT_ONCE)? {
            if away.is_some() {
                leases.release(table, *epoch, oneshot::channel().0);
                continue;
            }
            match self.resume(table, *epoch) {
                Ok(()) => {
                    adopted += 1;
                    self.around.metrics.adopted.inc();
                }
                // Some node will try again.
                Err(GameFault::Store(error)) if error.may_pass() => {
                    leases.release(table, *epoch, oneshot::channel().0);
                    away = Some(error);
                }
                Err(fault) => {
                    damaged += 1;
                    tracing::error!(%table, %fault, "a table is damaged and stays closed");
                }
            }
        }
        match away {
            Some(error) => Err(error),
            None => {
                doubt.settle();
                Ok((adopted, damaged))
            }
        }
    }

    /// Gives running tables up, a few at a time: if all went at once, the last players would wait until others have read all of them.
    pub(super) async fn hand_over(&self, cluster: &Arc<Cluster>) {
        let _ = timeout(ALL_TAKEN, self.hand_over_in_turn(cluster)).await;
    }

    async fn hand_over_in_turn(&self, cluster: &Arc<Cluster>) {
        let mut given = JoinSet::new();
        for table in self.tables_here() {
            if !cluster.has_others() {
                break;
            }
            let Some(room) = self.room_in_memory(&table).filter(RoomHandle::is_running) else {
                continue;
            };
            if given.len() >= IN_HAND {
                given.join_next().await;
            }
            self.rooms().remove(&table);
            let cluster = Arc::clone(cluster);
            given.spawn(async move {
                room.end().await;
                cluster.wait_until_taken(&table, TAKEN).await;
            });
        }
        given.join_all().await;
    }

    /// Keeps this node alive for the others, and takes over from those that are not, until the server stops.
    pub(crate) async fn keep_leases(self: Arc<Hub>) {
        if self.around.store.leases().is_none() {
            return;
        }
        let mut heard = Instant::now();
        let mut forgotten = 0;
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beats.tick().await;
            let asked = Instant::now();
            match self.renew_or_be_cut_off(heard).await {
                Ok(()) => {
                    if self.may_have_lost(heard.elapsed()) {
                        self.fence_lost().await;
                    }
                    heard = asked;
                    match self.put_forgotten_away(forgotten).await {
                        Ok(known) => forgotten = known,
                        Err(error) => tracing::debug!(%error, "whether anybody was forgotten is not known"),
                    }
                    self.adopt_now().await;
                }
                Err(StoreError::Fenced) => {
                    let why = StoreError::InUse("the name of this node".to_owned());
                    let _ = self.around.broken.send(why).await;
                    return;
                }
                Err(error) => tracing::debug!(%error, "the lease of this node could not be renewed"),
            }
        }
    }

    /// Could others have taken tables over, after this long without a sign of life?
    fn may_have_lost(&self, silence: Duration) -> bool {
        let leases = self.around.store.leases();
        leases.is_some_and(|leases| silence >= leases.lasts())
    }

    /// Ends the rooms of tables that another node has taken over meanwhile.
    async fn fence_lost(self: &Arc<Hub>) {
        let Ok(owned) = self.lease(|leases| leases.owned()).await else {
            return;
        };
        let owned: BTreeSet<(TableId, Epoch)> = owned.into_iter().collect();
        for table in self.tables_here() {
            let Some(room) = self.room_in_memory(&table) else {
                continue;
            };
            if room.is_running() && !owned.contains(&(table.clone(), room.epoch)) {
                self.fence(&table, room);
            }
        }
    }

    /// Ends the room of a table that another node has.
    pub(crate) fn fence(&self, table: &TableId, room: RoomHandle) {
        let is_same = |known: &RoomHandle| known.epoch == room.epoch;
        let mut rooms = self.rooms();
        if rooms.get(table).is_some_and(is_same) {
            rooms.remove(table);
        }
        drop(rooms);
        tokio::spawn(async move { room.inbox.send(Command::Fenced).await });
    }

    /// Asks the store for something that nodes share; nothing where they do not.
    pub(super) async fn lease<T: Default + Send + 'static>(
        self: &Arc<Hub>,
        ask: impl FnOnce(&dyn Leases) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let hub = Arc::clone(self);
        let ask = move || hub.around.store.leases().map_or(Ok(T::default()), ask);
        spawn_blocking(ask)
            .await
            .unwrap_or_else(|error| Err(StoreError::Broken(error.to_string())))
    }

    /// Looks for tables that no living node has. Whoever asks for another table need not wait for all of them, and the next lease need
    /// not wait until nobody loads a table.
    pub(super) async fn adopt_now(self: &Arc<Hub>) {
        while !*self.stopping.borrow() {
            let Ok(_alone) = timeout(BEAT, self.loading.write()).await else {
                return;
            };
            // A table that is being opened has no room yet, and will have one.
            let none_opens = match self.is_in_doubt() {
                true => Some(self.opening.write().await),
                false => None,
            };
            let (hub, settles) = (Arc::clone(self), none_opens.is_some());
            let look = move || {
                if settles {
                    hub.settle_doubts()?;
                }
                hub.adopt_some()
            };
            match spawn_blocking(look).await {
                Ok(Ok((0, 0))) => return,
                Ok(Ok((adopted, damaged))) => tracing::info!(adopted, damaged, "tables without a node go on here"),
                Ok(Err(error)) => return tracing::debug!(%error, "no tables could be taken over"),
                Err(error) => return tracing::error!(%error, "a table could not be taken over"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcess};
    use crate::hub::testing::{node, opened};
    use crate::store::Memory;
    use tokio::time::sleep;

    /// The next tables go when another node has the first ones, or after a while if none takes them.
    #[tokio::test(start_paused = true)]
    async fn tables_are_handed_over_a_few_at_a_time() {
        let (data, bus) = (Memory::default(), Arc::new(InProcess::default()) as Arc<dyn Bus>);
        let [one, two] = ["one", "two"].map(|name| node(&Arc::new(data.node(name)), &bus));
        for _ in 0..IN_HAND * 3 {
            opened(&one).await;
        }
        let stopping = tokio::spawn({
            let one = Arc::clone(&one);
            async move { one.stop().await }
        });
        sleep(TAKEN / 5).await;
        assert_eq!(one.count(), IN_HAND * 2, "the others wait for their turn");
        assert_eq!(two.adopt().unwrap(), (IN_HAND, 0));
        sleep(TAKEN / 5).await;
        assert_eq!(
            one.count(),
            IN_HAND,
            "the next were given up as soon as the first were taken"
        );
        sleep(TAKEN).await;
        assert_eq!(one.count(), 0, "nobody took the next, and the last went too");
        stopping.await.unwrap();
        assert_eq!(two.adopt().unwrap(), (IN_HAND * 2, 0));
    }
}
