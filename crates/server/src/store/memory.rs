//! A store in memory, for tests and simulations. Several nodes can share it, and it can be out of reach.

use super::accounts::with_beside;
use super::forgetting::{Forgotten, SPEAK_OF_SOMEBODY, meant, played};
use super::openers::{book_bytes, bytes};
use super::roll;
use super::{
    AccountKey, AccountRow, Append, Book, Claim, Epoch, Finished, Games, Keep, Leases, Mark, NodeId, NotForgotten,
    Person, Put, SavedCount, SavedEdition, SavedRow, Store, StoreError, saved,
};
use crate::record::Record;
use crate::room::{Place, unix_time};
use crate::token::{SessionHash, TableId};
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

const LEASE: Duration = Duration::from_secs(3);
const DAY: u64 = 86_400;

pub struct Memory {
    data: Arc<Mutex<Data>>,
    /// The time, which all nodes share, since anything that has passed.
    clock: Clock,
    /// Which node this is, where several share the data.
    node: Option<NodeId>,
    is_away: AtomicBool,
}

type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

impl Default for Memory {
    fn default() -> Memory {
        let began = Instant::now();
        Memory::by_clock(Arc::new(move || began.elapsed()))
    }
}

#[derive(Clone, Default)]
struct Data {
    games: BTreeMap<String, Game>,
    books: HashMap<String, Book>,
    texts: HashMap<String, String>,
    accounts: BTreeMap<String, AccountRow>,
    saved: BTreeMap<String, (SavedRow, Vec<SavedEdition>)>,
    nodes: Vec<Lease>,
    forgettings: u64,
}

#[derive(Clone)]
struct Game {
    records: Vec<String>,
    end: Option<(u64, Option<Finished>)>,
    epoch: Epoch,
    /// How many records there were when the tenure began.
    inherited: usize,
    owner: Option<NodeId>,
    place: Option<u64>,
    bytes: u64,
}

/// As in PostgreSQL; `expires` is none for a node that has retired.
#[derive(Clone)]
struct Lease {
    name: String,
    expires: Option<Duration>,
    since: Duration,
    /// What it has confirmed.
    forgettings: u64,
}

impl Data {
    fn is_dead(&self, owner: NodeId, for_node: NodeId, now: Duration) -> bool {
        let of = |node: NodeId| self.nodes.get(node.0 as usize);
        let may_judge = of(for_node).is_some_and(|lease| now >= lease.since + LEASE);
        of(owner).is_none_or(|lease| match lease.expires {
            None => true,
            Some(expires) => now >= expires && may_judge,
        })
    }

    fn is_running(&self, game: &str) -> bool {
        self.games.get(game).is_some_and(|game| game.end.is_none())
    }

    fn speaking_of(&self, text: &str) -> Vec<(String, String)> {
        let records = |(id, game): (&String, &Game)| {
            let found: Vec<_> = game
                .records
                .iter()
                .filter(|body| body.contains(text))
                .cloned()
                .collect();
            found.into_iter().map(|body| (id.clone(), body)).collect::<Vec<_>>()
        };
        self.games.iter().flat_map(records).collect()
    }

    fn append(&mut self, append: &Append, node: Option<NodeId>) -> Result<(), StoreError> {
        let is_new = append.first == 0 && !self.games.contains_key(append.table.as_str());
        let mut size = bytes(append.records.iter());
        if let Some(book) = append.book.as_ref().filter(|_| is_new)
            && self.books.insert(book.hash.clone(), book.clone()).is_none()
        {
            size += book_bytes(book);
        }
        let new = || Game {
            records: Vec::new(),
            end: None,
            epoch: append.epoch,
            inherited: 0,
            owner: node,
            place: append.place,
            bytes: 0,
        };
        let game = match is_new {
            true => self.games.entry(append.table.to_string()).or_insert_with(new),
            false => self
                .games
                .get_mut(append.table.as_str())
                .ok_or_else(|| StoreError::Damaged("there is no such game".to_owned()))?,
        };
        if game.epoch != append.epoch {
            return Err(StoreError::Fenced);
        }
        let (first, count) = (append.first as usize, game.records.len());
        // It was stored before, and only the answer was lost.
        if first >= game.inherited
            && game
                .records
                .get(first..)
                .is_some_and(|stored| *stored == *append.records)
        {
            return Ok(());
        }
        if first != count {
            return Err(StoreError::Damaged(format!(
                "record {first} of a game that has {count}"
            )));
        }
        game.records.extend(append.records.iter().cloned());
        game.bytes += size;
        match &append.mark {
            Mark::Same => {}
            Mark::Over(finished) => game.end = Some((finished.summary.ended.into(), Some((**finished).clone()))),
            Mark::Closed => game.end = Some((unix_time(), None)),
        }
        Ok(())
    }
}

