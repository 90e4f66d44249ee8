//! A kind of hand to play for: which sets it must hold, which kinds it may hold, and how far a hand is from it.

use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::shanten::{Calculator, Tracker};
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_rules::win::{Meld, MeldKind};

/// The sets of a full hand.
pub(crate) const SETS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Sets and a pair.
    Sets,
    /// Triplets and a pair.
    Triplets,
    SevenPairs,
    Orphans,
}

/// A set that a target demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    Triplet(Kind),
    /// By its lowest kind.
    Sequence(Kind),
}

impl Block {
    pub(crate) fn kinds(self) -> [Kind; 3] {
        match self {
            Block::Triplet(kind) => [kind; 3],
            Block::Sequence(low) => [0, 1, 2].map(|more| Kind::at((low.index() + more).min(HAND_KINDS - 1))),
        }
    }

    fn is(self, meld: &Meld) -> bool {
        let lowest = meld.tiles.iter().map(|tile| tile.kind()).min();
        match self {
            Block::Triplet(kind) => meld.kind != MeldKind::Chii && lowest == Some(kind),
            Block::Sequence(low) => meld.kind == MeldKind::Chii && lowest == Some(low),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) shape: Shape,
    pub(crate) blocks: ArrayVec<Block, SETS>,
    /// Kinds that it may hold.
    pub(crate) allowed: KindSet,
}

/// All kinds of a hand.
pub(crate) const ALL_KINDS: KindSet = KindSet::from_bits((1 << HAND_KINDS) - 1);

impl Target {
    pub(crate) fn of_shape(shape: Shape) -> Target {
        Target {
            shape,
            blocks: ArrayVec::new(),
            allowed: ALL_KINDS,
        }
    }

    pub(crate) fn within(allowed: KindSet) -> Target {
        Target {
            allowed: allowed & ALL_KINDS,
            ..Target::of_shape(Shape::Sets)
        }
    }

    pub(crate) fn with(blocks: impl IntoIterator<Item = Block>) -> Target {
        Target {
            blocks: blocks.into_iter().take(SETS).collect(),
            ..Target::of_shape(Shape::Sets)
        }
    }

    /// Whether it asks for nothing but sets and a pair.
    pub(crate) fn is_free(&self) -> bool {
        self.shape == Shape::Sets && self.blocks.is_empty() && self.allowed == ALL_KINDS
    }
}

#[derive(Clone)]
/// A hand on its way to a target: the concealed tiles that count, and what is missing.
pub(crate) struct Way<'a> {
    target: &'a Target,
    /// Tiles for free sets; without those of demanded blocks and kinds that may not be held.
    pub(crate) rest: Counts,
    tracker: Tracker,
    /// Free sets to be made.
    pub(crate) sets: usize,
    /// Tiles of demanded blocks that no meld provides.
    pub(crate) demanded: Counts,
    /// Those of them that are still needed.
    pub(crate) lacking: Counts,
    /// The tiles missing in total.
    pub(crate) missing: u8,
}

