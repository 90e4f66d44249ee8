//! The simulated bus: each node has a line to it that can be cut, held, slow or lossy, and some messages come twice.

use crate::courier::Courier;
use crate::lines::{Line, Lines};
use bytes::Bytes;
use jantaku_server::bus::{Bus, Message, Soon, Subscription};
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, watch};

/// Messages that may wait for a subscriber.
const WAITING: usize = 1 << 12;

pub(crate) struct Broker {
    courier: Arc<Courier>,
    pub(crate) lines: Arc<Lines>,
    subscribers: Mutex<Vec<Subscriber>>,
}

struct Subscriber {
    node: &'static str,
    subject: String,
    inbox: mpsc::Sender<Message>,
}

impl Broker {
    pub(crate) fn new(courier: &Arc<Courier>) -> Arc<Broker> {
        Arc::new(Broker {
            courier: Arc::clone(courier),
            lines: Lines::new(courier),
            subscribers: Mutex::default(),
        })
    }

    /// The bus as a process of a node sees it.
    pub(crate) fn of(self: &Arc<Broker>, node: &'static str) -> Arc<dyn Bus> {
        Arc::new(NodeBus {
            broker: Arc::clone(self),
            node,
            is_up: self.lines.is_up(node),
        })
    }

    /// Sends a message that has arrived to everybody who is subscribed now.
    fn deliver(&self, message: &Message) {
        let mut subscribers = self.subscribers.lock().unwrap();
        subscribers.retain(|subscriber| !subscriber.inbox.is_closed());
        for Subscriber { node, subject, inbox } in subscribers.iter() {
            let is_meant = match subject.strip_suffix('>') {
                Some(start) => message.subject.starts_with(start),
                None => message.subject == *subject,
            };
            let copies = 1 + u32::from(self.courier.chance(20));
            for _ in 0..if is_meant { copies } else { 0 } {
                let (inbox, message) = (inbox.clone(), message.clone());
                self.lines.send_back(node, move || drop(inbox.try_send(message)));
            }
        }
    }
}

struct NodeBus {
    broker: Arc<Broker>,
    node: &'static str,
    is_up: watch::Receiver<bool>,
}

impl Bus for NodeBus {
    fn publish(&self, subject: &str, body: Bytes) {
        let (broker, subject) = (Arc::clone(&self.broker), subject.to_owned());
        let deliver = move || broker.deliver(&Message { subject, body });
        self.broker.lines.send(self.node, deliver);
    }

    /// A subscription outlasts a cut, as the client of NATS subscribes again.
    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription> {
        let (inbox, messages) = mpsc::channel(WAITING);
        let subscriber = Subscriber {
            node: self.node,
            subject: subject.to_owned(),
            inbox,
        };
        self.broker.subscribers.lock().unwrap().push(subscriber);
        Box::pin(std::future::ready(messages))
    }

    fn is_up(&self) -> watch::Receiver<bool> {
        self.is_up.clone()
    }

    fn flush(&self) -> Soon<'_, ()> {
        let is_cut = self.broker.lines.state(self.node) != Line::Up;
        let wait = self.broker.courier.millis(1, if is_cut { 1000 } else { 20 });
        Box::pin(tokio::time::sleep(wait))
    }
}
