//! Readings: every way to see a complete hand as four sets and a pair, seven pairs, or thirteen orphans.
//!
//! One reading is scored at a time, so patterns of two readings never mix.

use crate::tile::{HAND_KINDS, Kind};
use crate::win::{Meld, MeldKind};
use arrayvec::ArrayVec;
use std::fmt;

/// How many of each kind.
pub type Counts = [u8; HAND_KINDS];

/// What a set is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Three in a row of one suit.
    Sequence,
    /// Three of a kind.
    Triplet,
    /// Four of a kind, declared.
    Kan,
}

/// One set of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set {
    /// What it is.
    pub form: Form,
    /// Its lowest kind.
    pub kind: Kind,
    /// Was another player's tile used for it: by a call, or by a ron that completes a triplet?
    pub open: bool,
}

impl Set {
    const fn closed(form: Form, kind: Kind) -> Set {
        Set {
            form,
            kind,
            open: false,
        }
    }

    /// The set that a meld is.
    pub fn of_meld(meld: &Meld) -> Option<Set> {
        let kind = meld.tiles.iter().map(|t| t.kind()).min()?;
        let form = match meld.kind {
            MeldKind::Chii => Form::Sequence,
            MeldKind::Pon => Form::Triplet,
            _ => Form::Kan,
        };
        Some(Set {
            form,
            kind,
            open: meld.kind.is_open(),
        })
    }

    /// Does the set hold this kind?
    pub const fn holds(&self, kind: Kind) -> bool {
        let (low, k) = (self.kind.index(), kind.index());
        match self.form {
            Form::Sequence => k >= low && k <= low + 2,
            _ => k == low,
        }
    }
}

impl fmt::Display for Set {
    /// As it is written: `234p`, `555z`, `9999s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.kind.number();
        let letter = self.kind.suit().letter();
        match self.form {
            Form::Sequence => write!(f, "{}{}{}{letter}", n, n + 1, n + 2),
            Form::Triplet => write!(f, "{n}{n}{n}{letter}"),
            Form::Kan => write!(f, "{n}{n}{n}{n}{letter}"),
        }
    }
}

/// The shape of a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Four sets and a pair.
    Standard,
    /// Seven pairs.
    SevenPairs,
    /// One of each terminal and honour, and one more of them.
    ThirteenOrphans,
    /// The last of all flowers: the hand is not looked at.
    AllFlowers,
}

/// What the winning tile completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A sequence, at one of two ends.
    TwoSided,
    /// The middle of a sequence.
    Closed,
    /// The 3 of 123 or the 7 of 789.
    Edge,
    /// The pair.
    Pair,
    /// A triplet.
    Triplet,
}

/// One way to see a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// The sets of a standard hand: concealed ones first, then melds. Fewer than four entries count in other shapes.
    pub sets: [Set; 4],
    /// How many of `sets` count.
    pub len: u8,
    /// The pair of a standard hand or of thirteen orphans; elsewhere the winning kind.
    pub pair: Kind,
    /// What the winning tile completes.
    pub wait: Wait,
    /// The winning tile's kind: what a wild tile stands for.
    pub winning: Kind,
}

impl Reading {
    /// The sets.
    pub fn sets(&self) -> &[Set] {
        &self.sets[..usize::from(self.len)]
    }

    /// A reading that is not made of sets.
    pub const fn without_sets(shape: Shape, pair: Kind, winning: Kind) -> Reading {
        Reading {
            shape,
            sets: [Set::closed(Form::Sequence, Kind::EAST); 4],
            len: 0,
            pair,
            wait: Wait::Pair,
            winning,
        }
    }
}

/// What the concealed part of a hand can be, to be read together with its melds.
pub struct Concealed<'a> {
    /// Concealed tiles, the winning tile included.
    pub counts: &'a Counts,
    /// The sets that are melds.
    pub melds: &'a [Set],
    /// The winning tile's kind.
    pub winning: Kind,
    /// Did another player give it?
    pub ron: bool,
    /// May seven pairs use four of a kind as two pairs?
    pub four_as_pairs: bool,
}

