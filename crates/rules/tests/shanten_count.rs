//! Counts the distinct hands of four sets and a pair, and compares with two known numbers.
//!
//! The calculator sees every possible suit, once with the pair inside and once with a pair in another suit. The counts of
//! the suits are then combined.

use jantaku_rules::shanten::{Calculator, Shapes, TileSet};
use jantaku_rules::tile::{HAND_KINDS, Kind, Suit};

const MOST_SETS: usize = 4;
const SUITS: [Suit; 4] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];

#[test]
fn four_sets_and_a_pair_of_34_kinds() {
    assert_eq!(complete_hands(TileSet::All), 11_498_658);
}

#[test]
fn four_sets_and_a_pair_of_27_kinds() {
    assert_eq!(complete_hands(TileSet::WithoutMiddleMan), 2_657_681);
}

fn complete_hands(tiles: TileSet) -> u64 {
    let nothing = Fillings {
        plain: [1, 0, 0, 0, 0],
        paired: [0; MOST_SETS + 1],
    };
    let hands = SUITS
        .iter()
        .fold(nothing, |hands, &suit| hands.combined(&Fillings::of(suit, tiles)));
    hands.paired[MOST_SETS]
}

/// How many fillings of a suit are exactly 0 to 4 sets, without and with a pair.
#[derive(Default)]
struct Fillings {
    plain: [u64; MOST_SETS + 1],
    paired: [u64; MOST_SETS + 1],
}

impl Fillings {
    fn of(suit: Suit, tiles: TileSet) -> Fillings {
        let (first, len) = suit.range();
        let kinds: Vec<usize> = (usize::from(first)..usize::from(first + len))
            .filter(|&kind| tiles == TileSet::All || kind == 0 || kind >= 8)
            .collect();
        let calculator = Calculator::new(tiles, Shapes::STANDARD);
        // A kind of another suit, for the pair.
        let elsewhere = if suit == Suit::Honour { 9 } else { Kind::EAST.index() };
        let mut fillings = Fillings::default();
        for_each_filling(&kinds, &mut [0; HAND_KINDS], 0, &mut |counts, total| {
            let sets = total / 3;
            if total % 3 == 2 {
                fillings.paired[sets] += u64::from(calculator.shanten(counts) == -1);
            }
            if total % 3 == 0 {
                counts[elsewhere] = 2;
                fillings.plain[sets] += u64::from(calculator.shanten(counts) == -1);
                counts[elsewhere] = 0;
            }
        });
        fillings
    }

    fn combined(&self, other: &Fillings) -> Fillings {
        let mut both = Fillings::default();
        for here in 0..=MOST_SETS {
            for there in 0..=MOST_SETS - here {
                both.plain[here + there] += self.plain[here] * other.plain[there];
                both.paired[here + there] += self.plain[here] * other.paired[there];
                both.paired[here + there] += self.paired[here] * other.plain[there];
            }
        }
        both
    }
}

/// Every way to hold zero to four of each kind, at most 14 tiles.
fn for_each_filling(
    kinds: &[usize],
    counts: &mut [u8; HAND_KINDS],
    total: usize,
    seen: &mut impl FnMut(&mut [u8; HAND_KINDS], usize),
) {
    let Some((&kind, rest)) = kinds.split_first() else {
        return seen(counts, total);
    };
    for held in 0..=4.min(14 - total) {
        counts[kind] = held as u8;
        for_each_filling(rest, counts, total + held, seen);
    }
    counts[kind] = 0;
}
