//! Shanten (how far a hand is from complete), waits, and the draws that help.
//!
//! Counts are of the concealed tiles: 13 or 14, less three for each meld.
//!
//! ```
//! use jantaku_rules::shanten::{Calculator, Shapes, TileSet};
//!
//! let mut counts = [0u8; 34];
//! for kind in [0, 1, 2, 9, 10, 11, 18, 19, 20, 24, 25, 27, 27] {
//!     counts[kind] += 1; // 123m 123p 123s 78s 11z
//! }
//! let calculator = Calculator::new(TileSet::All, Shapes::ALL);
//! assert_eq!(calculator.shanten(&counts), 0);
//! assert_eq!(calculator.waits(&counts).to_string(), "6s 9s");
//! ```

mod code;
mod distance;
mod join;
mod numbering;
mod suit;
mod tables;
mod tally;
mod tracker;
mod waits;

pub use tracker::Tracker;

use std::fmt;

use crate::kind_set::KindSet;
use crate::tile::HAND_KINDS;
use tables::Tables;

/// What counts as seven pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SevenPairs {
    /// Not played.
    None,
    /// Seven different pairs.
    Distinct,
    /// Four of a kind count as two pairs.
    FourAsTwo,
}

/// The shapes that can win besides sets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shapes {
    pub seven_pairs: SevenPairs,
    pub orphans: bool,
}

impl Shapes {
    /// Sets and a pair, seven different pairs, thirteen orphans.
    pub const ALL: Shapes = Shapes {
        seven_pairs: SevenPairs::Distinct,
        orphans: true,
    };
    /// Sets and a pair only.
    pub const STANDARD: Shapes = Shapes {
        seven_pairs: SevenPairs::None,
        orphans: false,
    };
}

/// The kinds in play. A hand cannot wait for a kind that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileSet {
    All,
    /// The 27 kinds for three players. Of man only 1 and 9 remain, which form no sequences.
    WithoutMiddleMan,
}

impl TileSet {
    /// The 34 kinds without these, if there are tables for that.
    pub const fn without(removed: KindSet) -> Option<TileSet> {
        match removed.bits() {
            0 => Some(TileSet::All),
            0b0_1111_1110 => Some(TileSet::WithoutMiddleMan),
            _ => None,
        }
    }
}

/// Computes shanten for a set of tiles and shapes. Counts are indexed by [`Kind::index`](crate::Kind::index).
///
/// Impossible counts (five of a kind, kinds that are not in play) give meaningless answers, but do not panic.
#[must_use]
#[derive(Clone, Copy)]
pub struct Calculator {
    tables: &'static Tables,
    shapes: Shapes,
}

impl Calculator {
    /// The first calculator for a tile set computes its tables.
    pub fn new(tiles: TileSet, shapes: Shapes) -> Calculator {
        Calculator {
            tables: Tables::of(tiles),
            shapes,
        }
    }

    /// The lowest shanten over all shapes: −1 complete, 0 tenpai.
    ///
    /// A hand that needs a fifth copy of a kind is not tenpai here.
    #[must_use]
    #[inline]
    pub fn shanten(&self, counts: &[u8; HAND_KINDS]) -> i8 {
        self.track(counts).shanten()
    }

    /// The kinds that complete the hand; see [`Tracker::waits`].
    pub fn waits(&self, counts: &[u8; HAND_KINDS]) -> KindSet {
        self.track(counts).waits()
    }

    /// The kinds that lower the shanten; see [`Tracker::acceptance`].
    pub fn acceptance(&self, counts: &[u8; HAND_KINDS]) -> KindSet {
        self.track(counts).acceptance()
    }

    /// Tracks a hand that starts with these tiles.
    #[inline]
    pub fn track(&self, counts: &[u8; HAND_KINDS]) -> Tracker {
        Tracker::new(*self, counts)
    }
}

impl PartialEq for Calculator {
    fn eq(&self, other: &Calculator) -> bool {
        std::ptr::eq(self.tables, other.tables) && self.shapes == other.shapes
    }
}

impl Eq for Calculator {}

impl fmt::Debug for Calculator {
    /// Leaves out the tables, which are too long to be useful.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Calculator").field(&self.shapes).finish()
    }
}
