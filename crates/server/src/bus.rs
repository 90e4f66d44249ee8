//! What carries messages between nodes: NATS, or nothing but memory where one process is alone.
//!
//! A bus promises little, and whoever uses it must live with that: a message reaches everybody who is subscribed when it is sent, or
//! is lost. It may come twice. Messages of one node usually come in the order in which they were sent.

mod in_process;
mod nats;

pub use in_process::InProcess;
pub use nats::Nats;

use bytes::Bytes;
use std::pin::Pin;
use thiserror::Error;
use tokio::sync::{mpsc, watch};

/// Messages that may wait for a subscriber; what comes beyond them is lost.
const WAITING: usize = 1 << 16;

pub trait Bus: Send + Sync {
    /// Sends a message to everybody who is subscribed to its subject. Never waits: what cannot be sent is lost.
    fn publish(&self, subject: &str, body: Bytes);

    /// Messages to a subject from now on. With `.>` at its end, to all subjects that begin with what is before that.
    fn subscribe<'a>(&'a self, subject: &'a str) -> Soon<'a, Subscription>;

    /// Can the bus be reached?
    fn is_up(&self) -> watch::Receiver<bool>;

    /// Waits until what was published has left this process, or is lost.
    fn flush(&self) -> Soon<'_, ()>;
}

pub type Soon<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub type Subscription = mpsc::Receiver<Message>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub subject: String,
    pub body: Bytes,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BusError {
    #[error("the bus {0} cannot be reached: {1}; start NATS there, or correct --bus")]
    Away(String, String),
}

/// Is this the address of a bus?
pub fn is_nats(address: &str) -> bool {
    address.starts_with("nats://") || address.starts_with("tls://")
}
