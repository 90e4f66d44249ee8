//! Readings: every way to see a complete hand as four sets and a pair, seven pairs, or thirteen orphans.
//!
//! One reading is scored at a time, so patterns of two readings never mix.

use crate::facts::{OUTSIDE, SEQUENCES_WITH_TERMINAL, TERMINALS};
use crate::splits::sums::Sums;
use crate::splits::{self, NO_SET, SEQUENCES_AT, Split, TRIPLET};
use crate::suits::Suits;
use crate::tile::{HAND_KINDS, Kind};
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
    #[inline]
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

impl Wait {
    /// Is it for one kind of tile only?
    #[inline]
    pub const fn is_single(self) -> bool {
        matches!(self, Wait::Closed | Wait::Edge | Wait::Pair)
    }
}

/// One way to see a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// The pair of a standard hand or of thirteen orphans; elsewhere the winning kind.
    pub pair: Kind,
    /// What the winning tile completes.
    pub wait: Wait,
    /// The winning tile's kind: what a wild tile stands for.
    pub winning: Kind,
    pub(crate) sets: SetList,
    pub(crate) bits: SetBits,
}

impl Reading {
    /// The sets of a standard hand: concealed ones first, then melds. Other shapes have none.
    pub fn sets(&self) -> impl Iterator<Item = Set> + '_ {
        self.sets.iter()
    }

    /// A reading that is not made of sets.
    pub const fn without_sets(shape: Shape, pair: Kind, winning: Kind) -> Reading {
        Reading {
            shape,
            pair,
            wait: Wait::Pair,
            winning,
            sets: SetList::EMPTY,
            bits: SetBits::NONE,
        }
    }
}

/// The sets of a reading one by one: what a score sheet shows, and rarely anything else asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetList {
    /// Concealed sets, up to four in each suit: the place in the suit, with a bit for a triplet.
    suits: [[u8; 4]; 4],
    melds: MeldList,
    /// The triplet that another player's tile completed.
    opened: u8,
}

impl SetList {
    const EMPTY: SetList = SetList {
        suits: [[NO_SET; 4]; 4],
        melds: MeldList::EMPTY,
        opened: NO_SET,
    };

    fn iter(&self) -> impl Iterator<Item = Set> + Clone + use<> {
        let list = *self;
        let concealed = (0..16).filter_map(move |i| {
            let code = list.suits[i / 4][i % 4];
            let kind = usize::from(code & !TRIPLET) + 9 * (i / 4);
            (code != NO_SET).then(|| Set {
                form: if code & TRIPLET == 0 {
                    Form::Sequence
                } else {
                    Form::Triplet
                },
                kind: Kind::at(kind),
                open: code & TRIPLET != 0 && kind == usize::from(list.opened),
            })
        });
        concealed.chain(list.melds.iter())
    }
}

/// Up to four melds in four bytes: the lowest kind, with a bit for three or four alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MeldList {
    codes: [u8; 4],
    len: u8,
    /// A bit for each meld that is open.
    open: u8,
    /// A bit for each meld that is a kan.
    kans: u8,
}

impl MeldList {
    const EMPTY: MeldList = MeldList {
        codes: [0; 4],
        len: 0,
        open: 0,
        kans: 0,
    };

    #[inline]
    fn push(&mut self, set: Set) {
        let alike = if set.form == Form::Sequence { 0 } else { TRIPLET };
        self.codes[usize::from(self.len & 3)] = set.kind.index() as u8 | alike;
        self.open |= u8::from(set.open) << self.len;
        self.kans |= u8::from(set.form == Form::Kan) << self.len;
        self.len += 1;
    }

    fn iter(&self) -> impl Iterator<Item = Set> + Clone + use<> {
        let list = *self;
        (0..usize::from(list.len)).map(move |i| {
            let code = list.codes[i];
            Set {
                form: match (code & TRIPLET == 0, list.kans >> i & 1 == 1) {
                    (true, _) => Form::Sequence,
                    (false, true) => Form::Kan,
                    (false, false) => Form::Triplet,
                },
                kind: Kind::at(usize::from(code & !TRIPLET)),
                open: list.open >> i & 1 == 1,
            }
        })
    }
}

