//! The facts of one reading: its shape, its sets, its wait.

use super::*;
use crate::reading::{Form, Reading, Set, Shape, Wait};
use crate::seat::Wind;
use crate::suits::Suits;
use crate::tile::Kind;

/// The winds and dragons in a word of kinds.
const WINDS: u64 = 0xf << 27;
const DRAGONS: u64 = 0x7 << 31;
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
    let sets = SetBits::of(reading.sets());

    facts.set(STANDARD, true);
    facts.words[TRIPLETS] = sets.triplets;
    facts.words[SEQUENCES] = sets.sequences;
    facts.words[PAIRS] = pair;
    facts.set(
        match reading.wait {
            Wait::TwoSided => TWO_SIDED_WAIT,
            Wait::Closed => CLOSED_WAIT,
            Wait::Edge => EDGE_WAIT,
            Wait::Pair => PAIR_WAIT,
            Wait::Triplet => TRIPLET_WAIT,
        },
        true,
    );
    facts.set(DRAGON_PAIR, pair & DRAGONS != 0);
    facts.set(WIND_PAIR, pair & WINDS != 0);
    facts.set(VALUE_PAIR, pair & (DRAGONS | seat | round) != 0);

    let every_terminal = sets.every_terminal && pair & TERMINALS != 0;
    let every_outside = sets.every_outside && pair & (TERMINALS | WINDS | DRAGONS) != 0;
    facts.set(EVERY_SET_TERMINAL, every_terminal);
    facts.set(EVERY_SET_OUTSIDE, every_outside);

    facts.count(SEQUENCE_COUNT, sets.sequence_count);
    facts.count(TRIPLET_COUNT, 4 - sets.sequence_count);
    facts.count(CONCEALED_TRIPLETS, sets.concealed_triplets);
    if sets.sequence_count >= 2 {
        sequence_patterns(facts, &sets, reading.sets());
    }
    if sets.triplets != 0 {
        triplet_patterns(facts, sets.triplets, pair, seat, round);
    }
    nine_gates(facts, context, reading.winning);
}

/// The facts that melds alone decide, whatever the rest of the hand will be: sets, kans, and no word of the pair, the wait or single tiles.
pub fn of_melds(melds: &[Set]) -> Facts {
    let mut facts = Facts::default();
    let sets = SetBits::of(melds);
    let kans = melds.iter().filter(|set| set.form == Form::Kan);
    facts.set(STANDARD, true);
    facts.count(KANS, kans.clone().count());
    facts.count(CONCEALED_KANS, kans.filter(|set| !set.open).count());
    facts.count(TRIPLET_COUNT, melds.len() - sets.sequence_count);
    facts.count(CONCEALED_TRIPLETS, sets.concealed_triplets);
    facts.words[TRIPLETS] = sets.triplets;
    // What else the hand will hold is open, so it cannot be said to hold only some kinds.
    facts.words[HOLDS] = u64::MAX;
    if sets.triplets != 0 {
        triplet_patterns(&mut facts, sets.triplets, 0, 0, 0);
    }
    facts
}

/// What a loop over the sets gathers.
struct SetBits {
    triplets: u64,
    sequences: u64,
    sequence_count: usize,
    concealed_triplets: usize,
    every_terminal: bool,
    every_outside: bool,
}

impl SetBits {
    fn of(sets: &[Set]) -> SetBits {
        let mut bits = SetBits {
            triplets: 0,
            sequences: 0,
            sequence_count: 0,
            concealed_triplets: 0,
            every_terminal: true,
            every_outside: true,
        };
        for set in sets {
            let bit = kind_bit(set.kind);
            let (terminal, honour);
            if set.form == Form::Sequence {
                bits.sequences |= bit;
                bits.sequence_count += 1;
                // 123 begins with a terminal, 789 two below one.
                terminal = (bit | bit << 2) & TERMINALS != 0;
                honour = false;
            } else {
                bits.triplets |= bit;
                bits.concealed_triplets += usize::from(!set.open);
                terminal = bit & TERMINALS != 0;
                honour = bit & SUITED == 0;
            }
            bits.every_terminal &= terminal;
            bits.every_outside &= terminal | honour;
        }
        bits
    }
}

fn sequence_patterns(facts: &mut Facts, bits: &SetBits, sets: &[Set]) {
    let w = bits.sequences;
    if bits.sequence_count >= 3 {
        const STRAIGHT_BITS: u64 = 0b1_001_001;
        let straight = (0..3).any(|s| w >> (9 * s) & STRAIGHT_BITS == STRAIGHT_BITS);
        facts.set(STRAIGHT, straight);
        facts.set(SIMILAR_SEQUENCES, w & w >> 9 & w >> 18 & SUIT_BITS != 0);
    }
    let different = w.count_ones() as usize;
    if different == bits.sequence_count {
        facts.count(IDENTICAL_SEQUENCES, 1);
        return;
    }
    let (mut most, mut pairs) = (1, 0);
    let mut left = w;
    while left != 0 {
        let kind = Kind::at(left.trailing_zeros() as usize);
        left &= left - 1;
        let same = sets
            .iter()
            .filter(|set| set.form == Form::Sequence && set.kind == kind)
            .count();
        most = most.max(same);
        pairs += same / 2;
    }
    facts.count(IDENTICAL_SEQUENCES, most);
    facts.count(IDENTICAL_PAIRS, pairs);
}

fn triplet_patterns(facts: &mut Facts, t: u64, pair: u64, seat: u64, round: u64) {
    facts.set(SEAT_WIND_TRIPLET, t & seat != 0);
    facts.set(ROUND_WIND_TRIPLET, t & round != 0);
    facts.count(DRAGON_TRIPLETS, (t & DRAGONS).count_ones() as usize);
    facts.count(WIND_TRIPLETS, (t & WINDS).count_ones() as usize);
    facts.count(VALUE_TRIPLETS, (t & (DRAGONS | seat)).count_ones() as usize);

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

    // A row may not run from one suit into the next: a triplet of 1 has none before it.
    const FIRSTS: u64 = 1 | 1 << 9 | 1 << 18;
    let suited = t & SUITED;
    let mut row = suited;
    let mut longest = 0;
    while row != 0 {
        longest += 1;
        row = (row << 1 & !FIRSTS) & suited;
    }
    facts.count(CONSECUTIVE_TRIPLETS, longest);
}

fn nine_gates(facts: &mut Facts, context: &HandContext, winning: Kind) {
    if !context.without_melds || facts.get(SUITS) != 1 || !winning.is_suited() || facts.words[HOLDS] & !SUITED != 0 {
        return;
    }
    if let Some(extra) = context.concealed.nine_gates(winning.index() / 9) {
        facts.set(NINE_GATES, true);
        facts.set(NINE_SIDED_WAIT, extra as usize == winning.index() % 9);
    }
}

const fn wind_bit(wind: Wind) -> u64 {
    1 << (27 + wind as u64)
}
