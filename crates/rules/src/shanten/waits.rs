//! Which kinds complete a hand, and which lower its shanten. Sets of kinds are words with one bit per kind.

use super::SevenPairs;
use super::code::{LOW_KINDS, PLACES, SUIT_KINDS, SUITS};
use super::tally::Tally;
use super::tracker::Tracker;
use crate::kind_set::KindSet;
use crate::tile::HAND_KINDS;

/// 1m, 9m, 1p, 9p, 1s, 9s and the honours.
const ORPHANS: u64 = (0b111_1111 << 27) | (0b1_0000_0001 * (1 | 1 << 9 | 1 << 18));
const ALL_KINDS: u64 = (1 << HAND_KINDS) - 1;

/// The number of copies of each kind by suit. The honours are padded to nine kinds.
type Held = [[u8; SUIT_KINDS]; SUITS];

impl Tracker {
    /// The kinds that complete the hand in any shape.
    ///
    /// This includes kinds of which the hand already holds four. Whether such a wait counts is up to the
    /// rulebook.
    pub fn waits(&self) -> KindSet {
        let sets = self.sets();
        let mut waits = self.standard_waits();
        if self.missing_pairs(sets) == Some(1) {
            waits |= self.draws_for_pairs(&self.held_by_suit());
        }
        if self.missing_orphans(sets) == Some(1) {
            waits |= self.draws_for_orphans(&self.held_by_suit());
        }
        KindSet::from_bits(waits)
    }

    /// The kinds that lower the shanten.
    ///
    /// Kinds of which the hand already holds four are left out.
    pub fn acceptance(&self) -> KindSet {
        let sets = self.sets();
        let missing = self.missing(sets);
        let held = self.held_by_suit();
        let mut draws = 0;
        if self.missing_standard(sets) == missing {
            draws |= self.draws_for_sets(&held, sets, missing);
        }
        if self.missing_pairs(sets) == Some(missing) {
            draws |= self.draws_for_pairs(&held);
        }
        if self.missing_orphans(sets) == Some(missing) {
            draws |= self.draws_for_orphans(&held);
        }
        KindSet::from_bits(draws)
    }

    /// The kinds that reduce [`missing_for`](Tracker::missing_for) this many sets.
    pub fn draws_for(&self, sets: usize) -> KindSet {
        KindSet::from_bits(self.draws_for_sets(&self.held_by_suit(), sets, self.missing_standard(sets)))
    }

    /// The kinds that complete sets and a pair.
    ///
    /// The winning tile completes one suit, so all others must be whole already.
    fn standard_waits(&self) -> u64 {
        if self.tiles() % 3 != 1 {
            return 0;
        }
        let suits = self.calculator.tables.suits;
        let tallies: [Tally; SUITS] = std::array::from_fn(|i| suits[i].tally(self.suit(i)));
        let whole: [bool; SUITS] = std::array::from_fn(|i| suits[i].is_whole(tallies[i]));
        let mut waits = 0;
        for (suit, tally) in tallies.iter().enumerate() {
            let others_are_whole = (0..SUITS).all(|i| i == suit || whole[i]);
            if tally.tiles() % 3 != 0 && others_are_whole {
                waits |= self.waits_in(suit, tally.tiles() % 3 == 1);
            }
        }
        waits
    }

    /// The kinds that make a suit whole that lacks one tile.
    fn waits_in(&self, suit: usize, pair_is_here: bool) -> u64 {
        let table = self.calculator.tables.suits[suit];
        let held = self.held_in(suit);
        let is_whole = |kind, more| table.is_whole(self.suit_with(suit, kind, more));
        let waits = word(suit, |kind| (held[kind] < 4) & is_whole(kind, 1));
        if !held.contains(&4) {
            return waits;
        }
        // Five copies are a triplet and two other tiles, or the pair and three other tiles.
        let is_whole_with_five = |kind| is_whole(kind, -2) || (pair_is_here && is_whole(kind, -1));
        waits | word(suit, |kind| held[kind] == 4 && is_whole_with_five(kind))
    }

    /// The kinds that reduce the tiles missing for sets and a pair below `missing`.
    #[inline]
    fn draws_for_sets(&self, held: &Held, sets: usize, missing: u8) -> u64 {
        let join = &self.calculator.tables.join;
        let [man, pin, sou, honours] = self.classes();
        let (man_pin, man_sou) = (join.man_and_pin(man, pin), join.man_and_pin(man, sou));
        let numbers = join.with_sou(man_pin, sou);
        let nearer = |numbers, honours| join.with_honours(numbers, honours, sets) < missing;
        let from_man = |man| join.with_sou(join.man_and_pin(man, pin), sou);
        self.draws_in(0, held, |man| nearer(from_man(man), honours))
            | self.draws_in(1, held, |pin| nearer(join.with_sou(man_sou, pin), honours))
            | self.draws_in(2, held, |sou| nearer(join.with_sou(man_pin, sou), honours))
            | self.draws_in(3, held, |honours| nearer(numbers, honours))
    }

    /// The kinds that change a suit to a class as asked.
    ///
    /// A fifth copy is looked up like any other and dropped afterwards, which is faster than a branch.
    #[inline]
    fn draws_in(&self, suit: usize, held: &Held, asked: impl Fn(u8) -> bool) -> u64 {
        let table = self.calculator.tables.suits[suit];
        word(suit, |kind| {
            let after = self.suit_with(suit, kind, 1);
            (held[suit][kind] < 4) & asked(table.class(after))
        })
    }

    /// The kinds that bring the hand closer to seven pairs.
    fn draws_for_pairs(&self, held: &Held) -> u64 {
        match self.calculator.shapes.seven_pairs {
            SevenPairs::None => 0,
            SevenPairs::Distinct if self.tally.kinds() < 7 => kinds(held, |held| held < 2),
            SevenPairs::Distinct => kinds(held, |held| held == 1),
            SevenPairs::FourAsTwo => kinds(held, |held| held % 2 == 1),
        }
    }

    /// The kinds that bring the hand closer to thirteen orphans: any orphan until there is a pair.
    fn draws_for_orphans(&self, held: &Held) -> u64 {
        if self.tally.has_orphan_pair() {
            ORPHANS & kinds(held, |held| held == 0)
        } else {
            ORPHANS
        }
    }

    fn held_by_suit(&self) -> Held {
        std::array::from_fn(|suit| self.held_in(suit))
    }

    /// The tally of a suit with `more` copies of a kind.
    #[inline]
    fn suit_with(&self, suit: usize, kind: usize, more: i32) -> Tally {
        let table = self.calculator.tables.suits[suit];
        let half = usize::from(kind >= LOW_KINDS);
        let code = self.suit(suit);
        let change = more.cast_unsigned().wrapping_mul(PLACES[kind].worth);
        table.share(half, code[half].wrapping_add(change)) + table.share(half ^ 1, code[half ^ 1])
    }
}

/// The kinds whose number of copies is as asked.
fn kinds(held: &Held, asked: impl Fn(u8) -> bool) -> u64 {
    let suits = held.iter().enumerate();
    suits.fold(0, |kinds, (suit, held)| kinds | word(suit, |kind| asked(held[kind])))
}

/// The kinds of a suit that are as asked, as a word.
#[inline]
fn word(suit: usize, asked: impl Fn(usize) -> bool) -> u64 {
    let kinds = (0..SUIT_KINDS).fold(0, |kinds, kind| kinds | u64::from(asked(kind)) << kind);
    kinds << (SUIT_KINDS * suit) & ALL_KINDS
}
