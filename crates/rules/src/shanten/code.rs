//! Encodes a hand as eight numbers in base five, two per suit: one for its first four kinds and one for the other five.

use crate::tile::{HAND_KINDS, KINDS};

/// Man, pin, sou, honours.
pub(super) const SUITS: usize = 4;
/// Kinds in the lower half of a suit.
pub(super) const LOW_KINDS: usize = 4;
/// Kinds in the upper half of a suit.
pub(super) const HIGH_KINDS: usize = 5;
pub(super) const SUIT_KINDS: usize = LOW_KINDS + HIGH_KINDS;
/// Codes of the upper half, with zero to four of each kind. The lower half has fewer.
pub(super) const HIGH_CODES: usize = 5usize.pow(HIGH_KINDS as u32);

/// The codes of the lower and the upper half of a suit.
///
/// Each digit is the number of copies of a kind.
pub(super) type SuitCode = [u32; 2];

#[inline]
pub(super) fn codes(counts: &[u8; HAND_KINDS]) -> [SuitCode; SUITS] {
    let number_suit = |first: usize| {
        let [low, high] = code_of_eight(eight(counts, first));
        [low, high + u32::from(counts[first + 8]) * 625]
    };
    // The honours are the last seven counts. The one before them is shifted out.
    let honours = code_of_eight(eight(counts, 26) >> 8);
    [number_suit(0), number_suit(9), number_suit(18), honours]
}

/// The number of copies of each kind in a suit.
#[inline]
pub(super) fn digits(code: SuitCode) -> [u8; SUIT_KINDS] {
    let [mut low, mut high] = code;
    let mut digits = [0; SUIT_KINDS];
    for digit in &mut digits[..LOW_KINDS] {
        *digit = (low % 5) as u8;
        low /= 5;
    }
    for digit in &mut digits[LOW_KINDS..] {
        *digit = (high % 5) as u8;
        high /= 5;
    }
    digits
}

/// The suit and half of a kind, and what one copy adds to its code.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) suit: u8,
    pub(super) half: u8,
    pub(super) worth: u32,
    /// Multiplying by this replaces a division by `worth`.
    inverse: u32,
}

impl Place {
    /// The number of copies in a code of this half.
    #[inline]
    pub(super) const fn copies(self, code: u32) -> u8 {
        // Codes are below 5⁵, so the rounded inverse is precise enough and the product fits.
        (((code * self.inverse) >> INVERSE_BITS) % 5) as u8
    }
}

const INVERSE_BITS: u32 = 20;

/// The place of every kind. Flowers are not counted and have worth 0.
pub(super) const PLACES: [Place; KINDS] = places();

const fn places() -> [Place; KINDS] {
    let mut places = [Place {
        suit: 0,
        half: 0,
        worth: 0,
        inverse: 0,
    }; KINDS];
    let mut kind = 0;
    while kind < HAND_KINDS {
        let number = kind % SUIT_KINDS;
        let is_high = number >= LOW_KINDS;
        let digit = if is_high { number - LOW_KINDS } else { number };
        let worth = 5u32.pow(digit as u32);
        places[kind] = Place {
            suit: (kind / SUIT_KINDS) as u8,
            half: is_high as u8,
            worth,
            inverse: (1u32 << INVERSE_BITS).div_ceil(worth),
        };
        kind += 1;
    }
    places
}

/// Eight neighbouring counts, the first in the lowest byte.
#[inline]
fn eight(counts: &[u8; HAND_KINDS], first: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| counts[first + i]))
}

/// Combines eight counts with two multiplications.
///
/// The first puts a pair of counts (`a + 5b`, at most 24) into every other byte, the second puts two pairs
/// (`ab + 25cd`, at most 624) into every other 16 bits. So nothing carries over into its neighbour.
#[inline]
fn code_of_eight(counts: u64) -> SuitCode {
    let pairs = counts.wrapping_mul(5 + (1 << 8)) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(25 + (1 << 16));
    [(fours >> 16) as u32 & 0xffff, (fours >> 48) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_match_the_codes() {
        for (kind, place) in PLACES.iter().enumerate().take(HAND_KINDS) {
            for held in 1..=4 {
                let mut counts = [0; HAND_KINDS];
                counts[kind] = held;
                let mut expected = [[0; 2]; SUITS];
                let suit = &mut expected[usize::from(place.suit)];
                suit[usize::from(place.half)] = place.worth * u32::from(held);
                assert_eq!(codes(&counts), expected, "{held} of kind {kind}");
            }
        }
    }

    #[test]
    fn copies_match_a_division() {
        for place in PLACES.iter().take(HAND_KINDS) {
            for code in 0..5u32.pow(5) {
                assert_eq!(u32::from(place.copies(code)), code / place.worth % 5);
            }
        }
        assert_eq!(PLACES[HAND_KINDS].copies(3124), 0, "a flower");
    }

    #[test]
    fn nothing_carries_over() {
        let full = [624, 3124];
        let honours = [624, 124];
        assert_eq!(codes(&[4; HAND_KINDS]), [full, full, full, honours]);
    }

    #[test]
    fn digits_are_the_counts() {
        let man = [0, 1, 2, 3, 4, 3, 2, 1, 4];
        let mut counts = [0; HAND_KINDS];
        counts[..9].copy_from_slice(&man);
        assert_eq!(digits(codes(&counts)[0]), man);
    }
}