impl Memory {
    /// An empty store whose leases follow this clock.
    pub fn by_clock(clock: Clock) -> Memory {
        Memory {
            data: Arc::default(),
            clock,
            node: None,
            is_away: AtomicBool::new(false),
        }
    }

    /// The same data, as they would be after a crash.
    pub fn copied(&self) -> Memory {
        Memory {
            data: Arc::new(Mutex::new(self.data().clone())),
            ..Memory::by_clock(Arc::clone(&self.clock))
        }
    }

    /// Another node with the same data. An earlier one of this name loses its tables.
    pub fn node(&self, name: &str) -> Memory {
        let mut data = self.data();
        let now = (self.clock)();
        for lease in data.nodes.iter_mut().filter(|lease| lease.name == name) {
            lease.expires = None;
        }
        let forgettings = data.forgettings;
        data.nodes.push(Lease {
            name: name.to_owned(),
            expires: Some(now + LEASE),
            since: now,
            forgettings,
        });
        Memory {
            data: Arc::clone(&self.data),
            clock: Arc::clone(&self.clock),
            node: Some(NodeId(data.nodes.len() as u64 - 1)),
            is_away: AtomicBool::new(false),
        }
    }

    /// Cuts this node from the data, or brings it back.
    pub fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::SeqCst);
    }

    fn reach(&self) -> Result<MutexGuard<'_, Data>, StoreError> {
        match self.is_away.load(Ordering::SeqCst) {
            true => Err(StoreError::Away("it is cut off".to_owned())),
            false => Ok(self.data()),
        }
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same key for all data, so that a simulation repeats itself.
fn signer() -> Signer {
    Signer::of_seed(Bytes32([7; 32]))
}

impl Store for Memory {
    fn append(&self, append: Append, done: oneshot::Sender<Result<(), StoreError>>) {
        let kept = self.reach().and_then(|mut data| data.append(&append, self.node));
        let _ = done.send(kept);
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        let data = self.reach()?;
        Ok(data
            .games
            .get(table.as_str())
            .map(|game| game.records.clone())
            .unwrap_or_default())
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        Ok(self.reach()?.books.get(hash).map(|book| book.text.to_string()))
    }

    fn replaced(&self, hash: &str) -> Result<Option<String>, StoreError> {
        Ok(self.reach()?.books.get(hash).and_then(|book| book.replaced.clone()))
    }

    fn signer(&self) -> Option<Signer> {
        Some(signer())
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        let data = self.reach()?;
        let running = data.games.iter().filter(|(_, game)| game.end.is_none());
        Ok(running.filter_map(|(id, _)| TableId::read(id)).collect())
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        let data = self.reach()?;
        let ends = data.games.values().filter_map(|game| game.end.as_ref());
        let mut finished: Vec<Finished> = ends.filter_map(|(_, finished)| finished.clone()).collect();
        finished.sort_by_key(|game| Reverse(game.summary.ended));
        finished.truncate(most);
        Ok(finished)
    }

    fn finished_before(&self, before: Option<(u32, String)>, most: usize) -> Result<Vec<Finished>, StoreError> {
        let mut games = self.finished(usize::MAX)?;
        let place = |game: &Finished| (game.summary.ended, game.summary.id.clone());
        games.retain(|game| before.as_ref().is_none_or(|before| place(game) < *before));
        games.sort_by_key(|game| Reverse(place(game)));
        games.truncate(most);
        Ok(games)
    }