/// What the facts and the fu need of all sets together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetBits {
    /// Triplets and sequences among the concealed tiles.
    concealed: u64,
    /// Triplets, kans and sequences among the melds.
    melded: u64,
    /// What is counted of all of them.
    pub sums: Sums,
    /// How often the same sequence is there at most within a suit's concealed tiles or within the melds, as a row of bits.
    pub same: u16,
}

impl SetBits {
    const NONE: SetBits = SetBits {
        concealed: 0,
        melded: 0,
        sums: Sums::NONE,
        same: 0,
    };

    /// Kinds of triplets and kans.
    #[inline]
    pub(crate) const fn triplets(&self) -> u64 {
        (self.concealed | self.melded) & ((1 << SEQUENCES_AT) - 1)
    }

    /// Lowest kinds of sequences.
    #[inline]
    pub(crate) const fn sequences(&self) -> u64 {
        (self.concealed | self.melded) >> SEQUENCES_AT
    }

    /// Is a sequence there both as a meld and concealed?
    #[inline]
    pub(crate) const fn is_melded_again(&self) -> bool {
        (self.concealed & self.melded) >> SEQUENCES_AT != 0
    }
}

/// Melds, ready to be read together with concealed tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldSets {
    list: MeldList,
    bits: SetBits,
}

impl MeldSets {
    /// No melds.
    pub const NONE: MeldSets = MeldSets {
        list: MeldList::EMPTY,
        bits: SetBits::NONE,
    };

    /// These melds; no more than four count.
    pub fn new(melds: impl IntoIterator<Item = Set>) -> MeldSets {
        let mut all = MeldSets::NONE;
        melds.into_iter().take(4).for_each(|set| all.push(set));
        all
    }

    /// Adds one of at most four.
    #[inline]
    pub fn push(&mut self, set: Set) {
        let kind = set.kind.index() as u32;
        let bit = if set.form == Form::Sequence {
            self.bits.sums += Sums::sequence(SEQUENCES_WITH_TERMINAL >> kind & 1 == 1);
            1 << (kind + SEQUENCES_AT)
        } else {
            let (terminal, outside) = (TERMINALS >> kind & 1 == 1, OUTSIDE >> kind & 1 == 1);
            self.bits.sums += Sums::triplet(terminal, outside, !set.open, set.form == Form::Kan);
            1 << kind
        };
        self.list.push(set);
        if set.form == Form::Sequence {
            self.bits.same |= 1;
            if self.bits.melded & bit != 0 {
                let same = self.list.iter().filter(|other| *other == set).count();
                self.bits.same |= (1 << same) - 1;
                self.bits.sums += Sums::same_pairs(1 - same % 2);
            }
        }
        self.bits.melded |= bit;
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.list.len as usize
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.list.len == 0
    }

    /// Is none of them open?
    pub const fn are_closed(&self) -> bool {
        self.list.open == 0
    }

    /// How many are kans, and how many of these are closed.
    #[inline]
    pub(crate) const fn kans(&self) -> (usize, usize) {
        let closed = self.list.kans & !self.list.open;
        (of_four(self.list.kans), of_four(closed))
    }

    /// What all of them together are, with no word of the rest of the hand.
    pub(crate) fn bits(&self) -> &SetBits {
        &self.bits
    }
}

/// How many of four bits are set; quicker than to count those of a whole word.
#[inline]
pub(crate) const fn of_four(bits: u8) -> usize {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    COUNTS[(bits & 15) as usize] as usize
}

