//! Engines timed in turns, so that whatever slows the machine slows all of them.

use std::hint::black_box;
use std::time::Instant;

use crate::contest::Entry;

const WARM_UP_ROUNDS: usize = 5;
const ROUNDS: usize = 201;

/// An engine and one pass of its work over all inputs; the pass returns something made of its answers.
pub(crate) struct Runner<'a> {
    /// Its name.
    pub engine: &'static str,
    /// The pass.
    pub pass: Box<dyn FnMut() -> i64 + 'a>,
}

impl<'a> Runner<'a> {
    /// An engine that answers each of these inputs by itself.
    pub(crate) fn over<T>(
        engine: &'static str,
        inputs: &'a [T],
        answer: impl Fn(&T) -> i64 + 'a,
    ) -> Runner<'a> {
        let pass = move || {
            inputs
                .iter()
                .map(|input| black_box(answer(black_box(input))))
                .sum()
        };
        Runner {
            engine,
            pass: Box::new(pass),
        }
    }
}

/// Runs every engine once in each round, and gives the median time of one piece of work.
pub(crate) fn race(pieces: usize, mut runners: Vec<Runner<'_>>) -> Vec<Entry> {
    let mut times = vec![Vec::with_capacity(ROUNDS); runners.len()];
    for round in 0..WARM_UP_ROUNDS + ROUNDS {
        for (runner, times) in runners.iter_mut().zip(&mut times) {
            let start = Instant::now();
            black_box((runner.pass)());
            let time = start.elapsed();
            if round >= WARM_UP_ROUNDS {
                times.push(time);
            }
        }
    }
    let timed = runners.iter().zip(times).map(|(runner, mut times)| {
        times.sort_unstable();
        let median = times[times.len() / 2];
        Entry {
            engine: runner.engine,
            ns: median.as_secs_f64() * 1e9 / pieces as f64,
        }
    });
    timed.collect()
}
