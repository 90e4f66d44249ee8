//! Winning hands of greedy bots under a rulebook.

use jantaku_bots::arena::{Arena, Watcher};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::win::Win;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Table};
use std::sync::Arc;

/// Enough hands that no branch predictor learns them.
const WINS: usize = 500;
/// Gives up on rulebooks under which hardly anybody wins.
const MOST_GAMES: u64 = 200;

pub(super) fn some_wins(rules: &Arc<Rules>) -> Vec<Win> {
    let mut claims = Claims(Vec::new());
    for seed in 0..MOST_GAMES {
        if claims.0.len() >= WINS {
            break;
        }
        if let Some(mut arena) = Arena::new(rules, &["greedy"], seed) {
            // The wins of a game that does not end count, too.
            let _ = arena.play(&mut claims);
        }
    }
    claims.0.truncate(WINS);
    claims.0
}

struct Claims(Vec<Win>);

impl Watcher for Claims {
    fn decision(&mut self, table: &Table, seat: Seat, _legal: &Actions, action: Action) {
        if matches!(action, Action::Tsumo | Action::Ron) {
            self.0.extend(match table.phase() {
                Phase::Claims(claims) => Some(table.ron_claim(seat, claims.from, claims.tile, claims.offered)),
                _ => table.tsumo_claim(seat),
            });
        }
    }
}
