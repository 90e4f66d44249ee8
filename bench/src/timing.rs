//! Engines timed in turns, so that whatever slows the machine slows all of them.
//!
//! The clock is stopped after a few hundred inputs at most: a longer run would be interrupted by other
//! programs, and the slower engine more often than the quicker one.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use crate::contest::Entry;

const INPUTS_AT_ONCE: usize = 250;
const ROUNDS: usize = 101;

/// An engine that answers inputs one by one.
pub(crate) struct Runner<'a> {
    engine: &'static str,
    inputs: usize,
    /// Answers some of the inputs and returns something made of all answers.
    answer: Box<dyn Fn(Range<usize>) -> i64 + 'a>,
}

impl<'a> Runner<'a> {
    /// An engine, its inputs and its answer to one of them.
    pub(crate) fn over<T>(engine: &'static str, inputs: &'a [T], answer: impl Fn(&T) -> i64 + 'a) -> Runner<'a> {
        let some = move |some: Range<usize>| {
            let answers = inputs[some].iter().map(|input| black_box(answer(black_box(input))));
            answers.sum()
        };
        Runner {
            engine,
            inputs: inputs.len(),
            answer: Box::new(some),
        }
    }

    /// The time for some of the inputs, in nanoseconds.
    fn time(&self, some: Range<usize>) -> f64 {
        let start = Instant::now();
        black_box((self.answer)(some));
        start.elapsed().as_secs_f64() * 1e9
    }
}

/// Gives each engine's time for one input: for every few inputs the median of all rounds, then the mean.
///
/// Engines take turns; another one begins each time. A turn begins with all inputs once, off the clock: the engine before has
/// left the caches full of its own tables. Then the inputs are timed, part by part, so that no engine can learn a few by heart.
pub(crate) fn race(runners: &[Runner<'_>]) -> Vec<Entry> {
    let inputs = runners.first().map_or(0, |runner| runner.inputs);
    let parts = inputs.div_ceil(INPUTS_AT_ONCE);
    // A row for each part, in it a column for each engine.
    let mut times = vec![vec![Vec::with_capacity(ROUNDS); runners.len()]; parts];
    for round in 0..ROUNDS {
        for turn in 0..runners.len() {
            let i = (round + turn) % runners.len();
            runners[i].time(0..inputs);
            for (part, times) in times.iter_mut().enumerate() {
                let first = part * INPUTS_AT_ONCE;
                times[i].push(runners[i].time(first..inputs.min(first + INPUTS_AT_ONCE)));
            }
        }
    }
    let entry = |(i, runner): (usize, &Runner<'_>)| {
        let medians = times.iter().map(|part| median(part[i].clone()));
        Entry {
            engine: runner.engine,
            ns: medians.sum::<f64>() / inputs as f64,
        }
    };
    runners.iter().enumerate().map(entry).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