/// What the concealed part of a hand can be, to be read together with its melds.
pub struct Concealed {
    /// Concealed tiles, the winning tile included.
    pub tiles: Suits,
    /// The melds.
    pub melds: MeldSets,
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
        if self.melds.is_empty() {
            if self.tiles.is_seven_pairs(self.four_as_pairs) {
                each(&Reading::without_sets(Shape::SevenPairs, self.winning, self.winning));
            }
            if let Some(pair) = self.tiles.thirteen_orphans() {
                each(&Reading::without_sets(Shape::ThirteenOrphans, pair, self.winning));
            }
        }
    }

    /// Four sets and a pair: every way to split each suit, joined.
    #[inline]
    fn standard(&self, each: &mut impl FnMut(&Reading)) {
        let (numbers, honours) = splits::tables();
        let suits = self.tiles.each();
        let split = [
            numbers.of(suits[0]),
            numbers.of(suits[1]),
            numbers.of(suits[2]),
            honours.of(suits[3]),
        ];
        // Counts decide how many sets there are and whether there is a pair; all ways to split them have as many.
        let [Some(m), Some(p), Some(s), Some(z)] = split.map(|ways| ways.first()) else {
            return;
        };
        if !(m.sums + p.sums + s.sums + z.sums + self.melds.bits.sums).is_complete() {
            return;
        }
        for man in split[0] {
            for pin in split[1] {
                for sou in split[2] {
                    for honours in split[3] {
                        self.place(self.join([man, pin, sou, honours]), each);
                    }
                }
            }
        }
    }

    /// The sets of all suits and the melds.
    #[inline]
    fn join(&self, suits: [&Split; 4]) -> Reading {
        let [man, pin, sou, honours] = suits;
        let melds = &self.melds.bits;
        let pair =
            u64::from(man.pair) | u64::from(pin.pair) << 9 | u64::from(sou.pair) << 18 | u64::from(honours.pair) << 27;
        Reading {
            shape: Shape::Standard,
            pair: Kind::at(pair.trailing_zeros() as usize % HAND_KINDS),
            wait: Wait::Pair,
            winning: self.winning,
            sets: SetList {
                suits: suits.map(|split| split.codes),
                melds: self.melds.list,
                opened: NO_SET,
            },
            bits: SetBits {
                concealed: man.sets | pin.sets << 9 | sou.sets << 18 | honours.sets << 27,
                melded: melds.melded,
                sums: man.sums + pin.sums + sou.sums + honours.sums + melds.sums,
                same: man.same | pin.same | sou.same | melds.same,
            },
        }
    }

    /// The winning tile may have completed any concealed group that holds it.
    #[inline]
    fn place(&self, mut reading: Reading, each: &mut impl FnMut(&Reading)) {
        let winning = self.winning.index();
        let concealed = reading.bits.concealed;
        let is_outside = OUTSIDE >> winning & 1 == 1;
        // Sequences that begin two before the winning tile, one before it, with it.
        let begin = (concealed >> SEQUENCES_AT << 2 >> winning & 7) as usize;
        let triplet = (concealed >> winning & 1) as u8;
        let mut ways = u8::from(reading.pair == self.winning) | SEQUENCE_WAYS[begin] | triplet << TRIPLET_WAY;
        let sums = reading.bits.sums;
        while ways != 0 {
            let way = ways.trailing_zeros();
            ways &= ways - 1;
            let opened = self.ron && way == TRIPLET_WAY;
            reading.wait = WAITS[winning % 9][way as usize];
            reading.sets.opened = if opened { winning as u8 } else { NO_SET };
            reading.bits.sums = sums.with_triplet_opened(is_outside, opened);
            each(&reading);
        }
    }
}

/// The way in which the winning tile completes a triplet; before it come the pair and the three places of a sequence.
const TRIPLET_WAY: u32 = 4;

/// Ways to complete sequences that begin two before the winning tile, one before it, with it: the last comes first.
const SEQUENCE_WAYS: [u8; 8] = [0, 8, 4, 12, 2, 10, 6, 14];

/// What the winning tile completes in each way, by its place in the suit.
const WAITS: [[Wait; 5]; 9] = {
    let usual = [Wait::Pair, Wait::TwoSided, Wait::Closed, Wait::TwoSided, Wait::Triplet];
    let mut waits = [usual; 9];
    waits[6][1] = Wait::Edge;
    waits[2][3] = Wait::Edge;
    waits
};

/// Is this kind, of which a complete hand holds at least three, a triplet in every reading? Kept for kans in riichi.
pub fn is_triplet_in_every_reading(complete: Suits, melds: usize, kind: Kind) -> bool {
    let hand = Concealed {
        tiles: complete,
        melds: MeldSets::new(std::iter::repeat_n(Set::PLACEHOLDER, melds)),
        winning: kind,
        ron: false,
        four_as_pairs: true,
    };
    let mut always = true;
    hand.standard(&mut |reading: &Reading| always &= reading.bits.triplets() >> kind.index() & 1 == 1);
    always
}
