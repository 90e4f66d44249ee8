//! The facts of one reading: its shape, its sets, its wait.

use super::*;
use crate::reading::{Form, MeldSets, Reading, Shape, of_four};
use crate::seat::Wind;
use crate::splits::sums::Sums;
use crate::suits::Suits;
use crate::tile::{KINDS, Kind};

const SUITED: u64 = (1 << 27) - 1;

/// What the facts of a reading depend on besides the reading.
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
    const CONCEALED: [u64; 8] = CONCEALED_TRIPLETS.rows();
    const SAME: [u64; 4] = IDENTICAL_PAIRS.rows();
    let (bits, sums) = (&reading.bits, reading.bits.sums);
    let (triplets, sequences) = (bits.triplets(), bits.sequences());
    let pair = kind_bit(reading.pair);
    facts.words[TRIPLETS] = triplets;
    facts.words[SEQUENCES] = sequences;
    facts.words[PAIRS] = pair;
    // The waits have neighbouring bits, in the order of the variants of `Wait`.
    facts.words[SHAPE] |= 1 << (TWO_SIDED_WAIT.bit + reading.wait as u8)
        | OF_SETS[sums.sequences() % 8]
        | CONCEALED[sums.concealed_triplets() % 8]
        | SAME[sums.same() % 4]
        | u64::from(bits.same) << IDENTICAL_SEQUENCES.bit
        | pair_patterns(context, reading.pair, sums)
        | sequence_patterns(sequences)
        | triplet_patterns(triplets, pair)
        | honour_triplets(triplets, context.seat, context.round);
    if bits.is_melded_again() {
        same_sequences(facts, reading);
    }
    nine_gates(facts, context, reading.winning);
}

/// What the number of sequences decides, the other sets being triplets.
const OF_SETS: [u64; 8] = {
    let mut rows = [0; 8];
    let mut n = 0;
    while n <= 4 {
        rows[n] = STANDARD.mask() | SEQUENCE_COUNT.row(n) | TRIPLET_COUNT.row(4 - n);
        n += 1;
    }
    rows
};

/// What each kind decides as the pair, if every set is like it.
const OF_PAIR: [u64; KINDS] = {
    let like = [
        (DRAGONS, DRAGON_PAIR.mask() | VALUE_PAIR.mask()),
        (WINDS, WIND_PAIR.mask()),
        (TERMINALS, EVERY_SET_TERMINAL.mask()),
        (OUTSIDE, EVERY_SET_OUTSIDE.mask()),
    ];
    let mut of_pair = [0; KINDS];
    let mut i = 0;
    while i < KINDS * like.len() {
        let (kinds, facts) = like[i % like.len()];
        of_pair[i / like.len()] |= facts * (kinds >> (i / like.len()) & 1);
        i += 1;
    }
    of_pair
};

#[inline]
fn pair_patterns(context: &HandContext, pair: Kind, sums: Sums) -> u64 {
    let is_wind = |wind: Wind| u64::from(pair.index() == Kind::EAST.index() + wind.index());
    let not_every = u64::from(!sums.every_terminal()) << EVERY_SET_TERMINAL.bit
        | u64::from(!sums.every_outside()) << EVERY_SET_OUTSIDE.bit;
    OF_PAIR[pair.index()] & !not_every | (is_wind(context.seat) | is_wind(context.round)) << VALUE_PAIR.bit
}

/// The facts that melds alone decide, whatever the rest of the hand will be: sets and kans, nothing of the pair, the wait or single tiles.
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
    // The rest of the hand is unknown, so no fact that it holds only some kinds may be true.
    facts.words[HOLDS] = u64::MAX;
    let honours = OF_HONOURS[(bits.triplets() >> Kind::EAST.index()) as usize % 128];
    facts.words[SHAPE] |= triplet_patterns(bits.triplets(), 0) | honours;
    facts
}

/// The facts of melds whose tiles do not matter: how many kans there are.
pub fn of_any_kans(melds: &MeldSets) -> Facts {
    let mut facts = Facts::default();
    facts.set(STANDARD, true);
    facts.count(KANS, melds.kans().0);
    facts.words[HOLDS] = u64::MAX;
    facts
}

#[inline]
fn sequence_patterns(sequences: u64) -> u64 {
    const FIRSTS: u64 = 1 | 1 << 9 | 1 << 18;
    let straight = sequences & sequences >> 3 & sequences >> 6 & FIRSTS;
    let similar = sequences & sequences >> 9 & sequences >> 18 & SUIT_BITS;
    u64::from(straight != 0) << STRAIGHT.bit | u64::from(similar != 0) << SIMILAR_SEQUENCES.bit
}

/// Counts identical sequences where some are melded and some concealed. Of two rows of bits combined with `or` the longer one remains.
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

/// Consecutive triplets and triplets of one number. The bits of each count are set one by one: two in a row imply one.
#[inline]
fn triplet_patterns(t: u64, pair: u64) -> u64 {
    // A row must not continue into the next suit, so nothing comes before a triplet of 1.
    const LATER: u64 = SUITED & !(1 | 1 << 9 | 1 << 18);
    let flag = |kinds: u64, bit: u8| u64::from(kinds != 0) << bit;
    let one = t & SUITED;
    let two = one & one << 1 & LATER;
    let three = two & two << 1 & LATER;
    let four = three & three << 1 & LATER;
    let (m, p, s) = (t & SUIT_BITS, t >> 9 & SUIT_BITS, t >> 18 & SUIT_BITS);
    let (pm, pp, ps) = (pair & SUIT_BITS, pair >> 9 & SUIT_BITS, pair >> 18 & SUIT_BITS);
    let any = 1 << CONSECUTIVE_TRIPLETS.bit | 1 << SIMILAR_TRIPLETS.bit;
    (u64::from(one != 0) * any)
        | flag(two, CONSECUTIVE_TRIPLETS.bit + 1)
        | flag(three, CONSECUTIVE_TRIPLETS.bit + 2)
        | flag(four, CONSECUTIVE_TRIPLETS.bit + 3)
        | flag(m & p | m & s | p & s, SIMILAR_TRIPLETS.bit + 1)
        | flag(m & p & s, SIMILAR_TRIPLETS.bit + 2)
        | flag(m & p & ps | m & pp & s | pm & p & s, SMALL_SIMILAR_TRIPLETS.bit)
}

/// What triplets of honours decide for every seat: four bits for winds, then three for dragons.
const OF_HONOURS: [u64; 128] = {
    let mut of_honours = [0; 128];
    let mut i = 0;
    while i < 128 {
        let (winds, dragons) = (of_four(i as u8 & 15), of_four(i as u8 >> 4));
        of_honours[i] = WIND_TRIPLETS.row(winds) | DRAGON_TRIPLETS.row(dragons) | VALUE_TRIPLETS.row(dragons);
        i += 1;
    }
    of_honours
};

#[inline]
fn honour_triplets(triplets: u64, seat: Wind, round: Wind) -> u64 {
    let honours = triplets >> Kind::EAST.index();
    let (own, prevailing) = (honours >> seat.index() & 1, honours >> round.index() & 1);
    let patterns = OF_HONOURS[honours as usize % 128];
    // A triplet of the seat wind makes the row of those of value one longer: adding one to a row sets the bit above it.
    patterns
        | (patterns + (own << VALUE_TRIPLETS.bit))
        | own << SEAT_WIND_TRIPLET.bit
        | prevailing << ROUND_WIND_TRIPLET.bit
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
