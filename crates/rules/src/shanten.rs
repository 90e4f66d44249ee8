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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Kind, Suit};

    /// Counts of a hand written as `123m11z`.
    fn hand(text: &str) -> [u8; HAND_KINDS] {
        let mut counts = [0; HAND_KINDS];
        let mut numbers = Vec::new();
        for c in text.chars().filter(|c| *c != ' ') {
            match Suit::from_letter(c) {
                Some(suit) => numbers
                    .drain(..)
                    .for_each(|n| counts[Kind::of(suit, n).unwrap().index()] += 1),
                None => numbers.push(c.to_digit(10).unwrap() as u8),
            }
        }
        counts
    }

    fn check_shanten(tiles: TileSet, shapes: Shapes, rows: &[(&str, i8)]) {
        let calculator = Calculator::new(tiles, shapes);
        for (text, expected) in rows {
            assert_eq!(calculator.shanten(&hand(text)), *expected, "{text}");
        }
    }

    fn check_waits(tiles: TileSet, shapes: Shapes, rows: &[(&str, &str)]) {
        let calculator = Calculator::new(tiles, shapes);
        for (text, expected) in rows {
            assert_eq!(calculator.waits(&hand(text)).to_string(), *expected, "{text}");
        }
    }

    const FOUR_AS_TWO: Shapes = Shapes {
        seven_pairs: SevenPairs::FourAsTwo,
        orphans: false,
    };

    #[test]
    fn sets_and_a_pair() {
        check_shanten(
            TileSet::All,
            Shapes::STANDARD,
            &[
                ("123m 456p 789s 111z 22z", -1),
                ("123m 456p 789s 111z 2z", 0),
                ("123m 456p 78s 111z 22z", 0),
                ("123m 456p 789s 11z 22z", 0),
                ("123m 456p 78s 11z 235z", 2),
                ("147m 258p 369s 1234z", 8),
                ("19m 19p 19s 1234567z", 8),
                // Hands with melds: only concealed tiles count.
                ("5z", 0),
                ("55z", -1),
                ("13m 5z 7z", 1),
                ("12m 55z", 0),
            ],
        );
    }

    #[test]
    fn seven_pairs_and_orphans() {
        check_shanten(
            TileSet::All,
            Shapes::ALL,
            &[
                ("1199m 2288p 3377s 11z", -1),
                ("1199m 2288p 3377s 1z", 0),
                // Six pairs and a third copy: the seventh pair needs two tiles of a new kind.
                ("11199m 2288p 3377s", 1),
                ("19m 19p 19s 1234567z", 0),
                ("19m 19p 19s 12345677z", -1),
                ("19m 19p 19s 1234566z", 0),
                ("119m 19p 19s 123456z", 0),
            ],
        );
        check_shanten(
            TileSet::All,
            FOUR_AS_TWO,
            &[("1111m 2288p 3377s 11z", -1), ("1111m 2288p 3337s 1z", 1)],
        );
        check_shanten(TileSet::All, Shapes::ALL, &[("1111m 2288p 3377s 11z", 1)]);
    }

    #[test]
    fn man_forms_no_sequences_without_the_middle() {
        let all = Calculator::new(TileSet::All, Shapes::STANDARD);
        let sanma = Calculator::new(TileSet::WithoutMiddleMan, Shapes::STANDARD);
        // Three sets and a pair. With 34 kinds, either terminal may become a sequence.
        let lone = hand("19m 111222333z 44z");
        assert_eq!((all.shanten(&lone), sanma.shanten(&lone)), (1, 1));
        assert_eq!(all.acceptance(&lone).to_string(), "1m 2m 3m 7m 8m 9m 4z");
        assert_eq!(sanma.acceptance(&lone).to_string(), "1m 9m 4z");
        // Three triplets. With 34 kinds, the fourth 1m needs 23m, and 2z a pair. With 27 kinds, 2z needs
        // a pair and the fourth set three new tiles.
        let fours = hand("11119999m 1111z 2z");
        assert_eq!((all.shanten(&fours), sanma.shanten(&fours)), (2, 3));
        let complete = hand("11199m 123p 456p 789s");
        assert_eq!((all.shanten(&complete), sanma.shanten(&complete)), (-1, -1));
    }

    #[test]
    fn waits() {
        check_waits(
            TileSet::All,
            Shapes::ALL,
            &[
                ("123m 456p 78s 111z 22z", "6s 9s"),
                ("123m 456p 789s 11z 22z", "1z 2z"),
                ("123m 456p 789s 111z 2z", "2z"),
                ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
                ("2223444m 111222z", "1m 2m 3m 4m 5m"),
                ("19m 19p 19s 1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
                ("119m 19p 19s 123456z", "7z"),
                ("1199m 2288p 3377s 1z", "1z"),
                ("11223344556m 77z", "3m 6m"),
                // Both seven pairs and sequences.
                ("112233m 445566p 7s", "7s"),
                // A fifth copy still counts as a wait.
                ("123m 456p 789s 1111z", "1z"),
                ("1111m 2z", ""),
                ("13m 5z 5z", "2m"),
                ("147m 258p 369s 1234z", ""),
            ],
        );
        check_waits(
            TileSet::All,
            FOUR_AS_TWO,
            &[("1111m 2288p 3377s 1z", "1z"), ("111m 2288p 3377s 11z", "1m")],
        );
        check_waits(TileSet::All, Shapes::ALL, &[("1111m 2288p 3377s 1z", "")]);
    }

    #[test]
    fn acceptance() {
        let calculator = Calculator::new(TileSet::All, Shapes::STANDARD);
        // Iishanten: 13m and 78s are incomplete.
        let useful = calculator.acceptance(&hand("13m 456p 78s 111z 222z"));
        assert_eq!(useful.to_string(), "1m 2m 3m 6s 7s 8s 9s");
    }
}
