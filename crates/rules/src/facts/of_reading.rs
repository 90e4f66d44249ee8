//! The facts of one reading: its shape, its sets, its wait.

use super::*;
use crate::reading::{Form, MeldSets, Reading, Set, Shape};
use crate::seat::Wind;
use crate::suits::Suits;
use crate::tile::Kind;

/// The winds and dragons in a word of kinds.
const WINDS: u64 = 0xf << 27;
const DRAGONS: u64 = 0x7 << 31;
const OUTSIDE: u64 = TERMINALS | WINDS | DRAGONS;
const SUIT_BITS: u64 = 0x1ff;
const SUITED: u64 = (1 << 27) - 1;
const TERMINALS: u64 = 0b1_0000_0001 | 0b1_0000_0001 << 9 | 0b1_0000_0001 << 18;

/// What the facts of a reading need to know of the hand beside the reading itself.
pub struct HandContext {
    /// Concealed tiles, the winning tile included.
    pub concealed: Suits,
    /// Has the hand no meld at all?
    pub without_melds: bool,
    /// The winner's wind.
    pub seat: Wind,
    /// The round's wind.
    pub round: Wind,
}

/// Adds the words of a reading to those of its hand.
#[inline]
pub fn of_reading(hand: &Facts, context: &HandContext, reading: &Reading) -> Facts {
    let mut facts = *hand;
    match reading.shape {
        Shape::Standard => standard(&mut facts, context, reading),
        Shape::SevenPairs => {
            facts.set(SEVEN_PAIRS, true);
            facts.set(PAIR_WAIT, true);
            facts.words[PAIRS] = facts.words[HOLDS];
        }
        Shape::ThirteenOrphans => {
            facts.set(THIRTEEN_ORPHANS, true);
            facts.set(THIRTEEN_SIDED_WAIT, reading.pair == reading.winning);
            facts.words[PAIRS] = kind_bit(reading.pair);
        }
        Shape::AllFlowers => facts.set(ALL_FLOWERS, true),
    }
    facts
}

fn standard(facts: &mut Facts, context: &HandContext, reading: &Reading) {
    let (seat, round) = (wind_bit(context.seat), wind_bit(context.round));
    let pair = kind_bit(reading.pair);
    let bits = &reading.bits;

    facts.set(STANDARD, true);
    facts.words[TRIPLETS] = bits.triplets;
    facts.words[SEQUENCES] = bits.sequences;
    facts.words[PAIRS] = pair;
    let waits = [TWO_SIDED_WAIT, CLOSED_WAIT, EDGE_WAIT, PAIR_WAIT, TRIPLET_WAIT];
    facts.set(waits[reading.wait as usize], true);
    facts.set(DRAGON_PAIR, pair & DRAGONS != 0);
    facts.set(WIND_PAIR, pair & WINDS != 0);
    facts.set(VALUE_PAIR, pair & (DRAGONS | seat | round) != 0);
    facts.set(EVERY_SET_TERMINAL, bits.every_terminal && pair & TERMINALS != 0);
    facts.set(EVERY_SET_OUTSIDE, bits.every_outside && pair & OUTSIDE != 0);
    facts.count(SEQUENCE_COUNT, usize::from(bits.sequence_count));
    facts.count(TRIPLET_COUNT, 4 - usize::from(bits.sequence_count));
    facts.count(CONCEALED_TRIPLETS, usize::from(bits.concealed_triplets));
    let similar = bits.sequences & bits.sequences >> 9 & bits.sequences >> 18 & SUIT_BITS;
    facts.set(SIMILAR_SEQUENCES, similar != 0);
    if bits.has_melds {
        within_suits(facts, reading);
    } else {
        facts.words[SHAPE] |= bits.shape;
        facts.count(IDENTICAL_PAIRS, usize::from(bits.same_pairs));
    }
    if bits.triplets != 0 {
        triplet_patterns(facts, bits.triplets, pair, seat, round);
    }
    nine_gates(facts, context, reading.winning);
}