    fn games(&self) -> Result<Games, StoreError> {
        let data = self.reach()?;
        let mut games = Games::default();
        for game in data.games.values() {
            match &game.end {
                None => games.running += 1,
                Some((_, Some(_))) => games.over += 1,
                Some((_, None)) => games.closed += 1,
            }
        }
        Ok(games)
    }

    fn size(&self, table: &TableId) -> u64 {
        self.sizes().remove(table.as_str()).unwrap_or_default()
    }

    fn sizes(&self) -> HashMap<String, u64> {
        let data = self.data();
        let running = data.games.iter().filter(|(_, game)| game.end.is_none());
        running.map(|(id, game)| (id.clone(), game.bytes)).collect()
    }

    fn places(&self) -> Vec<(u64, u64)> {
        let mut places: BTreeMap<u64, u64> = BTreeMap::new();
        let data = self.data();
        for game in data.games.values() {
            if let Some(place) = game.place {
                *places.entry(place).or_default() += game.bytes;
            }
        }
        for account in data.accounts.values() {
            if let Some(place) = account.place {
                *places.entry(place).or_default() += roll::bytes(&account.body);
            }
        }
        for (row, _) in data.saved.values() {
            if let Some(place) = row.place {
                *places.entry(place).or_default() += row.bytes;
            }
        }
        drop(data);
        let mut places: Vec<(u64, u64)> = places.into_iter().collect();
        places.sort_by_key(|(place, bytes)| (Reverse(*bytes), *place));
        places
    }

    fn stored_from(&self, places: RangeInclusive<u64>) -> u64 {
        let there = self.places().into_iter().filter(|(place, _)| places.contains(place));
        there.map(|(_, bytes)| bytes).sum()
    }

    fn outdated(&self, keep: Keep, now: u64, most: usize) -> Result<Vec<TableId>, StoreError> {
        if keep == Keep::default() {
            return Ok(Vec::new());
        }
        let data = self.reach()?;
        let mut ended: Vec<(u64, bool, &String)> = data
            .games
            .iter()
            .filter_map(|(id, game)| game.end.as_ref().map(|(at, finished)| (*at, finished.is_some(), id)))
            .collect();
        ended.sort();
        let over = ended.iter().filter(|(_, is_over, _)| *is_over).count();
        let mut surplus = keep.games.map_or(0, |games| over.saturating_sub(games as usize));
        ended.retain(|(at, is_over, _)| match is_over {
            false => *at < now.saturating_sub(DAY),
            true => {
                let is_surplus = surplus > 0;
                surplus = surplus.saturating_sub(1);
                is_surplus
                    || keep
                        .days
                        .is_some_and(|days| *at < now.saturating_sub(DAY * u64::from(days)))
            }
        });
        Ok(ended
            .into_iter()
            .filter_map(|(_, _, id)| TableId::read(id))
            .take(most)
            .collect())
    }

    fn remove(&self, tables: Vec<TableId>) -> Result<usize, StoreError> {
        let mut data = self.reach()?;
        let mut removed = 0;
        for table in &tables {
            if !data.is_running(table.as_str()) && data.games.remove(table.as_str()).is_some() {
                removed += 1;
            }
        }
        Ok(removed)
    }

    fn people(&self, who: &str) -> Result<Vec<Person>, StoreError> {
        let data = self.reach()?;
        let running: BTreeSet<String> = data
            .games
            .keys()
            .filter(|game| data.is_running(game))
            .cloned()
            .collect();
        let by = |(row, editions): &(SavedRow, Vec<SavedEdition>)| {
            let (owner, name) = (row.owner, row.name.clone());
            let abouts: Vec<String> = editions.iter().map(|edition| edition.about.clone()).collect();
            abouts.into_iter().map(move |about| (owner, name.clone(), about))
        };
        let saved: Vec<_> = data.saved.values().flat_map(by).collect();
        let records: Vec<_> = SPEAK_OF_SOMEBODY
            .iter()
            .flat_map(|text| data.speaking_of(text))
            .collect();
        let accounts: Vec<AccountRow> = data.accounts.values().cloned().collect();
        Ok(meant(who, &records, &running, &accounts, &saved))
    }

