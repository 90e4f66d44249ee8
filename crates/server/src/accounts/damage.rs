//! Damaged accounts. The operator is told of each once; of others than its own player, nobody learns that there is one.

use super::{beside, lock};
use crate::room::Refused;
use crate::store::StoreError;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

/// Damaged accounts of which the operator is told once.
const MOST_TOLD: usize = 1024;

#[derive(Clone, Default)]
pub(super) struct Damage(Arc<Mutex<HashSet<String>>>);

impl Damage {
    /// A failure of the store, as whoever asks is told.
    pub(super) fn refused(&self, error: StoreError) -> Refused {
        if let StoreError::Damaged(what) = &error {
            self.tell(what.clone());
        }
        beside::refused(error)
    }

    fn tell(&self, what: String) {
        let mut told = lock(&self.0);
        if told.len() < MOST_TOLD && told.insert(what.clone()) {
            tracing::error!(
                what,
                "an account is damaged and cannot be used; `jantaku check` tells more"
            );
        }
    }

    /// What was found for somebody who has not shown that the account is theirs: a damaged one is none.
    pub(super) fn hidden<T>(&self, found: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
        match found {
            Err(StoreError::Damaged(what)) => {
                self.tell(what);
                Ok(None)
            }
            found => found,
        }
    }
}
