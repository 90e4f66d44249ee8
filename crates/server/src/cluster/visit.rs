//! A socket's way to its table, wherever that is. When the table moves to another node, the way is made anew and goes on after the last
//! frame; the client hears a second greeting, as after a reconnection.

use super::links::Told;
use super::{Cluster, SILENCE};
use crate::hub::{Found, Hub};
use crate::room::{Command, End, Listener, Out, Refused, RoomHandle};
use crate::store::NodeId;
use crate::token::TableId;
use crate::wire::frame::ServerFrame;
use bytes::Bytes;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};

/// Commands of a socket that may wait.
const INBOX: usize = 64;
/// How long to wait before looking for the table again: first, and at most.
const SOON: Duration = Duration::from_millis(30);
const LATER: Duration = Duration::from_millis(400);
/// A player is told of a pause that is longer than this.
const NOTICED: Duration = Duration::from_millis(1500);

impl Cluster {
    /// An inbox that leads to a table as a room's would, for one socket.
    pub(crate) fn visit(self: &Arc<Cluster>, hub: &Arc<Hub>, table: TableId) -> mpsc::Sender<Command> {
        let (inbox, mut commands) = mpsc::channel(INBOX);
        let (cluster, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            if let Some(Command::Connect(listener, since)) = commands.recv().await {
                let visit = Visit {
                    cluster,
                    hub,
                    table,
                    listener,
                    seen: since,
                    heard: Instant::now(),
                    is_noticed: false,
                    commands,
                };
                visit.run().await;
            }
        });
        inbox
    }
}

struct Visit {
    cluster: Arc<Cluster>,
    hub: Arc<Hub>,
    table: TableId,
    /// The socket.
    listener: Listener,
    /// The number of the last frame that went to it.
    seen: u32,
    /// When the table was last heard.
    heard: Instant,
    /// Was the player told of the pause since?
    is_noticed: bool,
    commands: mpsc::Receiver<Command>,
}

/// How a stay at a table ends.
enum Left {
    /// The socket is closed, or cannot take any more.
    Gone,
    /// The table says so.
    Over(End),
    /// The way is lost; the table may be elsewhere.
    Lost,
}

impl Visit {
    async fn run(mut self) {
        let mut lost = None;
        let mut pause = SOON;
        loop {
            let (hub, table) = (Arc::clone(&self.hub), self.table.clone());
            let Some(found) = self.meanwhile(hub.find(&table, lost)).await else {
                return;
            };
            let before = Instant::now();
            let left = match found {
                Ok(Found::Here(room)) => {
                    lost = None;
                    self.stay(&room).await
                }
                Ok(Found::There(node)) => {
                    lost = Some(node);
                    self.link(node).await
                }
                Err(Refused::NotStored) => Left::Lost,
                Err(Refused::Damaged) => Left::Over(End::Damaged),
                Err(_) => Left::Over(End::NoSuchTable),
            };
            match left {
                Left::Gone => return,
                Left::Over(end) => return drop(self.listener.out.try_send(Out::End(end))),
                Left::Lost => {}
            }
            // It went well for a while.
            if before.elapsed() > SILENCE * 2 {
                pause = SOON;
            }
            if self.heard.elapsed() > NOTICED && !std::mem::replace(&mut self.is_noticed, true) {
                let what = "cut-off".to_owned();
                if !self.say(&ServerFrame::Notice { what }) {
                    return;
                }
            }
            if self.meanwhile(sleep(pause)).await.is_none() {
                return;
            }
            pause = (pause * 2).min(LATER);
        }
    }

    /// Waits for something; none if the socket is closed or the server stops. What the socket says meanwhile is lost, as before a
    /// reconnection: clients answer again whatever they are asked again.
    async fn meanwhile<T>(&mut self, wait: impl Future<Output = T>) -> Option<T> {
        let mut wait = std::pin::pin!(wait);
        let mut stopping = self.hub.stopping();
        loop {
            tokio::select! {
                biased;
                done = &mut wait => return Some(done),
                command = self.commands.recv() => match command {
                    Some(Command::Said(..)) => {}
                    _ => return None,
                },
                _ = stopping.wait_for(|stops| *stops) => {
                    let _ = self.listener.out.try_send(Out::End(End::Restart));
                    return None;
                }
            }
        }
    }

    /// Stays at a table of this node.
    async fn stay(&mut self, room: &RoomHandle) -> Left {
        let (out, mut frames) = mpsc::channel(self.hub.around.config.limits.out_queue);
        let id = self.hub.listener();
        let listener = Listener {
            id,
            session: self.listener.session,
            place: self.listener.place,
            out,
        };
        if room.inbox.send(Command::Connect(listener, self.seen)).await.is_err() {
            return Left::Lost;
        }
        let left = loop {
            tokio::select! {
                biased;
                out = frames.recv() => match out {
                    Some(Out::Frames(frames)) => if !self.pass_on(frames) {
                        break Left::Gone;
                    },
                    Some(Out::End(End::Restart)) if !*self.hub.stopping().borrow() => break Left::Lost,
                    Some(Out::End(end)) => break Left::Over(end),
                    None => break Left::Lost,
                },
                command = self.commands.recv() => match command {
                    Some(Command::Said(_, frame)) => if room.inbox.send(Command::Said(id, frame)).await.is_err() {
                        break Left::Lost;
                    },
                    _ => break Left::Gone,
                },
            }
        };
        // Until now it was here, however little it had to say.
        self.heard = Instant::now();
        let _ = room.inbox.send(Command::Gone(id)).await;
        left
    }

