//! All yaku of a rulebook, compiled: the facts of a reading in, the set of yaku that hold out.
//!
//! The expressions are sums of products over bits. For a few bits of the facts at a time, a column has for each of their values
//! the products that are still possible; a reading is looked up in each column and the results are combined with `and`.
//! Columns for what all readings of a hand share are looked up once.

use crate::expression::Term;
use crate::facts::{CIRCUMSTANCES, Count, Facts, HAND_WORDS, Meaning, SHAPE, WORDS, named};
use crate::rulebook::yaku::{Beside, Worth, Yaku};

/// The most yaku a rulebook can have.
pub const MOST_YAKU: usize = 128;
/// Products of expressions that are tested together.
const BANK: usize = 64;
/// The most banks, those of first products included: a bound on the work for one reading.
pub const MOST_BANKS: usize = 8;
/// The most products of all yaku together.
pub const MOST_TERMS: usize = BANK * (MOST_BANKS - MOST_YAKU / BANK);

/// A set of yaku, by their place in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct YakuSet(u128);

impl YakuSet {
    pub const fn has(&self, yaku: usize) -> bool {
        self.0 >> (yaku % MOST_YAKU) & 1 == 1
    }

    pub const fn of(yaku: usize) -> YakuSet {
        YakuSet(1 << (yaku % MOST_YAKU))
    }

    pub const fn insert(&mut self, yaku: usize) {
        self.0 |= 1 << (yaku % MOST_YAKU);
    }

    /// Those in this set and not in the other.
    pub const fn without(&self, other: &YakuSet) -> YakuSet {
        YakuSet(self.0 & !other.0)
    }

    pub const fn and(&self, other: &YakuSet) -> YakuSet {
        YakuSet(self.0 & other.0)
    }

    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The yaku in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        std::iter::from_fn(move || {
            if low != 0 {
                let yaku = low.trailing_zeros() as usize;
                low &= low - 1;
                return Some(yaku);
            }
            (high != 0).then(|| {
                let yaku = 64 + high.trailing_zeros() as usize;
                high &= high - 1;
                yaku
            })
        })
    }
}

/// What counting needs of a yaku.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub worth: Worth,
    /// The count by which that is multiplied.
    pub each: Option<Count>,
    /// It adds to the value but does not count as a yaku.
    pub bonus: bool,
    over: YakuSet,
}

/// The compiled yaku of a rulebook.
#[derive(Clone, Debug, Default)]
pub struct YakuTable {
    firsts: Vec<Bank>,
    more: Vec<Bank>,
    counted: Vec<Counted>,
    overriding: YakuSet,
    /// Those that count alone or not at all.
    pub alone: YakuSet,
    /// Those beside which fu are waived.
    pub waiving_fu: YakuSet,
    pub yakuman: YakuSet,
    /// Those that do not count beside another yakuman.
    pub giving_way: YakuSet,
    /// Those that count more than once, or are no yaku.
    pub special: YakuSet,
    /// The sum of han of all others, open and closed, for each set of eight neighbouring yaku.
    plain_han: Vec<[[u16; 256]; 2]>,
    /// Those that count only in a closed hand.
    closed_only: YakuSet,
}

/// Up to 64 products, tested together.
#[derive(Clone, Debug)]
struct Bank {
    all: u64,
    yaku: [u8; BANK],
    of_hand: Columns,
    of_reading: Columns,
}

/// The columns for a hand or for a reading. Most expressions ask for one word, of which every byte has a column.
#[derive(Clone, Debug)]
struct Columns {
    by_byte: Box<[[u64; 256]; 8]>,
    others: Vec<Column>,
}

/// Bits of the facts that are looked up together: few columns, each small enough to stay in the nearest cache.
const COLUMN_BITS: usize = 6;
const COLUMN: usize = 1 << COLUMN_BITS;

/// Some bits of the facts, and for each of their values the products still possible.
#[derive(Clone, Debug)]
struct Column {
    word: u8,
    shift: u8,
    possible: [u64; COLUMN],
}

