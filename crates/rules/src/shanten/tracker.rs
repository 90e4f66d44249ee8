//! A hand kept up to date tile by tile, so that its shanten is read and not computed.

use super::Calculator;
use super::code::{PLACES, Place, SUITS, SuitCode, codes, digit};
use super::tally::Tally;
use crate::tile::{HAND_KINDS, Kind};

/// The concealed tiles of a hand; adding or removing one looks up its suit and nothing else.
#[derive(Clone, Copy)]
pub struct Tracker {
    pub(super) calculator: Calculator,
    codes: [SuitCode; SUITS],
    pub(super) tallies: [Tally; SUITS],
    classes: [u8; SUITS],
}

impl Tracker {
    /// Reads the counts of the 34 kinds of a hand.
    #[inline]
    pub(super) fn new(calculator: Calculator, counts: &[u8; HAND_KINDS]) -> Tracker {
        let codes = codes(counts);
        let suits = calculator.tables.suits;
        let tallies: [Tally; SUITS] = std::array::from_fn(|i| suits[i].tally(codes[i]));
        let classes = std::array::from_fn(|i| suits[i].class(tallies[i]));
        Tracker {
            calculator,
            codes,
            tallies,
            classes,
        }
    }

    /// Adds a tile, of which the hand must hold fewer than four. A flower changes nothing.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        debug_assert!(self.held(kind) < 4, "a fifth {kind}");
        let place = PLACES[kind.index()];
        self.replace(place, self.half(place).wrapping_add(place.worth));
    }

    /// Removes a tile that the hand holds. A flower changes nothing.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(kind.is_flower() || self.held(kind) > 0, "no {kind}");
        let place = PLACES[kind.index()];
        self.replace(place, self.half(place).wrapping_sub(place.worth));
    }

    /// How many copies of a kind the hand holds.
    #[inline]
    pub fn held(&self, kind: Kind) -> u8 {
        let place = PLACES[kind.index()];
        if place.worth == 0 {
            return 0;
        }
        digit(self.half(place), place.worth)
    }

    /// How many tiles the hand holds.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.tally().tiles()
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
        let missing = self.missing_pairs(self.sets(), self.tally());
        missing.map(|missing| missing as i8 - 1)
    }

    /// The shanten towards thirteen orphans; none for an open hand or if the shape is not chosen.
    #[inline]
    pub fn orphans(&self) -> Option<i8> {
        let missing = self.missing_orphans(self.sets(), self.tally());
        missing.map(|missing| missing as i8 - 1)
    }

    /// How many sets the concealed tiles are to make: melds have made the others.
    #[inline]
    pub(super) fn sets(&self) -> usize {
        self.tiles() / 3
    }

    /// The tally of all suits.
    #[inline]
    pub(super) fn tally(&self) -> Tally {
        let [man, pin, sou, honours] = self.tallies;
        man + pin + sou + honours
    }

    /// The tiles missing over all chosen shapes.
    #[inline]
    pub(super) fn missing(&self, sets: usize) -> u8 {
        let tally = self.tally();
        let pairs = self.missing_pairs(sets, tally).unwrap_or(u8::MAX);
        let orphans = self.missing_orphans(sets, tally).unwrap_or(u8::MAX);
        self.missing_standard(sets).min(pairs).min(orphans)
    }

    #[inline]
    pub(super) fn missing_standard(&self, sets: usize) -> u8 {
        self.calculator.tables.join.missing(self.classes, sets)
    }

    #[inline]
    pub(super) fn missing_pairs(&self, sets: usize, tally: Tally) -> Option<u8> {
        if sets < 4 {
            return None;
        }
        tally.to_seven_pairs(self.calculator.shapes.seven_pairs)
    }

    #[inline]
    pub(super) fn missing_orphans(&self, sets: usize, tally: Tally) -> Option<u8> {
        (sets >= 4 && self.calculator.shapes.orphans).then(|| tally.to_orphans())
    }

    /// What the tally of its suit would be if the hand held `held` of this kind.
    #[inline]
    pub(super) fn suit_with(&self, place: Place, held: u8) -> Tally {
        let half = self.half(place);
        let change = u16::from(held).wrapping_sub(u16::from(digit(half, place.worth)));
        self.suit_after(place, half.wrapping_add(change.wrapping_mul(place.worth)))
    }

    /// The code of the half suit in which a kind stands.
    #[inline]
    fn half(&self, place: Place) -> u16 {
        let code = self.codes[usize::from(place.suit)];
        if place.high { code.high } else { code.low }
    }

    /// The tally of a suit after one half of it has become `half`.
    #[inline]
    fn suit_after(&self, place: Place, half: u16) -> Tally {
        let suit = usize::from(place.suit);
        let table = self.calculator.tables.suits[suit];
        let code = self.codes[suit];
        if place.high {
            table.low_share(code.low) + table.high_share(half)
        } else {
            table.low_share(half) + table.high_share(code.high)
        }
    }

    #[inline]
    fn replace(&mut self, place: Place, half: u16) {
        let suit = usize::from(place.suit);
        self.tallies[suit] = self.suit_after(place, half);
        self.classes[suit] = self.calculator.tables.suits[suit].class(self.tallies[suit]);
        let code = &mut self.codes[suit];
        *(if place.high {
            &mut code.high
        } else {
            &mut code.low
        }) = half;
    }
}
