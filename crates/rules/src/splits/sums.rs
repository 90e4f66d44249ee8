//! Eight small counts of the sets of a hand in one word, so that suits and melds are joined by adding words.

use std::ops::{Add, AddAssign};

/// Counts, a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums(u64);

const SETS: u64 = 1;
const PAIRS: u64 = 1 << 8;
const SEQUENCES: u64 = 1 << 16;
const SAME_PAIRS: u64 = 1 << 24;
const CONCEALED_TRIPLETS: u64 = 1 << 32;
const WITHOUT_TERMINAL: u64 = 1 << 40;
const INSIDE: u64 = 1 << 48;
const WEIGHT: u64 = 1 << 56;

impl Sums {
    pub(crate) const NONE: Sums = Sums(0);

    pub(crate) const fn sequence(is_terminal: bool) -> Sums {
        let inside = if is_terminal { 0 } else { WITHOUT_TERMINAL + INSIDE };
        Sums(SETS + SEQUENCES + inside)
    }

    /// A triplet or kan. Its weight is doubled if concealed, doubled if of terminals or honours, and doubled twice for a kan.
    #[inline]
    pub(crate) const fn triplet(is_terminal: bool, is_outside: bool, is_concealed: bool, is_kan: bool) -> Sums {
        let doublings = is_concealed as u32 + is_outside as u32 + 2 * is_kan as u32;
        Sums(
            SETS + CONCEALED_TRIPLETS * is_concealed as u64
                + WITHOUT_TERMINAL * !is_terminal as u64
                + INSIDE * !is_outside as u64
                + (WEIGHT << doublings),
        )
    }

    pub(crate) const fn pair(is_there: bool) -> Sums {
        Sums(PAIRS * is_there as u64)
    }

    /// `n` disjoint pairs of identical sequences.
    pub(crate) const fn same_pairs(n: usize) -> Sums {
        Sums(SAME_PAIRS * n as u64)
    }

    /// The same sets with one concealed triplet counted as open, if `opened`.
    #[inline]
    pub(crate) const fn with_triplet_opened(self, is_outside: bool, opened: bool) -> Sums {
        let less = CONCEALED_TRIPLETS + (WEIGHT << is_outside as u32);
        Sums(self.0 - less * opened as u64)
    }

    /// Four sets and a pair?
    #[inline]
    pub(crate) const fn is_complete(self) -> bool {
        self.0 & 0xffff == 4 * SETS + PAIRS
    }

    #[inline]
    pub(crate) const fn sequences(self) -> usize {
        self.byte(SEQUENCES)
    }

    /// Disjoint pairs of identical sequences, within suits and within melds.
    #[inline]
    pub(crate) const fn same(self) -> usize {
        self.byte(SAME_PAIRS)
    }

    /// Triplets and closed kans without another player's tile.
    #[inline]
    pub(crate) const fn concealed_triplets(self) -> usize {
        self.byte(CONCEALED_TRIPLETS)
    }

    /// Does every set hold a terminal?
    #[inline]
    pub(crate) const fn every_terminal(self) -> bool {
        self.byte(WITHOUT_TERMINAL) == 0
    }

    /// Does every set hold a terminal or honour?
    #[inline]
    pub(crate) const fn every_outside(self) -> bool {
        self.byte(INSIDE) == 0
    }

    /// The weight of triplets and kans in fu; an open triplet of 2 to 8 weighs one.
    #[inline]
    pub(crate) const fn weight(self) -> usize {
        self.byte(WEIGHT)
    }

    #[inline]
    const fn byte(self, one: u64) -> usize {
        (self.0 >> one.trailing_zeros() & 0xff) as usize
    }
}

impl Add for Sums {
    type Output = Sums;

    #[inline]
    fn add(self, other: Sums) -> Sums {
        Sums(self.0 + other.0)
    }
}

impl AddAssign for Sums {
    #[inline]
    fn add_assign(&mut self, other: Sums) {
        self.0 += other.0;
    }
}