/// The facts that melds alone decide, whatever the rest of the hand will be: sets, kans, and no word of the pair, the wait or single tiles.
pub fn of_melds(melds: &MeldSets) -> Facts {
    let mut facts = Facts::default();
    let bits = melds.bits();
    let kans = melds.iter().filter(|set| set.form == Form::Kan);
    facts.set(STANDARD, true);
    facts.count(KANS, kans.clone().count());
    facts.count(CONCEALED_KANS, kans.filter(|set| !set.open).count());
    facts.count(TRIPLET_COUNT, melds.len() - usize::from(bits.sequence_count));
    facts.count(CONCEALED_TRIPLETS, usize::from(bits.concealed_triplets));
    facts.words[TRIPLETS] = bits.triplets;
    // What else the hand will hold is open, so it cannot be said to hold only some kinds.
    facts.words[HOLDS] = u64::MAX;
    if bits.triplets != 0 {
        consecutive_triplets(&mut facts, bits.triplets);
        triplet_patterns(&mut facts, bits.triplets, 0, 0, 0);
    }
    facts
}

/// Patterns of sets within one suit, where melds belong to it too.
fn within_suits(facts: &mut Facts, reading: &Reading) {
    const STRAIGHT_BITS: u64 = 0b1_001_001;
    let w = reading.bits.sequences;
    let straight = (0..3).any(|s| w >> (9 * s) & STRAIGHT_BITS == STRAIGHT_BITS);
    facts.set(STRAIGHT, straight);
    let (mut most, mut pairs) = (usize::from(w != 0), 0);
    if w.count_ones() < u32::from(reading.bits.sequence_count) {
        let mut left = w;
        while left != 0 {
            let kind = Kind::at(left.trailing_zeros() as usize);
            left &= left - 1;
            let is_same = |set: &Set| set.form == Form::Sequence && set.kind == kind;
            let same = reading.sets().filter(is_same).count();
            most = most.max(same);
            pairs += same / 2;
        }
    }
    facts.count(IDENTICAL_SEQUENCES, most);
    facts.count(IDENTICAL_PAIRS, pairs);
    consecutive_triplets(facts, reading.bits.triplets);
}

fn consecutive_triplets(facts: &mut Facts, triplets: u64) {
    // A row may not run from one suit into the next: a triplet of 1 has none before it.
    const FIRSTS: u64 = 1 | 1 << 9 | 1 << 18;
    let suited = triplets & SUITED;
    let mut row = suited;
    let mut longest = 0;
    while row != 0 {
        longest += 1;
        row = (row << 1 & !FIRSTS) & suited;
    }
    facts.count(CONSECUTIVE_TRIPLETS, longest);
}

fn triplet_patterns(facts: &mut Facts, t: u64, pair: u64, seat: u64, round: u64) {
    facts.set(SEAT_WIND_TRIPLET, t & seat != 0);
    facts.set(ROUND_WIND_TRIPLET, t & round != 0);
    let dragons = bits_of_four(t >> 31 & 0x7);
    facts.count(DRAGON_TRIPLETS, dragons);
    facts.count(WIND_TRIPLETS, bits_of_four(t >> 27 & 0xf));
    facts.count(VALUE_TRIPLETS, dragons + usize::from(t & seat != 0));

    let (m, p, s) = (t & SUIT_BITS, t >> 9 & SUIT_BITS, t >> 18 & SUIT_BITS);
    let similar = if m & p & s != 0 {
        3
    } else if (m & p) | (m & s) | (p & s) != 0 {
        2
    } else {
        usize::from(t & SUITED != 0)
    };
    facts.count(SIMILAR_TRIPLETS, similar);
    let (pm, pp, ps) = (pair & SUIT_BITS, pair >> 9 & SUIT_BITS, pair >> 18 & SUIT_BITS);
    facts.set(SMALL_SIMILAR_TRIPLETS, (m & p & ps) | (m & pp & s) | (pm & p & s) != 0);
}

/// How many of four bits are set; quicker than to count those of a whole word.
const fn bits_of_four(bits: u64) -> usize {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    COUNTS[(bits & 15) as usize] as usize
}

fn nine_gates(facts: &mut Facts, context: &HandContext, winning: Kind) {
    let suit = winning.index() / 9;
    // All nine numbers and nothing else.
    if facts.words[HOLDS] != SUIT_BITS << (9 * suit) || !context.without_melds {
        return;
    }
    if let Some(extra) = context.concealed.nine_gates(suit) {
        facts.set(NINE_GATES, true);
        facts.set(NINE_SIDED_WAIT, extra as usize == winning.index() % 9);
    }
}

const fn wind_bit(wind: Wind) -> u64 {
    1 << (27 + wind as u64)
}