/// What remains possible for a hand, before its readings are looked at.
pub type HandPossible = [u64; MOST_BANKS];

impl YakuTable {
    /// Compiles yaku with the products of their expressions. The caller has checked the numbers against the bounds.
    pub fn new(yaku: &[Yaku], terms: &[Vec<Term>]) -> YakuTable {
        // The first product of each yaku has the same place as the yaku: most yaku have no other product.
        let firsts: Vec<(u8, Option<&Term>)> = (0..).zip(terms.iter().map(|terms| terms.first())).collect();
        let more: Vec<(u8, Option<&Term>)> = (0..)
            .zip(terms)
            .flat_map(|(i, terms)| terms.iter().skip(1).map(move |term| (i, Some(term))))
            .collect();
        let place = |id: &String| yaku.iter().position(|y| &y.id == id);
        let mut table = YakuTable {
            firsts: firsts.chunks(BANK).map(Bank::new).collect(),
            more: more.chunks(BANK).map(Bank::new).collect(),
            ..YakuTable::default()
        };
        for (i, y) in yaku.iter().enumerate() {
            let mut over = YakuSet::default();
            y.over.iter().filter_map(place).for_each(|o| over.insert(o));
            if !over.is_empty() {
                table.overriding.insert(i);
            }
            match y.beside {
                Beside::Adds => {}
                Beside::Alone => table.alone.insert(i),
                Beside::NoOtherYakuman => table.giving_way.insert(i),
            }
            if y.waives_fu {
                table.waiving_fu.insert(i);
            }
            match y.worth {
                Worth::Yakuman(_) => table.yakuman.insert(i),
                Worth::Han { open: 0, .. } => table.closed_only.insert(i),
                _ => {}
            }
            let each = match named(&y.each).map(|fact| fact.meaning) {
                Some(Meaning::Count(count)) => Some(count),
                _ => None,
            };
            let plain = match y.worth {
                _ if each.is_some() || y.bonus => {
                    table.special.insert(i);
                    [0; 2]
                }
                Worth::Han { closed, open } => [open, closed],
                _ => [0; 2],
            };
            if i % 8 == 0 {
                table.plain_han.push([[0; 256]; 2]);
            }
            for (han, sums) in plain.into_iter().zip(&mut table.plain_han[i / 8]) {
                for set in (0..256).filter(|set| set >> (i % 8) & 1 == 1) {
                    sums[set] += u16::from(han);
                }
            }
            table.counted.push(Counted {
                worth: y.worth,
                each,
                bonus: y.bonus,
                over,
            });
        }
        table
    }

    /// The products that are still possible, by the words of the hand.
    #[inline]
    pub fn of_hand(&self, facts: &Facts) -> HandPossible {
        let mut possible = [0; MOST_BANKS];
        let (firsts, more) = possible.split_at_mut(self.firsts.len().min(MOST_BANKS));
        for (bank, possible) in self.firsts.iter().zip(firsts) {
            *possible = bank.of_hand.still_possible(bank.all, CIRCUMSTANCES, facts);
        }
        for (bank, possible) in self.more.iter().zip(more) {
            *possible = bank.of_hand.still_possible(bank.all, CIRCUMSTANCES, facts);
        }
        possible
    }

    /// The yaku that hold for a reading, without those that another one overrides.
    #[inline]
    pub fn of_reading(&self, hand: &HandPossible, facts: &Facts, closed: bool) -> YakuSet {
        let mut holding = YakuSet::default();
        for (i, (bank, &possible)) in self.firsts.iter().zip(hand).enumerate() {
            let still = bank.of_reading.still_possible(possible, SHAPE, facts);
            holding.0 |= u128::from(still) << (BANK * i % MOST_YAKU);
        }
        for (bank, &possible) in self.more.iter().zip(&hand[self.firsts.len().min(MOST_BANKS)..]) {
            if possible == 0 {
                continue;
            }
            let mut left = bank.of_reading.still_possible(possible, SHAPE, facts);
            while left != 0 {
                holding.insert(usize::from(bank.yaku[left.trailing_zeros() as usize]));
                left &= left - 1;
            }
        }
        if !closed {
            holding = holding.without(&self.closed_only);
        }
        self.without_overridden(&holding)
    }