    fn forget(&self, sessions: Vec<SessionHash>, at: u64) -> Result<usize, NotForgotten> {
        let mut data = self.reach().map_err(NotForgotten::Store)?;
        let is_theirs = |row: &&AccountRow| row.sessions.iter().any(|session| sessions.contains(session));
        let theirs: Vec<AccountRow> = data.accounts.values().filter(is_theirs).cloned().collect();
        let others = theirs.iter().flat_map(|row| row.sessions.iter().copied());
        let sessions: Vec<SessionHash> = sessions.iter().copied().chain(others).collect();
        let running: BTreeSet<String> = data
            .games
            .keys()
            .filter(|game| data.is_running(game))
            .cloned()
            .collect();
        let (mut games, mut plays) = (BTreeSet::new(), BTreeSet::new());
        for session in &sessions {
            let found = data.speaking_of(&session.to_string());
            plays.extend(played(&found, &running).into_iter().map(str::to_owned));
            games.extend(found.into_iter().map(|(game, _)| game));
        }
        if !plays.is_empty() {
            return Err(NotForgotten::Plays(plays.into_iter().collect()));
        }
        for id in theirs.iter().flat_map(|row| with_beside(&row.id)) {
            data.accounts.remove(&id);
        }
        for id in &games {
            let Some(game) = data.games.get_mut(id) else { continue };
            let bodies: Vec<&str> = game.records.iter().map(String::as_str).collect();
            let forgotten = Forgotten::of(&bodies, &sessions, game.end.is_none());
            let rewritten = |body: &mut String| {
                if let Some(text) = forgotten.rewritten(body) {
                    *body = text;
                }
            };
            game.records.iter_mut().for_each(rewritten);
            game.records
                .extend(serde_json::to_string(&Record::Forgotten { at }).ok());
            game.epoch = Epoch(game.epoch.0 + 1);
            game.inherited = game.records.len();
            game.owner = None;
            if forgotten.has_opened {
                game.place = game.place.map(|place| Place(place).forgotten(&signer()).0);
            }
            if let Some((_, Some(finished))) = &mut game.end {
                let text = serde_json::to_string(finished)
                    .ok()
                    .and_then(|text| forgotten.in_summary(&text));
                if let Some(summary) = text.and_then(|text| serde_json::from_str(&text).ok()) {
                    *finished = summary;
                }
            }
        }
        data.saved.retain(|_, (row, _)| !sessions.contains(&row.owner));
        data.forgettings += u64::from(!games.is_empty() || !theirs.is_empty());
        Ok(games.len())
    }

    fn account(&self, key: &AccountKey) -> Result<Option<AccountRow>, StoreError> {
        let data = self.reach()?;
        let is_meant = |row: &&AccountRow| match key {
            AccountKey::Id(id) => row.id == *id,
            AccountKey::Name(name) => row.name == *name,
            AccountKey::Session(session) => row.sessions.contains(session),
        };
        Ok(data.accounts.values().find(is_meant).cloned())
    }

    fn put_account(&self, mut row: AccountRow) -> Result<Put, StoreError> {
        let mut data = self.reach()?;
        let version = data.accounts.get(&row.id).map_or(0, |row| row.version);
        let clashes = |other: &AccountRow| {
            let shares = other.sessions.iter().any(|session| row.sessions.contains(session));
            other.id != row.id && (other.name == row.name || shares)
        };
        if version != row.version || data.accounts.values().any(clashes) {
            return Ok(Put::Outdated);
        }
        row.version += 1;
        data.accounts.insert(row.id.clone(), row);
        Ok(Put::Stored)
    }

