//! Rigged hands: walls stacked towards what chance brings once in a million hands, and players who go for it.
//!
//! A plot is made of the rulebook's own tiles by lot. Where one does not fit into the box, another is tried, and at last
//! the wall is shuffled as any other.

mod part;
mod plan;
mod plot;
mod rigging;
mod shape;
mod start;

pub use part::{Part, Want};
pub use rigging::Rigging;
pub use start::Start;

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_table::shuffle::{Key, Stream};
use jantaku_table::wall::Wall;
use plan::Plan;

/// A rigged hand.
#[derive(Clone, Debug)]
pub struct Plot {
    pub wall: Wall,
    /// What the players go for, by the wind of the hand; nobody's part where the player's bot plays as always.
    pub parts: [Option<Part>; 4],
}

impl Plot {
    /// A plot by lot, or none if no plot fits.
    pub fn draw(rules: &Rules, key: &Key) -> Option<Plot> {
        let mut lots = Stream::new(key);
        for _ in 0..ATTEMPTS {
            let chosen = plot::ALL[lots.below(plot::ALL.len() as u32) as usize];
            let mut plan = Plan::new(rules, &mut lots);
            if chosen(&mut plan).is_some() {
                return Some(plan.finish());
            }
        }
        None
    }
}

/// How many plots are tried before the wall is left to chance.
const ATTEMPTS: usize = 4;

/// All winds that have a player.
pub(crate) fn winds(rules: &Rules) -> impl Iterator<Item = Wind> + use<> {
    (0..rules.seats()).map(Wind::at)
}