    /// Removes the yaku that another one of the set overrides.
    #[inline]
    pub fn without_overridden(&self, holding: &YakuSet) -> YakuSet {
        let mut left = *holding;
        for yaku in holding.and(&self.overriding).iter() {
            left = left.without(&self.counted[yaku].over);
        }
        left
    }

    /// The han of those that count once and are yaku.
    #[inline]
    pub fn plain_han(&self, set: &YakuSet, closed: bool) -> u32 {
        let (mut han, mut left) = (0, set.0);
        for sums in &self.plain_han {
            han += u32::from(sums[usize::from(closed)][left as usize % 256]);
            left >>= 8;
        }
        han
    }

    /// What counting needs of a yaku.
    pub fn counted(&self, yaku: usize) -> &Counted {
        &self.counted[yaku]
    }

    pub fn stands_over(&self, yaku: usize, other: usize) -> bool {
        self.counted[yaku].over.has(other)
    }
}

impl Columns {
    fn new() -> Columns {
        Columns {
            by_byte: Box::new([[0; 256]; 8]),
            others: Vec::new(),
        }
    }

    #[inline]
    fn still_possible(&self, mut possible: u64, by_byte: usize, facts: &Facts) -> u64 {
        let mut word = facts.words[by_byte];
        for column in &*self.by_byte {
            possible &= column[word as usize % 256];
            word >>= 8;
        }
        for column in &self.others {
            let value = facts.words[usize::from(column.word) % WORDS] >> (column.shift % 64);
            possible &= column.possible[value as usize % COLUMN];
        }
        possible
    }
}

impl Bank {
    /// A bank of products, each with its yaku. A place without a product never holds.
    fn new(products: &[(u8, Option<&Term>)]) -> Bank {
        let mut bank = Bank {
            all: 0,
            yaku: [0; BANK],
            of_hand: Columns::new(),
            of_reading: Columns::new(),
        };
        for (bit, (yaku, term)) in products.iter().enumerate() {
            bank.yaku[bit] = *yaku;
            bank.all |= u64::from(term.is_some()) << bit;
        }
        let terms = || (0..).zip(products).filter_map(|(bit, (_, term))| Some((bit, (*term)?)));
        for (word, columns) in [(CIRCUMSTANCES, &mut bank.of_hand), (SHAPE, &mut bank.of_reading)] {
            for (byte, column) in columns.by_byte.iter_mut().enumerate() {
                for (bit, term) in terms() {
                    let [mask, wanted] = [term.mask, term.value].map(|words| words[word].to_le_bytes()[byte]);
                    for (value, possible) in (0..=u8::MAX).zip(&mut *column) {
                        *possible |= u64::from(value & mask == wanted) << bit;
                    }
                }
            }
        }
        for word in (0..WORDS).filter(|&word| word != CIRCUMSTANCES && word != SHAPE) {
            let mut asked = terms().fold(0, |asked, (_, term): (u32, &Term)| asked | term.mask[word]);
            while asked != 0 {
                let shift = asked.trailing_zeros();
                let covered = (COLUMN as u64 - 1) << shift;
                asked &= !covered;
                let mut possible = [0; COLUMN];
                for (value, possible) in (0..).zip(&mut possible) {
                    for (bit, term) in terms() {
                        let [mask, wanted] = [term.mask, term.value].map(|words| (words[word] & covered) >> shift);
                        *possible |= u64::from(value & mask == wanted) << bit;
                    }
                }
                let columns = if word < HAND_WORDS {
                    &mut bank.of_hand
                } else {
                    &mut bank.of_reading
                };
                columns.others.push(Column {
                    word: word as u8,
                    shift: shift as u8,
                    possible,
                });
            }
        }
        bank
    }
}
