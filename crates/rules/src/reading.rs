//! Readings: every way to see a complete hand as four sets and a pair, seven pairs, or thirteen orphans.
//!
//! One reading is scored at a time, so patterns of two readings never mix.

use crate::suits::{Suits, tiles_in};
use crate::tile::Kind;
use crate::win::{Meld, MeldKind};
use std::fmt;

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
    /// Stands where no set is, and counts for nothing.
    pub const PLACEHOLDER: Set = Set::closed(Form::Sequence, Kind::EAST);

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
            sets: [Set::PLACEHOLDER; 4],
            len: 0,
            pair,
            wait: Wait::Pair,
            winning,
        }
    }
}

/// What the concealed part of a hand can be, to be read together with its melds.
pub struct Concealed {
    /// Concealed tiles, the winning tile included.
    pub tiles: Suits,
    /// The sets that are melds, in the last places.
    pub open_sets: [Set; 4],
    /// How many of them there are.
    pub melds: usize,
    /// The winning tile's kind.
    pub winning: Kind,
    /// Did another player give it?
    pub ron: bool,
    /// May seven pairs use four of a kind as two pairs?
    pub four_as_pairs: bool,
}

impl Concealed {
    /// Shows every reading to `each`.
    #[inline]
    pub fn readings(&self, mut each: impl FnMut(&Reading)) {
        self.standard(&mut each);
        if self.melds == 0 {
            if self.tiles.is_seven_pairs(self.four_as_pairs) {
                each(&Reading::without_sets(Shape::SevenPairs, self.winning, self.winning));
            }
            if let Some(pair) = self.tiles.thirteen_orphans() {
                each(&Reading::without_sets(Shape::ThirteenOrphans, pair, self.winning));
            }
        }
    }

    #[inline]
    fn standard(&self, each: &mut impl FnMut(&Reading)) {
        let suits = &self.tiles.0;
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
        let mut split = [Partitions::default(); 4];
        for (s, &suit) in suits.iter().enumerate() {
            if s != pair_suit {
                split[s] = partitions(suit, s);
                if split[s].len == 0 {
                    return;
                }
            }
        }
        let with_pair = suits[pair_suit];
        // Two or more of a kind: the second or third bit of its field is set.
        let mut pairs = (with_pair >> 1 | with_pair >> 2) & 0o111_111_111;
        while pairs != 0 {
            let shift = pairs.trailing_zeros();
            pairs &= pairs - 1;
            split[pair_suit] = partitions(with_pair - (2 << shift), pair_suit);
            if split[pair_suit].len > 0 {
                self.combine(&split, Kind::at(9 * pair_suit + shift as usize / 3), each);
            }
        }
    }

    /// Joins the partitions of the four suits, adds the melds and places the winning tile.
    #[inline]
    fn combine(&self, suits: &[Partitions; 4], pair: Kind, each: &mut impl FnMut(&Reading)) {
        for man in suits[0].parts() {
            for pin in suits[1].parts() {
                for sou in suits[2].parts() {
                    for honours in suits[3].parts() {
                        let mut sets = self.open_sets;
                        let mut len = 0;
                        for part in [man, pin, sou, honours] {
                            for &set in &part.sets[..usize::from(part.len & 7).min(4)] {
                                // More than four sets cannot be placed; they are noticed below.
                                sets[len & 3] = decode(set);
                                len += 1;
                            }
                        }
                        if len + self.melds == 4 {
                            self.place(sets, len, pair, each);
                        }
                    }
                }
            }
        }
    }

