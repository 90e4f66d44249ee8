//! The clock: each figure is the median of many short rounds, so that what else the machine does is left out.

use super::wins::some_wins;
use jantaku_audit::simulation::Simulation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::tile::HAND_KINDS;
use jantaku_table::shuffle::{key_of, shuffle};
use jantaku_table::table::calculator;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// Hands whose shanten is asked.
const HANDS: u64 = 2_000;
/// Games that are played at once.
const GAMES: u64 = 50;

/// What was found.
pub(super) struct Measured {
    /// Nanoseconds to score a win; none was there if `wins` is 0.
    pub(super) score_ns: f64,
    /// How many wins were scored in turn.
    pub(super) wins: usize,
    /// Nanoseconds for the shanten of a hand.
    pub(super) shanten_ns: f64,
    /// Games on one thread.
    pub(super) one_thread: Speed,
    /// Games on two.
    pub(super) two_threads: Speed,
}

impl Measured {
    /// How many times as many games two threads play.
    pub(super) fn scaling(&self) -> f64 {
        self.two_threads.games / self.one_thread.games
    }
}

/// So many a second.
#[derive(Clone, Copy)]
pub(super) struct Speed {
    pub(super) games: f64,
    pub(super) decisions: f64,
}

/// Measures everything, each for about so many seconds.
pub(super) fn measure(rules: &Arc<Rules>, seconds: f64) -> Measured {
    let wins = some_wins(rules);
    let score_ns = each(seconds, &wins, |win| score(rules, win).map_or(0, |score| score.total.0));
    let hands: Vec<[u8; HAND_KINDS]> = (0..HANDS).map(|seed| dealt(rules, seed)).collect();
    let calculator = calculator(rules);
    let shanten_ns = each(seconds, &hands, |hand| i32::from(calculator.shanten(hand)));
    let one = NonZeroUsize::MIN;
    Measured {
        score_ns,
        wins: wins.len(),
        shanten_ns,
        one_thread: games(rules, one, seconds),
        two_threads: games(rules, one.saturating_add(1), seconds),
    }
}

/// The median time for one input, in nanoseconds.
fn each<T>(seconds: f64, inputs: &[T], answer: impl Fn(&T) -> i32) -> f64 {
    if inputs.is_empty() {
        return 0.0;
    }
    let round = || {
        let start = Instant::now();
        for input in inputs {
            black_box(answer(black_box(input)));
        }
        start.elapsed().as_secs_f64()
    };
    let times = rounds(seconds, round);
    median(times) * 1e9 / inputs.len() as f64
}

/// Whole games of random bots, the same on every run.
fn games(rules: &Arc<Rules>, threads: NonZeroUsize, seconds: f64) -> Speed {
    let simulation = Simulation {
        rules: Arc::clone(rules),
        bots: vec!["random".to_owned()],
        games: GAMES,
        seed: 0,
        threads,
        check: None,
        rig: 0,
    };
    let mut decisions = 0;
    let times = rounds(seconds, || {
        let start = Instant::now();
        let outcome = simulation.run(&|| {});
        decisions = outcome.map_or(0, |outcome| outcome.tally.decisions);
        start.elapsed().as_secs_f64()
    });
    let time = median(times);
    Speed {
        games: GAMES as f64 / time,
        decisions: decisions as f64 / time,
    }
}

/// Times of as many rounds as fit, after one to warm up.
fn rounds(seconds: f64, mut round: impl FnMut() -> f64) -> Vec<f64> {
    round();
    let start = Instant::now();
    let mut times = vec![round()];
    while start.elapsed().as_secs_f64() < seconds {
        times.push(round());
    }
    times
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Fourteen tiles of a shuffled wall, flowers left out.
fn dealt(rules: &Rules, seed: u64) -> [u8; HAND_KINDS] {
    let mut tiles = rules.tiles.tiles().to_vec();
    shuffle(&key_of(seed, 0), &mut tiles);
    let mut counts = [0; HAND_KINDS];
    let kinds = tiles.iter().map(|tile| tile.kind()).filter(|kind| !kind.is_flower());
    for kind in kinds.take(14) {
        counts[kind.index()] += 1;
    }
    counts
}
