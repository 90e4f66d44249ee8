//! Rigged hands: walls stacked for situations that come up once in a million hands, and players who go for them.
//!
//! A plot is drawn at random from the rulebook's own tiles. If it does not fit into the box, another is tried; after a few
//! attempts the wall is shuffled normally.

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
    /// The players' parts by wind; without one, the player's bot plays normally.
    pub parts: [Option<Part>; 4],
}

impl Plot {
    /// A random plot, or none if no plot fits.
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

/// Plots to try before the wall is left to chance.
const ATTEMPTS: usize = 4;

pub(crate) fn winds(rules: &Rules) -> impl Iterator<Item = Wind> + use<> {
    (0..rules.seats()).map(Wind::at)
}
