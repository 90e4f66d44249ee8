//! The lines from every node to one service: each can be slow, lose what it carries, be cut, or hold everything back for a while.

use crate::courier::Courier;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::watch;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Up,
    /// Nothing arrives.
    Cut,
    /// Everything arrives once the line is up again, as with a node that is stopped.
    Held,
}

type Parcel = Box<dyn FnOnce() + Send>;

pub(crate) struct Lines {
    courier: Arc<Courier>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    states: BTreeMap<&'static str, Line>,
    /// When the last parcel arrives, there and back: none overtakes another.
    last: BTreeMap<(&'static str, bool), Duration>,
    held: Vec<(&'static str, bool, Parcel)>,
    /// Whether a node knows that its line is up.
    known: BTreeMap<&'static str, watch::Sender<bool>>,
    /// How slow the lines are, in milliseconds, and how many parcels in a thousand are lost.
    slowness: u32,
    loss: u32,
}

impl Lines {
    pub(crate) fn new(courier: &Arc<Courier>) -> Arc<Lines> {
        Arc::new(Lines {
            courier: Arc::clone(courier),
            inner: Mutex::default(),
        })
    }

    pub(crate) fn state(&self, node: &str) -> Line {
        self.inner().states.get(node).copied().unwrap_or(Line::Up)
    }

    pub(crate) fn set(self: &Arc<Lines>, node: &'static str, line: Line) {
        let mut inner = self.inner();
        inner.states.insert(node, line);
        let mut freed = Vec::new();
        if line != Line::Held {
            let theirs = |held: &mut (&'static str, bool, Parcel)| held.0 == node;
            freed = inner.held.extract_if(.., theirs).collect();
        }
        drop(inner);
        for (node, back, parcel) in freed {
            self.carry(node, back, parcel);
        }
        // A node notices a little later.
        let lines = Arc::clone(self);
        self.courier
            .at(self.courier.now() + self.courier.millis(10, 1500), move || {
                let is_up = lines.state(node) == Line::Up;
                if let Some(known) = lines.inner().known.get(node) {
                    known.send_if_modified(|was| std::mem::replace(was, is_up) != is_up);
                }
            });
    }

    /// Whether the line of a node is up, as far as the node knows.
    pub(crate) fn is_up(&self, node: &'static str) -> watch::Receiver<bool> {
        let is_up = self.state(node) == Line::Up;
        let mut inner = self.inner();
        let known = inner.known.entry(node).or_insert_with(|| watch::Sender::new(is_up));
        known.send_replace(is_up);
        known.subscribe()
    }

    /// How slow the lines are from now on, and how many parcels in a thousand they lose.
    pub(crate) fn trouble(&self, slowness: u32, loss: u32) {
        let mut inner = self.inner();
        (inner.slowness, inner.loss) = (slowness, loss);
    }

    /// Is the next parcel lost?
    pub(crate) fn loses(&self) -> bool {
        let loss = self.inner().loss;
        loss > 0 && self.courier.chance(loss)
    }

    /// Carries something from a node to the service.
    pub(crate) fn send(self: &Arc<Lines>, node: &'static str, parcel: impl FnOnce() + Send + 'static) {
        self.carry(node, false, Box::new(parcel));
    }

    /// Carries something from the service to a node.
    pub(crate) fn send_back(self: &Arc<Lines>, node: &'static str, parcel: impl FnOnce() + Send + 'static) {
        self.carry(node, true, Box::new(parcel));
    }

    fn carry(self: &Arc<Lines>, node: &'static str, back: bool, parcel: Parcel) {
        match self.state(node) {
            Line::Cut => return,
            Line::Held => return self.inner().held.push((node, back, parcel)),
            Line::Up if self.loses() => return,
            Line::Up => {}
        }
        let slowness = self.inner().slowness;
        let arrives = self.courier.now() + self.courier.millis(1, 12 + slowness);
        let mut inner = self.inner();
        let last = inner.last.entry((node, back)).or_default();
        *last = arrives.max(*last);
        let (arrives, lines) = (*last, Arc::clone(self));
        drop(inner);
        self.courier.at(arrives, move || match lines.state(node) {
            Line::Up => parcel(),
            Line::Held => lines.inner().held.push((node, back, parcel)),
            Line::Cut => {}
        });
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}
