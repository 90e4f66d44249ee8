//! What the disk holds: how much a stranger may use of it, which finished games are kept, and who is forgotten.

use super::Hub;
use crate::cluster::Request;
use crate::config::Limits;
use crate::machine::spawn_blocking;
use crate::room::{Place, Refused, RoomHandle, unix_time};
use crate::store::{Epoch, Keep, NotForgotten, Person, StoreError};
use crate::token::{SessionHash, TableId};
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// Games that are removed in one commit: others wait for it only shortly.
const AT_ONCE: usize = 32;
/// How long to wait until other nodes confirm that nobody is shown who is forgotten, and how often to look.
const CONFIRMED: Duration = Duration::from_secs(10);
const AGAIN: Duration = Duration::from_millis(100);
/// How long a node waits for those who read games before it looks at what it has in memory. Its lease must go on.
const AT_MOST: Duration = Duration::from_millis(500);
const DAY: u64 = 86_400;
/// How often to look for games that need not be kept any longer.
const EVERY: Duration = Duration::from_secs(60);

impl Hub {
    /// Is there space for another table, account or rulebook, in total and for this address? Running games go on, whatever the answer.
    pub(crate) async fn has_space(self: &Arc<Hub>, place: Place) -> Result<(), Refused> {
        let Limits {
            disk,
            disk_per_address,
            free_disk,
            ..
        } = self.around.config.limits;
        let hub = Arc::clone(self);
        let looked = spawn_blocking(move || (hub.around.store.space(), hub.has_used_up(place, disk_per_address)));
        let (space, has_used_up) = match looked.await {
            Ok((Ok(space), has_used_up)) => (space, has_used_up),
            Ok((Err(why), _)) if why.may_pass() => return Err(Refused::NotStored),
            _ => return Err(Refused::Broken),
        };
        let refused = if space.used >= disk {
            tracing::warn!(
                used = space.used,
                disk,
                "nothing is opened: the data have reached --disk"
            );
            Refused::DiskUsed
        } else if space.free.is_some_and(|free| free < free_disk) {
            tracing::warn!(free = ?space.free, free_disk, "nothing is opened: less is free than --free-disk");
            Refused::DiskUsed
        } else if has_used_up {
            Refused::DiskUsedHere
        } else {
            return Ok(());
        };
        self.around.metrics.turned_away.inc();
        Err(refused)
    }

    /// May somebody store more about a table than what is played there?
    pub(crate) async fn may_store(self: &Arc<Hub>, table: &str, place: Place) -> Result<(), Refused> {
        let Limits {
            disk_per_address,
            disk_per_table,
            ..
        } = self.around.config.limits;
        let table = TableId::read(table);
        let hub = Arc::clone(self);
        let looked = spawn_blocking(move || {
            let size = table.map_or(0, |table| hub.around.store.size(&table));
            (size, hub.has_used_up(place, disk_per_address))
        });
        let (size, has_used_up) = looked.await.map_err(|_| Refused::Broken)?;
        if size >= disk_per_table {
            return Err(Refused::TooOften);
        }
        match has_used_up {
            true => Err(Refused::DiskUsedHere),
            false => Ok(()),
        }
    }

    /// Have the tables and accounts of an address, or of the network around it, stored as much as they may? Games of players who are
    /// forgotten count: nobody gets new space by deleting an account.
    fn has_used_up(&self, place: Place, most: u64) -> bool {
        let places = [place, place.forgotten(&self.around.signer)];
        let stored = |from: fn(Place) -> RangeInclusive<u64>| -> u64 {
            places
                .iter()
                .map(|place| self.around.store.stored_from(from(*place)))
                .sum()
        };
        let around = most.saturating_mul(Place::SHARES as u64);
        stored(|place| place.0..=place.0) >= most || stored(Place::neighbours) >= around
    }

    /// Removes finished games that need not be kept, now and then, until the server stops.
    pub(crate) async fn keep_house(self: Arc<Hub>) {
        let mut every = tokio::time::interval(EVERY);
        loop {
            every.tick().await;
            self.remove_unused_accounts().await;
            if self.around.config.keep == Keep::default() {
                continue;
            }
            match self.remove_outdated().await {
                Ok(0) => {}
                Ok(removed) => tracing::info!(
                    removed,
                    "finished games are removed, as --keep-games and --keep-days say"
                ),
                Err(error) => tracing::warn!(%error, "finished games could not be removed"),
            }
        }
    }

