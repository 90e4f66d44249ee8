//! A hand kept up to date tile by tile, so that its shanten is read and not computed.

use super::Calculator;
use super::code::{PLACES, Place, SUIT_KINDS, SUITS, SuitCode, codes, digits};
use super::tally::Tally;
use crate::tile::{HAND_KINDS, Kind};

/// The concealed tiles of a hand; adding or removing one looks up its suit and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tracker {
    pub(super) calculator: Calculator,
    codes: [SuitCode; SUITS],
    pub(super) tally: Tally,
    /// One byte for each suit. A byte written to an array and read back with its neighbours would have
    /// to pass through memory, which costs more than all the rest.
    classes: u32,
}

impl Tracker {
    /// Reads the counts of the 34 kinds of a hand.
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

    /// Adds a tile, of which the hand must hold fewer than four. A flower changes nothing.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        debug_assert!(self.held(kind) < 4, "a fifth {kind}");
        let place = PLACES[kind.index()];
        self.change(place, place.worth);
    }

    /// Removes a tile that the hand holds. A flower changes nothing.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(kind.is_flower() || self.held(kind) > 0, "no {kind}");
        let place = PLACES[kind.index()];
        self.change(place, place.worth.wrapping_neg());
    }

    /// How many copies of a kind the hand holds.
    #[inline]
    pub fn held(&self, kind: Kind) -> u8 {
        let place = PLACES[kind.index()];
        let code = self.codes[usize::from(place.suit)][usize::from(place.half)];
        place.copies(code)
    }

    /// How many tiles the hand holds.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.tally.tiles()
    }

    /// The shanten over all chosen shapes: −1 complete, 0 tenpai.
    ///
    /// A hand that only a fifth copy of a kind would finish is not tenpai here.
    #[inline]
    pub fn shanten(&self) -> i8 {
        self.missing(self.sets()) as i8 - 1
    }

    /// The shanten towards sets and a pair.
    #[inline]
    pub fn standard(&self) -> i8 {
        self.missing_standard(self.sets()) as i8 - 1
    }

    /// The shanten towards seven pairs; none for an open hand or if the shape is not chosen.
    #[inline]
    pub fn seven_pairs(&self) -> Option<i8> {
        let missing = self.missing_pairs(self.sets());
        missing.map(|missing| missing as i8 - 1)
    }

    /// The shanten towards thirteen orphans; none for an open hand or if the shape is not chosen.
    #[inline]
    pub fn orphans(&self) -> Option<i8> {
        let missing = self.missing_orphans(self.sets());
        missing.map(|missing| missing as i8 - 1)
    }

    /// How many sets the concealed tiles are to make: melds have made the others.
    #[inline]
    pub(super) fn sets(&self) -> usize {
        self.tiles() / 3
    }

    /// The tiles missing over all chosen shapes.
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

    /// The copies of each kind of a suit.
    #[inline]
    pub(super) fn held_in(&self, suit: usize) -> [u8; SUIT_KINDS] {
        digits(self.suit(suit))
    }

    /// Changes the code of half a suit, and what follows from it.
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
