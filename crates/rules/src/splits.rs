//! Every way to split the tiles of one suit into sets and at most one pair, computed once.
//!
//! A hand is read by looking its four suits up; what the facts need of the sets of a suit stands beside each way.

use crate::facts::{CONSECUTIVE_TRIPLETS, Facts, IDENTICAL_SEQUENCES, SHAPE, STRAIGHT};
use std::sync::LazyLock;

/// Bits of one kind in the counts of a suit.
const FIELD: usize = 3;
/// A set of three alike, in the code of a set: the kind's place in the suit and this.
pub(crate) const TRIPLET: u8 = 0x40;

/// One way to split a suit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Split {
    /// The sets: the lowest kind's place in the suit, with a bit for a triplet.
    pub sets: [u8; 4],
    /// How many sets there are.
    pub len: u8,
    /// How many of them are sequences.
    pub sequence_count: u8,
    /// Disjoint pairs of the same sequence.
    pub same_pairs: u8,
    /// The place of the pair in the suit; none is 15.
    pub pair: u8,
    /// Places of triplets.
    pub triplets: u16,
    /// Places where sequences begin.
    pub sequences: u16,
    /// Does every set hold a terminal?
    pub every_terminal: bool,
    shape: u16,
}

/// The facts about sets within one suit stand side by side in the word of shapes, from this bit on.
const SHAPE_SHIFT: u8 = IDENTICAL_SEQUENCES.bit;

impl Split {
    /// Patterns of sets within the suit, as bits of the word of shapes.
    #[inline]
    pub(crate) const fn shape(&self) -> u64 {
        (self.shape as u64) << SHAPE_SHIFT
    }
}

/// No pair in this suit.
pub(crate) const NO_PAIR: u8 = 15;

/// The splits of a suit, found by its counts.
///
/// Suits of few tiles are by far the most common, so they have a table of their own that is small enough to stay in the nearest cache.
pub(crate) struct SplitTable {
    few: Slots,
    some: Slots,
    many: Slots,
    /// Splits of counts that have several.
    several: Vec<Split>,
}

/// A table of slots, a power of two of them; a slot is looked for from the place that its counts hash to.
struct Slots {
    slots: Vec<Slot>,
    bits: u32,
}

impl Slots {
    fn new(bits: u32) -> Slots {
        Slots {
            slots: vec![Slot::default(); 1 << bits],
            bits,
        }
    }

    /// The slot of these counts, or the empty one where it would be.
    #[inline]
    fn at(&self, counts: u32) -> usize {
        let mut at = (counts.wrapping_mul(0x9e37_79b1) >> (32 - self.bits)) as usize;
        loop {
            let slot = &self.slots[at & (self.slots.len() - 1)];
            if slot.counts == counts || slot.len == 0 {
                return at & (self.slots.len() - 1);
            }
            at += 1;
        }
    }
}

/// The splits of some counts. Nearly always there is one, and it stands right here.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Slot {
    counts: u32,
    /// How many splits there are; an empty slot has none.
    len: u16,
    /// Where they stand, if there are several.
    first: u16,
    only: Split,
}

/// Suits with sequences.
static NUMBERS: LazyLock<SplitTable> = LazyLock::new(|| SplitTable::new(9, true));
/// Winds and dragons.
static HONOURS: LazyLock<SplitTable> = LazyLock::new(|| SplitTable::new(7, false));

/// The tables of man, pin and sou, and of honours. The first to ask waits for them: compiling a rulebook does.
#[inline]
pub(crate) fn tables() -> (&'static SplitTable, &'static SplitTable) {
    (&NUMBERS, &HONOURS)
}