    fn remove_account(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.reach()?.accounts.remove(id).is_some())
    }

    fn touch_account(&self, id: &str, at: u64) -> Result<(), StoreError> {
        if let Some(row) = self.reach()?.accounts.get_mut(id) {
            row.used = row.used.max(at);
        }
        Ok(())
    }

    fn unused_accounts(&self, before: u64, most: usize) -> Result<Vec<AccountRow>, StoreError> {
        let data = self.reach()?;
        let mut old: Vec<AccountRow> = data
            .accounts
            .values()
            .filter(|row| row.used < before)
            .cloned()
            .collect();
        old.sort_by(|one, other| (one.used, &one.id).cmp(&(other.used, &other.id)));
        old.truncate(most);
        Ok(old)
    }

    fn finished_of(&self, sessions: &[SessionHash], most: usize) -> Result<Vec<Finished>, StoreError> {
        let mut games = self.finished(usize::MAX)?;
        games.retain(|game| game.sessions.iter().any(|session| sessions.contains(session)));
        games.truncate(most);
        Ok(games)
    }

    fn saved(&self, name: &str) -> Result<Option<SavedRow>, StoreError> {
        Ok(self.reach()?.saved.get(name).map(|(row, _)| row.clone()))
    }

    fn saved_edition(&self, name: &str, n: u32) -> Result<Option<SavedEdition>, StoreError> {
        let data = self.reach()?;
        let editions = data.saved.get(name).map(|(_, editions)| editions);
        Ok(editions.and_then(|all| all.iter().find(|edition| edition.n == n).cloned()))
    }

    fn saved_history(&self, name: &str) -> Result<Vec<(u32, u32, String)>, StoreError> {
        let data = self.reach()?;
        let editions = data.saved.get(name).map(|(_, editions)| editions.iter().rev());
        let about = |edition: &SavedEdition| (edition.n, edition.text.len() as u32, edition.about.clone());
        Ok(editions.into_iter().flatten().map(about).collect())
    }

    fn saved_list(&self, owners: &[SessionHash]) -> Result<Vec<SavedRow>, StoreError> {
        let data = self.reach()?;
        let rows = data.saved.values().map(|(row, _)| row);
        Ok(rows
            .filter(|row| row.listed || owners.contains(&row.owner))
            .cloned()
            .collect())
    }

    fn saved_count(&self, owner: SessionHash, places: RangeInclusive<u64>) -> Result<SavedCount, StoreError> {
        let data = self.reach()?;
        let rows = || data.saved.values().map(|(row, _)| row);
        Ok(SavedCount {
            of_owner: rows().filter(|row| row.owner == owner).count(),
            from_place: rows()
                .filter(|row| row.place.is_some_and(|place| places.contains(&place)))
                .count(),
        })
    }

    fn put_saved(&self, mut row: SavedRow, edition: Option<SavedEdition>, keep: u32) -> Result<Put, StoreError> {
        let mut data = self.reach()?;
        let (before, mut editions) = match data.saved.get(&row.name) {
            Some((before, editions)) => (before.version, editions.clone()),
            None => (0, Vec::new()),
        };
        let is_there = |edition: &SavedEdition| editions.iter().any(|other| other.n == edition.n);
        if before != row.version || edition.as_ref().is_some_and(is_there) {
            return Ok(Put::Outdated);
        }
        editions.extend(edition);
        editions.retain(|edition| edition.n > row.edition.saturating_sub(keep));
        row.version += 1;
        row.bytes = saved::ROW + editions.iter().map(saved::bytes).sum::<u64>();
        data.saved.insert(row.name.clone(), (row, editions));
        Ok(Put::Stored)
    }

    fn remove_saved(&self, name: &str) -> Result<bool, StoreError> {
        Ok(self.reach()?.saved.remove(name).is_some())
    }

    fn leases(&self) -> Option<&dyn Leases> {
        self.node.is_some().then_some(self)
    }

    fn shared_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.reach()?.texts.get(name).cloned())
    }

    fn swap_text(&self, name: &str, before: Option<&str>, after: &str) -> Result<bool, StoreError> {
        let mut data = self.reach()?;
        let is_same = data.texts.get(name).map(String::as_str) == before;
        if is_same {
            data.texts.insert(name.to_owned(), after.to_owned());
        }
        Ok(is_same)
    }

    fn close(&self) {}
}

impl Leases for Memory {
    fn node(&self) -> NodeId {
        self.node.unwrap_or(NodeId(0))
    }

    fn claim(&self, table: &TableId) -> Result<Claim, StoreError> {
        let node = Leases::node(self);
        let mut data = self.reach()?;
        let Some(owner) = data.games.get(table.as_str()).map(|game| game.owner) else {
            return Ok(Claim::NoTable);
        };
        if let Some(other) = owner.filter(|owner| *owner != node && !data.is_dead(*owner, node, (self.clock)())) {
            return Ok(Claim::Theirs(other));
        }
        Ok(data.take(table.as_str(), node).map_or(Claim::NoTable, Claim::Ours))
    }

