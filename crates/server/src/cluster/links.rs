//! Links between a socket at one node and a table at another. Both ways are numbered, and whoever misses a number gives the link up.

use super::message::{Connect, What};
use super::{Cluster, SILENCE, lock};
use crate::hub::Hub;
use crate::room::{Command, End, Listener, Out, Place};
use crate::store::NodeId;
use crate::token::TableId;
use crate::wire::frame::ClientFrame;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The longest message. NATS takes a megabyte unless its operator says otherwise.
const LONGEST: usize = 256 * 1024;

/// A link at the node of the socket.
pub(super) struct Linked {
    pub(super) owner: NodeId,
    pub(super) table: TableId,
    /// How many messages were sent over it.
    pub(super) said: Arc<AtomicU32>,
    pub(super) tell: mpsc::UnboundedSender<Told>,
}

/// What comes back over a link.
pub(super) enum Told {
    Frames(u32, Bytes),
    End(u32, End),
    /// The owner knows the link, and has sent so many messages.
    Alive(u32),
    /// The owner does not know it, or is not the owner any more.
    Lost,
}

/// A link at the node of the table.
pub(super) struct Served {
    inbox: mpsc::Sender<Command>,
    listener: u64,
    heard: u32,
    told: Arc<AtomicU32>,
    beaten: Instant,
}

impl Served {
    /// Tells the room, even if that takes a while.
    fn leave(self) {
        let (inbox, listener) = (self.inbox, self.listener);
        tokio::spawn(async move { inbox.send(Command::Gone(listener)).await });
    }
}

