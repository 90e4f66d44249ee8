//! Many games on several threads. Every game has its own seed, so the outcome does not depend on the threads.

use crate::check::Checker;
use crate::check::choices::Choices;
use crate::check::face::Own;
use crate::coverage::Coverage;
use crate::rig::Rigging;
use crate::tally::Tally;
use jantaku_bots::arena::{Arena, Endless};
use jantaku_rules::rulebook::rules::Rules;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Debug)]
pub struct Simulation {
    pub rules: Arc<Rules>,
    /// Bots by seat; the last one fills the other seats.
    pub bots: Vec<String>,
    pub games: u64,
    /// Seed of the first game. Each following game adds one, so that any game can be played alone.
    pub seed: u64,
    pub threads: NonZeroUsize,
    /// Whether to check the games, and how often to run expensive checks: once in this many times.
    pub check: Option<NonZeroU32>,
    /// Rigged hands in a hundred.
    pub rig: u32,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub tally: Tally,
    /// What the clauses decided in checked games.
    pub coverage: Coverage,
    /// Faults in the order of games.
    pub faults: Vec<Fault>,
}

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    pub game: u64,
    /// The seed of the game, to reproduce it.
    pub seed: u64,
    pub what: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot;

impl Simulation {
    /// Plays all games, and calls `done` after each.
    ///
    /// # Errors
    ///
    /// If there is no bot of one of the names.
    pub fn run(&self, done: &(dyn Fn() + Sync)) -> Result<Outcome, UnknownBot> {
        let next = AtomicU64::new(0);
        let work = || self.work(&next, done);
        let outcomes: Vec<Result<Outcome, UnknownBot>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.get()).map(|_| scope.spawn(work)).collect();
            // A panic in a worker ends the simulation, since its games cannot be counted.
            let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .map(|outcome| outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut all = self.nothing();
        for outcome in outcomes {
            let outcome = outcome?;
            all.tally.add(&outcome.tally);
            all.coverage.add(&outcome.coverage);
            all.faults.extend(outcome.faults);
        }
        all.faults.sort();
        Ok(all)
    }

    /// Plays games until none is left.
    fn work(&self, next: &AtomicU64, done: &dyn Fn()) -> Result<Outcome, UnknownBot> {
        let mut outcome = self.nothing();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= self.games {
                return Ok(outcome);
            }
            self.play(game, &mut outcome)?;
            done();
        }
    }

    fn play(&self, game: u64, outcome: &mut Outcome) -> Result<(), UnknownBot> {
        let seed = self.seed.wrapping_add(game);
        let arena = Arena::new(&self.rules, &self.bots, seed).ok_or(UnknownBot)?;
        let mut arena = arena.directed(Rigging::new(seed, self.rig));
        let mut violation = None;
        let played = if let Some(every) = self.check {
            // In rigged hands players have parts to play, and their bots do not decide.
            let doubles = (self.rig == 0)
                .then(|| Choices::new(Own, &self.rules, &self.bots, seed, every))
                .flatten();
            let mut checker = Checker::new(&self.rules, seed, every).with_doubles(doubles);
            let played = arena.play(&mut (&mut outcome.tally, &mut checker));
            let (coverage, found) = checker.finish();
            outcome.coverage.add(&coverage);
            violation = found;
            played
        } else {
            arena.play(&mut outcome.tally)
        };
        match played {
            Ok(table) => outcome.tally.game_over(&table),
            Err(endless) => violation = violation.or(Some(endless_text(endless).to_owned())),
        }
        outcome.faults.extend(violation.map(|what| Fault { game, seed, what }));
        Ok(())
    }

    fn nothing(&self) -> Outcome {
        Outcome {
            tally: Tally::new(&self.rules),
            coverage: Coverage::new(&self.rules),
            faults: Vec::new(),
        }
    }
}

pub(crate) fn endless_text(endless: Endless) -> &'static str {
    match endless {
        Endless::Hand => "a hand does not end",
        Endless::Game => "the game does not end",
        Endless::Stuck => "nobody is asked, and the game is not over",
    }
}
