//! Counts of tiles, pairs and orphans. The tallies of half suits add up to that of the hand.

use std::ops::{Add, AddAssign, Sub};

use super::SevenPairs;

/// Several counts in one word, so that one addition adds all of them.
///
/// The lower 32 bits are the half suit's share of the index into the classes of `SuitTable`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally(u64);

const FIELD_BITS: u32 = 5;
const TILES: u32 = 32;
const KINDS: u32 = TILES + FIELD_BITS;
const PAIRS: u32 = KINDS + FIELD_BITS;
const HALVES: u32 = PAIRS + FIELD_BITS;
const ORPHANS: u32 = HALVES + FIELD_BITS;
const ORPHAN_PAIRS: u32 = ORPHANS + FIELD_BITS;

impl Tally {
    /// A share of a class index, with all counts zero.
    pub(super) fn slot_share(share: usize) -> Tally {
        Tally(share as u64)
    }

    /// The tally of `held` copies of one kind.
    pub(super) fn of_kind(held: u8, is_orphan: bool) -> Tally {
        let held = u64::from(held);
        let one = u64::from(held >= 1);
        let two = u64::from(held >= 2);
        let counts = held << TILES | one << KINDS | two << PAIRS | (held / 2) << HALVES;
        let orphan = u64::from(is_orphan);
        Tally(counts | (one * orphan) << ORPHANS | (two * orphan) << ORPHAN_PAIRS)
    }

    /// The class index of a suit. Only valid for the sum of both halves of one suit.
    #[inline]
    pub(super) fn slot(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    pub(super) fn tiles(self) -> usize {
        self.field(TILES) as usize
    }

    /// The number of different kinds.
    #[inline]
    pub(super) fn kinds(self) -> u8 {
        self.field(KINDS)
    }

    #[inline]
    pub(super) fn has_orphan_pair(self) -> bool {
        self.field(ORPHAN_PAIRS) > 0
    }

    /// The tiles missing for seven pairs.
    #[inline]
    pub(super) fn to_seven_pairs(self, mode: SevenPairs) -> Option<u8> {
        match mode {
            SevenPairs::None => None,
            // A pair of a new kind takes two tiles, any other pair one.
            SevenPairs::Distinct => {
                let new_kinds = 7u8.saturating_sub(self.kinds());
                Some(7u8.saturating_sub(self.field(PAIRS)) + new_kinds)
            }
            SevenPairs::FourAsTwo => Some(7u8.saturating_sub(self.field(HALVES))),
        }
    }

    /// The tiles missing for thirteen orphans.
    #[inline]
    pub(super) fn to_orphans(self) -> u8 {
        14u8.saturating_sub(self.field(ORPHANS) + u8::from(self.has_orphan_pair()))
    }

    #[inline]
    fn field(self, shift: u32) -> u8 {
        (self.0 >> shift) as u8 & ((1 << FIELD_BITS) - 1)
    }
}

impl Add for Tally {
    type Output = Tally;
    #[inline]
    fn add(self, other: Tally) -> Tally {
        Tally(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

impl Sub for Tally {
    type Output = Tally;
    #[inline]
    fn sub(self, other: Tally) -> Tally {
        Tally(self.0.wrapping_sub(other.0))
    }
}
