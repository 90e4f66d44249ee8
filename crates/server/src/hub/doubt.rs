//! Tables that this node may own without knowing: the store's answer was lost, or whoever waited for it went away. No other node adopts
//! them as long as this one is alive, so it must go on with them itself.

use super::Hub;
use crate::game::GameFault;
use crate::store::{Leases, StoreError};
use std::sync::atomic::{AtomicBool, Ordering};

/// As long as nobody settles it, something was asked of the store and its answer is not known.
pub(super) struct Doubt<'a>(Option<&'a AtomicBool>);

impl Doubt<'_> {
    /// The answer is known.
    pub(super) fn settle(mut self) {
        self.0 = None;
    }
}

impl Drop for Doubt<'_> {
    fn drop(&mut self) {
        if let Some(is_in_doubt) = self.0 {
            is_in_doubt.store(true, Ordering::Release);
        }
    }
}

impl Hub {
    /// To be settled once the store has answered; by dropping it, this node looks again at what it owns.
    pub(super) fn doubt(&self) -> Doubt<'_> {
        Doubt(Some(&self.is_in_doubt))
    }

    /// Goes on with tables that this node owns and has not in memory, if there may be any.
    pub(super) fn settle_doubts(&self) -> Result<(), StoreError> {
        if !self.is_in_doubt.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let doubt = self.doubt();
        let owned = self.around.store.leases().map_or(Ok(Vec::new()), Leases::owned)?;
        for (table, epoch) in owned {
            if self.room_in_memory(&table).is_some() {
                continue;
            }
            match self.resume(&table, epoch) {
                Ok(()) => tracing::info!(%table, "a table without a room goes on"),
                Err(GameFault::Store(error)) if error.may_pass() => return Err(error),
                Err(fault) => tracing::error!(%table, %fault, "a table is damaged and stays closed"),
            }
        }
        doubt.settle();
        Ok(())
    }
}
