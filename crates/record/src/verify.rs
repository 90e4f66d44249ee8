//! Plays a recorded game again at a real table and reports every difference.
//!
//! The table deals from the recorded wall. Each recorded decision must be legal there; a player who is asked and has no
//! recorded decision passes. Everything else, from draws and indicators to payments, the next deal and the end of the game,
//! is up to the table and must match the record.

mod answers;
pub mod books;
mod follower;
mod log;
pub mod mismatch;
mod outcome;
mod own;
mod round;
mod standing;
mod told;
mod wall;

use std::fmt::Debug;
use std::sync::Arc;

use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::Table;

use crate::game::{GameRecord, Outcome, RoundRecord};
pub use follower::Follower;
pub use log::{NoLog, log_of};
use mismatch::{Mismatch, Point};
pub use own::{Difference, follow, verify_log, verify_log_with};

/// What came of verifying a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    pub rounds: usize,
    pub wins: usize,
    pub mismatches: Vec<Mismatch>,
}

/// Verifies all rounds of a game. After a round with a mismatch the next one starts from the record.
pub fn verify(game: &GameRecord, rules: &Arc<Rules>) -> Verification {
    verify_with(game, rules, &mut ())
}

/// The same, with somebody who follows the game as it is played again.
pub fn verify_with(game: &GameRecord, rules: &Arc<Rules>, follower: &mut dyn Follower) -> Verification {
    let mut found = Verification::default();
    let mut table: Option<Table> = None;
    for (index, round) in game.rounds.iter().enumerate() {
        found.rounds += 1;
        found.wins += match &round.outcome {
            Outcome::Wins(wins) => wins.len(),
            Outcome::Draw(_) => 0,
        };
        let mut comparison = Comparison {
            round: index,
            event: 0,
            mismatches: &mut found.mismatches,
        };
        let playing = match table.take().filter(Table::needs_wall) {
            Some(table) => Ok(table),
            None => {
                standing::compare_start(&mut comparison, game, round, rules);
                standing::table_before(round, rules)
            }
        };
        comparison.event = round.events.len();
        table = playing
            .and_then(|table| play_round(&mut comparison, game, round, table, follower))
            .unwrap_or_else(|mismatch| {
                found.mismatches.push(Mismatch {
                    round: index,
                    ..mismatch
                });
                None
            });
    }
    found
}

/// Plays one round; returns the table for the next one if everything matched.
fn play_round(
    comparison: &mut Comparison<'_>,
    game: &GameRecord,
    round: &RoundRecord,
    mut table: Table,
    follower: &mut dyn Follower,
) -> Result<Option<Table>, Mismatch> {
    let played = round::play(round, &mut table, follower)?;
    let before = comparison.mismatches.len();
    outcome::compare(comparison, round, &table, &played);
    standing::compare(comparison, game, &table, &played);
    Ok((comparison.mismatches.len() == before).then_some(table))
}

/// The table after the events of a round that may be incomplete; its outcome is ignored.
pub fn table_after(round: &RoundRecord, rules: &Arc<Rules>) -> Result<Table, Mismatch> {
    let mut table = standing::table_before(round, rules)?;
    round::play_events(round, &mut table)?;
    Ok(table)
}

/// Where a game is being compared, and what was found so far.
struct Comparison<'a> {
    round: usize,
    event: usize,
    mismatches: &'a mut Vec<Mismatch>,
}

impl Comparison<'_> {
    /// Compares the record with what was found, and notes a difference; true if there is none.
    fn same<T: PartialEq + Debug>(&mut self, point: Point, told: &T, found: &T) -> bool {
        let same = told == found;
        if !same {
            self.differ(point, format!("{told:?}"), format!("{found:?}"));
        }
        same
    }

    fn differ(&mut self, point: Point, expected: String, found: String) {
        self.mismatches.push(Mismatch {
            round: self.round,
            event: self.event,
            point,
            expected,
            found,
        });
    }
}
