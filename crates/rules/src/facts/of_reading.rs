//! The facts of one reading: its shape, its sets, its wait.

use super::*;
use crate::reading::{Form, MeldSets, Reading, Shape, of_four};
use crate::seat::Wind;
use crate::suits::Suits;
use crate::tile::Kind;

const SUITED: u64 = (1 << 27) - 1;

/// What the facts of a reading need to know of the hand beside the reading itself.
pub struct HandContext {
    /// Concealed tiles, the winning tile included.
    pub concealed: Suits,
    pub without_melds: bool,
    pub seat: Wind,
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
        // Their facts are those of melds alone.
        Shape::FourKans => {}
    }
    facts
}

fn standard(facts: &mut Facts, context: &HandContext, reading: &Reading) {
    let (seat, round) = (wind_bit(context.seat), wind_bit(context.round));
    let pair = kind_bit(reading.pair);
    let (bits, sums) = (&reading.bits, reading.bits.sums);
    let (triplets, sequences) = (bits.triplets(), bits.sequences());

    facts.set(STANDARD, true);
    facts.words[TRIPLETS] = triplets;
    facts.words[SEQUENCES] = sequences;
    facts.words[PAIRS] = pair;
    // The facts about waits stand side by side, in the order in which waits are told apart.
    facts.words[SHAPE] |= 1 << (TWO_SIDED_WAIT.bit + reading.wait as u8);
    facts.set(DRAGON_PAIR, pair & DRAGONS != 0);
    facts.set(WIND_PAIR, pair & WINDS != 0);
    facts.set(VALUE_PAIR, pair & (DRAGONS | seat | round) != 0);
    facts.set(EVERY_SET_TERMINAL, sums.every_terminal() && pair & TERMINALS != 0);
    facts.set(EVERY_SET_OUTSIDE, sums.every_outside() && pair & OUTSIDE != 0);
    facts.count(SEQUENCE_COUNT, sums.sequences());
    facts.count(TRIPLET_COUNT, 4 - sums.sequences());
    facts.count(CONCEALED_TRIPLETS, sums.concealed_triplets());
    sequence_patterns(facts, sequences);
    facts.words[SHAPE] |= u64::from(bits.same) << IDENTICAL_SEQUENCES.bit;
    facts.count(IDENTICAL_PAIRS, sums.same());
    if bits.is_melded_again() {
        same_sequences(facts, reading);
    }
    consecutive_triplets(facts, triplets);
    triplet_patterns(facts, triplets, pair, seat, round);
    nine_gates(facts, context, reading.winning);
}

/// The facts that melds alone decide, whatever the rest of the hand will be: sets, kans, and no word of the pair, the wait or single tiles.
pub fn of_melds(melds: &MeldSets) -> Facts {
    let mut facts = Facts::default();
    let bits = melds.bits();
    let (kans, closed_kans) = melds.kans();
    facts.set(STANDARD, true);
    facts.count(KANS, kans);
    facts.count(CONCEALED_KANS, closed_kans);
    facts.count(TRIPLET_COUNT, melds.len() - bits.sums.sequences());
    facts.count(CONCEALED_TRIPLETS, bits.sums.concealed_triplets());
    facts.words[TRIPLETS] = bits.triplets();
    // What else the hand will hold is open, so it cannot be said to hold only some kinds.
    facts.words[HOLDS] = u64::MAX;
    consecutive_triplets(&mut facts, bits.triplets());
    triplet_patterns(&mut facts, bits.triplets(), 0, 0, 0);
    facts
}

fn sequence_patterns(facts: &mut Facts, sequences: u64) {
    const FIRSTS: u64 = 1 | 1 << 9 | 1 << 18;
    let straight = sequences & sequences >> 3 & sequences >> 6 & FIRSTS;
    facts.set(STRAIGHT, straight != 0);
    let similar = sequences & sequences >> 9 & sequences >> 18 & SUIT_BITS;
    facts.set(SIMILAR_SEQUENCES, similar != 0);
}

/// Counts the same sequences where some are melds and some are concealed. Rows of bits are laid over each other: the longer one holds.
fn same_sequences(facts: &mut Facts, reading: &Reading) {
    let sequences = || reading.sets().filter(|set| set.form == Form::Sequence);
    let same = |kind: Kind| sequences().filter(|set| set.kind == kind).count();
    let mut pairs = 0;
    for kind in Kind::of_hand().filter(|kind| reading.bits.sequences() >> kind.index() & 1 == 1) {
        facts.count(IDENTICAL_SEQUENCES, same(kind));
        pairs += same(kind) / 2;
    }
    facts.count(IDENTICAL_PAIRS, pairs);
}

fn consecutive_triplets(facts: &mut Facts, triplets: u64) {
    // A row may not run from one suit into the next: a triplet of 1 has none before it.
    const LATER: u64 = SUITED & !(1 | 1 << 9 | 1 << 18);
    let one = triplets & SUITED;
    let two = one & one << 1 & LATER;
    let three = two & two << 1 & LATER;
    let four = three & three << 1 & LATER;
    let row = [one, two, three, four].map(|rows| usize::from(rows != 0));
    facts.count(CONSECUTIVE_TRIPLETS, row.into_iter().sum());
}

fn triplet_patterns(facts: &mut Facts, t: u64, pair: u64, seat: u64, round: u64) {
    facts.set(SEAT_WIND_TRIPLET, t & seat != 0);
    facts.set(ROUND_WIND_TRIPLET, t & round != 0);
    let dragons = of_four((t >> 31) as u8 & 7);
    facts.count(DRAGON_TRIPLETS, dragons);
    facts.count(WIND_TRIPLETS, of_four((t >> 27) as u8));
    facts.count(VALUE_TRIPLETS, dragons + usize::from(t & seat != 0));

    let (m, p, s) = (t & SUIT_BITS, t >> 9 & SUIT_BITS, t >> 18 & SUIT_BITS);
    let similar = [t & SUITED, (m & p) | (m & s) | (p & s), m & p & s].map(|suits| usize::from(suits != 0));
    facts.count(SIMILAR_TRIPLETS, similar.into_iter().sum());
    let (pm, pp, ps) = (pair & SUIT_BITS, pair >> 9 & SUIT_BITS, pair >> 18 & SUIT_BITS);
    facts.set(SMALL_SIMILAR_TRIPLETS, (m & p & ps) | (m & pp & s) | (pm & p & s) != 0);
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
