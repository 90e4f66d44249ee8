//! A set of tile kinds as a bit set.

use crate::tile::{KINDS, Kind};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of kinds, such as the waits of a hand.
///
/// ```
/// use jantaku_rules::{Kind, KindSet};
///
/// let winds: KindSet = [Kind::EAST, Kind::NORTH].into_iter().collect();
/// assert!(winds.has(Kind::NORTH) && !winds.has(Kind::HAKU));
/// assert_eq!((winds | KindSet::of(Kind::HAKU)).len(), 3);
/// assert_eq!(winds.to_string(), "1z 4z");
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(u64);

impl KindSet {
    pub const EMPTY: KindSet = KindSet(0);

    pub const fn of(kind: Kind) -> KindSet {
        KindSet(1 << kind.index())
    }

    /// A set from one bit per kind, lowest index first. Bits beyond the last kind are dropped.
    pub const fn from_bits(bits: u64) -> KindSet {
        KindSet(bits & ((1 << KINDS) - 1))
    }

    /// One bit per kind, lowest index first.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// Do the two sets have a kind in common?
    #[must_use]
    pub const fn meets(self, other: KindSet) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.index();
    }

    pub const fn remove(&mut self, kind: Kind) {
        self.0 &= !(1 << kind.index());
    }

    /// The kinds in order.
    pub fn iter(self) -> Kinds {
        Kinds(self)
    }
}

/// The kinds of a set in order.
#[derive(Clone, Debug)]
pub struct Kinds(KindSet);

impl Iterator for Kinds {
    type Item = Kind;

    #[inline]
    fn next(&mut self) -> Option<Kind> {
        let Kinds(KindSet(left)) = self;
        (*left != 0).then(|| {
            let kind = Kind::at(left.trailing_zeros() as usize);
            *left &= *left - 1;
            kind
        })
    }
}

impl IntoIterator for KindSet {
    type Item = Kind;
    type IntoIter = Kinds;

    fn into_iter(self) -> Kinds {
        self.iter()
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds
            .into_iter()
            .fold(KindSet::EMPTY, |set, kind| set | KindSet::of(kind))
    }
}

impl BitOr for KindSet {
    type Output = KindSet;
    fn bitor(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

impl BitAnd for KindSet {
    type Output = KindSet;
    fn bitand(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }
}

/// The kinds that are in the first set but not in the second.
impl Sub for KindSet {
    type Output = KindSet;
    fn sub(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}

impl BitOrAssign for KindSet {
    fn bitor_assign(&mut self, other: KindSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for KindSet {
    fn bitand_assign(&mut self, other: KindSet) {
        *self = *self & other;
    }
}

impl SubAssign for KindSet {
    fn sub_assign(&mut self, other: KindSet) {
        *self = *self - other;
    }
}

/// `1m 4m 1z`
impl fmt::Display for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, kind) in self.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{kind}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
