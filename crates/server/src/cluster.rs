//! The nodes that share a database, as one of them sees the others over the bus.
//!
//! A socket may be at any node. If its table is at another one, a link leads there (`links`): what the socket says goes to the table's
//! subject at its owner, frames come back over the subject of the table at the socket's node. Both ways are numbered. Nothing is sent
//! again: whoever misses something gives the link up, and `visit` makes another, which goes on after the last frame as any
//! reconnection does. Requests have a number by which their owner recognises a second one (`asking`). What the lobby and the limits
//! need to know of other nodes' tables is sent to all whenever it changes (`elsewhere`).

mod asking;
mod elsewhere;
mod links;
mod message;
mod visit;

pub(crate) use asking::{Answer, Request};
pub(crate) use message::News;

use crate::bus::Bus;
use crate::hub::Hub;
use crate::store::{NodeId, Store};
use crate::token::TableId;
use asking::{Answered, Asked};
use bytes::Bytes;
use elsewhere::Elsewhere;
use links::{Linked, Served};
use message::{Envelope, Later, LaterWhat, What};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};

/// How often nodes show each other that they are there.
const BEAT: Duration = Duration::from_secs(1);
/// A node that was not heard for this long is gone.
const SILENCE: Duration = Duration::from_secs(3);
/// How long changes of tables are gathered before others are told.
const GATHER: Duration = Duration::from_millis(50);
/// How often others are told of all tables, in case something was lost.
const REPEAT: Duration = Duration::from_secs(20);
/// How often to look whether all links have ended, and whether tables are taken.
const TICK: Duration = Duration::from_millis(5);
/// Pieces of news that may wait for the doors of this node.
const NEWS: usize = 1024;

pub(crate) struct Cluster {
    bus: Arc<dyn Bus>,
    node: NodeId,
    /// What the subjects of these nodes begin with: several clusters may share a bus.
    prefix: String,
    /// For links and questions.
    next: AtomicU64,
    links: Mutex<BTreeMap<u64, Linked>>,
    served: Mutex<BTreeMap<(NodeId, u64), Served>>,
    asked: Mutex<BTreeMap<u64, Asked>>,
    answered: Mutex<BTreeMap<(NodeId, u64), Answered>>,
    elsewhere: Mutex<Elsewhere>,
    /// When each node was last heard.
    heard: Mutex<BTreeMap<NodeId, Instant>>,
    /// Nodes that have said that they stop. A node that starts again is another one.
    left: Mutex<BTreeSet<NodeId>>,
    news: broadcast::Sender<News>,
    changed: Mutex<Option<mpsc::UnboundedReceiver<TableId>>>,
}

impl Cluster {
    /// The nodes with whom this store is shared; none where it is not. `changed` says whose information has changed.
    pub(crate) fn of(
        store: &dyn Store,
        bus: Arc<dyn Bus>,
        changed: mpsc::UnboundedReceiver<TableId>,
    ) -> Option<Arc<Cluster>> {
        let node = store.leases()?.node();
        let data = store
            .signer()
            .map(|signer| signer.key().to_string())
            .unwrap_or_default();
        let data: String = data.chars().take(16).collect();
        Some(Arc::new(Cluster {
            bus,
            node,
            prefix: format!("jantaku.{data}"),
            next: AtomicU64::new(1),
            links: Mutex::default(),
            served: Mutex::default(),
            asked: Mutex::default(),
            answered: Mutex::default(),
            elsewhere: Mutex::default(),
            heard: Mutex::default(),
            left: Mutex::default(),
            news: broadcast::Sender::new(NEWS),
            changed: Mutex::new(Some(changed)),
        }))
    }

    /// Listens to the other nodes and speaks to them, until the server stops.
    pub(crate) async fn run(self: Arc<Cluster>, hub: Arc<Hub>) {
        let Some(mut changed) = lock(&self.changed).take() else {
            return;
        };
        let mut to_us = self.bus.subscribe(&format!("{}.{}.>", self.prefix, self.node)).await;
        let mut to_all = self.bus.subscribe(&self.to_all()).await;
        let mut is_up = self.bus.is_up();
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut repeats = interval(REPEAT);
        repeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut gathered: BTreeSet<TableId> = BTreeSet::new();
        let mut tell_at = Instant::now();
        self.send_all(What::WhoIsThere);
        loop {
            // In a fixed order, so that a simulation repeats itself; what is rare comes first.
            tokio::select! {
                biased;
                _ = beats.tick() => {
                    self.send_all(What::Here);
                    self.beat();
                    self.tidy();
                }
                _ = repeats.tick() => self.tell_of(&hub, hub.tables_here().into_iter()),
                () = sleep_until(tell_at), if !gathered.is_empty() => {
                    self.tell_of(&hub, std::mem::take(&mut gathered).into_iter());
                }
                Ok(()) = is_up.changed() => {
                    if *is_up.borrow_and_update() {
                        self.send_all(What::WhoIsThere);
                        self.tell_of(&hub, hub.tables_here().into_iter());
                    }
                    hub.around.metrics.bus_up.set(i64::from(*is_up.borrow()));
                }
                Some(table) = changed.recv() => {
                    if gathered.is_empty() {
                        tell_at = Instant::now() + GATHER;
                    }
                    gathered.insert(table);
                }
                Some(message) = to_us.recv() => self.hear(&hub, &message.body),
                Some(message) = to_all.recv() => self.hear(&hub, &message.body),
            }
        }
    }

