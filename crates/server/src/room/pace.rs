//! How long a tile stays on offer. Players who cannot claim it appear to think about it too, for as long as they took
//! recently, and the table waits for the slowest of all. So neither spectators nor players
//! who were asked can tell from the pause whether somebody else could have called.

use crate::token;
use jantaku_rules::seat::Seat;
use jantaku_table::shuffle::{Key, Stream};
use std::time::Duration;

/// Longer pauses are not imitated, so thinking this long is visible.
const LONGEST: Duration = Duration::from_secs(4);
/// Assumed times of a player who has not answered yet.
const USUAL_MS: [u64; 8] = [500, 600, 700, 800, 900, 1000, 1200, 1500];

pub(super) struct Pace {
    base: Duration,
    players: Vec<Habit>,
    lots: Stream,
}

/// How long a player took to pass, the last few times.
struct Habit {
    recent: [Duration; USUAL_MS.len()],
    oldest: usize,
}

impl Pace {
    /// Every pause is at least the base.
    pub(super) fn new(base: Duration, seats: usize) -> Pace {
        Pace::by_lots(base, seats, &token::random().map_or([0; 32], |bytes| bytes.0))
    }

    fn by_lots(base: Duration, seats: usize, key: &Key) -> Pace {
        let habit = || Habit {
            recent: USUAL_MS.map(Duration::from_millis),
            oldest: 0,
        };
        Pace {
            base,
            players: (0..seats).map(|_| habit()).collect(),
            lots: Stream::new(key),
        }
    }

    /// Notes how long a player took to pass.
    pub(super) fn let_go(&mut self, seat: Seat, took: Duration) {
        if let Some(habit) = self.players.get_mut(usize::from(seat.0)) {
            habit.recent[habit.oldest] = took.min(LONGEST);
            habit.oldest = (habit.oldest + 1) % habit.recent.len();
        }
    }

    /// The shortest pause after a tile that none of these players can claim. Players who can claim it make the pause longer themselves.
    pub(super) fn pause(&mut self, unasked: impl Iterator<Item = Seat>) -> Duration {
        if self.base.is_zero() {
            return self.base;
        }
        unasked.fold(self.base, |pause, seat| pause.max(self.seems(seat)))
    }

    /// How long a player appears to think.
    fn seems(&mut self, seat: Seat) -> Duration {
        let lot = self.lots.below(USUAL_MS.len() as u32) as usize;
        let habit = self.players.get(usize::from(seat.0));
        habit.map_or(Duration::ZERO, |habit| habit.recent[lot])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How well an observer could tell from a pause that somebody was thinking; 0.5 is a guess.
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
        let mut pace = Pace::by_lots(Duration::from_millis(600), 4, &[3; 32]);
        let mut people = Stream::new(&[5; 32]);
        let (mut thought, mut empty) = (Vec::new(), Vec::new());
        // Each of three can claim one discard in ten. They take from 0.3 to 3.9 seconds, each at a speed of their own, and all
        // are at times slow for a while.
        for discard in 0..10_000 {
            let slow = if discard / 1000 % 2 == 0 { 1 } else { 2 };
            let mut took = [None; 3];
            for (seat, took) in (1..).zip(&mut took) {
                if people.below(10) == 0 {
                    *took = Some(Duration::from_millis(u64::from(300 + people.below(600) * seat * slow)));
                }
            }
            let unasked = (0..3).filter(|seat| took[usize::from(*seat)].is_none()).map(Seat);
            let shortest = pace.pause(unasked);
            match took.iter().flatten().max() {
                Some(slowest) => thought.push(shortest.max(*slowest)),
                None => empty.push(shortest),
            }
            for (seat, took) in (0..).zip(took) {
                if let Some(took) = took {
                    pace.let_go(Seat(seat), took);
                }
            }
        }
        let auc = told_apart(&thought, &empty);
        assert!((0.48..=0.52).contains(&auc), "{auc}");
    }

    #[test]
    fn with_nobody_to_think_the_pause_is_the_shortest() {
        let mut pace = Pace::new(Duration::from_millis(600), 4);
        pace.let_go(Seat(1), Duration::from_secs(3));
        assert!((0..50).all(|_| pace.pause(std::iter::empty()) == Duration::from_millis(600)));
    }
}