    /// Deletes accounts that nobody has used for as long as they are kept, as if their owners had done it; how many.
    pub(crate) async fn remove_unused_accounts(self: &Arc<Hub>) -> usize {
        let Some(days) = self.around.config.keep_accounts else {
            return 0;
        };
        let before = unix_time().saturating_sub(DAY * u64::from(days));
        let hub = Arc::clone(self);
        let found = spawn_blocking(move || hub.around.store.unused_accounts(before, AT_ONCE)).await;
        let rows = found.unwrap_or_else(|error| Err(StoreError::Broken(error.to_string())));
        let rows = rows.unwrap_or_else(|error| {
            tracing::warn!(%error, "unused accounts could not be looked for");
            Vec::new()
        });
        let mut removed = 0;
        for row in rows {
            let Some(session) = row.sessions.first() else { continue };
            match self.forget(*session).await {
                Ok(_) | Err(NotForgotten::Shown(_)) => removed += 1,
                // A bot may still play for them somewhere.
                Err(why) => tracing::debug!(account = row.id, %why, "an unused account stays for now"),
            }
        }
        if removed > 0 {
            tracing::info!(removed, "unused accounts are removed, as --keep-accounts says");
        }
        removed
    }

    /// Removes every finished game that need not be kept and that nobody is looking at; how many there were.
    pub(crate) async fn remove_outdated(self: &Arc<Hub>) -> Result<usize, StoreError> {
        let keep = self.around.config.keep;
        let mut removed = 0;
        loop {
            // Nobody may begin to look at a game while it is removed.
            let _alone = self.loading.write().await;
            let hub = Arc::clone(self);
            let work = move || {
                let mut tables = hub.around.store.outdated(keep, unix_time(), AT_ONCE)?;
                let found = tables.len();
                tables.retain(|table| hub.room_in_memory(table).is_none());
                let gone = if tables.is_empty() {
                    0
                } else {
                    hub.around.store.remove(tables)?
                };
                Ok::<_, StoreError>((gone, found))
            };
            let (gone, found) = spawn_blocking(work)
                .await
                .map_err(|error| StoreError::Broken(error.to_string()))??;
            removed += gone;
            if gone == 0 || found < AT_ONCE {
                return Ok(removed);
            }
        }
    }

    /// People with this name, whose session's hash begins with these digits, or who played the game with this id.
    pub(crate) async fn people(self: &Arc<Hub>, who: String) -> Result<Vec<Person>, StoreError> {
        let hub = Arc::clone(self);
        let people = spawn_blocking(move || hub.around.store.people(&who)).await;
        people.map_err(|error| StoreError::Broken(error.to_string()))?
    }

    /// Forgets somebody who plays nowhere, with their account; how many games have changed. What they still have at running tables is
    /// given up first. Whoever looks at one of the games sees it anew.
    pub(crate) async fn forget(self: &Arc<Hub>, session: SessionHash) -> Result<usize, NotForgotten> {
        let people = self.people(session.to_string()).await.map_err(NotForgotten::Store)?;
        for person in &people {
            self.withdraw(person).await?;
        }
        if let Err(refused) = self.accounts.leave_behind(session).await {
            let why = format!("friends of an account cannot be told: {refused}");
            return Err(NotForgotten::Store(StoreError::Away(why)));
        }
        let tokens = self.accounts.tokens_of(session).await;
        let (tables, forgotten) = self.forget_in_data(session).await?;
        self.accounts.changed(tokens);
        if let Some(cluster) = &self.cluster {
            cluster.put_away(&tables);
        }
        self.until_nobody_is_shown().await?;
        Ok(forgotten)
    }

    /// Has somebody give up everything at running tables, unless they play at one.
    async fn withdraw(self: &Arc<Hub>, person: &Person) -> Result<(), NotForgotten> {
        let sessions: Vec<SessionHash> = person.sessions.iter().copied().collect();
        let mut plays = Vec::new();
        for table in &person.running {
            match self.request::<Value>(table, Request::Withdraw(sessions.clone())).await {
                Ok(_) | Err(Refused::NoTable) => {}
                Err(Refused::NotStored) => {
                    let why = StoreError::Away(format!("table {table} cannot be asked"));
                    return Err(NotForgotten::Store(why));
                }
                Err(_) => plays.push(table.clone()),
            }
        }
        match plays.is_empty() {
            true => Ok(()),
            false => Err(NotForgotten::Plays(plays)),
        }
    }