impl<'a> Way<'a> {
    /// The way of a hand with these concealed tiles and melds; `None` if the melds rule the target out.
    pub(crate) fn of(calculator: &Calculator, target: &'a Target, counts: &Counts, melds: &[Meld]) -> Option<Way<'a>> {
        if !melds.is_empty() && !fits(target, melds) {
            return None;
        }
        let mut rest = *counts;
        if target.allowed != ALL_KINDS {
            for (kind, held) in rest.iter_mut().enumerate() {
                *held *= u8::from(target.allowed.has(Kind::at(kind)));
            }
        }
        let mut lacking = [0; HAND_KINDS];
        let mut demanded = [0; HAND_KINDS];
        let mut short = 0;
        let mut sets = SETS.checked_sub(melds.len())?;
        let mut used: u8 = 0;
        for block in &target.blocks {
            if let Some(place) = (0..melds.len()).find(|&place| used >> place & 1 == 0 && block.is(&melds[place])) {
                used |= 1 << place;
                continue;
            }
            sets = sets.checked_sub(1)?;
            for kind in block.kinds() {
                demanded[kind.index()] += 1;
                let held = &mut rest[kind.index()];
                if *held > 0 {
                    *held -= 1;
                } else {
                    lacking[kind.index()] += 1;
                    short += 1;
                }
            }
        }
        let tracker = calculator.track(&rest);
        let mut way = Way {
            target,
            rest,
            tracker,
            sets,
            demanded,
            lacking,
            missing: short,
        };
        way.missing += way.missing_rest()?;
        Some(way)
    }

    /// Whether it still needs certain tiles.
    pub(crate) fn is_bound(&self) -> bool {
        !self.target.blocks.is_empty()
    }

    /// The kinds that bring it nearer.
    pub(crate) fn draws(&self) -> KindSet {
        let mut draws = match self.target.shape {
            Shape::Sets => self.tracker.draws_for(self.sets),
            Shape::Triplets => self.draws_for_triplets(),
            Shape::SevenPairs => self.draws_for_pairs(),
            Shape::Orphans => self.draws_for_orphans(),
        };
        if !self.target.blocks.is_empty() {
            for (kind, lacking) in self.lacking.iter().enumerate() {
                if *lacking > 0 {
                    draws.insert(Kind::at(kind));
                }
            }
        }
        draws & self.target.allowed
    }

    /// Takes a tile of one of the kinds that bring it nearer.
    pub(crate) fn take(&mut self, kind: Kind) {
        let lacking = &mut self.lacking[kind.index()];
        if *lacking > 0 {
            *lacking -= 1;
        } else if self.rest[kind.index()] < 4 {
            self.rest[kind.index()] += 1;
            self.tracker.add(kind);
        }
        self.missing = self.missing.saturating_sub(1);
    }

    /// Gives up a tile if nothing is missing without it.
    pub(crate) fn spare(&mut self, kind: Kind) -> bool {
        if self.rest[kind.index()] == 0 {
            return false;
        }
        self.rest[kind.index()] -= 1;
        self.tracker.remove(kind);
        if self.missing_rest() == Some(0) {
            return true;
        }
        self.rest[kind.index()] += 1;
        self.tracker.add(kind);
        false
    }

    /// Whether a tile of the hand can go without anything missing more; `held` are all its copies.
    pub(crate) fn can_spare(&self, kind: Kind, held: u8) -> bool {
        let place = kind.index();
        let wanted = self.demanded[place] - self.lacking[place] + self.rest[place];
        if held > wanted {
            return true;
        }
        if self.rest[place] == 0 {
            return false;
        }
        let mut rest = self.rest;
        rest[place] -= 1;
        let mut tracker = self.tracker;
        tracker.remove(kind);
        let before = self.missing_rest();
        let after = Way { rest, tracker, ..*self }.missing_rest();
        after == before
    }

    fn missing_rest(&self) -> Option<u8> {
        match self.target.shape {
            Shape::Sets => Some(self.tracker.missing_for(self.sets)),
            Shape::Triplets => Some(self.missing_triplets()),
            Shape::SevenPairs => self.missing_pairs(),
            Shape::Orphans => self.missing_orphans(),
        }
    }

    /// The sizes of the best groups: `sets` triplets and a pair from different kinds.
    fn missing_triplets(&self) -> u8 {
        let mut held = [0u8; 5];
        self.rest.iter().for_each(|&n| held[usize::from(n.min(3))] += 1);
        let [_, ones, twos, threes, _] = held;
        let sets = self.sets as u8;
        let full = threes.min(sets);
        let mut pairs = twos + (threes - full);
        let mut missing = 0;
        let mut singles = ones;
        for _ in full..sets {
            if pairs > 0 {
                pairs -= 1;
                missing += 1;
            } else if singles > 0 {
                singles -= 1;
                missing += 2;
            } else {
                missing += 3;
            }
        }
        missing
            + if pairs > 0 {
                0
            } else if singles > 0 {
                1
            } else {
                2
            }
    }

    fn draws_for_triplets(&self) -> KindSet {
        let pairs = self.rest.iter().filter(|&&n| n >= 2).count();
        let useful = |kind: &Kind| match self.rest[kind.index()] {
            2 => true,
            1 => pairs <= self.sets,
            _ => false,
        };
        Kind::of_hand().filter(useful).collect()
    }

    fn missing_pairs(&self) -> Option<u8> {
        if self.sets < SETS {
            return None;
        }
        let kinds = self.rest.iter().filter(|&&n| n > 0).count().min(7) as u8;
        let pairs = self.rest.iter().filter(|&&n| n >= 2).count().min(7) as u8;
        Some(14 - kinds - pairs)
    }

    fn draws_for_pairs(&self) -> KindSet {
        let kinds = self.rest.iter().filter(|&&n| n > 0).count();
        let useful = |kind: &Kind| match self.rest[kind.index()] {
            1 => true,
            0 => kinds < 7,
            _ => false,
        };
        Kind::of_hand().filter(useful).collect()
    }

    fn missing_orphans(&self) -> Option<u8> {
        if self.sets < SETS {
            return None;
        }
        let held = || Kind::of_hand().filter(|kind| kind.is_outside() && self.rest[kind.index()] > 0);
        let pair = held().any(|kind| self.rest[kind.index()] > 1);
        Some(14 - held().count() as u8 - u8::from(pair))
    }

    fn draws_for_orphans(&self) -> KindSet {
        let pair = Kind::of_hand().any(|kind| kind.is_outside() && self.rest[kind.index()] > 1);
        let useful = |kind: &Kind| kind.is_outside() && (!pair || self.rest[kind.index()] == 0);
        Kind::of_hand().filter(useful).collect()
    }
}

fn fits(target: &Target, melds: &[Meld]) -> bool {
    let shape = match target.shape {
        Shape::Sets => true,
        Shape::Triplets => melds.iter().all(|meld| meld.kind != MeldKind::Chii),
        Shape::SevenPairs | Shape::Orphans => false,
    };
    let is_allowed = |meld: &Meld| meld.tiles.iter().all(|tile| target.allowed.has(tile.kind()));
    shape && (target.allowed == ALL_KINDS || melds.iter().all(is_allowed))
}
