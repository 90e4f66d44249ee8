//! Directs a rigged game: plots for some hands, a start anywhere, and a referee who rules now and then.

use super::{Part, Plot, Start};
use jantaku_bots::arena::{Director, Ruling, Shuffled};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::legal::Actions;
use jantaku_table::phase::Phase;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Penalty, Table};
use std::sync::Arc;

/// The director of a rigged game. With no hands to rig it only shuffles.
pub struct Rigging {
    seed: u64,
    /// How many hands of a hundred are rigged.
    share: u32,
    lots: Stream,
    /// The parts of the hand in play, by seat.
    parts: [Option<Part>; 4],
    chombos: u8,
}

impl Rigging {
    /// Rigs this share of a hundred hands; all lots come from the seed.
    pub fn new(seed: u64, share: u32) -> Rigging {
        Rigging {
            seed,
            share,
            lots: Stream::new(&key_of(seed, LOTS_OF_RIGGING)),
            parts: [None, None, None, None],
            chombos: 0,
        }
    }
}

impl Director for Rigging {
    fn table(&mut self, rules: &Arc<Rules>) -> Table {
        let key = key_of(self.seed, LOTS_OF_START);
        match (self.share > 0).then(|| Start::draw(rules, &key)).flatten() {
            Some(start) => start.table(rules),
            None => Table::new(Arc::clone(rules)),
        }
    }

    fn wall(&mut self, table: &Table) -> Wall {
        let hand = u32::from(table.hands_played());
        self.parts = [None, None, None, None];
        let drawn = self.share > 0 && self.lots.below(100) < self.share;
        let key = key_of(self.seed, HANDS_OF_RIGGING + hand);
        let Some(plot) = drawn.then(|| Plot::draw(table.rules(), &key)).flatten() else {
            return Shuffled { seed: self.seed }.wall(table);
        };
        let dealer = table.next_standing().dealer;
        for (wind, part) in plot.parts.into_iter().take(table.seats()).enumerate() {
            self.parts[(usize::from(dealer.0) + wind) % table.seats()] = part;
        }
        plot.wall
    }

    /// Seldom, and more often while others may still claim a tile.
    fn ruling(&mut self, table: &Table) -> Option<Ruling> {
        let one_in = match table.phase() {
            _ if self.share == 0 => return None,
            Phase::Turn(_) => 3_000,
            // A special rule covers a chombo at the moment of a win.
            Phase::Claims(claims) if claims.may.iter().any(|may| may.win) => 150,
            Phase::Claims(_) => 600,
            Phase::Nagashi { .. } | Phase::Showing { .. } => 10,
            _ => return None,
        };
        if self.lots.below(one_in) > 0 {
            return None;
        }
        let seat = Seat(self.lots.below(table.seats() as u32) as u8);
        let rules = table.rules();
        let has_chombo = Penalty::Chombo.is_played(rules);
        match self.lots.below(8) {
            0 => Some(Ruling::TimeUp),
            1..=4 if Penalty::DeadHand.is_played(rules) => Some(Ruling::DeadHand(seat)),
            _ if has_chombo && self.chombos < MOST_CHOMBOS => {
                self.chombos += 1;
                Some(Ruling::Chombo(seat))
            }
            _ => None,
        }
    }

    fn action(&mut self, seat: Seat, legal: &Actions) -> Option<Action> {
        self.parts[usize::from(seat.0)].as_mut().map(|part| part.choose(legal))
    }
}

/// A game in which every hand is voided would not end.
const MOST_CHOMBOS: u8 = 3;

/// No game has enough hands for the keys of its walls to reach these.
const LOTS_OF_RIGGING: u32 = u32::MAX - 3;
const LOTS_OF_START: u32 = u32::MAX - 4;
const HANDS_OF_RIGGING: u32 = 1 << 16;