impl SplitTable {
    /// All ways to split these counts, three bits a kind.
    #[inline]
    pub(crate) fn of(&self, counts: u32) -> &[Split] {
        let slots = match tiles_in(counts) {
            0..=6 => &self.few,
            7..=9 => &self.some,
            _ => &self.many,
        };
        let slot = &slots.slots[slots.at(counts)];
        match slot.len {
            0 => &[],
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
        add_sets(&codes, kinds, &mut Vec::new(), &mut found);
        // Of equal counts the triplets come first, as a player would read them.
        found.sort_by_key(|(counts, _)| *counts);
        let mut table = SplitTable {
            few: Slots::new(10),
            some: Slots::new(13),
            many: Slots::new(16),
            several: Vec::new(),
        };
        for alike in found.chunk_by(|a, b| a.0 == b.0) {
            let slot = Slot {
                counts: alike[0].0,
                len: alike.len() as u16,
                first: table.several.len() as u16,
                only: alike[0].1,
            };
            if alike.len() > 1 {
                table.several.extend(alike.iter().map(|(_, split)| *split));
            }
            let slots = match tiles_in(slot.counts) {
                0..=6 => &mut table.few,
                7..=9 => &mut table.some,
                _ => &mut table.many,
            };
            let at = slots.at(slot.counts);
            slots.slots[at] = slot;
        }
        table
    }
}

/// The tiles of a suit.
#[inline]
const fn tiles_in(counts: u32) -> u32 {
    // Adds the nine fields pairwise: no field exceeds five, so six bits hold each sum, and their sum is far below 63.
    let pairs = (counts & 0o707_070_707) + (counts >> FIELD & 0o7_070_707);
    pairs % 0o77
}

/// Adds every choice of at most four of these sets, without a pair and with each.
fn add_sets(codes: &[u8], kinds: usize, chosen: &mut Vec<u8>, found: &mut Vec<(u32, Split)>) {
    let counts = chosen.iter().fold(0, |counts, &set| counts + tiles_of(set));
    if is_possible(counts) {
        found.push((counts, split(chosen, NO_PAIR)));
        for pair in 0..kinds {
            let with_pair = counts + (2 << (FIELD * pair));
            if is_possible(with_pair) {
                found.push((with_pair, split(chosen, pair as u8)));
            }
        }
    } else {
        return;
    }
    if chosen.len() == 4 {
        return;
    }
    for (i, &set) in codes.iter().enumerate() {
        chosen.push(set);
        add_sets(&codes[i..], kinds, chosen, found);
        chosen.pop();
    }
}

/// The tiles of a set, as counts.
const fn tiles_of(set: u8) -> u32 {
    let place = (set & !TRIPLET) as usize * FIELD;
    if set & TRIPLET == 0 { 0o111 << place } else { 3 << place }
}

/// No more than five of a kind: four, and a wild tile that stands for a fifth.
fn is_possible(counts: u32) -> bool {
    (0..9).all(|kind| counts >> (FIELD * kind) & 7 <= 5)
}

fn split(sets: &[u8], pair: u8) -> Split {
    let mut split = Split {
        len: sets.len() as u8,
        pair,
        every_terminal: true,
        ..Split::default()
    };
    for (i, &set) in sets.iter().enumerate() {
        split.sets[i] = set;
        let place = set & !TRIPLET;
        let ends = if set & TRIPLET == 0 { [0, 6] } else { [0, 8] };
        split.every_terminal &= ends.contains(&place);
        if set & TRIPLET == 0 {
            split.sequence_count += 1;
            split.sequences |= 1 << place;
        } else {
            split.triplets |= 1 << place;
        }
    }
    split.shape = (patterns(sets, &split) >> SHAPE_SHIFT) as u16;
    split.same_pairs = (0..7).map(|place| same(sets, place) as u8 / 2).sum();
    split
}

/// How many sequences begin at a place.
fn same(sets: &[u8], place: u8) -> usize {
    sets.iter().filter(|&&set| set == place).count()
}

fn patterns(sets: &[u8], split: &Split) -> u64 {
    const STRAIGHT_BITS: u16 = 0b1_001_001;
    let mut facts = Facts::default();
    facts.set(STRAIGHT, split.sequences & STRAIGHT_BITS == STRAIGHT_BITS);
    facts.count(
        IDENTICAL_SEQUENCES,
        (0..7).map(|place| same(sets, place)).max().unwrap_or(0),
    );
    let mut row = split.triplets;
    let mut longest = 0;
    while row != 0 {
        longest += 1;
        row = row << 1 & split.triplets;
    }
    facts.count(CONSECUTIVE_TRIPLETS, longest);
    facts.words[SHAPE]
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
        // A split and the counts it belongs to share one line of the cache.
        assert_eq!((size_of::<Split>(), size_of::<Slot>()), (16, 32));
    }
}
