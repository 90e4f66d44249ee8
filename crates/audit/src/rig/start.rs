//! The start of a rigged game: often near its end, with players tied or nearly out of points, sticks and honba.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::units::{Chips, Points};
use jantaku_table::Table;
use jantaku_table::event::Standing;
use jantaku_table::shuffle::{Key, Stream};
use std::sync::Arc;

/// The standing and points before the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    standing: Standing,
    points: BySeat<Points>,
}

/// Points move between players in multiples of this, as payments do.
const STEP: i32 = 1_000;

impl Start {
    /// A random start, or none for a normal one.
    pub fn draw(rules: &Rules, key: &Key) -> Option<Start> {
        let mut lots = Stream::new(key);
        if lots.below(2) == 0 {
            return None;
        }
        let seats = rules.seats();
        let game = &rules.settings.game;
        let rounds = u32::from(game.rounds.max(1));
        let overtime = u32::from(game.goal > 0 && rounds < 4 && lots.below(4) == 0);
        let round = rounds - 1 + overtime;
        let mut points = BySeat::all(seats, Points(game.start));
        let step = if game.start == 0 { 1 } else { STEP };
        let moves = lots.below(4);
        for _ in 0..moves {
            let from = Seat(lots.below(seats as u32) as u8);
            let to = Seat(lots.below(seats as u32) as u8);
            let most = (points[from].0 / step).max(0) as u32;
            // Often all of it, or all but one stick.
            let amount = match lots.below(4) {
                0 => most,
                1 => most.saturating_sub(1),
                2 => most / 2,
                _ => lots.below(most + 1),
            };
            points[from] -= Points(amount as i32 * step);
            points[to] += Points(amount as i32 * step);
        }
        // Nobody may be bust before the game begins.
        if points
            .iter()
            .any(|&points| jantaku_rules::settlement::bust::is_bust(&rules.settings, points))
        {
            points = BySeat::all(seats, Points(game.start));
        }
        let honba = rules.settings.payment.honba_ron > 0;
        let sticks = rules.settings.riichi.played;
        Some(Start {
            standing: Standing {
                round: Wind::at(round as usize),
                dealer: Seat((seats - 1) as u8 - lots.below(2) as u8),
                honba: if honba { lots.below(3) as u8 } else { 0 },
                sticks: if sticks { lots.below(3) as u8 } else { 0 },
            },
            points,
        })
    }

    pub fn table(&self, rules: &Arc<Rules>) -> Table {
        let chips = BySeat::all(rules.seats(), Chips(0));
        Table::standing_at(Arc::clone(rules), self.standing, self.points, chips)
    }
}