impl Cluster {
    /// Lets a socket of another node see a table. A message that comes twice changes nothing.
    pub(super) fn serve(self: &Arc<Cluster>, hub: &Arc<Hub>, from: NodeId, asks: Connect) {
        let Connect { link, session, .. } = asks;
        let Some(table) = TableId::read(&asks.table) else {
            return;
        };
        let mut served = lock(&self.served);
        if served.contains_key(&(from, link)) {
            return;
        }
        let (out, frames) = mpsc::channel(hub.around.config.limits.out_queue);
        let listener = hub.listener();
        let room = hub.room_in_memory(&table).filter(|room| {
            let listener = Listener {
                id: listener,
                session,
                place: Place(asks.place),
                out,
            };
            room.inbox.try_send(Command::Connect(listener, asks.since)).is_ok()
        });
        let Some(room) = room else {
            let end = End::Restart;
            return self.send_out(from, &table, What::End { link, n: 1, end }, &[]);
        };
        let told = Arc::new(AtomicU32::new(0));
        let link = Served {
            inbox: room.inbox,
            listener,
            heard: 0,
            told: Arc::clone(&told),
            beaten: Instant::now(),
        };
        served.insert((from, asks.link), link);
        hub.around.metrics.links.set(served.len() as i64);
        drop(served);
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            cluster.forward(from, asks.link, &table, frames, &told).await;
            let mut served = lock(&cluster.served);
            served.remove(&(from, asks.link));
            hub.around.metrics.links.set(served.len() as i64);
        });
    }

    /// Sends on what a room tells, until it ends.
    async fn forward(&self, to: NodeId, link: u64, table: &TableId, mut frames: mpsc::Receiver<Out>, told: &AtomicU32) {
        let mut n = 0;
        let mut next = || {
            n += 1;
            n
        };
        let end = loop {
            match frames.recv().await {
                Some(Out::Frames(all)) => {
                    for part in parts(&all) {
                        let n = next();
                        self.send_out(to, table, What::Frames { link, n }, part);
                        told.store(n, Ordering::Release);
                    }
                }
                Some(Out::End(end)) => break end,
                None => break End::Restart,
            }
        };
        self.send_out(to, table, What::End { link, n: next(), end }, &[]);
    }

    /// Passes on what a socket has said; none if a later version knows it and this one does not, which breaks no link.
    pub(super) fn said(&self, from: NodeId, link: u64, n: u32, frame: Option<ClientFrame>) {
        let mut served = lock(&self.served);
        let Some(known) = served.get_mut(&(from, link)) else {
            return;
        };
        if n <= known.heard {
            return;
        }
        let is_next = n == known.heard + 1;
        known.heard = n;
        let said = frame.map(|frame| Command::Said(known.listener, frame));
        if (!is_next || said.is_some_and(|said| known.inbox.try_send(said).is_err()))
            && let Some(lost) = served.remove(&(from, link))
        {
            lost.leave();
        }
    }

    pub(super) fn gone(&self, from: NodeId, link: u64) {
        if let Some(gone) = lock(&self.served).remove(&(from, link)) {
            gone.leave();
        }
    }

    /// Tells every owner which links lead there.
    pub(super) fn beat(&self) {
        let mut owners: BTreeMap<NodeId, Vec<(u64, u32)>> = BTreeMap::new();
        for (link, linked) in lock(&self.links).iter() {
            let said = linked.said.load(Ordering::Acquire);
            owners.entry(linked.owner).or_default().push((*link, said));
        }
        for (owner, links) in owners {
            self.send_node(owner, What::Beat(links));
        }
    }

    pub(super) fn answer_beat(&self, from: NodeId, links: &[(u64, u32)]) {
        let mut served = lock(&self.served);
        let mut alive = Vec::with_capacity(links.len());
        for (link, said) in links {
            let key = (from, *link);
            let told = served.get_mut(&key).filter(|known| known.heard >= *said).map(|known| {
                known.beaten = Instant::now();
                known.told.load(Ordering::Acquire)
            });
            // Something that was said is lost, so the link is.
            if told.is_none()
                && let Some(lost) = served.remove(&key)
            {
                lost.leave();
            }
            alive.push((*link, told));
        }
        drop(served);
        self.send_node(from, What::Alive(alive));
    }

    pub(super) fn hear_alive(&self, links: &[(u64, Option<u32>)]) {
        for (link, told) in links {
            self.told(*link, told.map_or(Told::Lost, Told::Alive));
        }
    }

    pub(super) fn told(&self, link: u64, what: Told) {
        if let Some(linked) = lock(&self.links).get(&link) {
            let _ = linked.tell.send(what);
        }
    }

    /// Another node has the table now.
    pub(super) fn moved(&self, table: &TableId, owner: NodeId) {
        let links = lock(&self.links);
        for linked in links
            .values()
            .filter(|linked| linked.table == *table && linked.owner != owner)
        {
            let _ = linked.tell.send(Told::Lost);
        }
    }

    /// Gives up links whose sockets were at a node that is gone.
    pub(super) fn drop_silent(&self) {
        let mut served = lock(&self.served);
        for (_, gone) in served.extract_if(.., |_, link| link.beaten.elapsed() > SILENCE * 2) {
            gone.leave();
        }
    }

    pub(super) fn link(&self, owner: NodeId, table: &TableId) -> (Link<'_>, mpsc::UnboundedReceiver<Told>) {
        let (tell, told) = mpsc::unbounded_channel();
        let said = Arc::new(AtomicU32::new(0));
        let id = self.number();
        let linked = Linked {
            owner,
            table: table.clone(),
            said: Arc::clone(&said),
            tell,
        };
        lock(&self.links).insert(id, linked);
        let cluster = self;
        let table = table.clone();
        let link = Link {
            cluster,
            id,
            owner,
            table,
            said,
        };
        (link, told)
    }
}

/// The open end of a link. The owner hears when it is dropped.
pub(super) struct Link<'a> {
    cluster: &'a Cluster,
    id: u64,
    owner: NodeId,
    table: TableId,
    said: Arc<AtomicU32>,
}

