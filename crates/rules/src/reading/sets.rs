//! The sets of a hand: one by one for score sheets, and as bits and sums for facts and fu.

use super::{Form, Set};
use crate::facts::{OUTSIDE, SEQUENCES_WITH_TERMINAL, TERMINALS};
use crate::splits::sums::Sums;
use crate::splits::{NO_SET, SEQUENCES_AT, TRIPLET};
use crate::tile::Kind;

/// The sets of a reading one by one, as a score sheet shows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetList {
    /// Codes of concealed sets, up to four in each suit.
    pub(super) suits: [[u8; 4]; 4],
    pub(super) melds: MeldList,
    /// The kind of the triplet that another player's tile completed.
    pub(super) opened: u8,
}

impl SetList {
    pub(super) const EMPTY: SetList = SetList {
        suits: [[NO_SET; 4]; 4],
        melds: MeldList::EMPTY,
        opened: NO_SET,
    };

    pub(super) fn iter(&self) -> impl Iterator<Item = Set> + Clone + use<> {
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

/// Up to four melds, a byte each: the lowest kind, with a bit for triplets and kans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MeldList {
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

/// What facts and fu need to know of all sets together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetBits {
    /// Triplets and sequences among the concealed tiles.
    pub(super) concealed: u64,
    /// Triplets, kans and sequences among the melds.
    pub(super) melded: u64,
    pub sums: Sums,
    /// The most copies of one sequence within a suit's concealed tiles or within the melds, as a row of bits.
    pub same: u16,
}

impl SetBits {
    pub(super) const NONE: SetBits = SetBits {
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

    /// Is some sequence both melded and concealed?
    #[inline]
    pub(crate) const fn is_melded_again(&self) -> bool {
        (self.concealed & self.melded) >> SEQUENCES_AT != 0
    }
}

/// Melds, prepared for reading them together with concealed tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldSets {
    pub(super) list: MeldList,
    pub(super) bits: SetBits,
}

impl MeldSets {
    pub const NONE: MeldSets = MeldSets {
        list: MeldList::EMPTY,
        bits: SetBits::NONE,
    };

    /// The first four of these melds.
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

    pub const fn len(&self) -> usize {
        self.list.len as usize
    }

    pub const fn is_empty(&self) -> bool {
        self.list.len == 0
    }

    pub const fn are_closed(&self) -> bool {
        self.list.open == 0
    }

    /// How many are kans, and how many of these are closed.
    #[inline]
    pub(crate) const fn kans(&self) -> (usize, usize) {
        let closed = self.list.kans & !self.list.open;
        (of_four(self.list.kans), of_four(closed))
    }

    pub(crate) fn bits(&self) -> &SetBits {
        &self.bits
    }
}

/// How many of four bits are set. Faster than `count_ones` where the processor has no instruction for it.
#[inline]
pub(crate) const fn of_four(bits: u8) -> usize {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    COUNTS[(bits & 15) as usize] as usize
}
