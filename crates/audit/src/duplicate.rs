//! Duplicate play: each deal is played once in every seating, so that luck with the walls falls on all levels equally.

mod level;
mod timed;

pub use level::Level;
pub use timed::Pace;

use crate::simulation::{Fault, UnknownBot, endless_text};
use jantaku_bots::arena::{Arena, Watcher};
use jantaku_bots::{Bot, named};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_table::legal::Actions;
use jantaku_table::rates::RateCounter;
use jantaku_table::{Action, Event, Table};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use timed::{Clock, Timed};

/// A contest between levels of bots.
#[derive(Clone, Debug)]
pub struct Duplicate {
    pub rules: Arc<Rules>,
    /// A bot for each seat of the first seating; the others rotate it.
    pub bots: Vec<String>,
    /// Number of deals. Each is a whole game with its own walls, played once in every seating.
    pub deals: u64,
    /// Seed of the first deal; each following one adds one.
    pub seed: u64,
    pub threads: NonZeroUsize,
}

/// How a contest ended.
#[derive(Clone, Debug)]
pub struct Standings {
    pub games: u64,
    pub hands: u64,
    pub decisions: u64,
    /// The levels in the order in which they were named.
    pub levels: Vec<Level>,
    /// Games that did not come to their end, and actions that were not legal.
    pub faults: Vec<Fault>,
}

impl Duplicate {
    /// The deals that make at least this many games.
    pub fn deals_for(rules: &Rules, games: u64) -> u64 {
        games.div_ceil(rules.seats() as u64)
    }

    /// Plays every deal in every seating, and calls `done` after each game.
    ///
    /// # Errors
    ///
    /// If there is no bot of one of the names.
    pub fn run(&self, done: &(dyn Fn() + Sync)) -> Result<Standings, UnknownBot> {
        let names = self.names();
        let clocks: Vec<Arc<Clock>> = names.iter().map(|_| Arc::default()).collect();
        if names.iter().any(|name| named(name, 0).is_none()) {
            return Err(UnknownBot);
        }
        let next = AtomicU64::new(0);
        let played = Mutex::new(Vec::new());
        let work = || {
            loop {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal >= self.deals {
                    return;
                }
                let games: Vec<Played> = (0..self.rules.seats())
                    .map(|seating| {
                        let game = self.play(deal, seating, &names, &clocks);
                        done();
                        game
                    })
                    .collect();
                played
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push((deal, games));
            }
        };
        std::thread::scope(|scope| {
            (0..self.threads.get()).for_each(|_| {
                scope.spawn(work);
            });
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Sums of fractions depend on their order, and the order of threads is nobody's choice.
        played.sort_by_key(|(deal, _)| *deal);
        Ok(self.standings(&names, &clocks, &played))
    }

    /// The levels, each named once.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in &self.bots {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The level in a seat of a seating.
    fn level(&self, seating: usize, seat: usize, names: &[&str]) -> usize {
        let seats = self.rules.seats();
        let place = (seat + seats - seating) % seats;
        let bot = self.bots.get(place).or(self.bots.last());
        let level = bot.and_then(|bot| names.iter().position(|name| name == bot));
        level.unwrap_or(0)
    }

    fn play(&self, deal: u64, seating: usize, names: &[&str], clocks: &[Arc<Clock>]) -> Played {
        let seed = self.seed.wrapping_add(deal);
        let bot = |seat: usize| -> Option<Box<dyn Bot>> {
            let level = self.level(seating, seat, names);
            // A bot keeps its luck when it changes its seat.
            let place = (seat + self.rules.seats() - seating) % self.rules.seats();
            let bot = named(names[level], seed.wrapping_mul(4).wrapping_add(place as u64))?;
            Some(Box::new(Timed::new(bot, Arc::clone(&clocks[level]))))
        };
        let bots = (0..self.rules.seats()).filter_map(bot).collect();
        let mut watch = Watch {
            rates: RateCounter::new(self.rules.seats()),
            decisions: 0,
            illegal: None,
        };
        let ended = Arena::of(&self.rules, bots, seed).play(&mut watch);
        let fault = match &ended {
            Err(endless) => Some(endless_text(*endless).to_owned()),
            Ok(_) => None,
        };
        Played {
            seating,
            result: ended.ok().and_then(|table| table.result().cloned()),
            hands: watch.rates.seats[Seat(0)].hands,
            rates: watch.rates.seats,
            decisions: watch.decisions,
            fault: watch.illegal.or(fault),
        }
    }

    fn standings(&self, names: &[&str], clocks: &[Arc<Clock>], played: &[(u64, Vec<Played>)]) -> Standings {
        let mut all = Standings {
            games: 0,
            hands: 0,
            decisions: 0,
            levels: names
                .iter()
                .zip(clocks)
                .map(|(name, clock)| Level::new(name, clock.pace()))
                .collect(),
            faults: Vec::new(),
        };
        for (deal, games) in played {
            for game in games {
                all.games += 1;
                all.hands += game.hands;
                all.decisions += game.decisions;
                all.faults.extend(game.fault.iter().map(|what| Fault {
                    game: *deal,
                    seed: self.seed.wrapping_add(*deal),
                    what: format!("seating {}: {what}", game.seating),
                }));
                for (seat, rates) in game.rates.iter().enumerate() {
                    all.levels[self.level(game.seating, seat, names)].rates.add(rates);
                }
            }
            let results: Vec<_> = games
                .iter()
                .filter_map(|game| Some((game.seating, game.result.as_ref()?)))
                .collect();
            // A deal with a game that did not end favours nobody.
            if results.len() == games.len() {
                for (place, level) in all.levels.iter_mut().enumerate() {
                    level.add_deal(&results, |seating, seat| self.level(seating, seat, names) == place);
                }
            }
        }
        all
    }
}

/// One game of a deal.
struct Played {
    seating: usize,
    result: Option<jantaku_rules::FinalResult>,
    rates: BySeat<jantaku_table::rates::Rates>,
    hands: u64,
    decisions: u64,
    fault: Option<String>,
}

struct Watch {
    rates: RateCounter,
    decisions: u64,
    illegal: Option<String>,
}

impl Watcher for Watch {
    fn decision(&mut self, _table: &Table, seat: Seat, legal: &Actions, action: Action) {
        self.decisions += 1;
        if !legal.contains(&action) {
            self.illegal
                .get_or_insert_with(|| format!("seat {} chose {action:?}, which is not legal", seat.0));
        }
    }

    fn events(&mut self, table: &Table, events: &[Event]) {
        self.rates.events(table, events);
    }
}
