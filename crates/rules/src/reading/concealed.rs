//! Reads concealed tiles together with melds: joins the splits of all suits and tries every group the winning tile may complete.

use super::sets::{MeldSets, SetBits, SetList};
use super::{Reading, Set, Shape, Wait};
use crate::facts::OUTSIDE;
use crate::splits::{self, NO_SET, SEQUENCES_AT, Split};
use crate::suits::Suits;
use crate::tile::Kind;

/// The concealed tiles of a complete hand and its melds, to be read together.
pub struct Concealed {
    /// Concealed tiles, the winning tile included.
    pub tiles: Suits,
    pub melds: MeldSets,
    pub winning: Kind,
    pub ron: bool,
    /// May seven pairs use four of a kind as two pairs?
    pub four_as_pairs: bool,
}

impl Concealed {
    /// Calls `each` with every reading.
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
        // All splits of the same counts have the same number of sets and pairs.
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
            pair: Kind::at(pair.trailing_zeros() as usize),
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

    /// Calls `each` for every concealed group that the winning tile may have completed.
    #[inline]
    fn place(&self, mut reading: Reading, each: &mut impl FnMut(&Reading)) {
        let winning = self.winning.index();
        let concealed = reading.bits.concealed;
        let is_outside = OUTSIDE >> winning & 1 == 1;
        // Sequences that begin two places before the winning tile, one before it, or with it.
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

/// The way of completing a triplet; ways 0 to 3 are the pair and the three places in a sequence.
const TRIPLET_WAY: u32 = 4;

/// The ways to complete sequences, by which of them are there: bit 0 is one that begins with the winning tile, bit 2 one that ends with it.
const SEQUENCE_WAYS: [u8; 8] = [0, 8, 4, 12, 2, 10, 6, 14];

/// The wait of each way, by the winning tile's place in the suit.
const WAITS: [[Wait; 5]; 9] = {
    let usual = [Wait::Pair, Wait::TwoSided, Wait::Closed, Wait::TwoSided, Wait::Triplet];
    let mut waits = [usual; 9];
    waits[6][1] = Wait::Edge;
    waits[2][3] = Wait::Edge;
    waits
};

/// Is this kind, of which a complete hand holds at least three, a triplet in every reading? Decides whether a kan is allowed in riichi.
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