impl Concealed<'_> {
    /// Shows every reading to `each`.
    pub fn readings(&self, mut each: impl FnMut(&Reading)) {
        self.standard(&mut each);
        if self.melds.is_empty() {
            self.seven_pairs(&mut each);
            self.thirteen_orphans(&mut each);
        }
    }

    fn standard(&self, each: &mut impl FnMut(&Reading)) {
        let suits = [
            pack(&self.counts[0..9]),
            pack(&self.counts[9..18]),
            pack(&self.counts[18..27]),
            pack(&self.counts[27..34]),
        ];
        let mut pair_suit = usize::MAX;
        for (s, &suit) in suits.iter().enumerate() {
            match tiles_in(suit) % 3 {
                0 => {}
                2 if pair_suit == usize::MAX => pair_suit = s,
                _ => return,
            }
        }
        if pair_suit == usize::MAX {
            return;
        }
        let mut rest: [Partitions; 4] = [const { Partitions::new_const() }; 4];
        for (s, &suit) in suits.iter().enumerate() {
            if s != pair_suit {
                partition(suit, s, &mut rest[s]);
                if rest[s].is_empty() {
                    return;
                }
            }
        }
        for i in 0..9 {
            if suits[pair_suit] >> (3 * i) & 7 < 2 {
                continue;
            }
            let mut with_pair = Partitions::new_const();
            partition(suits[pair_suit] - (2 << (3 * i)), pair_suit, &mut with_pair);
            if with_pair.is_empty() {
                continue;
            }
            rest[pair_suit] = with_pair;
            self.combine(&rest, Kind::at(9 * pair_suit + i), each);
        }
    }

    /// Joins the partitions of the four suits, adds the melds and places the winning tile.
    fn combine(&self, suits: &[Partitions; 4], pair: Kind, each: &mut impl FnMut(&Reading)) {
        for man in &suits[0] {
            for pin in &suits[1] {
                for sou in &suits[2] {
                    for honours in &suits[3] {
                        let mut sets = ArrayVec::<Set, 4>::new();
                        for part in [man, pin, sou, honours] {
                            if sets.try_extend_from_slice(part).is_err() {
                                return;
                            }
                        }
                        let concealed = sets.len();
                        if sets.try_extend_from_slice(self.melds).is_err() {
                            return;
                        }
                        if let Ok(sets) = sets.into_inner() {
                            self.place(sets, concealed, pair, each);
                        }
                    }
                }
            }
        }
    }

    /// The winning tile may have completed any concealed group that holds it.
    fn place(&self, sets: [Set; 4], concealed: usize, pair: Kind, each: &mut impl FnMut(&Reading)) {
        let reading = |wait, sets| Reading {
            shape: Shape::Standard,
            sets,
            len: 4,
            pair,
            wait,
            winning: self.winning,
        };
        if pair == self.winning {
            each(&reading(Wait::Pair, sets));
        }
        for i in 0..concealed {
            let set = sets[i];
            if !set.holds(self.winning) || sets[..i].contains(&set) {
                continue;
            }
            match set.form {
                Form::Sequence => each(&reading(sequence_wait(set.kind, self.winning), sets)),
                _ => {
                    let mut completed = sets;
                    completed[i].open = self.ron;
                    each(&reading(Wait::Triplet, completed));
                }
            }
        }
    }

    fn seven_pairs(&self, each: &mut impl FnMut(&Reading)) {
        let mut pairs = 0;
        for &count in self.counts {
            match count {
                0 => {}
                2 => pairs += 1,
                4 if self.four_as_pairs => pairs += 2,
                _ => return,
            }
        }
        if pairs == 7 {
            each(&Reading::without_sets(Shape::SevenPairs, self.winning, self.winning));
        }
    }

    fn thirteen_orphans(&self, each: &mut impl FnMut(&Reading)) {
        let mut pair = None;
        for (i, &count) in self.counts.iter().enumerate() {
            let kind = Kind::at(i);
            match (kind.is_outside(), count) {
                (false, 0) | (true, 1) => {}
                (true, 2) if pair.is_none() => pair = Some(kind),
                _ => return,
            }
        }
        if let Some(pair) = pair {
            each(&Reading::without_sets(Shape::ThirteenOrphans, pair, self.winning));
        }
    }
}