impl Link<'_> {
    pub(super) fn connect(&self, listener: &Listener, since: u32) {
        let asks = Connect {
            link: self.id,
            table: self.table.to_string(),
            session: listener.session,
            place: listener.place.0,
            since,
        };
        self.cluster.send_in(self.owner, &self.table, What::Connect(asks));
    }

    pub(super) fn say(&self, frame: ClientFrame) {
        let n = self.said.load(Ordering::Acquire) + 1;
        let link = self.id;
        self.cluster
            .send_in(self.owner, &self.table, What::Said { link, n, frame });
        self.said.store(n, Ordering::Release);
    }
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        lock(&self.cluster.links).remove(&self.id);
        self.cluster
            .send_in(self.owner, &self.table, What::Gone { link: self.id });
    }
}

/// Frames in pieces that fit into a message, cut between lines.
fn parts(frames: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = frames;
    while rest.len() > LONGEST {
        let end = rest[..LONGEST].iter().rposition(|byte| *byte == b'\n');
        let Some(end) = end.or_else(|| rest.iter().position(|byte| *byte == b'\n')) else {
            break;
        };
        parts.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcess, Soon, Subscription};
    use crate::hub::testing::{Socket, node, opened};
    use crate::store::Memory;
    use std::sync::Mutex;
    use tokio::sync::watch;

    /// A bus that loses all messages of a kind until somebody connects again.
    #[derive(Default)]
    struct Leaky {
        bus: InProcess,
        loses: Mutex<Option<&'static str>>,
    }

    impl Leaky {
        fn lose(&self, kind: &'static str) {
            *self.loses.lock().unwrap() = Some(kind);
        }
    }

    impl Bus for Leaky {
        fn publish(&self, subject: &str, body: Bytes) {
            let text = String::from_utf8_lossy(&body);
            let is = |kind: &str| text.contains(&format!(r#""what":{{"{kind}":"#));
            let mut loses = self.loses.lock().unwrap();
            if is("connect") {
                *loses = None;
            }
            if !loses.is_some_and(is) {
                self.bus.publish(subject, body.clone());
            }
        }

        fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
            self.bus.subscribe(subject)
        }

        fn is_up(&self) -> watch::Receiver<bool> {
            self.bus.is_up()
        }

        fn flush(&self) -> Soon<'_, ()> {
            self.bus.flush()
        }
    }

    /// Two nodes, a table at the first, and a socket of its at the second.
    async fn linked() -> (Arc<Leaky>, [Arc<Hub>; 2], TableId, Socket) {
        let (data, leaky) = (Memory::default(), Arc::new(Leaky::default()));
        let bus = Arc::clone(&leaky) as Arc<dyn Bus>;
        let hubs = ["one", "two"].map(|name| node(&Arc::new(data.node(name)), &bus));
        let table = opened(&hubs[0]).await;
        let mut socket = Socket::open(&hubs[1], &table).await;
        socket.hears("hello").await;
        (leaky, hubs, table, socket)
    }

    /// Nothing follows by which a gap could be noticed.
    #[tokio::test(start_paused = true)]
    async fn the_next_beat_finds_what_was_said_and_lost() {
        let (bus, _hubs, _, mut socket) = linked().await;
        bus.lose("said");
        socket.say(ClientFrame::Ready).await;
        socket.hears("hello").await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_next_beat_finds_what_was_told_and_lost() {
        let (bus, [one, _two], table, mut socket) = linked().await;
        bus.lose("frames");
        // Everybody is told that somebody watches, or is there now.
        let mut another = Socket::open(&one, &table).await;
        another.hears("hello").await;
        another.say(ClientFrame::Ready).await;
        socket.hears("hello").await;
    }

    #[test]
    fn long_messages_are_cut_between_lines() {
        let line = vec![b'x'; LONGEST / 3];
        let frames = [&line[..], &line, &line, &line].join(&b'\n');
        let parts = parts(&frames);
        assert!(parts.iter().all(|part| part.len() <= LONGEST), "too long");
        assert_eq!(parts.len(), 2);
        assert_eq!(parts.join(&b'\n'), frames);
        assert_eq!(super::parts(b"short"), [b"short"]);
    }
}
