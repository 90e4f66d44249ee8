//! Which kinds finish a hand, and which bring it nearer.

use super::code::{PLACES, SUITS};
use super::tracker::Tracker;
use crate::facts::kind_bit;
use crate::tile::{Kind, Suit};

impl Tracker {
    /// The kinds that complete one of the chosen shapes, as a word with a bit for each kind.
    ///
    /// A kind of which the hand already holds four is among them: whether such a wait counts is for the
    /// rulebook to say.
    pub fn waits(&self) -> u64 {
        let mut waits = self.standard_waits();
        let sets = self.sets();
        let tally = self.tally();
        if self.missing_pairs(sets, tally) == Some(1) {
            waits |= self.kinds_where(|next| next.missing_pairs(sets, next.tally()) == Some(0));
        }
        if self.missing_orphans(sets, tally) == Some(1) {
            waits |= self.kinds_where(|next| next.missing_orphans(sets, next.tally()) == Some(0));
        }
        waits
    }

    /// The kinds that lower the shanten over all chosen shapes, as a word with a bit for each kind.
    pub fn acceptance(&self) -> u64 {
        let sets = self.sets();
        let missing = self.missing(sets);
        self.kinds_where(|next| next.missing(sets) < missing)
    }

    /// The kinds with which the hand would be as asked; the hand holds fewer than four of each.
    fn kinds_where(&self, asked: impl Fn(Tracker) -> bool) -> u64 {
        let mut kinds = 0;
        for kind in Kind::of_hand().filter(|&kind| self.held(kind) < 4) {
            let mut next = *self;
            next.add(kind);
            if asked(next) {
                kinds |= kind_bit(kind);
            }
        }
        kinds
    }

    /// The kinds that leave nothing but sets and a pair.
    ///
    /// The winning tile finishes one suit, so all others must be whole already.
    fn standard_waits(&self) -> u64 {
        if self.tiles() % 3 != 1 {
            return 0;
        }
        let tables = self.calculator.tables;
        let whole: [bool; SUITS] =
            std::array::from_fn(|i| tables.suits[i].is_whole(self.tallies[i]));
        let mut waits = 0;
        for (suit, tally) in self.tallies.iter().enumerate() {
            let others_are_whole = (0..SUITS).all(|i| i == suit || whole[i]);
            if tally.tiles() % 3 != 0 && others_are_whole {
                waits |= self.waits_in(SUIT_ORDER[suit]);
            }
        }
        waits
    }

    /// The kinds of a suit that make it whole. The suit has one tile too few for that.
    fn waits_in(&self, suit: Suit) -> u64 {
        let (first, len) = suit.range();
        let kinds = (first..first + len).map(|index| Kind::at(usize::from(index)));
        kinds
            .filter(|&kind| self.completes_suit(kind))
            .fold(0, |waits, kind| waits | kind_bit(kind))
    }

    fn completes_suit(&self, kind: Kind) -> bool {
        let place = PLACES[kind.index()];
        let table = self.calculator.tables.suits[usize::from(place.suit)];
        let is_whole_with = |held| table.is_whole(self.suit_with(place, held));
        match self.held(kind) {
            // Five copies are a triplet and two more tiles, or the pair and three more tiles.
            4 => is_whole_with(2) || (self.pair_is_open(place.suit) && is_whole_with(3)),
            held => is_whole_with(held + 1),
        }
    }

    /// Has the suit, once completed, a pair?
    fn pair_is_open(&self, suit: u8) -> bool {
        self.tallies[usize::from(suit)].tiles() % 3 == 1
    }
}

const SUIT_ORDER: [Suit; SUITS] = [Suit::Man, Suit::Pin, Suit::Sou, Suit::Honour];