const fn sequence_wait(low: Kind, winning: Kind) -> Wait {
    match (winning.index() - low.index(), low.number()) {
        (1, _) => Wait::Closed,
        (2, 1) | (0, 7) => Wait::Edge,
        _ => Wait::TwoSided,
    }
}

/// The counts of a suit, three bits a kind.
type Packed = u32;

fn pack(counts: &[u8]) -> Packed {
    counts.iter().rev().fold(0, |packed, &c| packed << 3 | u32::from(c))
}

const fn tiles_in(suit: Packed) -> u32 {
    // Adds the nine fields pairwise: no field of a hand exceeds four, so six bits hold each sum of two.
    let pairs = (suit & 0o707070707) + (suit >> 3 & 0o7070707);
    pairs % 0o77
}

/// The ways to split a suit into sets; three triplets in a row make at most a few.
type Partitions = ArrayVec<ArrayVec<Set, 4>, 6>;

fn partition(suit: Packed, s: usize, found: &mut Partitions) {
    split(suit, s, 0, &ArrayVec::new_const(), found);
}

/// Splits from the lowest tile on: at each kind, a triplet or not, and the rest must begin sequences.
fn split(mut suit: Packed, s: usize, from: usize, so_far: &ArrayVec<Set, 4>, found: &mut Partitions) {
    let mut sets = so_far.clone();
    let mut i = from;
    while suit != 0 {
        let skipped = suit.trailing_zeros() as usize / 3;
        suit >>= 3 * skipped;
        i += skipped;
        let count = suit & 7;
        let kind = Kind::at(9 * s + i);
        if count >= 3 {
            let mut with_triplet = sets.clone();
            if with_triplet.try_push(Set::closed(Form::Triplet, kind)).is_ok() {
                split_after_triplet(suit - 3, s, i, with_triplet, found);
            }
        }
        if !take_sequences(&mut suit, count, s, i, &mut sets) {
            return;
        }
    }
    let _ = found.try_push(sets);
}

/// After a triplet the fourth tile of the kind, if any, must begin a sequence.
fn split_after_triplet(mut suit: Packed, s: usize, i: usize, mut sets: ArrayVec<Set, 4>, found: &mut Partitions) {
    let left = suit & 7;
    if take_sequences(&mut suit, left, s, i, &mut sets) {
        split(suit, s, i, &sets, found);
    }
}

/// Takes as many sequences as there are tiles of the lowest kind; false if they cannot be completed.
fn take_sequences(suit: &mut Packed, count: u32, s: usize, i: usize, sets: &mut ArrayVec<Set, 4>) -> bool {
    if count == 0 {
        return true;
    }
    if s == 3 || i > 6 || *suit >> 3 & 7 < count || *suit >> 6 & 7 < count {
        return false;
    }
    *suit -= count * 0o111;
    (0..count).all(|_| sets.try_push(Set::closed(Form::Sequence, Kind::at(9 * s + i))).is_ok())
}

/// Is this kind, of which a complete hand holds at least three, a triplet in every reading? Kept for kans in riichi.
pub fn is_triplet_in_every_reading(complete: &Counts, melds: usize, kind: Kind) -> bool {
    let meld = Set::closed(Form::Kan, Kind::EAST);
    let melds = &[meld; 4][..melds.min(4)];
    let mut always = true;
    let hand = Concealed {
        counts: complete,
        melds,
        winning: kind,
        ron: false,
        four_as_pairs: true,
    };
    let mut see = |reading: &Reading| {
        let concealed = &reading.sets()[..reading.sets().len().saturating_sub(melds.len())];
        always &= concealed.iter().any(|set| set.form == Form::Triplet && set.kind == kind);
    };
    hand.standard(&mut see);
    always
}
