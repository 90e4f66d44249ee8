//! Who stands behind which token, as far as that is known here, and who waits for it to change.

use super::lock;
use crate::token::SessionHash;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use tokio::sync::watch;
use tokio::time::Instant;

/// Tokens to remember.
const MOST_KNOWN: usize = 1 << 16;

/// Whoever stands behind a browser's token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A guest; the token is the session.
    Guest,
    /// Signed in: plays as this session.
    Player(SessionHash),
    /// A token that was replaced or revoked.
    Nobody,
    /// Signed in to an account that cannot be read.
    Damaged,
}

/// What was found of a token.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) who: Who,
    pub(super) at: Instant,
    /// It may have changed since.
    is_doubtful: bool,
}

/// Only those whose own token changes are woken: anybody can open accounts, and thousands of sockets wait.
#[derive(Default)]
pub(super) struct Tokens {
    known: Mutex<HashMap<SessionHash, Known>>,
    awaited: Mutex<HashMap<SessionHash, watch::Sender<()>>>,
    changes: AtomicU64,
}

/// When a look at the store began.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment(u64);

impl Tokens {
    pub(super) fn now(&self) -> Moment {
        Moment(self.changes.load(SeqCst))
    }

    /// What was found before; it may have changed since.
    pub(super) fn remembered(&self, token: SessionHash) -> Option<Who> {
        lock(&self.known).get(&token).map(|known| known.who)
    }

    /// What was found before and has not changed at any node that we have heard of.
    pub(super) fn believed(&self, token: SessionHash) -> Option<Known> {
        let known = lock(&self.known).get(&token).copied();
        known.filter(|known| !known.is_doubtful)
    }

    /// Remembers what a look found that began at this moment.
    pub(super) fn note(&self, token: SessionHash, who: Who, at: Instant, began: Moment) {
        let mut known = lock(&self.known);
        if known.len() >= MOST_KNOWN {
            // Anybody can send tokens of guests; nobody may push out those who are signed in by that.
            known.retain(|_, known| matches!(known.who, Who::Player(_)));
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
        }
        // Under the lock: whatever changes later finds this entry, and whatever has changed is seen here.
        let is_doubtful = self.now() != began;
        known.insert(token, Known { who, at, is_doubtful });
    }

    /// These tokens may stand for somebody else now.
    pub(super) fn changed(&self, tokens: &[SessionHash]) {
        self.changes.fetch_add(1, SeqCst);
        let mut known = lock(&self.known);
        for token in tokens {
            if let Some(known) = known.get_mut(token) {
                known.is_doubtful = true;
            }
        }
        drop(known);
        let awaited = lock(&self.awaited);
        for change in tokens.iter().filter_map(|token| awaited.get(token)) {
            change.send_replace(());
        }
    }

    /// Any token may.
    pub(super) fn all_changed(&self) {
        self.changes.fetch_add(1, SeqCst);
        for known in lock(&self.known).values_mut() {
            known.is_doubtful = true;
        }
        for change in lock(&self.awaited).values() {
            change.send_replace(());
        }
    }

    /// Hears of every change of this token from now on.
    pub(super) fn follow(&self, token: SessionHash) -> Followed<'_> {
        let mut awaited = lock(&self.awaited);
        let changes = awaited.entry(token).or_default().subscribe();
        Followed {
            tokens: self,
            token,
            changes,
        }
    }
}

/// Somebody who waits for a token to change.
pub(super) struct Followed<'a> {
    tokens: &'a Tokens,
    token: SessionHash,
    changes: watch::Receiver<()>,
}

impl Followed<'_> {
    pub(super) async fn changed(&mut self) {
        // The sender stays as long as anybody listens.
        let _ = self.changes.changed().await;
    }
}

impl Drop for Followed<'_> {
    fn drop(&mut self) {
        let mut awaited = lock(&self.tokens.awaited);
        if awaited
            .get(&self.token)
            .is_some_and(|change| change.receiver_count() <= 1)
        {
            awaited.remove(&self.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn token(n: u8) -> SessionHash {
        SessionHash::of(&n.to_string())
    }

    #[tokio::test]
    async fn a_change_wakes_only_those_whose_token_it_is() {
        let tokens = Tokens::default();
        let mut two = [tokens.follow(token(1)), tokens.follow(token(2))];
        tokens.changed(&[token(1), token(3)]);
        let woken = two.each_mut().map(|one| one.changed().now_or_never().is_some());
        assert_eq!(woken, [true, false]);
        tokens.all_changed();
        let woken = two.each_mut().map(|one| one.changed().now_or_never().is_some());
        assert_eq!(woken, [true, true]);
        drop(two);
        assert!(lock(&tokens.awaited).is_empty());
    }

    #[tokio::test]
    async fn others_are_believed_although_a_token_changes() {
        let tokens = Tokens::default();
        for n in [1, 2] {
            tokens.note(token(n), Who::Guest, Instant::now(), tokens.now());
        }
        tokens.changed(&[token(1)]);
        let believed = [1, 2].map(|n| tokens.believed(token(n)).is_some());
        assert_eq!(believed, [false, true]);
        assert_eq!(tokens.remembered(token(1)), Some(Who::Guest));
    }

    #[tokio::test]
    async fn what_changed_during_the_look_is_not_believed() {
        let tokens = Tokens::default();
        let began = tokens.now();
        tokens.changed(&[token(1)]);
        tokens.note(token(1), Who::Guest, Instant::now(), began);
        assert!(tokens.believed(token(1)).is_none());
    }
}
