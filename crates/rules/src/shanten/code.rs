//! A suit written as two numbers in base five: its first four kinds, and its other five.

use crate::tile::{HAND_KINDS, KINDS};

/// Man, pin, sou, honours.
pub(super) const SUITS: usize = 4;
/// How many kinds the lower half of a suit has.
pub(super) const LOW_KINDS: usize = 4;
/// How many kinds the upper half of a suit has.
pub(super) const HIGH_KINDS: usize = 5;
/// How many fillings the lower half has, zero to four of each kind.
pub(super) const LOW_CODES: usize = 5usize.pow(LOW_KINDS as u32);
/// How many fillings the upper half has.
pub(super) const HIGH_CODES: usize = 5usize.pow(HIGH_KINDS as u32);

/// One suit of a hand: each digit in base five is how many copies of a kind it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SuitCode {
    pub(super) low: u16,
    pub(super) high: u16,
}

/// The codes of the four suits of a hand.
#[inline]
pub(super) fn codes(counts: &[u8; HAND_KINDS]) -> [SuitCode; SUITS] {
    let number_suit = |first: usize| {
        let code = code_of_eight(eight(counts, first));
        SuitCode {
            low: code.low,
            high: code.high + u16::from(counts[first + 8]) * 625,
        }
    };
    // The honours are the last seven counts; the count before them is shifted out.
    let honours = code_of_eight(eight(counts, 26) >> 8);
    [number_suit(0), number_suit(9), number_suit(18), honours]
}

/// Where a kind stands: its suit, its half of the suit, and the worth of one copy in that half.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) suit: u8,
    pub(super) high: bool,
    pub(super) worth: u16,
}

/// The place of every kind; a flower is no part of a hand and is worth nothing.
pub(super) const PLACES: [Place; KINDS] = places();

/// How many copies a code holds of the kind whose copy is worth this much.
#[inline]
pub(super) fn digit(half: u16, worth: u16) -> u8 {
    (half / worth % 5) as u8
}

const fn places() -> [Place; KINDS] {
    let mut places = [Place {
        suit: 0,
        high: false,
        worth: 0,
    }; KINDS];
    let mut kind = 0;
    while kind < HAND_KINDS {
        let number = kind % 9;
        let high = number >= LOW_KINDS;
        let digit = if high { number - LOW_KINDS } else { number };
        places[kind] = Place {
            suit: (kind / 9) as u8,
            high,
            worth: 5u16.pow(digit as u32),
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

/// Two multiplications weigh and add eight counts at once.
///
/// The first leaves in every second byte a pair of counts (`a + 5b`, at most 24), the second leaves in
/// every second word two pairs (`ab + 25cd`, at most 624), so nothing ever carries into its neighbour.
#[inline]
fn code_of_eight(counts: u64) -> SuitCode {
    let pairs = counts.wrapping_mul(5 + (1 << 8)) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(25 + (1 << 16));
    SuitCode {
        low: (fours >> 16) as u16,
        high: (fours >> 48) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_in_the_place_the_codes_give_it() {
        for (kind, place) in PLACES.iter().enumerate().take(HAND_KINDS) {
            for held in 1..=4 {
                let mut counts = [0; HAND_KINDS];
                counts[kind] = held;
                let mut expected = [SuitCode::default(); SUITS];
                let suit = &mut expected[usize::from(place.suit)];
                let half = if place.high {
                    &mut suit.high
                } else {
                    &mut suit.low
                };
                *half = place.worth * u16::from(held);
                assert_eq!(codes(&counts), expected, "{held} of kind {kind}");
                assert_eq!(digit(place.worth * u16::from(held), place.worth), held);
            }
        }
    }

    #[test]
    fn neighbours_do_not_disturb_each_other() {
        let full = SuitCode {
            low: 624,
            high: 3124,
        };
        let dragons = SuitCode {
            low: 624,
            high: 124,
        };
        assert_eq!(codes(&[4; HAND_KINDS]), [full, full, full, dragons]);
    }
}
