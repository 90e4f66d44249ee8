//! Plays a recorded game again at a real table, and tells wherever the two part ways.
//!
//! The table is dealt the wall of the record. What a player decided stands in the record, and must be among what the table
//! lets that player do; whoever is asked and did nothing has passed. All else, from the draws and indicators to the
//! payments, the next deal and the end of the game, is the table's own doing and must come out as it was played.

mod answers;
pub mod books;
pub mod mismatch;
mod outcome;
mod round;
mod standing;
mod told;
mod wall;

use std::fmt::Debug;
use std::sync::Arc;

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::BySeat;
use jantaku_table::Table;

use crate::record::{GameRecord, Outcome, RoundRecord};
use mismatch::{Mismatch, Point};

/// How a game came out when it was played again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// How many rounds were played.
    pub rounds: usize,
    /// How many wins they had.
    pub wins: usize,
    /// Where table and record differ.
    pub mismatches: Vec<Mismatch>,
}

/// Plays all rounds of a game. After a round that came out differently the next one is begun as the record tells it.
pub fn replay(game: &GameRecord, rules: &Arc<Rules>) -> Replay {
    let mut replay = Replay::default();
    let mut table: Option<Table> = None;
    for (index, round) in game.rounds.iter().enumerate() {
        replay.rounds += 1;
        replay.wins += match &round.outcome {
            Outcome::Wins(wins) => wins.len(),
            Outcome::Draw(_) => 0,
        };
        let mut comparison = Comparison {
            round: index,
            event: 0,
            mismatches: &mut replay.mismatches,
        };
        let begun = table.take().filter(Table::needs_wall);
        let Some(mut playing) = begun.or_else(|| seat_players(&mut comparison, game, round, rules)) else {
            continue;
        };
        comparison.event = round.events.len();
        match round::play(index, round, &mut playing) {
            Ok(played) => {
                let before = comparison.mismatches.len();
                outcome::compare(&mut comparison, round, &playing, &played);
                standing::compare(&mut comparison, game, &playing, &played);
                table = (comparison.mismatches.len() == before).then_some(playing);
            }
            Err(mismatch) => comparison.mismatches.push(mismatch),
        }
    }
    replay
}

/// A table that stands as before the round; none, if no table can stand so.
fn seat_players(
    comparison: &mut Comparison<'_>,
    game: &GameRecord,
    round: &RoundRecord,
    rules: &Arc<Rules>,
) -> Option<Table> {
    let seats = rules.seats();
    let fits = game.players == seats
        && round.scores.len() == seats
        && round.hands.len() == seats
        && usize::from(round.dealer.0) < seats;
    let Some(standing) = round::standing_of(round).filter(|_| fits) else {
        comparison.differ(
            Point::Deal,
            format!("a round of {seats} players"),
            format!("round {}, {} honba, {} sticks", round.round, round.honba, round.sticks),
        );
        return None;
    };
    standing::compare_start(comparison, game, round, rules);
    let chips = BySeat::all(seats, 0);
    Some(Table::standing_at(Arc::clone(rules), standing, round.scores, chips))
}

/// Where a game is being compared, and what was found so far.
struct Comparison<'a> {
    round: usize,
    event: usize,
    mismatches: &'a mut Vec<Mismatch>,
}

impl Comparison<'_> {
    /// Notes a difference between what the record tells and what was found; true if there is none.
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
