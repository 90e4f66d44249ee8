//! How much thinking is left.
//!
//! Thinking is counted in steps, not in time: the same seed must give the same choice on every machine, and a clock would make it
//! depend on what else the machine does. A step takes at most about a third of a microsecond of one core. At a table a clock watches over it too,
//! so that a slow machine keeps its promise; simulations have none.

use std::time::{Duration, Instant};

/// Steps that fit into a millisecond of an ordinary core, even in the slowest decisions: with 4,500 those took up to 60 % too long.
const STEPS_A_MILLISECOND: u64 = 2_800;
/// The clock is read once in so many steps.
const BETWEEN_LOOKS: u64 = 500;

#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: u64,
    next_look: u64,
    until: Option<Instant>,
}

impl Budget {
    /// The thinking that fits into this time, by the count alone or by the clock too.
    pub(super) fn of(time: Duration, clock: bool) -> Budget {
        let left = time.as_micros() as u64 * STEPS_A_MILLISECOND / 1_000;
        Budget {
            left,
            next_look: left.saturating_sub(BETWEEN_LOOKS),
            until: clock.then(|| Instant::now() + time),
        }
    }

    /// A part of what is left, to be joined again.
    pub(super) fn part(&mut self, share: f32) -> Budget {
        let left = (self.left as f32 * share) as u64;
        self.left -= left;
        Budget {
            left,
            next_look: left.saturating_sub(BETWEEN_LOOKS),
            until: self.until,
        }
    }

    /// Takes back what a part has left.
    pub(super) fn join(&mut self, part: Budget) {
        self.left += part.left;
        self.next_look = self.left.saturating_sub(BETWEEN_LOOKS);
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Takes steps; false, once there are none left.
    pub(super) fn take(&mut self, steps: u64) -> bool {
        self.left = self.left.saturating_sub(steps);
        if self.left < self.next_look {
            self.next_look = self.left.saturating_sub(BETWEEN_LOOKS);
            if self.until.is_some_and(|until| Instant::now() >= until) {
                self.left = 0;
            }
        }
        self.left > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_run_out() {
        let mut budget = Budget::of(Duration::from_millis(1), false);
        assert!(budget.take(STEPS_A_MILLISECOND - 1));
        assert!(!budget.take(1));
        assert!(!budget.take(1));
    }

    #[test]
    fn a_part_is_taken_from_the_whole_and_given_back() {
        let mut budget = Budget::of(Duration::from_millis(1), false);
        let mut part = budget.part(0.25);
        assert_eq!(part.left(), STEPS_A_MILLISECOND / 4);
        part.take(100);
        budget.join(part);
        assert_eq!(budget.left(), STEPS_A_MILLISECOND - 100);
    }

    #[test]
    fn the_clock_ends_it_too() {
        let mut budget = Budget::of(Duration::from_secs(1), true);
        budget.until = Some(Instant::now());
        assert!(budget.take(BETWEEN_LOOKS), "nobody has looked yet");
        assert!(!budget.take(1));
    }
}
