//! Readings: every way to see a complete hand as four sets and a pair, seven pairs, or thirteen orphans.
//!
//! One reading is scored at a time, so patterns of two readings never mix.

use crate::splits::{self, NO_PAIR, Split, TRIPLET};
use crate::suits::Suits;
use crate::tile::Kind;
use crate::win::{Meld, MeldKind};
use std::fmt;

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
    /// What it is.
    pub form: Form,
    /// Its lowest kind.
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

    /// The set that a meld is.
    pub fn of_meld(meld: &Meld) -> Option<Set> {
        let kind = meld.tiles.iter().map(|t| t.kind()).min()?;
        let form = match meld.kind {
            MeldKind::Chii => Form::Sequence,
            MeldKind::Pon => Form::Triplet,
            _ => Form::Kan,
        };
        Some(Set {
            form,
            kind,
            open: meld.kind.is_open(),
        })
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
    /// Seven pairs.
    SevenPairs,
    /// One of each terminal and honour, and one more of them.
    ThirteenOrphans,
    /// The last of all flowers: the hand is not looked at.
    AllFlowers,
}

/// What the winning tile completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A sequence, at one of two ends.
    TwoSided,
    /// The middle of a sequence.
    Closed,
    /// The 3 of 123 or the 7 of 789.
    Edge,
    /// The pair.
    Pair,
    /// A triplet.
    Triplet,
}

/// One way to see a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// The pair of a standard hand or of thirteen orphans; elsewhere the winning kind.
    pub pair: Kind,
    /// What the winning tile completes.
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

/// Up to four sets in four bytes: the lowest kind, with a bit for three or four alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetList {
    codes: u32,
    len: u8,
    /// A bit for each set that is open.
    open: u8,
    /// A bit for each set that is a kan.
    kans: u8,
}

impl SetList {
    const EMPTY: SetList = SetList {
        codes: 0,
        len: 0,
        open: 0,
        kans: 0,
    };

    fn push(&mut self, set: Set) {
        let alike = if set.form == Form::Sequence { 0 } else { TRIPLET };
        let bit = 1 << self.len;
        self.codes |= (set.kind.index() as u32 | u32::from(alike)) << (8 * u32::from(self.len) % 32);
        self.open |= if set.open { bit } else { 0 };
        self.kans |= if set.form == Form::Kan { bit } else { 0 };
        self.len += 1;
    }

    /// These sets after so many others.
    #[inline]
    fn after(&self, others: u32, len: u8) -> SetList {
        let codes = u64::from(others) | u64::from(self.codes) << (8 * (u32::from(len) & 7));
        SetList {
            codes: codes as u32,
            len: len + self.len,
            open: self.open << (len & 7),
            kans: self.kans << (len & 7),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Set> + Clone + use<> {
        let list = *self;
        (0..usize::from(list.len).min(4)).map(move |i| {
            let code = list.codes.to_le_bytes()[i];
            let form = match (code & TRIPLET == 0, list.kans >> i & 1 == 1) {
                (true, _) => Form::Sequence,
                (false, true) => Form::Kan,
                (false, false) => Form::Triplet,
            };
            Set {
                form,
                kind: Kind::at(usize::from(code & !TRIPLET)),
                open: list.open >> i & 1 == 1,
            }
        })
    }

    /// The set is completed by another player's tile.
    fn opened(mut self, triplet: Kind) -> SetList {
        let code = triplet.index() as u8 | TRIPLET;
        if let Some(i) = self.codes.to_le_bytes().iter().position(|&other| other == code) {
            self.open |= 1 << i;
        }
        self
    }
}

/// What the facts need of all sets together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetBits {
    /// Kinds of triplets and kans.
    pub triplets: u64,
    /// Lowest kinds of sequences.
    pub sequences: u64,
    /// Patterns of sets within one suit; only of a hand without melds.
    pub shape: u64,
    pub sequence_count: u8,
    pub concealed_triplets: u8,
    /// Disjoint pairs of the same sequence; only of a hand without melds.
    pub same_pairs: u8,
    pub every_terminal: bool,
    pub every_outside: bool,
    /// Are some sets melds, so that patterns have to be looked for anew?
    pub has_melds: bool,
}

impl SetBits {
    const NONE: SetBits = SetBits {
        triplets: 0,
        sequences: 0,
        shape: 0,
        sequence_count: 0,
        concealed_triplets: 0,
        same_pairs: 0,
        every_terminal: true,
        every_outside: true,
        has_melds: false,
    };

    /// The sets of melds.
    fn add(&mut self, set: Set) {
        let kind = set.kind.index();
        let terminal = if set.form == Form::Sequence {
            self.sequences |= 1 << kind;
            self.sequence_count += 1;
            matches!(set.kind.number(), 1 | 7)
        } else {
            self.triplets |= 1 << kind;
            self.concealed_triplets += u8::from(!set.open);
            set.kind.is_terminal()
        };
        self.every_terminal &= terminal;
        self.every_outside &= terminal || set.kind.is_honour();
        self.has_melds = true;
    }
}

/// Melds, ready to be read together with concealed tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldSets {
    sets: SetList,
    bits: SetBits,
}

impl MeldSets {
    /// These melds; no more than four count.
    pub fn new(melds: impl IntoIterator<Item = Set>) -> MeldSets {
        let mut all = MeldSets {
            sets: SetList::EMPTY,
            bits: SetBits::NONE,
        };
        for set in melds.into_iter().take(4) {
            all.sets.push(set);
            all.bits.add(set);
        }
        all
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.sets.len as usize
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.sets.len == 0
    }

