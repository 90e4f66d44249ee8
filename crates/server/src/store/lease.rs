//! Which node owns which table. Only where several nodes share the data does this need storing.
//!
//! A table that runs has one owner at a time, in a tenure with a number, its epoch. Whoever takes the table over raises the epoch,
//! and every append names the epoch of whoever sends it: an owner that was paused cannot write after its successor.

use super::StoreError;
use crate::token::TableId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use tokio::sync::oneshot;

/// The number of a tenure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Epoch(pub u32);

impl Epoch {
    /// That of whoever opens a table. Where one process has the data alone, it never ends.
    pub const FIRST: Epoch = Epoch(1);
}

/// One run of one node: a node that restarts is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What came of asking for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    NoTable,
    /// It is ours, in this tenure.
    Ours(Epoch),
    /// A node that is alive has it.
    Theirs(NodeId),
}

pub trait Leases: Send + Sync {
    fn node(&self) -> NodeId;

    /// Takes a table that no living node has, or that this node has already: its tenure begins anew.
    fn claim(&self, table: &TableId) -> Result<Claim, StoreError>;

    /// Takes up to so many running tables that no living node has.
    fn adopt(&self, most: usize) -> Result<Vec<(TableId, Epoch)>, StoreError>;

    /// The running tables that this node has.
    fn owned(&self) -> Result<Vec<(TableId, Epoch)>, StoreError>;

    /// Gives a table up after its last append, then answers. Does nothing in another tenure.
    fn release(&self, table: &TableId, epoch: Epoch, done: oneshot::Sender<Result<(), StoreError>>);

    /// Says that this node is alive. Fails with [`StoreError::Fenced`] once another node has taken its name.
    fn renew(&self) -> Result<(), StoreError>;

    /// How often somebody was forgotten in these data. A node that finds another number looks at the finished games that it has in
    /// memory, and confirms it.
    fn forgettings(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Those of these tables whose tenure is not this one any more.
    fn outlived(&self, _tenures: Vec<(TableId, Epoch)>) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }

    /// Says that this node shows nobody who was forgotten until that number.
    fn confirm(&self, _forgettings: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// Other nodes that may still show somebody who is forgotten. Those whose lease ran out some time ago are cut off, and show nothing.
    fn unconfirmed(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Gives every table and the node's own entry up.
    fn retire(&self) -> Result<(), StoreError>;

    /// How long a node counts as alive after it was last heard.
    fn lasts(&self) -> Duration;
}
