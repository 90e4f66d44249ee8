//! Statistics of rulebooks, counted in games among bots.

use super::Hub;
use crate::jobs::{Doing, Jobs, Progress};
use jantaku_audit::simulation::Simulation;
use jantaku_audit::tally::Tally;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Semaphore;

/// Who plays.
pub(super) const BOT: &str = "club";
/// Rulebooks whose statistics are kept, the latest.
const KEPT: usize = 64;
/// Rulebooks that may wait for their turn.
const MOST_WAITING: usize = 8;
/// No more games are begun after so many hands: some rulebooks hardly end.
const MOST_HANDS: u64 = 20_000;

/// Statistics by the hash of a rulebook.
pub(super) type Counted = Jobs<Bytes32, Arc<BookStatistics>>;

/// Games of bots take turns, whatever they are played for.
pub(super) fn none(turn: &Arc<Semaphore>) -> Counted {
    Jobs::in_turn(KEPT, MOST_WAITING, Arc::clone(turn))
}

/// What was played, and what was counted.
pub struct BookStatistics {
    pub simulation: Simulation,
    pub tally: Tally,
}

impl Hub {
    /// The statistics of a rulebook. The first to ask has them begun; none if too many others wait.
    pub fn book_statistics(&self, rules: &Arc<Rules>) -> Option<Progress<Arc<BookStatistics>>> {
        let key = Bytes32(rules.hash);
        if let Some(begun) = self.book_statistics.find(&key) {
            return Some(begun);
        }
        if self.book_statistics.is_full() {
            return None;
        }
        let all = Simulation {
            rules: Arc::clone(rules),
            bots: vec![BOT.to_owned()],
            games: self.around.config.limits.simulated_games,
            seed: 0,
            threads: NonZeroUsize::MIN,
            check: None,
            rig: 0,
        };
        let stopping = self.stopping.subscribe();
        let games = usize::try_from(all.games).unwrap_or(usize::MAX);
        let work = move |doing: &Doing| {
            let goes_on = || !*stopping.borrow();
            let report = |tally: &Tally| doing.report(usize::try_from(tally.games).unwrap_or(usize::MAX));
            counted(all, MOST_HANDS, &goes_on, &report).map(Arc::new)
        };
        Some(self.book_statistics.begin(key, games, work))
    }
}

/// Plays the games one by one, none after so many hands, and rests after each for as long as it took, so that half a processor is left to
/// the tables.
pub(super) fn counted(
    all: Simulation,
    most_hands: u64,
    goes_on: &dyn Fn() -> bool,
    report: &dyn Fn(&Tally),
) -> Option<BookStatistics> {
    let mut tally = Tally::new(&all.rules);
    let mut played = 0;
    while played < all.games && tally.hands < most_hands {
        if !goes_on() {
            return None;
        }
        let began = Instant::now();
        let game = Simulation {
            games: 1,
            seed: all.seed + played,
            ..all.clone()
        };
        tally.add(&game.run(&|| ()).ok()?.tally);
        played += 1;
        report(&tally);
        std::thread::sleep(began.elapsed());
    }
    let simulation = Simulation { games: played, ..all };
    Some(BookStatistics { simulation, tally })
}
