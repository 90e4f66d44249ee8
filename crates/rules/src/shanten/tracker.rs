//! A hand that is updated tile by tile, which makes its shanten a lookup.

use super::Calculator;
use super::code::{PLACES, Place, SUIT_KINDS, SUITS, SuitCode, codes, digits};
use super::tally::Tally;
use crate::tile::{HAND_KINDS, Kind};

/// The concealed tiles of a hand. Adding or removing a tile only looks up its suit.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tracker {
    pub(super) calculator: Calculator,
    codes: [SuitCode; SUITS],
    pub(super) tally: Tally,
    /// One byte for each suit. Writing a byte to an array and reading it back with its neighbours would go
    /// through memory, which costs more than everything else.
    classes: u32,
}

impl Tracker {
    #[inline]
    pub(super) fn new(calculator: Calculator, counts: &[u8; HAND_KINDS]) -> Tracker {
        let codes = codes(counts);
        let mut tally = Tally::default();
        let mut classes = [0; SUITS];
        for (suit, table) in calculator.tables.suits.iter().enumerate() {
            let of_suit = table.tally(codes[suit]);
            classes[suit] = table.class(of_suit);
            tally += of_suit;
        }
        Tracker {
            calculator,
            codes,
            tally,
            classes: u32::from_le_bytes(classes),
        }
    }

    /// Adds a tile. The hand must hold fewer than four of its kind. Flowers are ignored.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        debug_assert!(self.held(kind) < 4, "a fifth {kind}");
        let place = PLACES[kind.index()];
        self.change(place, place.worth);
    }

    /// Removes a tile that the hand holds. Flowers are ignored.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(kind.is_flower() || self.held(kind) > 0, "no {kind}");
        let place = PLACES[kind.index()];
        self.change(place, place.worth.wrapping_neg());
    }

    #[inline]
    pub fn held(&self, kind: Kind) -> u8 {
        let place = PLACES[kind.index()];
        let code = self.codes[usize::from(place.suit)][usize::from(place.half)];
        place.copies(code)
    }

    /// The number of tiles in the hand.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.tally.tiles()
    }

    /// The lowest shanten over all shapes: −1 complete, 0 tenpai.
    ///
    /// A hand that needs a fifth copy of a kind is not tenpai here.
    #[must_use]
    #[inline]
    pub fn shanten(&self) -> i8 {
        self.missing(self.sets()) as i8 - 1
    }

    /// The shanten to sets and a pair.
    #[inline]
    pub fn standard(&self) -> i8 {
        self.missing_standard(self.sets()) as i8 - 1
    }

    /// The shanten to seven pairs; none for an open hand, or if the shape is not played.
    #[inline]
    pub fn seven_pairs(&self) -> Option<i8> {
        let missing = self.missing_pairs(self.sets());
        missing.map(|missing| missing as i8 - 1)
    }

    /// The shanten to thirteen orphans; none for an open hand, or if the shape is not played.
    #[inline]
    pub fn orphans(&self) -> Option<i8> {
        let missing = self.missing_orphans(self.sets());
        missing.map(|missing| missing as i8 - 1)
    }

    /// The tiles missing for this many sets and a pair; the hand may hold any number of other tiles.
    #[must_use]
    #[inline]
    pub fn missing_for(&self, sets: usize) -> u8 {
        self.missing_standard(sets)
    }

    /// The sets still to be made from concealed tiles.
    #[inline]
    pub(super) fn sets(&self) -> usize {
        self.tiles() / 3
    }

    /// The fewest tiles missing over all shapes.
    #[inline]
    pub(super) fn missing(&self, sets: usize) -> u8 {
        let pairs = self.missing_pairs(sets).unwrap_or(u8::MAX);
        let orphans = self.missing_orphans(sets).unwrap_or(u8::MAX);
        self.missing_standard(sets).min(pairs).min(orphans)
    }

    #[inline]
    pub(super) fn missing_standard(&self, sets: usize) -> u8 {
        self.calculator.tables.join.missing(self.classes(), sets)
    }

    #[inline]
    pub(super) fn missing_pairs(&self, sets: usize) -> Option<u8> {
        if sets < 4 {
            return None;
        }
        self.tally.to_seven_pairs(self.calculator.shapes.seven_pairs)
    }

    #[inline]
    pub(super) fn missing_orphans(&self, sets: usize) -> Option<u8> {
        (sets >= 4 && self.calculator.shapes.orphans).then(|| self.tally.to_orphans())
    }

    /// The classes of man, pin, sou, honours.
    #[inline]
    pub(super) fn classes(&self) -> [u8; SUITS] {
        self.classes.to_le_bytes()
    }

    #[inline]
    pub(super) fn suit(&self, suit: usize) -> SuitCode {
        self.codes[suit]
    }

    /// The number of copies of each kind in a suit.
    #[inline]
    pub(super) fn held_in(&self, suit: usize) -> [u8; SUIT_KINDS] {
        digits(self.suit(suit))
    }

    /// Changes the code of half a suit and updates the rest.
    #[inline]
    fn change(&mut self, place: Place, by: u32) {
        let (suit, half) = (usize::from(place.suit) % SUITS, usize::from(place.half) % 2);
        let table = self.calculator.tables.suits[suit];
        let code = &mut self.codes[suit];
        let before = table.share(half, code[half]);
        code[half] = code[half].wrapping_add(by);
        let after = table.share(half, code[half]);
        self.tally += after - before;
        let class = table.class(after + table.share(half ^ 1, code[half ^ 1]));
        let shift = 8 * suit;
        self.classes = self.classes & !(0xff << shift) | u32::from(class) << shift;
    }
}
