//! How many of each kind a hand holds, packed: a word for each suit, three bits for each kind.
//!
//! Three bits hold the four copies of a kind and a fifth that a wild tile may stand for.

use crate::tile::{HAND_KINDS, KINDS, Kind};

/// Bits of one kind.
const FIELD: u32 = 3;
/// The lowest bit of every field.
const ONES: u32 = 0o111_111_111;

/// Counts of man, pin, sou and honours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suits(pub [u32; 4]);

/// Where a kind is counted: flowers nowhere.
#[derive(Clone, Copy)]
struct Place {
    suit: u8,
    one: u32,
}

const PLACES: [Place; KINDS] = {
    let mut places = [Place { suit: 0, one: 0 }; KINDS];
    let mut i = 0;
    while i < HAND_KINDS {
        places[i] = Place {
            suit: (i / 9) as u8,
            one: 1 << (FIELD * (i as u32 % 9)),
        };
        i += 1;
    }
    places
};

impl Suits {
    /// Adds a tile of this kind; flowers are not counted.
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        let place = PLACES[kind.index()];
        self.0[(place.suit & 3) as usize] += place.one;
    }

    /// How many of a kind there are.
    #[inline]
    pub const fn count(&self, kind: Kind) -> u8 {
        let place = PLACES[kind.index()];
        if place.one == 0 {
            return 0;
        }
        (self.0[(place.suit & 3) as usize] >> place.one.trailing_zeros() & 7) as u8
    }

    /// The tiles of both together.
    #[inline]
    pub const fn and(&self, other: &Suits) -> Suits {
        let (a, b) = (&self.0, &other.0);
        Suits([a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]])
    }

    /// Seven pairs: no odd count, and four of a kind only where they count as two pairs.
    pub const fn is_seven_pairs(&self, four_as_pairs: bool) -> bool {
        let mut pairs = 0;
        let mut s = 0;
        while s < 4 {
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

    /// One of each terminal and honour and one more of them: which one there are two of.
    pub fn thirteen_orphans(&self) -> Option<Kind> {
        const ENDS: u32 = 0o100_000_001;
        const HONOURS: u32 = 0o1_111_111;
        let mut pair = None;
        for (s, wanted) in [ENDS, ENDS, ENDS, HONOURS].into_iter().enumerate() {
            let extra = self.0[s].checked_sub(wanted)?;
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
        let extra = self.0[suit].wrapping_sub(GATES);
        let place = extra.trailing_zeros();
        if extra.is_power_of_two() && place.is_multiple_of(FIELD) {
            Some(place / FIELD)
        } else {
            None
        }
    }
}

/// The tiles of one suit.
pub(crate) const fn tiles_in(suit: u32) -> u32 {
    // Adds the nine fields pairwise: no field of a hand exceeds five, so six bits hold each sum.
    let pairs = (suit & 0o707_070_707) + (suit >> FIELD & 0o7_070_707);
    pairs % 0o77
}
