//! How long a tile lies on offer. Where several people play, the pause after a tile that nobody can claim looks like that of people who
//! think about one: it is drawn from how long they took of late. So a pause does not tell that somebody could have called.

use crate::token;
use jantaku_table::shuffle::Stream;
use std::time::Duration;

/// Longer thinking is not imitated; whoever thinks as long as that shows it.
const LONGEST: Duration = Duration::from_secs(4);
/// How people answer who have not answered yet.
const USUAL_MS: [u64; 8] = [600, 700, 800, 900, 1000, 1200, 1500, 2000];

/// The pauses of one table.
pub(super) struct Pace {
    base: Duration,
    recent: [Duration; USUAL_MS.len()],
    oldest: usize,
    lots: Stream,
}

impl Pace {
    /// Every pause is at least the base.
    pub(super) fn new(base: Duration) -> Pace {
        let seed = token::random().map_or([0; 32], |bytes| bytes.0);
        Pace {
            base,
            recent: USUAL_MS.map(Duration::from_millis),
            oldest: 0,
            lots: Stream::new(&seed),
        }
    }

    /// Somebody took this long to answer.
    pub(super) fn answered(&mut self, took: Duration) {
        self.recent[self.oldest] = took.min(LONGEST);
        self.oldest = (self.oldest + 1) % self.recent.len();
    }

    /// The pause after a tile that a person may claim: the person makes it longer, nothing else does.
    pub(super) fn shortest(&self) -> Duration {
        self.base
    }

    /// The pause after any other tile, at a table of so many people.
    pub(super) fn pause(&mut self, people: usize) -> Duration {
        if people < 2 || self.base.is_zero() {
            return self.base;
        }
        let place = self.lots.below(self.recent.len() as u32) as usize;
        self.recent[place].max(self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How well a watcher who sees a pause could tell that somebody thought: 0.5 is a guess.
    fn told_apart(thought: &[Duration], empty: &[Duration]) -> f64 {
        let mut sum = 0.0;
        for one in thought {
            for other in empty {
                sum += if one > other {
                    1.0
                } else if one == other {
                    0.5
                } else {
                    0.0
                };
            }
        }
        sum / (thought.len() * empty.len()) as f64
    }

    #[test]
    fn a_pause_does_not_tell_that_somebody_thought() {
        let base = Duration::from_millis(600);
        let mut pace = Pace::new(base);
        let mut people = Stream::new(&[5; 32]);
        let (mut thought, mut empty) = (Vec::new(), Vec::new());
        // One discard in five can be claimed; people take between 0.3 and 3.3 seconds, and are at times slow for a while.
        for discard in 0..10_000 {
            if people.below(5) == 0 {
                let slow = if discard / 1000 % 2 == 0 { 1 } else { 2 };
                let took = Duration::from_millis(u64::from(300 + people.below(1500) * slow));
                thought.push(took.max(pace.shortest()));
                pace.answered(took);
            } else {
                empty.push(pace.pause(2));
            }
        }
        let auc = told_apart(&thought, &empty);
        assert!((0.48..=0.52).contains(&auc), "{auc}");
    }

    #[test]
    fn alone_among_bots_nobody_waits() {
        let mut pace = Pace::new(Duration::from_millis(600));
        pace.answered(Duration::from_secs(3));
        assert!((0..50).all(|_| pace.pause(1) == Duration::from_millis(600)));
    }
}
