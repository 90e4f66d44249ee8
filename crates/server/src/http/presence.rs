//! Who of those with an account was there lately, at any node.

use crate::token::SessionHash;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long somebody counts as online after asking for something. A page that is looked at asks every few seconds.
const ONLINE: Duration = Duration::from_secs(45);
/// People to remember; beyond, those are forgotten who have gone.
const MOST: usize = 1 << 16;

#[derive(Default)]
pub(crate) struct Presence {
    seen: Mutex<HashMap<SessionHash, Instant>>,
    /// Who was seen here since other nodes were last told.
    fresh: Mutex<BTreeSet<SessionHash>>,
}

impl Presence {
    /// A player with an account asks for something here.
    pub(super) fn note(&self, player: SessionHash) {
        self.heard_of(&[player]);
        let mut fresh = lock(&self.fresh);
        if fresh.len() < MOST {
            fresh.insert(player);
        }
    }

    /// These were seen a moment ago, here or elsewhere.
    pub(super) fn heard_of(&self, players: &[SessionHash]) {
        let now = Instant::now();
        let mut seen = lock(&self.seen);
        if seen.len() + players.len() > MOST {
            seen.retain(|_, at| *at + ONLINE > now);
        }
        if seen.len() + players.len() <= MOST {
            seen.extend(players.iter().map(|player| (*player, now)));
        }
    }

    pub(super) fn is_online(&self, player: SessionHash) -> bool {
        let now = Instant::now();
        lock(&self.seen).get(&player).is_some_and(|at| *at + ONLINE > now)
    }

    /// Who was seen here since this was last asked.
    pub(super) fn fresh(&self) -> Vec<SessionHash> {
        std::mem::take(&mut *lock(&self.fresh)).into_iter().collect()
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