    /// The winning tile may have completed any concealed group that holds it.
    #[inline]
    fn place(&self, sets: [Set; 4], concealed: usize, pair: Kind, each: &mut impl FnMut(&Reading)) {
        let mut reading = Reading {
            shape: Shape::Standard,
            sets,
            len: 4,
            pair,
            wait: Wait::Pair,
            winning: self.winning,
        };
        if pair == self.winning {
            each(&reading);
        }
        for i in 0..concealed {
            let set = sets[i];
            if !set.holds(self.winning) || sets[..i].contains(&set) {
                continue;
            }
            if set.form == Form::Sequence {
                reading.wait = sequence_wait(set.kind, self.winning);
                each(&reading);
            } else {
                reading.wait = Wait::Triplet;
                reading.sets[i].open = self.ron;
                each(&reading);
                reading.sets[i].open = false;
            }
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

/// One way to split a suit into sets: each a kind, with a bit for a triplet.
#[derive(Clone, Copy, Default)]
struct Partition {
    sets: [u8; 4],
    len: u8,
}

const TRIPLET: u8 = 0x80;

impl Partition {
    #[inline]
    fn push(&mut self, set: u8) {
        if let Some(slot) = self.sets.get_mut(usize::from(self.len)) {
            *slot = set;
        }
        self.len += 1;
    }
}

#[inline]
const fn decode(set: u8) -> Set {
    let form = if set & TRIPLET == 0 {
        Form::Sequence
    } else {
        Form::Triplet
    };
    Set::closed(form, Kind::at((set & !TRIPLET) as usize))
}

/// The ways to split a suit; three triplets in a row make at most a few.
#[derive(Clone, Copy, Default)]
struct Partitions {
    parts: [Partition; 4],
    len: usize,
}

impl Partitions {
    #[inline]
    fn parts(&self) -> &[Partition] {
        &self.parts[..self.len.min(4)]
    }

    fn push(&mut self, part: Partition) {
        if self.len < self.parts.len() && part.len <= 4 {
            self.parts[self.len] = part;
            self.len += 1;
        }
    }
}

#[inline]
fn partitions(suit: u32, s: usize) -> Partitions {
    let mut found = Partitions::default();
    split(suit, s, 0, Partition::default(), &mut found);
    found
}

/// Splits from the lowest tile on: at each kind a triplet or not, and the rest must begin sequences.
#[inline]
fn split(mut suit: u32, s: usize, mut i: u32, mut part: Partition, found: &mut Partitions) {
    while suit != 0 {
        let skipped = suit.trailing_zeros() / 3;
        suit >>= 3 * skipped;
        i += skipped;
        let kind = (9 * s) as u8 + i as u8;
        let (count, second, third) = (suit & 7, suit >> 3 & 7, suit >> 6 & 7);
        let sequences = if s == 3 || i > 6 { 0 } else { second.min(third) };
        if count >= 3 {
            if sequences >= count {
                split_as_sequences(suit, s, i, part, found);
            }
            part.push(TRIPLET | kind);
            suit -= 3;
        }
        let left = suit & 7;
        if left > sequences {
            return;
        }
        for _ in 0..left {
            part.push(kind);
        }
        suit -= left * 0o111;
    }
    found.push(part);
}

/// Three or more of three kinds in a row are sequences as well as triplets: the other way to split them.
#[cold]
fn split_as_sequences(suit: u32, s: usize, i: u32, mut part: Partition, found: &mut Partitions) {
    let count = suit & 7;
    for _ in 0..count {
        part.push((9 * s) as u8 + i as u8);
    }
    split((suit - count * 0o111) >> 3, s, i + 1, part, found);
}

/// Is this kind, of which a complete hand holds at least three, a triplet in every reading? Kept for kans in riichi.
pub fn is_triplet_in_every_reading(complete: Suits, melds: usize, kind: Kind) -> bool {
    let mut always = true;
    let hand = Concealed {
        tiles: complete,
        open_sets: [Set::PLACEHOLDER; 4],
        melds: melds.min(4),
        winning: kind,
        ron: false,
        four_as_pairs: true,
    };
    hand.standard(&mut |reading: &Reading| {
        let concealed = &reading.sets()[..4 - hand.melds];
        always &= concealed
            .iter()
            .any(|set| set.form == Form::Triplet && set.kind == kind);
    });
    always
}
