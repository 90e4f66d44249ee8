//! The simulated store: what it has acknowledged survives everything, and all nodes share it. Its answers can be late or lost, it
//! can be full, and each node has a line to it that can be cut.

use crate::courier::Courier;
use crate::lines::{Line, Lines};
use crate::planted::Planted;
use jantaku_server::store::{Append, Claim, Epoch, Finished, Games, Leases, Memory, NodeId, Space, Store, StoreError};
use jantaku_server::token::TableId;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::oneshot;

/// When a node stops waiting for an answer, as with PostgreSQL.
const SOON: Duration = Duration::from_secs(3);

type Done = oneshot::Sender<Result<(), StoreError>>;
type Pending = Arc<Mutex<Option<Done>>>;

/// What all nodes share.
pub(crate) struct Disk {
    memory: Memory,
    courier: Arc<Courier>,
    pub(crate) lines: Arc<Lines>,
    pub(crate) is_full: AtomicBool,
    planted: Planted,
    seen: Mutex<Seen>,
}

/// What was seen of the appends, whatever the store thinks of them.
#[derive(Default)]
struct Seen {
    /// Who wrote in each tenure of a table.
    writers: BTreeMap<(String, Epoch), NodeId>,
    /// The latest tenure of each table that anybody has taken over.
    epochs: BTreeMap<String, Epoch>,
    /// When each table had how many records.
    grown: BTreeMap<String, Vec<(Duration, usize)>>,
    wrong: Vec<String>,
}

impl Disk {
    pub(crate) fn new(courier: &Arc<Courier>, planted: Planted) -> Arc<Disk> {
        let clock = Arc::clone(courier);
        Arc::new(Disk {
            memory: Memory::by_clock(Arc::new(move || clock.now())),
            courier: Arc::clone(courier),
            lines: Lines::new(courier),
            is_full: AtomicBool::new(false),
            planted,
            seen: Mutex::default(),
        })
    }

    /// Opens the store for a process of a node.
    pub(crate) fn open(self: &Arc<Disk>, node: &'static str) -> Result<Arc<dyn Store>, StoreError> {
        if self.lines.state(node) != Line::Up {
            return Err(away());
        }
        Ok(Arc::new(NodeStore {
            memory: Arc::new(self.memory.node(node)),
            disk: Arc::clone(self),
            name: node,
        }))
    }

    /// The records of a table, and when there were how many.
    pub(crate) fn history(&self, table: &str) -> (Vec<String>, Vec<(Duration, usize)>) {
        let records = TableId::read(table).and_then(|table| self.memory.records(&table).ok());
        let grown = self.seen.lock().unwrap().grown.get(table).cloned();
        (records.unwrap_or_default(), grown.unwrap_or_default())
    }

    /// What the store itself has seen that must not happen.
    pub(crate) fn wrong(&self) -> Vec<String> {
        self.seen.lock().unwrap().wrong.clone()
    }

    fn begins(&self, table: &TableId, epoch: Epoch) {
        self.seen.lock().unwrap().epochs.insert(table.to_string(), epoch);
        self.courier.note(|| format!("epoch {} begins", epoch.0));
    }

    /// Takes an append as it arrives.
    fn take(&self, mut append: Append, memory: &Memory) -> Result<(), StoreError> {
        if self.is_full.load(Relaxed) {
            return Err(StoreError::Full);
        }
        let node = Leases::node(memory);
        let before = self.memory.records(&append.table).map_or(0, |records| records.len());
        let tenure = (append.table.to_string(), append.epoch);
        let latest = self.seen.lock().unwrap().epochs.get(&tenure.0).copied();
        if self.planted == Planted::StaleOwnerWrites
            && let Some(latest) = latest.filter(|latest| *latest > append.epoch)
        {
            (append.epoch, append.first) = (latest, before as u32);
        }
        if self.planted == Planted::RetryStoresAgain && append.first > 0 && (append.first as usize) < before {
            append.first = before as u32;
        }
        let (done, mut kept) = oneshot::channel();
        memory.append(append.clone(), done);
        let kept = kept.try_recv().unwrap();
        let count = self.memory.records(&append.table).map_or(0, |records| records.len());
        if kept.is_ok() && count > before {
            let mut seen = self.seen.lock().unwrap();
            let writer = *seen.writers.entry(tenure.clone()).or_insert(node);
            if writer != node {
                let wrong = format!("nodes {writer} and {node} both wrote in epoch {}", tenure.1.0);
                seen.wrong.push(wrong);
            }
            if seen.epochs.get(&tenure.0).is_some_and(|epoch| *epoch > tenure.1) {
                let wrong = format!("node {node} wrote in epoch {} after its end", tenure.1.0);
                seen.wrong.push(wrong);
            }
            seen.grown
                .entry(tenure.0)
                .or_default()
                .push((self.courier.now(), count));
            drop(seen);
            self.courier
                .note(|| format!("stored {}..{count} by {node} in epoch {}", before, tenure.1.0));
        }
        kept
    }
}

