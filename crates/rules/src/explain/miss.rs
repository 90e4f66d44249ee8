//! Near misses: a yaku that asks for several things of which a hand has all but one.

use crate::expression::Term;
use crate::facts::of_hand::{HONOURS, ONLY};
use crate::facts::{self, Count, Facts, Flag, Meaning, VOCABULARY};
use crate::kind_set::KindSet;

/// The one fact that stands against a yaku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Miss {
    pub fact: &'static str,
    pub wanted: Wanted,
}

/// What a yaku asks of a fact that the hand does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// That it holds.
    Yes,
    /// That it does not hold.
    No,
    AtLeast {
        asked: u8,
        has: u8,
    },
    /// No more than so many.
    AtMost {
        asked: u8,
        has: u8,
    },
    /// Another winning tile: one of these kinds.
    WinningTile(KindSet),
    /// That these kinds are not in the hand.
    Without(KindSet),
}

/// The near miss of an expression with these alternatives, if it is one that a player would call near.
pub(super) fn of(terms: &[Term], facts: &Facts) -> Option<Miss> {
    let mut found: Option<Miss> = None;
    for term in terms {
        let Some(miss) = near(term, facts) else { continue };
        found = Some(match (found.map(|found| found.wanted), miss.wanted) {
            // One alternative for each tile: together they are a choice of tiles.
            (Some(Wanted::WinningTile(some)), Wanted::WinningTile(more)) => Miss {
                wanted: Wanted::WinningTile(some | more),
                ..miss
            },
            (Some(_), _) => found?,
            (None, _) => miss,
        });
    }
    found
}

/// What an alternative asks for: one fact and whether the hand gives it.
struct Asked {
    miss: Miss,
    given: bool,
}

fn near(term: &Term, facts: &Facts) -> Option<Miss> {
    let asked = asked(term, facts);
    let mut missing = asked.iter().filter(|asked| !asked.given);
    let miss = missing.next()?.miss;
    let only_one = missing.next().is_none();
    (only_one && is_near(&miss, asked.len() > 1)).then_some(miss)
}

/// Is it near in a player's eyes? A hand that merely was not won by tsumo, or is no seven pairs, is not near anything.
fn is_near(miss: &Miss, has_others: bool) -> bool {
    match miss.wanted {
        Wanted::Yes => has_others && WAITS_AND_PAIRS.iter().any(|flag| is_named(*flag, miss.fact)),
        Wanted::No => has_others && !is_named(facts::DEALER, miss.fact),
        Wanted::AtLeast { asked, has } => has + 1 == asked && asked >= if has_others { 2 } else { 3 },
        // Too many of something is a greater pattern.
        Wanted::AtMost { .. } => false,
        Wanted::WinningTile(_) => has_others,
        Wanted::Without(kinds) => kinds.len() == 1,
    }
}

/// What the last tile or the pair can spoil.
const WAITS_AND_PAIRS: [Flag; 11] = [
    facts::TWO_SIDED_WAIT,
    facts::CLOSED_WAIT,
    facts::EDGE_WAIT,
    facts::PAIR_WAIT,
    facts::TRIPLET_WAIT,
    facts::NINE_SIDED_WAIT,
    facts::THIRTEEN_SIDED_WAIT,
    facts::VALUE_PAIR,
    facts::DRAGON_PAIR,
    facts::WIND_PAIR,
    facts::CLOSED,
];

fn is_named(flag: Flag, name: &str) -> bool {
    facts::named(name).is_some_and(|fact| fact.meaning == Meaning::Flag(flag))
}

/// Takes an alternative apart into the facts it asks for.
fn asked(term: &Term, facts: &Facts) -> Vec<Asked> {
    let mut list = Vec::new();
    for fact in VOCABULARY {
        match fact.meaning {
            Meaning::Flag(flag) => of_flag(term, facts, flag, fact.name, &mut list),
            Meaning::Count(count) => of_count(term, facts, count, fact.name, &mut list),
            // Kinds are told by their words below.
            Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => {}
        }
    }
    for (word, name) in KIND_WORDS {
        of_kinds(term, facts, word, name, &mut list);
    }
    list
}

/// The words of kinds, and the names by which expressions ask for them.
const KIND_WORDS: [(usize, &str); 5] = [
    (facts::HOLDS, "holds"),
    (facts::WINNING, "winning-tile"),
    (facts::TRIPLETS, "triplet"),
    (facts::PAIRS, "pair"),
    (facts::SEQUENCES, "sequence"),
];

fn of_flag(term: &Term, facts: &Facts, flag: Flag, name: &'static str, list: &mut Vec<Asked>) {
    if term.mask[flag.word] >> flag.bit & 1 == 0 {
        return;
    }
    let holds = facts.words[facts::HOLDS];
    let only = ONLY.iter().find(|(only, _)| *only == flag);
    let asked = term.value[flag.word] >> flag.bit & 1 == 1;
    let wanted = match (asked, only) {
        // What tiles the hand may hold is told by those that it should not.
        (true, Some((_, kinds))) => Wanted::Without(KindSet::from_bits(holds & !kinds)),
        (false, _) if flag == facts::HOLDS_HONOURS => Wanted::Without(KindSet::from_bits(holds & HONOURS)),
        (true, None) => Wanted::Yes,
        (false, _) => Wanted::No,
    };
    let fact = if matches!(wanted, Wanted::Without(_)) {
        "holds"
    } else {
        name
    };
    list.push(Asked {
        miss: Miss { fact, wanted },
        given: facts.is(flag) == asked,
    });
}

/// A count is a row of bits, of which an alternative looks at the first few, the last few, or both.
fn of_count(term: &Term, facts: &Facts, count: Count, name: &'static str, list: &mut Vec<Asked>) {
    let row = |word: u64| word >> count.bit & ((1 << count.most) - 1);
    let has = facts.get(count) as u8;
    let low = row(term.value[count.word]);
    if low != 0 {
        let asked = (u64::BITS - low.leading_zeros()) as u8;
        list.push(Asked {
            miss: Miss {
                fact: name,
                wanted: Wanted::AtLeast { asked, has },
            },
            given: has >= asked,
        });
    }
    let high = row(term.mask[count.word] & !term.value[count.word]);
    if high != 0 {
        let asked = high.trailing_zeros() as u8;
        list.push(Asked {
            miss: Miss {
                fact: name,
                wanted: Wanted::AtMost { asked, has },
            },
            given: has <= asked,
        });
    }
}

fn of_kinds(term: &Term, facts: &Facts, word: usize, name: &'static str, list: &mut Vec<Asked>) {
    let (mask, value, has) = (term.mask[word], term.value[word], facts.words[word]);
    let absent = value & !has;
    if value != 0 {
        let wanted = if word == facts::WINNING {
            Wanted::WinningTile(KindSet::from_bits(value))
        } else {
            Wanted::Yes
        };
        list.push(Asked {
            miss: Miss { fact: name, wanted },
            given: absent == 0,
        });
    }
    if mask & !value != 0 {
        let present = has & mask & !value;
        list.push(Asked {
            miss: Miss {
                fact: name,
                wanted: Wanted::Without(KindSet::from_bits(present)),
            },
            given: present == 0,
        });
    }
}
