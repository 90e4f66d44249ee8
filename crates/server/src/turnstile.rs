//! Lets crowds in one by one, after whoever plays.
//!
//! Tokio runs tasks in the order in which they become ready. When hundreds of strangers connect at once, or a move is shown to hundreds
//! of spectators, the next action at any other table would wait behind all of them.

use tokio::sync::Semaphore;
use tokio::task::yield_now;

/// Where those wait for whom no game waits.
pub(crate) struct Turnstile(Semaphore);

impl Default for Turnstile {
    fn default() -> Turnstile {
        Turnstile(Semaphore::new(1))
    }
}

impl Turnstile {
    /// Returns to one task at a time, in the order in which they came, once everything else that is ready has run. A task that yields is
    /// woken after the network was looked at, so whoever has become ready in the meantime goes first; on a busy server every 61 tasks at
    /// the latest.
    pub(crate) async fn pass(&self) {
        let turn = self.0.acquire().await;
        yield_now().await;
        drop(turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::{Arc, Mutex};

    /// A player who becomes ready again and again while a hundred strangers wait has a turn between any two of them.
    #[tokio::test]
    async fn players_go_between_strangers() {
        let turnstile = Arc::new(Turnstile::default());
        let order = Arc::new(Mutex::new(Vec::new()));
        let left = Arc::new(AtomicUsize::new(100));
        let mut strangers = Vec::new();
        for number in 0..100 {
            let (turnstile, order, left) = (Arc::clone(&turnstile), Arc::clone(&order), Arc::clone(&left));
            strangers.push(tokio::spawn(async move {
                turnstile.pass().await;
                order.lock().unwrap().push(Some(number));
                left.fetch_sub(1, Relaxed);
            }));
        }
        while left.load(Relaxed) > 0 {
            order.lock().unwrap().push(None);
            yield_now().await;
        }
        let order = order.lock().unwrap();
        let strangers: Vec<usize> = order.iter().flatten().copied().collect();
        assert!(strangers.is_sorted() && strangers.len() == 100, "{order:?}");
        assert!(
            order.windows(2).all(|two| two[0].is_none() || two[1].is_none()),
            "{order:?}"
        );
    }

    #[tokio::test]
    async fn whoever_goes_away_keeps_nobody_waiting() {
        let turnstile = Arc::new(Turnstile::default());
        let passes = |turnstile: Arc<Turnstile>| tokio::spawn(async move { turnstile.pass().await });
        let impatient = passes(Arc::clone(&turnstile));
        let patient = passes(Arc::clone(&turnstile));
        // Both have begun to wait.
        yield_now().await;
        impatient.abort();
        patient.await.unwrap();
    }
}
