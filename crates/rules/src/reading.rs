//! Readings: every way to see a complete hand as four sets and a pair, seven pairs, or thirteen orphans.
//!
//! One reading is scored at a time, so patterns of two readings never mix.

use crate::tile::Kind;
use crate::win::{Meld, MeldKind};
use std::fmt;

mod concealed;
mod sets;

pub use concealed::{Concealed, is_triplet_in_every_reading};
pub use sets::MeldSets;
pub(crate) use sets::of_four;
use sets::{SetBits, SetList};

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
    pub form: Form,
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

    pub fn of_meld(meld: &Meld) -> Option<Set> {
        let lowest = meld.tiles.iter().map(|t| t.kind()).min()?;
        Some(Set::melded(meld.kind, lowest))
    }

    #[inline]
    pub(crate) const fn melded(meld: MeldKind, lowest: Kind) -> Set {
        let form = match meld {
            MeldKind::Chii => Form::Sequence,
            MeldKind::Pon => Form::Triplet,
            _ => Form::Kan,
        };
        Set {
            form,
            kind: lowest,
            open: meld.is_open(),
        }
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
    SevenPairs,
    /// One of each terminal and honour, and one more of them.
    ThirteenOrphans,
    /// The last of all flowers: the hand is not looked at.
    AllFlowers,
    /// Four kans that score without the pair.
    FourKans,
}

/// What the winning tile completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A sequence, at one of two ends.
    TwoSided,
    /// The middle of a sequence.
    Closed,
    Edge,
    Pair,
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
    pub shape: Shape,
    /// The pair of a standard hand or of thirteen orphans; elsewhere the winning kind.
    pub pair: Kind,
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

    /// Four kans without the pair; nothing was won on.
    pub fn of_four_kans(kans: &MeldSets) -> Reading {
        let mut reading = Reading::without_sets(Shape::FourKans, Kind::EAST, Kind::EAST);
        reading.sets.melds = kans.list;
        reading.bits = kans.bits;
        reading
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