    /// Is none of them open?
    pub const fn are_closed(&self) -> bool {
        self.sets.open == 0
    }

    /// The sets.
    pub fn iter(&self) -> impl Iterator<Item = Set> + Clone + use<> {
        self.sets.iter()
    }

    /// What all of them together are, with no word of the rest of the hand.
    pub(crate) fn bits(&self) -> &SetBits {
        &self.bits
    }
}

/// What the concealed part of a hand can be, to be read together with its melds.
pub struct Concealed {
    /// Concealed tiles, the winning tile included.
    pub tiles: Suits,
    /// The melds.
    pub melds: MeldSets,
    /// The winning tile's kind.
    pub winning: Kind,
    /// Did another player give it?
    pub ron: bool,
    /// May seven pairs use four of a kind as two pairs?
    pub four_as_pairs: bool,
}

impl Concealed {
    /// Shows every reading to `each`.
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
        // Counts decide how many sets there are and whether there is a pair; all ways to split them have as many.
        let [Some(m), Some(p), Some(s), Some(z)] = split.map(|ways| ways.first()) else {
            return;
        };
        let sets = [m, p, s, z].iter().map(|way| way.len).sum::<u8>();
        let pairs = [m, p, s, z].iter().filter(|way| way.pair != NO_PAIR).count();
        if usize::from(sets) + self.melds.len() != 4 || pairs != 1 {
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
        const USED: [u32; 5] = [0, 0xff, 0xffff, 0xff_ffff, u32::MAX];
        let [man, pin, sou, honours] = suits;
        let (mut codes, mut len, mut pair) = (0u64, 0u8, Kind::EAST);
        for (s, split) in suits.into_iter().enumerate() {
            let own = u32::from_le_bytes(split.sets) + 0x0909_0909 * s as u32;
            codes |= u64::from(own & USED[usize::from(split.len).min(4)]) << (8 * (u32::from(len) & 7));
            len += split.len;
            if split.pair != NO_PAIR {
                pair = Kind::at(9 * s + usize::from(split.pair));
            }
        }
        let over_suits = |bits: fn(&Split) -> u16| {
            u64::from(bits(man))
                | u64::from(bits(pin)) << 9
                | u64::from(bits(sou)) << 18
                | u64::from(bits(honours)) << 27
        };
        let melds = &self.melds.bits;
        let terminals = man.every_terminal & pin.every_terminal & sou.every_terminal;
        let sequence_count = man.sequence_count + pin.sequence_count + sou.sequence_count;
        Reading {
            shape: Shape::Standard,
            pair,
            wait: Wait::Pair,
            winning: self.winning,
            sets: self.melds.sets.after(codes as u32, len),
            bits: SetBits {
                triplets: over_suits(|split| split.triplets) | melds.triplets,
                sequences: over_suits(|split| split.sequences) | melds.sequences,
                shape: man.shape() | pin.shape() | sou.shape(),
                sequence_count: sequence_count + melds.sequence_count,
                concealed_triplets: len - sequence_count + melds.concealed_triplets,
                same_pairs: man.same_pairs + pin.same_pairs + sou.same_pairs,
                every_terminal: terminals && honours.len == 0 && melds.every_terminal,
                every_outside: terminals && melds.every_outside,
                has_melds: melds.has_melds,
            },
        }
    }

    /// The winning tile may have completed any concealed group that holds it.
    #[inline]
    fn place(&self, mut reading: Reading, each: &mut impl FnMut(&Reading)) {
        let winning = self.winning.index();
        if reading.pair == self.winning {
            each(&reading);
        }
        // A meld may be the same sequence as a concealed one; the list of sets tells whether there is one more.
        let melds = &self.melds.bits;
        let sequences = reading.bits.sequences & !melds.sequences | self.twice_melded(&reading);
        // Sequences that begin with the winning tile, one before it, two before it.
        let beginning = (sequences << 2 >> winning & 7) as u8;
        let number = winning % 9;
        if beginning & 4 != 0 {
            reading.wait = if number == 6 { Wait::Edge } else { Wait::TwoSided };
            each(&reading);
        }
        if beginning & 2 != 0 {
            reading.wait = Wait::Closed;
            each(&reading);
        }
        if beginning & 1 != 0 {
            reading.wait = if number == 2 { Wait::Edge } else { Wait::TwoSided };
            each(&reading);
        }
        if reading.bits.triplets & !melds.triplets & 1 << winning != 0 {
            reading.wait = Wait::Triplet;
            if self.ron {
                reading.sets = reading.sets.opened(self.winning);
                reading.bits.concealed_triplets -= 1;
            }
            each(&reading);
        }
    }

    /// Sequences that are both melded and concealed.
    fn twice_melded(&self, joined: &Reading) -> u64 {
        if self.melds.bits.sequences == 0 {
            return 0;
        }
        let concealed = usize::from(joined.sets.len) - self.melds.len();
        let sequences = joined
            .sets
            .iter()
            .take(concealed)
            .filter(|set| set.form == Form::Sequence);
        sequences.fold(0, |bits, set| bits | 1 << set.kind.index())
    }
}

/// Is this kind, of which a complete hand holds at least three, a triplet in every reading? Kept for kans in riichi.
pub fn is_triplet_in_every_reading(complete: Suits, melds: usize, kind: Kind) -> bool {
    let hand = Concealed {
        tiles: complete,
        melds: MeldSets::new(std::iter::repeat_n(Set::PLACEHOLDER, melds)),
        winning: kind,
        ron: false,
        four_as_pairs: true,
    };
    let mut always = true;
    hand.standard(&mut |reading: &Reading| always &= reading.bits.triplets >> kind.index() & 1 == 1);
    always
}
