//! The closed vocabulary of facts about one reading of a winning hand.
//!
//! A fact is a bit, or a count kept as a row of bits ("at least one", "at least two", …), so that every expression
//! over facts becomes a comparison of words with a mask. The first words are the same for all readings of a hand.

use crate::tile::Kind;
pub use called::called;
pub(crate) use called::meant;

mod called;
pub mod of_hand;
pub mod of_reading;

/// How many words of 64 bits the facts of a reading take. The last is not used: eight can be looked up without a check.
pub const WORDS: usize = 8;
/// How many of them, from the first, are the same for all readings of a hand.
pub const HAND_WORDS: usize = 3;

/// Circumstances, tiles set aside, kans, suits.
pub const CIRCUMSTANCES: usize = 0;
/// Kinds that the hand holds, melds and winning tile included.
pub const HOLDS: usize = 1;
/// The kind of the winning tile.
pub const WINNING: usize = 2;
/// Shape, wait, patterns of sets.
pub const SHAPE: usize = 3;
/// Kinds of triplets and kans.
pub const TRIPLETS: usize = 4;
/// Kinds of pairs.
pub const PAIRS: usize = 5;
/// Lowest kinds of sequences.
pub const SEQUENCES: usize = 6;

/// The facts of one reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The words, by the constants of this module.
    pub words: [u64; WORDS],
}

impl Facts {
    /// Sets a flag.
    #[inline]
    pub fn set(&mut self, flag: Flag, value: bool) {
        self.words[flag.word] |= u64::from(value) << flag.bit;
    }

    /// Is the flag set?
    pub const fn is(&self, flag: Flag) -> bool {
        self.words[flag.word] >> flag.bit & 1 == 1
    }

    /// Sets a count, as its row of bits. A count is set once.
    #[inline]
    pub fn count(&mut self, count: Count, n: usize) {
        self.words[count.word] |= count.row(n);
    }

    /// The value of a count.
    pub const fn get(&self, count: Count) -> usize {
        (self.words[count.word] >> count.bit & ((1 << count.most) - 1)).count_ones() as usize
    }
}

/// A fact that holds or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// Its word.
    pub word: usize,
    /// Its bit.
    pub bit: u8,
}

/// A fact that counts, up to `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Its word.
    pub word: usize,
    /// Its first bit: "at least one".
    pub bit: u8,
    /// The highest number told apart.
    pub most: u8,
}

impl Count {
    /// The bits of a number; one above the most counts as the most.
    #[inline]
    pub(crate) const fn row(self, n: usize) -> u64 {
        let n = if n > self.most as usize { self.most as usize } else { n };
        ((1 << n) - 1) << self.bit
    }

    /// The bits of each number up to `N - 1`, to be looked up.
    const fn rows<const N: usize>(self) -> [u64; N] {
        let mut rows = [0; N];
        let mut n = 0;
        while n < N {
            rows[n] = self.row(n);
            n += 1;
        }
        rows
    }
}

impl Flag {
    const fn mask(self) -> u64 {
        1 << self.bit
    }
}

/// What a name in an expression stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A flag.
    Flag(Flag),
    /// A count, to be compared with a number.
    Count(Count),
    /// `name(tiles)`: one of these kinds is in the word.
    AnyOf {
        /// The word of kinds.
        word: usize,
    },
    /// `name(tiles)`: no other kinds are in the word.
    NoneBut {
        /// The word of kinds.
        word: usize,
    },
}

/// One entry of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// Its name in expressions.
    pub name: &'static str,
    /// What it says of a hand.
    pub doc: &'static str,
    /// A hand it holds for, in the notation of `jantaku score`: tiles, melds in brackets, `+` the winning tile, then circumstances.
    pub example: &'static str,
    /// What it stands for.
    pub meaning: Meaning,
}

impl FactInfo {
    /// How it is written in an expression.
    #[must_use]
    pub fn usage(&self) -> String {
        match self.meaning {
            Meaning::Flag(_) => self.name.to_owned(),
            Meaning::Count(count) => format!("{} >= 1 … {}", self.name, count.most),
            Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => format!("{}(TILES)", self.name),
        }
    }
}

