//! Measures how long bots think.

use jantaku_bots::Bot;
use jantaku_table::Action;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Seen;
use jantaku_table::view::View;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long decisions took. Only this depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    pub decisions: u64,
    pub total: Duration,
    pub longest: Duration,
}

impl Pace {
    /// Mean milliseconds a decision.
    pub fn milliseconds(&self) -> f64 {
        self.total.as_secs_f64() * 1_000.0 / self.decisions.max(1) as f64
    }
}

/// Shared by all bots of a level, on all threads.
#[derive(Debug, Default)]
pub(super) struct Clock {
    decisions: AtomicU64,
    total: AtomicU64,
    longest: AtomicU64,
}

impl Clock {
    pub(super) fn pace(&self) -> Pace {
        Pace {
            decisions: self.decisions.load(Ordering::Relaxed),
            total: Duration::from_nanos(self.total.load(Ordering::Relaxed)),
            longest: Duration::from_nanos(self.longest.load(Ordering::Relaxed)),
        }
    }

    fn add(&self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.decisions.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(nanos, Ordering::Relaxed);
        self.longest.fetch_max(nanos, Ordering::Relaxed);
    }
}

/// Plays like another bot and keeps the time.
pub(super) struct Timed {
    bot: Box<dyn Bot>,
    clock: Arc<Clock>,
}

impl Timed {
    pub(super) fn new(bot: Box<dyn Bot>, clock: Arc<Clock>) -> Timed {
        Timed { bot, clock }
    }
}

impl Bot for Timed {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        let start = Instant::now();
        let action = self.bot.choose(view, prompt);
        self.clock.add(start.elapsed());
        action
    }

    fn sit(&mut self, view: &View) {
        self.bot.sit(view);
    }

    fn see(&mut self, seen: &Seen) {
        self.bot.see(seen);
    }

    fn wants_feed(&self) -> bool {
        self.bot.wants_feed()
    }

    fn choose_unseen(&mut self, legal: &Actions) -> Option<Action> {
        let start = Instant::now();
        let action = self.bot.choose_unseen(legal)?;
        self.clock.add(start.elapsed());
        Some(action)
    }
}