    fn adopt(&self, most: usize) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        let (node, now) = (Leases::node(self), (self.clock)());
        let mut data = self.reach()?;
        let is_orphan =
            |game: &Game| game.end.is_none() && game.owner.is_none_or(|owner| data.is_dead(owner, node, now));
        let orphans = data.games.iter().filter(|(_, game)| is_orphan(game));
        let orphans: Vec<TableId> = orphans.filter_map(|(id, _)| TableId::read(id)).take(most).collect();
        let taken = |table: TableId| data.take(table.as_str(), node).map(|epoch| (table, epoch));
        Ok(orphans.into_iter().filter_map(taken).collect())
    }

    fn owned(&self) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        let node = Leases::node(self);
        let data = self.reach()?;
        let owned = data
            .games
            .iter()
            .filter(|(_, game)| game.end.is_none() && game.owner == Some(node));
        Ok(owned
            .filter_map(|(id, game)| Some((TableId::read(id)?, game.epoch)))
            .collect())
    }

    fn release(&self, table: &TableId, epoch: Epoch, done: oneshot::Sender<Result<(), StoreError>>) {
        let released = self.reach().map(|mut data| {
            if let Some(game) = data.games.get_mut(table.as_str()).filter(|game| game.epoch == epoch) {
                game.owner = None;
            }
        });
        let _ = done.send(released);
    }

    fn renew(&self) -> Result<(), StoreError> {
        let (node, now) = (Leases::node(self), (self.clock)());
        let mut data = self.reach()?;
        let lease = data.nodes.get_mut(node.0 as usize);
        let Some((lease, expires)) = lease.and_then(|lease| lease.expires.map(|expires| (lease, expires))) else {
            return Err(StoreError::Fenced);
        };
        if expires <= now {
            lease.since = now;
        }
        lease.expires = Some(now + LEASE);
        Ok(())
    }

    fn forgettings(&self) -> Result<u64, StoreError> {
        Ok(self.reach()?.forgettings)
    }

    fn outlived(&self, tenures: Vec<(TableId, Epoch)>) -> Result<Vec<TableId>, StoreError> {
        let data = self.reach()?;
        let is_over = |(table, epoch): &(TableId, Epoch)| {
            let game = data.games.get(table.as_str());
            game.is_none_or(|game| game.epoch != *epoch)
        };
        let over = tenures.into_iter().filter(is_over);
        Ok(over.map(|(table, _)| table).collect())
    }

    fn confirm(&self, forgettings: u64) -> Result<(), StoreError> {
        let node = Leases::node(self);
        if let Some(lease) = self.reach()?.nodes.get_mut(node.0 as usize) {
            lease.forgettings = forgettings;
        }
        Ok(())
    }

    fn unconfirmed(&self) -> Result<Vec<String>, StoreError> {
        let (node, now) = (Leases::node(self), (self.clock)());
        let data = self.reach()?;
        let shows = |lease: &&Lease| {
            lease.forgettings < data.forgettings && lease.expires.is_some_and(|expires| now < expires + LEASE)
        };
        let others = (0..).zip(&data.nodes).filter(|(number, _)| NodeId(*number) != node);
        let others = others.map(|(_, lease)| lease).filter(shows);
        Ok(others.map(|lease| lease.name.clone()).collect())
    }

    fn retire(&self) -> Result<(), StoreError> {
        let node = Leases::node(self);
        let mut data = self.reach()?;
        for game in data.games.values_mut().filter(|game| game.owner == Some(node)) {
            game.owner = None;
        }
        if let Some(lease) = data.nodes.get_mut(node.0 as usize) {
            lease.expires = None;
        }
        Ok(())
    }

    fn lasts(&self) -> Duration {
        LEASE
    }
}

impl Data {
    /// Begins another tenure.
    fn take(&mut self, table: &str, node: NodeId) -> Option<Epoch> {
        let game = self.games.get_mut(table)?;
        game.epoch = Epoch(game.epoch.0 + 1);
        game.inherited = game.records.len();
        game.owner = Some(node);
        Some(game.epoch)
    }
}