    fn hear(self: &Arc<Cluster>, hub: &Arc<Hub>, body: &Bytes) {
        let Some((Envelope { from, what }, frames)) = Envelope::read(body) else {
            tracing::debug!("a message of another node cannot be read");
            return self.hear_later(body);
        };
        if from == self.node {
            return;
        }
        hub.around.metrics.bus_messages.inc();
        lock(&self.heard).insert(from, Instant::now());
        match what {
            What::Here => {}
            What::Leaving => drop(lock(&self.left).insert(from)),
            What::WhoIsThere => self.tell_of(hub, hub.tables_here().into_iter()),
            What::Tables(tables) => self.learn(hub, from, tables),
            What::PutAway(tables) => hub.put_all_away(&tables),
            What::News(news) => drop(self.news.send(news)),
            What::Connect(asks) => self.serve(hub, from, asks),
            What::Said { link, n, frame } => self.said(from, link, n, Some(frame)),
            What::Gone { link } => self.gone(from, link),
            What::Beat(links) => self.answer_beat(from, &links),
            What::Frames { link, n } => self.told(link, links::Told::Frames(n, frames)),
            What::End { link, n, end } => self.told(link, links::Told::End(n, end)),
            What::Alive(links) => self.hear_alive(&links),
            What::Ask { id, table, request } => self.answer(hub, from, id, table, request),
            What::Answer { id, answer } => self.take_answer(id, answer),
        }
    }

    /// Answers a node of a later version, whose message this one cannot read.
    fn hear_later(&self, body: &Bytes) {
        let Some(Later { from, what }) = Later::read(body) else {
            return;
        };
        if from == self.node {
            return;
        }
        match what {
            LaterWhat::Said { link, n } => self.said(from, link, n, None),
            LaterWhat::Ask { id } => self.refuse(from, id),
        }
    }

    /// Tells the doors of every other node.
    pub(crate) fn spread(&self, news: News) {
        self.send_all(What::News(news));
    }

    /// What the doors of other nodes say.
    pub(crate) fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Has every other node put away what it has of these games in memory?
    pub(crate) fn put_away(&self, tables: &[TableId]) {
        let tables = tables.iter().map(ToString::to_string).collect();
        self.send_all(What::PutAway(tables));
    }

    /// Waits until everything that was said has left, once every room has ended.
    pub(crate) async fn flush(&self) {
        while !lock(&self.served).is_empty() {
            sleep(TICK).await;
        }
        self.bus.flush().await;
    }

    /// Tells the others to look for this node's tables in the database.
    pub(crate) fn leave(&self) {
        self.send_all(What::Leaving);
    }

    /// Is any other node there?
    pub(crate) fn has_others(&self) -> bool {
        self.others() > 0
    }

    /// How many other nodes are there.
    pub(crate) fn others(&self) -> usize {
        let others: Vec<NodeId> = lock(&self.heard).keys().copied().collect();
        others.into_iter().filter(|node| self.is_heard(*node)).count()
    }

    /// Marks a question to all nodes, and the answers to it.
    pub(crate) fn ticket(&self) -> (NodeId, u64) {
        (self.node, self.number())
    }

    /// Waits until another node says that it has a table that was given up here.
    pub(crate) async fn wait_until_taken(&self, table: &TableId, limit: Duration) {
        let until = Instant::now() + limit;
        while Instant::now() < until && self.owner_of(table).is_none() {
            sleep(TICK).await;
        }
    }

    pub(crate) fn has_left(&self, node: NodeId) -> bool {
        lock(&self.left).contains(&node)
    }

    fn is_heard(&self, node: NodeId) -> bool {
        !self.has_left(node) && lock(&self.heard).get(&node).is_some_and(|at| at.elapsed() < SILENCE)
    }

    fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn to_all(&self) -> String {
        format!("{}.all", self.prefix)
    }

    fn send_all(&self, what: What) {
        self.send(&self.to_all(), what, &[]);
    }

    /// Speaks to the owner of a table.
    fn send_in(&self, owner: NodeId, table: &TableId, what: What) {
        self.send(&format!("{}.{owner}.{table}.in", self.prefix), what, &[]);
    }

    /// Speaks to a node at which somebody visits a table.
    fn send_out(&self, node: NodeId, table: &TableId, what: What, frames: &[u8]) {
        self.send(&format!("{}.{node}.{table}.out", self.prefix), what, frames);
    }

    fn send_node(&self, node: NodeId, what: What) {
        self.send(&format!("{}.{node}.node", self.prefix), what, &[]);
    }

    fn send(&self, subject: &str, what: What, frames: &[u8]) {
        let from = self.node;
        if let Some(body) = (Envelope { from, what }).written(frames) {
            self.bus.publish(subject, body);
        }
    }

    /// Forgets what nobody will ask about again.
    fn tidy(&self) {
        self.drop_silent();
        self.forget_answers();
        lock(&self.elsewhere).tidy();
        lock(&self.heard).retain(|_, at| at.elapsed() < REPEAT);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
