//! The end of a room's tenure: the next node may have the table.

use super::Room;
use crate::store::{Epoch, Store};
use crate::token::TableId;
use std::sync::Arc;
use tokio::sync::oneshot;

pub(super) struct Tenure {
    table: TableId,
    epoch: Epoch,
    store: Arc<dyn Store>,
}

impl Room {
    pub(super) fn tenure(&self) -> Tenure {
        Tenure {
            table: self.game.id.clone(),
            epoch: self.epoch,
            store: Arc::clone(&self.around.store),
        }
    }

    /// Do other nodes have the same data?
    pub(super) fn is_shared(&self) -> bool {
        self.around.store.leases().is_some()
    }
}

impl Tenure {
    /// Gives the table up. If that fails, the lease runs out by itself.
    pub(super) async fn end(self) {
        if let Some(leases) = self.store.leases() {
            let (done, released) = oneshot::channel();
            leases.release(&self.table, self.epoch, done);
            let _ = released.await;
        }
    }
}