    /// Stays at a table of another node.
    async fn link(&mut self, owner: NodeId) -> Left {
        if self.cluster.has_left(owner) {
            return Left::Lost;
        }
        let cluster = Arc::clone(&self.cluster);
        let (link, mut told) = cluster.link(owner, &self.table);
        link.connect(&self.listener, self.seen);
        let mut heard = 0;
        let mut stopping = self.hub.stopping();
        let mut until = Instant::now() + SILENCE;
        loop {
            tokio::select! {
                biased;
                told = timeout_at(until, told.recv()) => match told {
                    Ok(Some(Told::Frames(n, _) | Told::End(n, _))) if n <= heard => {}
                    Ok(Some(Told::Frames(n, frames))) if n == heard + 1 => {
                        heard = n;
                        until = Instant::now() + SILENCE;
                        if !self.pass_on(frames) {
                            return Left::Gone;
                        }
                    }
                    Ok(Some(Told::End(n, end))) if n == heard + 1 && end != End::Restart => return Left::Over(end),
                    Ok(Some(Told::Alive(sent))) if sent <= heard => {
                        self.heard = Instant::now();
                        until = self.heard + SILENCE;
                    }
                    _ => return Left::Lost,
                },
                command = self.commands.recv() => match command {
                    Some(Command::Said(_, frame)) => link.say(frame),
                    _ => return Left::Gone,
                },
                _ = stopping.wait_for(|stops| *stops) => return Left::Over(End::Restart),
            }
        }
    }

    fn say(&self, frame: &ServerFrame) -> bool {
        let text = serde_json::to_vec(frame).unwrap_or_default();
        self.listener.out.try_send(Out::Frames(text.into())).is_ok()
    }

    /// Passes frames on to the socket; false if it is too slow or gone.
    fn pass_on(&mut self, frames: Bytes) -> bool {
        for line in frames.split(|byte| *byte == b'\n') {
            self.seen = seen(line).unwrap_or(self.seen);
        }
        (self.heard, self.is_noticed) = (Instant::now(), false);
        self.listener.out.try_send(Out::Frames(frames)).is_ok()
    }
}

/// The number of the last frame that a client has seen after this one, where it changes.
fn seen(line: &[u8]) -> Option<u32> {
    #[derive(Deserialize)]
    struct Hello {
        next: u32,
    }
    if line.starts_with(br#"{"t":"hello""#) {
        let hello: Hello = serde_json::from_slice(line).ok()?;
        return Some(hello.next.saturating_sub(1));
    }
    let starts = [
        &br#"{"t":"e","n":"#[..],
        br#"{"t":"sheet","n":"#,
        br#"{"t":"over","n":"#,
    ];
    let rest = starts.iter().find_map(|start| line.strip_prefix(*start))?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0_u32, |n, digit| {
        n.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcess};
    use crate::hub::testing::{Socket, node, opened};
    use crate::store::{Leases, Memory};
    use serde_json::value::RawValue;

    /// It came three seconds ago, which is longer than anybody waits without a word.
    #[tokio::test(start_paused = true)]
    async fn a_young_socket_hears_nothing_of_a_table_that_moves_at_once() {
        let (data, bus) = (Memory::default(), Arc::new(InProcess::default()) as Arc<dyn Bus>);
        let stores = ["one", "two"].map(|name| Arc::new(data.node(name)));
        let [one, two] = [node(&stores[0], &bus), node(&stores[1], &bus)];
        let table = opened(&one).await;
        let mut socket = Socket::open(&two, &table).await;
        socket.hears("hello").await;
        sleep(SILENCE).await;
        Leases::retire(&*stores[0]).unwrap();
        assert!(matches!(
            two.find(&table, Some(Leases::node(&*stores[0]))).await,
            Ok(Found::Here(_))
        ));
        let meanwhile = socket.hears("hello").await;
        assert!(!meanwhile.contains("cut-off"), "{meanwhile}");
    }

    #[test]
    fn numbered_frames_are_recognised_as_they_are_written() {
        let text = |frame: &ServerFrame| serde_json::to_vec(frame).unwrap();
        let event = ServerFrame::E {
            n: 1234,
            left: 70,
            spare: None,
            e: RawValue::from_string("{}".to_owned()).unwrap().into(),
            sheet: None,
        };
        assert_eq!(seen(&text(&event)), Some(1234));
        assert_eq!(seen(br#"{"t":"over","n":7,"result":{}}"#), Some(7));
        assert_eq!(seen(br#"{"t":"sheet","n":70,"seat":3}"#), Some(70));
        assert_eq!(seen(br#"{"t":"hello","seat":0,"next":9,"table":{}}"#), Some(8));
        assert_eq!(seen(br#"{"t":"prompt","n":7,"legal":[]}"#), None);
    }
}
