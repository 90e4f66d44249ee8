//! Each figure is the median of many short rounds, so that other work on the machine matters little.

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

const HANDS: u64 = 2_000;
const GAMES: u64 = 50;

pub(super) struct Measured {
    /// Nanoseconds to score a win; meaningless if there are no `wins`.
    pub(super) score_ns: f64,
    pub(super) wins: usize,
    /// Nanoseconds to compute the shanten of a hand.
    pub(super) shanten_ns: f64,
    pub(super) one_thread: Speed,
    pub(super) two_threads: Speed,
}

impl Measured {
    /// How much faster two threads are than one.
    pub(super) fn scaling(&self) -> f64 {
        self.two_threads.games / self.one_thread.games
    }
}

#[derive(Clone, Copy)]
pub(super) struct Speed {
    pub(super) games: f64,
    pub(super) decisions: f64,
}

/// Measures everything, each figure for about this many seconds.
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

/// The same games of random bots on every run.
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

/// The times of as many rounds as fit, after a warm-up.
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

/// Fourteen tiles of a shuffled wall, without flowers.
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
