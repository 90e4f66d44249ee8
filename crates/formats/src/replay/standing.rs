//! Between the rounds: how a game begins, how the next round stands, when the game is over and what it counts.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::BySeat;
use jantaku_table::{Event, Table};

use super::Comparison;
use super::mismatch::Point;
use super::round::{Played, standing_of};
use crate::record::{GameRecord, RoundRecord, Tenths};

/// Compares how a game begins, if the round is its first.
pub(super) fn compare_start(comparison: &mut Comparison<'_>, game: &GameRecord, round: &RoundRecord, rules: &Rules) {
    if is_public(game) && (round.round, round.honba) == (0, 0) {
        let start = BySeat::all(rules.seats(), rules.settings.game.start);
        comparison.same(Point::Start, &round.scores, &start);
    }
}

/// Compares what follows a round: the next one, or the end of the game.
pub(super) fn compare(comparison: &mut Comparison<'_>, game: &GameRecord, table: &Table, played: &Played) {
    let next = game.rounds.get(comparison.round + 1);
    if table.is_over() {
        if is_public(game) {
            compare_end(comparison, game, next, table);
        }
        return;
    }
    let going_on = played.ending.iter().find_map(|event| match event {
        Event::HandEnded(standing) => Some(*standing),
        _ => None,
    });
    match next {
        Some(next) => {
            comparison.same(Point::NextHand, &standing_of(next), &going_on);
            comparison.same(Point::NextPoints, &next.scores, table.points());
        }
        // A file that tells only some rounds does not tell how the game ended.
        None if game.standing.is_some() && is_public(game) => {
            comparison.differ(Point::GameEnd, "over".to_string(), format!("{going_on:?}"));
        }
        None => {}
    }
}

fn compare_end(comparison: &mut Comparison<'_>, game: &GameRecord, next: Option<&RoundRecord>, table: &Table) {
    if let Some(next) = next {
        comparison.differ(Point::GameEnd, format!("{:?}", standing_of(next)), "over".to_string());
    }
    if let (Some(standing), Some(result)) = (&game.standing, table.result()) {
        comparison.same(Point::FinalPoints, &standing.scores, &result.points);
        let score = BySeat::from_fn(table.seats(), |seat| Tenths(result.score.as_slice()[seat] / 100));
        comparison.same(Point::Result, &standing.points, &score);
    }
}

/// Is it a game of the public lobby? A private one sets its own start, goal and uma, which no record tells.
fn is_public(game: &GameRecord) -> bool {
    game.setting.lobby == 0
}