/// One process of a node.
struct NodeStore {
    memory: Arc<Memory>,
    disk: Arc<Disk>,
    name: &'static str,
}

impl NodeStore {
    /// Sends a request to the store and its answer back. Whoever waits learns after a while that no answer came.
    fn send(&self, done: Done, work: impl FnOnce(&Disk, &Memory) -> Result<(), StoreError> + Send + 'static) {
        let pending: Pending = Arc::new(Mutex::new(Some(done)));
        let (disk, memory, name) = (Arc::clone(&self.disk), Arc::clone(&self.memory), self.name);
        let answering = Arc::clone(&pending);
        self.disk.lines.send(name, move || {
            let kept = work(&disk, &memory);
            disk.lines.send_back(name, move || answer(&answering, kept));
        });
        let courier = &self.disk.courier;
        courier.at(courier.now() + SOON, move || answer(&pending, Err(away())));
    }

    /// Asks something at once, if the line is up. Now and then the answer is lost.
    fn ask<T>(&self, what: impl FnOnce(&Memory) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.disk.lines.state(self.name) != Line::Up {
            return Err(away());
        }
        let answer = what(&self.memory);
        match self.disk.lines.loses() {
            true => Err(away()),
            false => answer,
        }
    }
}

fn answer(pending: &Pending, kept: Result<(), StoreError>) {
    if let Some(done) = pending.lock().unwrap().take() {
        let _ = done.send(kept);
    }
}

fn away() -> StoreError {
    StoreError::Away("the line is cut".to_owned())
}

impl Store for NodeStore {
    fn append(&self, append: Append, done: Done) {
        if self.disk.planted == Planted::ToldBeforeStored && append.first > 0 {
            let _ = done.send(Ok(()));
            return self.send(oneshot::channel().0, move |disk, memory| disk.take(append, memory));
        }
        self.send(done, move |disk, memory| disk.take(append, memory));
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        let mut records = self.ask(|memory| memory.records(table))?;
        if self.disk.planted == Planted::TailNotRead && records.len() > 12 {
            records.truncate(records.len() - 1);
        }
        Ok(records)
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.ask(|memory| memory.book(hash))
    }

    fn signer(&self) -> Option<jantaku_record::log::Signer> {
        self.memory.signer()
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        self.ask(Memory::running)
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        self.ask(|memory| memory.finished(most))
    }

    fn space(&self) -> Result<Space, StoreError> {
        self.ask(Memory::space)
    }

    fn games(&self) -> Result<Games, StoreError> {
        self.ask(Memory::games)
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }

    fn shared_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.ask(|memory| memory.shared_text(name))
    }

    fn swap_text(&self, name: &str, before: Option<&str>, after: &str) -> Result<bool, StoreError> {
        self.ask(|memory| memory.swap_text(name, before, after))
    }

    fn close(&self) {}
}

impl Leases for NodeStore {
    fn node(&self) -> NodeId {
        Leases::node(&*self.memory)
    }

    fn claim(&self, table: &TableId) -> Result<Claim, StoreError> {
        self.ask(|memory| {
            let claim = memory.claim(table)?;
            if let Claim::Ours(epoch) = claim {
                self.disk.begins(table, epoch);
            }
            Ok(claim)
        })
    }

    fn adopt(&self, most: usize) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        self.ask(|memory| {
            let taken = memory.adopt(most)?;
            for (table, epoch) in &taken {
                self.disk.begins(table, *epoch);
            }
            Ok(taken)
        })
    }

    fn owned(&self) -> Result<Vec<(TableId, Epoch)>, StoreError> {
        self.ask(Leases::owned)
    }

    fn release(&self, table: &TableId, epoch: Epoch, done: Done) {
        let table = table.clone();
        self.send(done, move |_, memory| {
            memory.release(&table, epoch, oneshot::channel().0);
            Ok(())
        });
    }

    fn renew(&self) -> Result<(), StoreError> {
        self.ask(Leases::renew)
    }

    fn retire(&self) -> Result<(), StoreError> {
        self.ask(Leases::retire)
    }

    fn lasts(&self) -> Duration {
        self.memory.lasts()
    }
}
