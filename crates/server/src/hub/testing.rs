//! Nodes in one process, and sockets at them, for tests.

use super::Hub;
use crate::bus::Bus;
use crate::cluster::Cluster;
use crate::room::{Command, Listener, Out, Place, Surroundings, timing};
use crate::rulebooks::Rulebooks;
use crate::store::{Memory, Store};
use crate::token::{SessionHash, TableId};
use crate::wire::frame::ClientFrame;
use jantaku_rules::rulebook::library::Library;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// A node that listens to the others of its bus.
pub(crate) fn node(store: &Arc<Memory>, bus: &Arc<dyn Bus>) -> Arc<Hub> {
    let (changed, changes) = mpsc::unbounded_channel();
    let cluster = Cluster::of(&**store, Arc::clone(bus), changes).unwrap();
    let around = Surroundings {
        store: Arc::clone(store) as Arc<dyn Store>,
        changed: Some(changed),
        ..timing::around()
    };
    let library = Rulebooks::new(Library::builtin());
    let hub = Arc::new(Hub::new(library, around, Some(Arc::clone(&cluster))));
    tokio::spawn(cluster.run(Arc::clone(&hub)));
    hub
}

/// A table of Mika's.
pub(crate) async fn opened(hub: &Arc<Hub>) -> TableId {
    let asked =
        serde_json::json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "spectators": true });
    let asked = serde_json::from_value(asked).unwrap();
    let created = hub.open(&asked, SessionHash::of("mika"), Place(1)).await.unwrap();
    TableId::read(&created.table).unwrap()
}

/// Mika's socket at a node.
pub(crate) struct Socket {
    id: u64,
    inbox: mpsc::Sender<Command>,
    told: mpsc::Receiver<Out>,
}

impl Socket {
    pub(crate) async fn open(hub: &Arc<Hub>, table: &TableId) -> Socket {
        let inbox = hub.entrance(table.as_str()).await.unwrap();
        let (out, told) = mpsc::channel(64);
        let listener = Listener {
            id: hub.listener(),
            session: Some(SessionHash::of("mika")),
            place: Place(1),
            out,
        };
        let id = listener.id;
        inbox.send(Command::Connect(listener, 0)).await.unwrap();
        Socket { id, inbox, told }
    }

    pub(crate) async fn say(&self, frame: ClientFrame) {
        self.inbox.send(Command::Said(self.id, frame)).await.unwrap();
    }

    /// Waits for a frame of this kind; everything that was heard until then.
    pub(crate) async fn hears(&mut self, kind: &str) -> String {
        let wanted = format!(r#"{{"t":"{kind}""#);
        let mut heard = String::new();
        let hear = async {
            while !heard.contains(&wanted) {
                match self.told.recv().await {
                    Some(Out::Frames(frames)) => heard.push_str(&String::from_utf8_lossy(&frames)),
                    _ => panic!("the socket is closed"),
                }
            }
        };
        timeout(Duration::from_secs(60), hear).await.expect("it is never told");
        heard
    }
}
