//! Every way to split the tiles of one suit into sets and at most one pair, computed once.
//!
//! A hand is read by looking up its four suits. Each split also has what the facts need to know of its sets, in words that are
//! added or combined with `or` when the suits are joined.

use std::sync::LazyLock;

mod slots;
pub(crate) mod sums;

use slots::Slots;
use sums::Sums;

/// Bits of one kind in the counts of a suit.
const FIELD: usize = 3;
/// Marks a triplet in the code of a set; the other bits are the place in the suit of its lowest kind.
pub(crate) const TRIPLET: u8 = 0x40;
/// The code of no set.
pub(crate) const NO_SET: u8 = 0xff;
/// The first bit of sequences in a word of sets; triplets are below it.
pub(crate) const SEQUENCES_AT: u32 = 34;

/// One way to split a suit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    /// Places of triplets, and from [`SEQUENCES_AT`] up the places where sequences begin.
    pub sets: u64,
    pub sums: Sums,
    /// The sets one by one; see [`TRIPLET`] and [`NO_SET`].
    pub codes: [u8; 4],
    pub pair: u16,
    /// The most copies of one sequence, as a row of bits.
    pub same: u16,
}

impl Split {
    const NONE: Split = Split {
        sets: 0,
        sums: Sums::NONE,
        codes: [NO_SET; 4],
        pair: 0,
        same: 0,
    };
}

/// The splits of a suit, found by its counts.
pub(crate) struct SplitTable {
    slots: Slots,
    /// Splits of counts that have several.
    several: Vec<Split>,
}

/// The splits of some counts. Nearly always there is only one, and it is stored here.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    counts: u32,
    len: u16,
    /// The first of them in `several`, if there is more than one.
    first: u16,
    only: Split,
}

impl Slot {
    const NONE: Slot = Slot {
        counts: u32::MAX,
        len: 0,
        first: 0,
        only: Split::NONE,
    };
}

/// Suits with sequences.
static NUMBERS: LazyLock<SplitTable> = LazyLock::new(|| SplitTable::new(9, true));
/// Winds and dragons.
static HONOURS: LazyLock<SplitTable> = LazyLock::new(|| SplitTable::new(7, false));

/// The tables of man, pin and sou, and of honours. The first call builds them; compiling a rulebook makes it.
#[inline]
pub(crate) fn tables() -> (&'static SplitTable, &'static SplitTable) {
    (&NUMBERS, &HONOURS)
}

impl SplitTable {
    /// All ways to split these counts, three bits a kind.
    #[inline]
    pub(crate) fn of(&self, counts: u32) -> &[Split] {
        let slot = self.slots.at(counts);
        if slot.counts != counts {
            return &[];
        }
        match slot.len {
            1 => std::slice::from_ref(&slot.only),
            len => {
                let first = usize::from(slot.first);
                self.several.get(first..first + usize::from(len)).unwrap_or_default()
            }
        }
    }

    fn new(kinds: usize, with_sequences: bool) -> SplitTable {
        let mut found: Vec<(u32, Split)> = Vec::new();
        let codes: Vec<u8> = (0..kinds as u8)
            .map(|kind| kind | TRIPLET)
            .chain((0..kinds as u8 - 2).filter(|_| with_sequences))
            .collect();
        let suit = Suit { kinds, with_sequences };
        suit.add_sets(&codes, &mut Vec::new(), &mut found);
        // For equal counts triplets come first, as a player would read them.
        found.sort_by_key(|(counts, _)| *counts);
        let mut several = Vec::new();
        let mut slots = Vec::new();
        for alike in found.chunk_by(|a, b| a.0 == b.0) {
            slots.push(Slot {
                counts: alike[0].0,
                len: alike.len() as u16,
                first: several.len() as u16,
                only: alike[0].1,
            });
            if alike.len() > 1 {
                several.extend(alike.iter().map(|(_, split)| *split));
            }
        }
        SplitTable {
            slots: Slots::new(&slots),
            several,
        }
    }
}

/// How many tiles a suit has.
#[inline]
const fn tiles_in(counts: u32) -> usize {
    // Adds the nine fields pairwise: no field exceeds five, so six bits hold each sum, and their sum is far below 63.
    let pairs = (counts & 0o707_070_707) + (counts >> FIELD & 0o7_070_707);
    (pairs % 0o77) as usize
}