    /// The games that somebody has played, and how many of them have changed.
    async fn forget_in_data(self: &Arc<Hub>, session: SessionHash) -> Result<(Vec<TableId>, usize), NotForgotten> {
        let _alone = self.loading.write().await;
        let person = self.people(session.to_string()).await.map_err(NotForgotten::Store)?;
        let games = person.iter().flat_map(|person| &person.games);
        let tables: Vec<TableId> = games.filter_map(|game| TableId::read(game)).collect();
        let mut running = Vec::new();
        for table in &tables {
            if let Some(room) = self.room_in_memory(table) {
                running.extend(room.is_running().then(|| table.clone()));
                self.put_away(table, room).await;
            }
        }
        let hub = Arc::clone(self);
        let forget = move || {
            let forgotten = hub.around.store.forget(vec![session], unix_time());
            // Where nodes share the data, the first that looks for tables without an owner goes on with them.
            for table in running.iter().filter(|_| hub.cluster.is_none()) {
                if let Err(fault) = hub.resume(table, Epoch::FIRST) {
                    tracing::error!(%table, %fault, "a table is damaged and stays closed");
                }
            }
            forgotten
        };
        let broken = |error: tokio::task::JoinError| NotForgotten::Store(StoreError::Broken(error.to_string()));
        let forgotten = spawn_blocking(forget).await.map_err(broken)??;
        Ok((tables, forgotten))
    }

    /// Waits until every other node has said that it shows nobody any more who is forgotten.
    async fn until_nobody_is_shown(self: &Arc<Hub>) -> Result<(), NotForgotten> {
        let until = Instant::now() + CONFIRMED;
        loop {
            let nodes = self
                .lease(|leases| leases.unconfirmed())
                .await
                .map_err(NotForgotten::Store)?;
            match nodes.is_empty() {
                true => return Ok(()),
                false if Instant::now() > until => return Err(NotForgotten::Shown(nodes)),
                false => sleep(AGAIN).await,
            }
        }
    }

    /// Puts away games in which somebody was forgotten, if that has happened since the number that is known; that of now.
    pub(super) async fn put_forgotten_away(self: &Arc<Hub>, known: u64) -> Result<u64, StoreError> {
        let latest = self.lease(|leases| leases.forgettings()).await?;
        if latest == known {
            return Ok(known);
        }
        // Whoever reads a game meanwhile may have begun before it was changed.
        let Ok(_alone) = timeout(AT_MOST, self.loading.write()).await else {
            return Ok(known);
        };
        let held = self.rooms_here();
        let tenures = held.iter().map(|(table, room)| (table.clone(), room.epoch)).collect();
        let outlived = self.lease(move |leases| leases.outlived(tenures)).await?;
        for (table, room) in held {
            match outlived.contains(&table) {
                true if room.is_running() => self.fence(&table, room),
                true => self.put_away(&table, room).await,
                false => {}
            }
        }
        self.accounts.look_again();
        self.lease(move |leases| leases.confirm(latest)).await?;
        Ok(latest)
    }

    /// The games in memory that are over.
    pub(super) fn finished_here(&self) -> Vec<(TableId, RoomHandle)> {
        let mut rooms = self.rooms_here();
        rooms.retain(|(_, room)| !room.is_running());
        rooms
    }

    /// The games in memory.
    fn rooms_here(&self) -> Vec<(TableId, RoomHandle)> {
        let rooms = self.rooms();
        rooms
            .iter()
            .map(|(table, room)| (table.clone(), room.clone()))
            .collect()
    }

    /// Ends the rooms of games that another node has changed.
    pub(crate) fn put_all_away(self: &Arc<Hub>, tables: &[String]) {
        for table in tables.iter().filter_map(|table| TableId::read(table)) {
            let room = self.room_in_memory(&table);
            // Another tenure of a running game has begun, or will as soon as a node looks for it.
            if let Some(room) = room.clone().filter(RoomHandle::is_running) {
                self.fence(&table, room);
            } else if let Some(room) = room {
                let hub = Arc::clone(self);
                tokio::spawn(async move { hub.put_away(&table, room).await });
            }
        }
    }

    /// Ends the room of a game that is over. Its viewers come back by themselves.
    pub(super) async fn put_away(&self, table: &TableId, room: RoomHandle) {
        self.rooms().remove(table);
        room.end().await;
    }
}
