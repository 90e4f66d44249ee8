//! Compares what happens between rounds: the start of the game, the next round, the end and the final scores.

use std::sync::Arc;

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::BySeat;
use jantaku_rules::units::{Chips, Points};
use jantaku_table::event::Standing;
use jantaku_table::{Event, Table};

use super::Comparison;
use super::mismatch::{Mismatch, Point};
use super::round::Played;
use crate::game::{GameRecord, RoundRecord, Tenths};

/// Compares the starting points, if this is the first round.
pub(super) fn compare_start(comparison: &mut Comparison<'_>, game: &GameRecord, round: &RoundRecord, rules: &Rules) {
    if is_public(game) && (round.round, round.honba) == (0, 0) {
        let start = BySeat::all(rules.seats(), rules.settings.game.start);
        comparison.same(Point::Start, &round.scores, &start);
    }
}

/// A table as it was before the round, if that is possible.
pub(super) fn table_before(round: &RoundRecord, rules: &Arc<Rules>) -> Result<Table, Mismatch> {
    let seats = rules.seats();
    let fits = round.scores.len() == seats && round.hands.len() == seats && usize::from(round.dealer.0) < seats;
    let Some(standing) = standing_of(round).filter(|_| fits) else {
        return Err(Mismatch {
            round: 0,
            event: 0,
            point: Point::Deal,
            expected: format!("round {}, {} honba, {} sticks", round.round, round.honba, round.sticks),
            found: format!("no such round of {seats} players"),
        });
    };
    let (points, chips) = (round.scores.map(|&points| Points(points)), BySeat::all(seats, Chips(0)));
    Ok(Table::standing_at(Arc::clone(rules), standing, points, chips))
}

/// The standing before a recorded round, if it is possible.
fn standing_of(round: &RoundRecord) -> Option<Standing> {
    Some(Standing {
        round: round.wind(),
        dealer: round.dealer,
        honba: u8::try_from(round.honba).ok()?,
        sticks: u8::try_from(round.sticks).ok()?,
    })
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
            comparison.same(Point::NextPoints, &next.scores, &table.points().map(|points| points.0));
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
        comparison.same(
            Point::FinalPoints,
            &standing.scores,
            &result.points.map(|points| points.0),
        );
        let score = BySeat::from_fn(table.seats(), |seat| Tenths(result.score.as_slice()[seat] / 100));
        comparison.same(Point::Result, &standing.points, &score);
    }
}

/// Is it a public lobby? Private ones set their own start, goal and uma, which records do not contain.
fn is_public(game: &GameRecord) -> bool {
    game.setting.lobby == 0
}