struct Suit {
    kinds: usize,
    with_sequences: bool,
}

impl Suit {
    /// Adds every choice of up to four of these sets, without a pair and with each possible pair.
    fn add_sets(&self, codes: &[u8], chosen: &mut Vec<u8>, found: &mut Vec<(u32, Split)>) {
        let counts = chosen.iter().fold(0, |counts, &set| counts + tiles_of(set));
        if !is_possible(counts) {
            return;
        }
        found.push((counts, self.split(chosen, 0)));
        for pair in 0..self.kinds {
            let with_pair = counts + (2 << (FIELD * pair));
            if is_possible(with_pair) {
                found.push((with_pair, self.split(chosen, 1 << pair)));
            }
        }
        if chosen.len() == 4 {
            return;
        }
        for (i, &set) in codes.iter().enumerate() {
            chosen.push(set);
            self.add_sets(&codes[i..], chosen, found);
            chosen.pop();
        }
    }

    fn split(&self, sets: &[u8], pair: u16) -> Split {
        let mut split = Split {
            pair,
            sums: Sums::pair(pair != 0),
            ..Split::NONE
        };
        for (i, &set) in sets.iter().enumerate() {
            split.codes[i] = set;
            let (place, is_sequence) = (set & !TRIPLET, set & TRIPLET == 0);
            let ends: [u8; 2] = if is_sequence { [0, 6] } else { [0, 8] };
            let is_terminal = self.with_sequences && ends.contains(&place);
            let is_outside = !self.with_sequences || is_terminal;
            split.sets |= 1 << (u32::from(place) + if is_sequence { SEQUENCES_AT } else { 0 });
            split.sums += if is_sequence {
                Sums::sequence(is_terminal)
            } else {
                Sums::triplet(is_terminal, is_outside, true, false)
            };
        }
        let same = |place: u8| sets.iter().filter(|&&set| set == place).count();
        split.sums += Sums::same_pairs((0..7).map(|place| same(place) / 2).sum());
        split.same = (0..7)
            .map(|place| (1 << same(place)) - 1)
            .fold(0, |row, each| row | each);
        split
    }
}

/// The tiles of a set, as counts.
const fn tiles_of(set: u8) -> u32 {
    let place = (set & !TRIPLET) as usize * FIELD;
    if set & TRIPLET == 0 { 0o111 << place } else { 3 << place }
}

/// At most five of a kind: four copies, and a wild tile as the fifth.
fn is_possible(counts: u32) -> bool {
    (0..9).all(|kind| counts >> (FIELD * kind) & 7 <= 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a suit written as numbers.
    fn counts(numbers: &str) -> u32 {
        numbers.bytes().map(|n| 1 << (FIELD * usize::from(n - b'1'))).sum()
    }

    #[test]
    fn suits_are_split_in_every_way() {
        let ways = |numbers: &str| NUMBERS.of(counts(numbers)).len();
        assert_eq!(ways(""), 1);
        assert_eq!(ways("123"), 1);
        assert_eq!(ways("124"), 0);
        assert_eq!(ways("111222333"), 2);
        // Three sequences and a triplet at either end, or four triplets.
        assert_eq!(ways("111222333444"), 3);
        // 11 123 123, or 22 and nothing else fits; 33 leaves 111 22 3.
        assert_eq!(ways("11112233"), 1);
        // 1112345678999 and a 5: the pair is 5; with a 2 it is 2; with a 1 or 9 there are two triplet readings or a pair.
        assert_eq!(ways("11123455678999"), 1);
        // 22, 55 or 88 as the pair of 22233344455 would need other rests: 55 with triplets, 55 with sequences, 22 with 234 345 345.
        assert_eq!(ways("22233344455"), 3);
        assert_eq!(HONOURS.of(counts("11122")).len(), 1);
        assert_eq!(HONOURS.of(counts("123")).len(), 0);
    }

    #[test]
    fn splits_are_small() {
        // A split and its counts share one cache line.
        assert_eq!((size_of::<Split>(), size_of::<Slot>()), (24, 32));
    }
}