macro_rules! facts {
    ($( word $word:ident { $( $(#[doc = $doc:literal])+ $konst:ident $name:literal $kind:ident $(($most:literal))? at $bit:literal, $example:literal; )+ } )+
     others { $( $other:literal, $other_doc:literal, $other_meaning:expr, $other_example:literal; )+ }) => {
        $($( facts!(@const $kind $(#[doc = $doc])+ $konst $word $bit $($most)?); )+)+

        /// The whole vocabulary.
        pub const VOCABULARY: &[FactInfo] = &[
            $($( FactInfo { name: $name, doc: concat!($($doc),+).trim_ascii(), example: $example, meaning: Meaning::$kind($konst) }, )+)+
            $( FactInfo { name: $other, doc: $other_doc, example: $other_example, meaning: $other_meaning }, )+
        ];
    };
    (@const Flag $(#[doc = $doc:literal])+ $konst:ident $word:ident $bit:literal) => {
        $(#[doc = $doc])+ pub const $konst: Flag = Flag { word: $word, bit: $bit };
    };
    (@const Count $(#[doc = $doc:literal])+ $konst:ident $word:ident $bit:literal $most:literal) => {
        $(#[doc = $doc])+ pub const $konst: Count = Count { word: $word, bit: $bit, most: $most };
    };
}

facts! {
    word CIRCUMSTANCES {
        /// The winning tile was drawn.
        TSUMO "tsumo" Flag at 0, "123m456p789s1122z +1z tsumo";
        /// The winning tile was another player's: a discard or a robbed tile.
        RON "ron" Flag at 1, "123m456p789s1122z +1z";
        /// The winning tile is the tile of another player's kan.
        ROBBING_A_KAN "robbing-a-kan" Flag at 2, "123m456p78923s11z +1s robbing-a-kan";
        /// The winning tile is a north that another player sets aside.
        ROBBING_A_KITA "robbing-a-kita" Flag at 3, "123p456p789s1144z +4z robbing-a-kita";
        /// The winning tile is a flower that another player reveals.
        ROBBING_A_FLOWER "robbing-a-flower" Flag at 4, "123m456p789s1122z +4g robbing-a-flower aside=1234f123g";
        /// Won on a replacement tile.
        RINSHAN "rinshan" Flag at 5, "123m456p11z22z[5555s ankan] +1z tsumo rinshan";
        /// Won on the last draw or the last discard.
        LAST_TILE "last-tile" Flag at 6, "123m456p789s1122z +1z tsumo last-tile";
        /// Won in the first uninterrupted go-around.
        FIRST_TURN "first-turn" Flag at 7, "123m456p789s1122z +1z tsumo first-turn";
        /// The winner deals.
        DEALER "dealer" Flag at 8, "123m456p789s1122z +1z seat=east from=south";
        /// The winner has declared riichi, of any kind.
        RIICHI "riichi" Flag at 9, "123m456p789s1122z +1z riichi";
        /// The riichi was declared with the first discard of an uninterrupted go-around.
        DOUBLE_RIICHI "double-riichi" Flag at 10, "123m456p789s1122z +1z double";
        /// The riichi was open.
        OPEN_RIICHI "open-riichi" Flag at 11, "123m456p789s1122z +1z open";
        /// Won within one uninterrupted go-around after the riichi.
        IPPATSU "ippatsu" Flag at 12, "123m456p789s1122z +1z riichi ippatsu";
        /// The payer has declared riichi.
        PAYER_IN_RIICHI "payer-in-riichi" Flag at 13, "123m456p789s1122z +1z open payer-riichi";
        /// The drawn winning tile was sorted into the hand.
        SORTED_IN "sorted-in" Flag at 14, "234m456p67s78999s +8s tsumo sorted-in";
        /// No meld but closed kans.
        CLOSED "closed" Flag at 15, "123m456p789s1122z +1z";
        /// Flowers and seasons set aside.
        FLOWERS "flowers" Count(8) at 16, "123m456p789s1122z +1z aside=1f";
        /// Flowers and seasons set aside that bear the winner's seat number.
        SEAT_FLOWERS "seat-flowers" Count(2) at 24, "123m456p789s1122z +1z seat=south aside=2f";
        /// Flowers and seasons set aside that bear another seat's number.
        GUEST_FLOWERS "guest-flowers" Count(8) at 26, "123m456p789s1122z +1z seat=south aside=1f";
        /// Full sets of four: all flowers, all seasons.
        FLOWER_SETS "flower-sets" Count(2) at 34, "123m456p789s1122z +1z aside=1234f";
        /// Norths set aside.
        KITA "kita" Count(4) at 36, "123p456p789s1122z +1z aside=4z";
        /// Kans of any kind.
        KANS "kans" Count(4) at 40, "123m456p11z22z[5555s ankan] +1z tsumo";
        /// Closed kans.
        CONCEALED_KANS "concealed-kans" Count(4) at 44, "123m456p11z22z[5555s ankan] +1z tsumo";
        /// Suits among the tiles; honours are none.
        SUITS "suits" Count(3) at 48, "123m456p789s1122z +1z";
        /// Only 2 to 8.
        ALL_SIMPLES "all-simples" Flag at 52, "234m456p678s2266s +2s";
        /// Only winds and dragons.
        ALL_HONOURS "all-honours" Flag at 53, "111222333z5566z +5z";
        /// Only 1 and 9.
        ALL_TERMINALS "all-terminals" Flag at 54, "111999m111p99p11s +1s";
        /// Only terminals and honours.
        ALL_OUTSIDE "all-outside" Flag at 55, "111999m111p11z99s +1z";
        /// Only 2, 3, 4, 6, 8 of bamboo and the green dragon.
        ALL_GREEN "all-green" Flag at 56, "223344666s88s66z +6z";
        /// A wind or dragon is in the hand.
        HOLDS_HONOURS "holds-honours" Flag at 57, "123m456p789s1122z +1z";
        /// The winning tile was another player's, who deals.
        FROM_DEALER "from-dealer" Flag at 51, "123m456p789s1122z +1z seat=south from=east";
    }
    word SHAPE {
        /// Four sets and a pair.
        STANDARD "standard" Flag at 0, "123m456p789s1122z +1z";
        /// Seven pairs.
        SEVEN_PAIRS "seven-pairs" Flag at 1, "1133m5577p2244s6z +6z";
        /// One of each terminal and honour, and one more of them.
        THIRTEEN_ORPHANS "thirteen-orphans" Flag at 2, "19m19p19s1234567z +1z";
        /// Won by the last of all flowers, whatever the hand.
        ALL_FLOWERS "all-flowers" Flag at 3, "123m456p789s1122z +4g tsumo aside=1234f123g";
        /// The pair is dragons, the seat wind or the round wind.
        VALUE_PAIR "value-pair" Flag at 4, "123m456p789s23s55z +1s";
        /// The pair is dragons.
        DRAGON_PAIR "dragon-pair" Flag at 5, "123m456p789s23s55z +1s";
        /// The pair is winds.
        WIND_PAIR "wind-pair" Flag at 6, "123m456p789s23s11z +1s";
        /// The winning tile completes a sequence at one of two ends.
        TWO_SIDED_WAIT "two-sided-wait" Flag at 7, "123m456p789s23s55z +1s";
        /// The winning tile is the middle of a sequence.
        CLOSED_WAIT "closed-wait" Flag at 8, "123m456p789s24s55z +3s";
        /// The winning tile is the 3 of 123 or the 7 of 789.
        EDGE_WAIT "edge-wait" Flag at 9, "123m456p789s12s55z +3s";
        /// The winning tile completes the pair.
        PAIR_WAIT "pair-wait" Flag at 10, "123m456p789s123s5z +5z";
        /// The winning tile completes a triplet.
        TRIPLET_WAIT "triplet-wait" Flag at 11, "123m456p789s1122z +1z";
        /// 1112345678999 of one suit and one more of it, without melds.
        NINE_GATES "nine-gates" Flag at 12, "1112345678999m +5m";
        /// 1112345678999 was complete before the winning tile.
        NINE_SIDED_WAIT "nine-sided-wait" Flag at 13, "1112345678999m +5m";
        /// One of each terminal and honour was there before the winning tile.
        THIRTEEN_SIDED_WAIT "thirteen-sided-wait" Flag at 14, "19m19p19s1234567z +1z";
        /// Every set and the pair hold a terminal or honour.
        EVERY_SET_OUTSIDE "every-set-outside" Flag at 15, "123m789p789s1122z +1z";
        /// Every set and the pair hold a terminal.
        EVERY_SET_TERMINAL "every-set-terminal" Flag at 16, "123m789p789s1199p +1p";
        /// 123, 456 and 789 of one suit.
        STRAIGHT "straight" Flag at 58, "123456789m1122z +1z";
        /// The same sequence in three suits.
        SIMILAR_SEQUENCES "similar-sequences" Flag at 18, "123m123p123s1122z +1z";
        /// Two triplets of one number in two suits and a pair of it in the third.
        SMALL_SIMILAR_TRIPLETS "small-similar-triplets" Flag at 19, "222m222p22s456s11z +1z";
        /// A triplet of the seat wind.
        SEAT_WIND_TRIPLET "seat-wind-triplet" Flag at 20, "123m456p789s2211z +2z seat=south";
        /// A triplet of the round wind.
        ROUND_WIND_TRIPLET "round-wind-triplet" Flag at 21, "123m456p789s1122z +1z round=east";
        /// Sequences.
        SEQUENCE_COUNT "sequences" Count(4) at 22, "123m456p789s1122z +1z";
        /// Triplets and kans.
        TRIPLET_COUNT "triplets" Count(4) at 26, "123m456p789s1122z +1z";
        /// Triplets not completed by another player's tile, and closed kans.
        CONCEALED_TRIPLETS "concealed-triplets" Count(4) at 30, "123m456p789s1122z +1z tsumo";
        /// Triplets and kans of dragons.
        DRAGON_TRIPLETS "dragon-triplets" Count(3) at 34, "123m456p789s5522z +5z";
        /// Triplets and kans of winds.
        WIND_TRIPLETS "wind-triplets" Count(4) at 37, "123m456p789s1122z +1z";
        /// Triplets and kans of dragons or of the seat wind.
        VALUE_TRIPLETS "value-triplets" Count(4) at 41, "123m456p789s5522z +5z";
        /// The most sequences that are the same.
        IDENTICAL_SEQUENCES "identical-sequences" Count(4) at 45, "112233m456p2211z +1z";
        /// Disjoint pairs of the same sequence.
        IDENTICAL_PAIRS "identical-pairs" Count(2) at 49, "112233m456p2211z +1z";
        /// The most suits in which one number has a triplet.
        SIMILAR_TRIPLETS "similar-triplets" Count(3) at 51, "222m222p22s456s11z +2s";
        /// The longest row of triplets of one suit.
        CONSECUTIVE_TRIPLETS "consecutive-triplets" Count(4) at 54, "222333444m1122z +1z";
    }
    others {
        "winning-tile", "The winning tile is one of these.", Meaning::AnyOf { word: WINNING }, "123m456p789s1122z +1z";
        "triplet", "One of these is a triplet or kan.", Meaning::AnyOf { word: TRIPLETS }, "123m456p789s5522z +5z";
        "pair", "One of these is the pair, or one of seven.", Meaning::AnyOf { word: PAIRS }, "123m456p789s5522z +5z";
        "sequence", "A sequence begins with one of these.", Meaning::AnyOf { word: SEQUENCES }, "123m456p789s1122z +1z";
        "holds", "One of these is in the hand.", Meaning::AnyOf { word: HOLDS }, "123m456p789s1122z +1z";
        "only", "Nothing else is in the hand.", Meaning::NoneBut { word: HOLDS }, "234m456p678s2266s +2s";
    }
}

/// The entry with this name.
pub fn named(name: &str) -> Option<&'static FactInfo> {
    VOCABULARY.iter().find(|fact| fact.name == name)
}

/// The kinds of one suit, the first, in a word of kinds.
pub(crate) const SUIT_BITS: u64 = 0x1ff;
/// 1 and 9 of each suit.
pub(crate) const TERMINALS: u64 = 0b1_0000_0001 | 0b1_0000_0001 << 9 | 0b1_0000_0001 << 18;
/// Winds.
pub(crate) const WINDS: u64 = 0xf << 27;
/// Dragons.
pub(crate) const DRAGONS: u64 = 0x7 << 31;
/// Terminals and honours.
pub(crate) const OUTSIDE: u64 = TERMINALS | WINDS | DRAGONS;
/// Where sequences with a terminal begin.
pub(crate) const SEQUENCES_WITH_TERMINAL: u64 = 0b100_0001 | 0b100_0001 << 9 | 0b100_0001 << 18;

/// The bit of a kind in a word of kinds.
pub(crate) const fn kind_bit(kind: Kind) -> u64 {
    1 << kind.index()
}
