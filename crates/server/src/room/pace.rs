//! How long a tile stays on offer. Players who cannot claim it appear to think about it too, as long as they might have, going by how
//! they answered before, and the table waits for the slowest of all. So neither spectators nor players who were asked can tell from
//! the pause whether somebody else could have called.
//!
//! No pause repeats an earlier one: whoever remembers those would know that nobody was asked.

use crate::token;
use jantaku_rules::seat::Seat;
use jantaku_table::shuffle::{Key, Stream};
use std::collections::VecDeque;
use std::time::Duration;

/// Longer pauses are not imitated, so thinking much longer is visible.
const LONGEST: Duration = Duration::from_secs(8);
/// How long players think of whom nothing is known, and how much that varies, on the scale of logarithms.
const USUAL: Duration = Duration::from_millis(1000);
const SPREAD: f64 = 0.5;
/// How many answers what is usual weighs against those of the player.
const WEIGHT: u32 = 2;
/// A player's latest answers that count.
const REMEMBERED: usize = 32;
/// How often a longer time is looked for.
const GUESSES: usize = 20;
/// How far an imitated answer is from the one it is taken from, in parts of the spread.
const BLUR: f64 = 0.4;

/// How much a bot's turns vary, on the scale of logarithms, and how far they stay from the usual time. The shortest is longer than any
/// bot may think.
const TURN_SPREAD: f64 = 0.45;
const TURN_BOUNDS: (f64, f64) = (0.6, 4.0);

pub(super) struct Pace {
    base: Duration,
    players: Vec<Habit>,
    lots: Stream,
    /// For the turns of bots alone: what others are asked must not change them.
    turns: Stream,
}

/// The logarithms of how long a player took to pass, the last few times.
#[derive(Clone, Default)]
struct Habit(VecDeque<f64>);

impl Pace {
    /// Every pause is at least the base.
    pub(super) fn new(base: Duration, seats: usize) -> Pace {
        Pace::by_lots(base, seats, &token::random().map_or([0; 32], |bytes| bytes.0))
    }

    pub(super) fn by_lots(base: Duration, seats: usize, key: &Key) -> Pace {
        Pace {
            base,
            players: vec![Habit::default(); seats],
            lots: Stream::new(key),
            turns: Stream::new(&key.map(|byte| !byte)),
        }
    }

    /// How long a bot takes for its turn. It depends on nothing that happens at the table.
    pub(super) fn turn(&mut self, usual: Duration) -> Duration {
        let (shortest, longest) = TURN_BOUNDS;
        usual.mul_f64((TURN_SPREAD * normal(&mut self.turns)).exp().clamp(shortest, longest))
    }

    /// Notes how long a player took to pass. Whoever ran out of time would have taken longer.
    pub(super) fn let_go(&mut self, seat: Seat, took: Duration, ran_out: bool) {
        let longer = |pace: &mut Pace| (0..GUESSES).map(|_| pace.seems(seat)).find(|guess| *guess > took);
        let took = ran_out.then(|| longer(self)).flatten().unwrap_or(took);
        if let Some(Habit(recent)) = self.players.get_mut(usize::from(seat.0)) {
            if recent.len() == REMEMBERED {
                recent.pop_front();
            }
            recent.push_back(took.clamp(Duration::from_millis(1), LONGEST).as_secs_f64().ln());
        }
    }

    /// The shortest pause after a tile that none of these players can claim; each comes with the longest time they would have had.
    /// Players who can claim it make the pause longer themselves.
    pub(super) fn pause(&mut self, unasked: impl Iterator<Item = (Seat, Duration)>) -> Duration {
        if self.base.is_zero() {
            return self.base;
        }
        unasked.fold(self.base, |pause, (seat, most)| pause.max(self.seems(seat).min(most)))
    }

    /// How long a player appears to think: near one of the latest answers, or, while there are few, anywhere around their middle.
    fn seems(&mut self, seat: Seat) -> Duration {
        let Some(Habit(recent)) = self.players.get(usize::from(seat.0)) else {
            return Duration::ZERO;
        };
        let usual = USUAL.as_secs_f64().ln();
        let middle = (usual + recent.iter().sum::<f64>()) / (1 + recent.len()) as f64;
        let lot = self.lots.below(WEIGHT + recent.len() as u32) as usize;
        let (from, by) = match recent.get(lot) {
            Some(answer) => (middle + (answer - middle) * (1.0 - BLUR * BLUR).sqrt(), BLUR * SPREAD),
            None => (middle, SPREAD),
        };
        Duration::from_secs_f64((from + by * normal(&mut self.lots)).exp())
    }
}

/// A number from the standard normal distribution, by the method of Box and Muller.
fn normal(lots: &mut Stream) -> f64 {
    let mut part = || (f64::from(lots.word()) + 0.5) / 2f64.powi(32);
    (-2.0 * part().ln()).sqrt() * (std::f64::consts::TAU * part()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: Duration = Duration::from_millis(600);

    fn one(pace: &mut Pace) -> Duration {
        pace.pause(std::iter::once((Seat(1), Duration::MAX)))
    }

    #[test]
    fn with_nobody_to_think_the_pause_is_the_shortest() {
        let mut pace = Pace::new(BASE, 4);
        pace.let_go(Seat(1), Duration::from_secs(3), false);
        assert!((0..50).all(|_| pace.pause(std::iter::empty()) == BASE));
    }

    #[test]
    fn no_pause_repeats_an_earlier_one() {
        let mut pace = Pace::by_lots(BASE, 4, &[3; 32]);
        for _ in 0..REMEMBERED {
            pace.let_go(Seat(1), Duration::from_millis(2500), false);
        }
        let mut pauses: Vec<Duration> = (0..500).map(|_| one(&mut pace)).collect();
        pauses.sort();
        assert!(pauses.windows(2).all(|two| two[0] < two[1]));
    }

    #[test]
    fn a_player_appears_to_think_no_longer_than_the_clock_allows() {
        let mut pace = Pace::by_lots(BASE, 4, &[3; 32]);
        let most = Duration::from_millis(700);
        assert!((0..50).all(|_| pace.pause(std::iter::once((Seat(1), most))) <= most));
    }

    /// Running out of time after a second, again and again, does not make anybody a quick player.
    #[test]
    fn who_ran_out_of_time_would_have_taken_longer() {
        let median = |ran_out: bool| {
            let mut pace = Pace::by_lots(BASE, 4, &[3; 32]);
            for _ in 0..REMEMBERED {
                pace.let_go(Seat(1), Duration::from_secs(1), ran_out);
            }
            let mut pauses: Vec<Duration> = (0..101).map(|_| one(&mut pace)).collect();
            pauses.sort();
            pauses[50]
        };
        assert!(median(false) < Duration::from_millis(1100));
        assert!(median(true) > Duration::from_millis(1300));
    }
}
