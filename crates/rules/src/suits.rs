//! How many of each kind a hand holds, packed: a word for each suit, three bits for each kind.
//!
//! Three bits hold the four copies of a kind and a fifth that a wild tile may stand for.

use crate::tile::{HAND_KINDS, KINDS, Kind};

/// Bits of one kind.
const FIELD: u32 = 3;
/// The lowest bit of every field.
const ONES_OF_SUIT: u32 = 0o111_111_111;

/// Bits of one suit.
const SUIT: u32 = 9 * FIELD;

/// The bits of a word that hold counts.
pub(crate) const COUNTS: u64 = (1 << (2 * SUIT)) - 1;

/// Counts of man, pin, sou and honours, two suits in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suits([u64; 2]);

/// What one tile of a kind adds; flowers add nothing.
pub(crate) const ONE_OF: [[u64; 2]; KINDS] = {
    let mut ones = [[0; 2]; KINDS];
    let mut i = 0;
    while i < HAND_KINDS {
        ones[i][i / 18] = 1 << (FIELD * (i as u32 % 18));
        i += 1;
    }
    ones
};

impl Suits {
    /// Adds a tile of this kind; flowers are not counted.
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        let [low, high] = ONE_OF[kind.index()];
        self.0 = [self.0[0] + low, self.0[1] + high];
    }

    #[inline]
    pub(crate) const fn from_words(words: [u64; 2]) -> Suits {
        Suits(words)
    }

    #[inline]
    pub const fn count(&self, kind: Kind) -> u8 {
        let index = kind.index();
        let is_high = index >= 18;
        let word = self.0[is_high as usize] >> (FIELD * (index as u32 - 18 * is_high as u32));
        if index < HAND_KINDS { word as u8 & 7 } else { 0 }
    }

    #[inline]
    pub const fn and(&self, other: &Suits) -> Suits {
        Suits([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    /// The counts of man, pin, sou and honours, three bits a kind.
    #[inline]
    pub const fn each(&self) -> [u32; 4] {
        const MASK: u64 = (1 << SUIT) - 1;
        let [low, high] = self.0;
        [
            (low & MASK) as u32,
            (low >> SUIT & MASK) as u32,
            (high & MASK) as u32,
            (high >> SUIT & MASK) as u32,
        ]
    }

    /// Is it seven pairs? Four of a kind are two of them if `four_as_pairs`.
    pub const fn is_seven_pairs(&self, four_as_pairs: bool) -> bool {
        const ONES: u64 = ONES_OF_SUIT as u64 | (ONES_OF_SUIT as u64) << SUIT;
        let mut pairs = 0;
        let mut s = 0;
        while s < 2 {
            let suit = self.0[s];
            let fours = suit >> 2 & ONES;
            if suit & ONES != 0 || fours != 0 && !four_as_pairs {
                return false;
            }
            pairs += (suit >> 1 & ONES).count_ones() + 2 * fours.count_ones();
            s += 1;
        }
        pairs == 7
    }

    /// The kind of the pair, if this is one of each terminal and honour and one more of them.
    pub fn thirteen_orphans(&self) -> Option<Kind> {
        const ENDS: u32 = 0o100_000_001;
        const HONOURS: u32 = 0o1_111_111;
        let suits = self.each();
        let mut pair = None;
        for (s, wanted) in [ENDS, ENDS, ENDS, HONOURS].into_iter().enumerate() {
            let extra = suits[s].checked_sub(wanted)?;
            if extra == 0 {
                continue;
            }
            let place = extra.trailing_zeros();
            let is_one = extra.is_power_of_two() && place.is_multiple_of(FIELD) && wanted >> place & 1 == 1;
            if !is_one || pair.is_some() {
                return None;
            }
            pair = Some(Kind::at(9 * s + (place / FIELD) as usize));
        }
        pair
    }

    /// If this suit is 1112345678999 and one more: the number of that one, from 0.
    pub const fn nine_gates(&self, suit: usize) -> Option<u32> {
        const GATES: u32 = 0o311_111_113;
        let extra = self.each()[suit].wrapping_sub(GATES);
        let place = extra.trailing_zeros();
        if extra.is_power_of_two() && place.is_multiple_of(FIELD) {
            Some(place / FIELD)
        } else {
            None
        }
    }
}
