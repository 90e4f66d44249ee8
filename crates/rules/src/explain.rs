//! Why a hand scores what it does: its other readings, and the yaku it did not get.
//!
//! This goes through every reading and every yaku again. Score sheets call it; playing a hand never does.

use crate::expression::{self, Term};
use crate::facts::of_hand::{HONOURS, ONLY};
use crate::facts::{self, Count, Facts, Flag, Meaning, VOCABULARY};
use crate::kind_set::KindSet;
use crate::reading::Reading;
use crate::rulebook::resolved::{Resolved, ResolvedYaku};
use crate::rulebook::rules::Rules;
use crate::rulebook::yaku::{Beside, Worth, Yaku};
use crate::score::{Keep, NotAWin, Score, weigh_all};
use crate::win::Win;

/// A score with its explanation.
#[must_use]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The score, or why the hand does not win.
    pub outcome: Result<Score, NotAWin>,
    /// The other readings that would win, best paid first.
    pub others: Vec<Score>,
    /// Yaku that the hand has but does not score, and those it misses by one fact.
    pub not_given: Vec<NotGiven>,
    /// The facts of the reading that counts, or of every reading if the hand does not win.
    pub facts: Vec<Facts>,
}

/// A yaku that does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotGiven {
    /// Its index in [`Rules::yaku`].
    pub yaku: u16,
    pub why: WhyNot,
}

/// Why a yaku does not count. The numbers are indices into [`Rules::yaku`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// This yaku replaces it.
    Overridden(u16),
    /// It only counts in a closed hand.
    OpenHand,
    /// It does not count beside this yakuman.
    BesideYakuman(u16),
    /// It excludes other yaku or fu, and the hand pays more without it.
    PaysMoreWithout,
    /// The hand counts as this yaku alone.
    BesideAlone(u16),
    /// This pattern is worth more than the cap, so it counts alone.
    BesideHighest(u16),
    /// The hand misses it by this one fact.
    Misses(Miss),
}

/// The only fact that keeps a hand from a yaku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Miss {
    /// Its name in [`VOCABULARY`].
    pub fact: &'static str,
    pub wanted: Wanted,
}

/// What the yaku needs that fact to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// True.
    Yes,
    /// False.
    No,
    AtLeast {
        asked: u8,
        has: u8,
    },
    AtMost {
        asked: u8,
        has: u8,
    },
    /// Won on one of these kinds.
    WinningTile(KindSet),
    /// A hand without these kinds.
    Without(KindSet),
}

/// Explains a win. Pass hands from outside through [`checked`](crate::checked) first.
///
/// ```
/// use jantaku_rules::{Library, Win, explain, explain::WhyNot};
///
/// let rules = Library::builtin().rules("ema-2025").expect("a built-in rulebook");
/// let win: Win = "123m456p678s99p13s +2s riichi".parse()?;
/// let pinfu = |yaku: u16| rules.yaku[usize::from(yaku)].id == "pinfu";
/// let explanation = explain(&rules, &win);
/// // The wait on 2s is not two-sided.
/// assert!(explanation.not_given.iter().any(|not| pinfu(not.yaku) && matches!(not.why, WhyNot::Misses(_))));
/// # Ok::<(), jantaku_rules::HandTextError>(())
/// ```
pub fn explain(rules: &Rules, win: &Win) -> Explanation {
    let mut all = AllWays::default();
    let refused = weigh_all(rules, win, &mut all);
    let mut ways = all.ways;
    // The sort is stable: among equals the first one found stays first, as in `score`.
    ways.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    let mut scores = ways.into_iter().map(|(_, score)| score);
    let Some(best) = scores.next() else {
        let mut facts: Vec<Facts> = all.refused.into_iter().map(|(_, facts)| facts).collect();
        facts.dedup();
        let not_given = nearest_misses(rules, &facts);
        return Explanation {
            outcome: Err(refused),
            others: Vec::new(),
            not_given,
            facts,
        };
    };
    let mut others: Vec<Score> = Vec::new();
    for score in scores {
        let seen = |other: &Score| other.reading == score.reading;
        if !seen(&best) && !others.iter().any(seen) {
            others.push(score);
        }
    }
    let not_given = not_given(rules, &best);
    let facts = vec![best.facts];
    Explanation {
        outcome: Ok(best),
        others,
        not_given,
        facts,
    }
}

/// Yaku that the hand would have if the rulebook played them.
pub fn not_played<'a>(resolved: &'a Resolved, facts: &[Facts]) -> Vec<&'a ResolvedYaku> {
    let holds = |yaku: &&ResolvedYaku| {
        let when = yaku
            .when
            .as_ref()
            .and_then(|when| expression::compile(&when.value).ok());
        let terms = when.unwrap_or_default();
        facts.iter().any(|facts| holds(&terms, facts))
    };
    resolved.yaku.iter().filter(|yaku| !yaku.played).filter(holds).collect()
}

/// Every way to score a hand.
#[derive(Default)]
struct AllWays {
    ways: Vec<(i64, Score)>,
    refused: Vec<(Reading, Facts)>,
}

impl Keep for AllWays {
    fn counted(&mut self, key: i64, score: impl FnOnce() -> Score) {
        self.ways.push((key, score()));
    }

    fn refused(&mut self, reading: &Reading, facts: &Facts) {
        self.refused.push((*reading, *facts));
    }
}

fn not_given(rules: &Rules, score: &Score) -> Vec<NotGiven> {
    let terms = &rules.terms;
    let holding: Vec<bool> = terms.iter().map(|terms| holds(terms, &score.facts)).collect();
    let given: Vec<usize> = score.lines(rules).map(|line| usize::from(line.yaku)).collect();
    let in_first_turn = |terms: &[Term]| terms.iter().any(|term| term.asks_for(facts::FIRST_TURN));
    let is_blessed = given.iter().any(|&place| in_first_turn(&terms[place]));
    let mut list = Vec::new();
    for (place, yaku) in rules
        .yaku
        .iter()
        .enumerate()
        .filter(|(place, _)| !given.contains(place))
    {
        let why = if holding[place] {
            why_not_counted(rules, score, &holding, place)
        } else if adds_nothing(yaku, score)
            || is_replaced(rules, score, place)
            || is_blessed && in_first_turn(&terms[place])
        {
            None
        } else {
            near_miss(&terms[place], &score.facts).map(WhyNot::Misses)
        };
        list.extend(why.map(|why| NotGiven {
            yaku: place as u16,
            why,
        }));
    }
    list
}

/// For a hand that does not win: the yaku that any of its readings misses by one fact.
fn nearest_misses(rules: &Rules, facts: &[Facts]) -> Vec<NotGiven> {
    let mut list = Vec::new();
    for (place, yaku) in rules.yaku.iter().enumerate() {
        let terms = &rules.terms[place];
        let closed_only = matches!(yaku.worth, Worth::Han { open: 0, .. });
        let why = facts.iter().find_map(|facts| {
            let open = closed_only && !facts.is(facts::CLOSED);
            if holds(terms, facts) {
                return open.then_some(WhyNot::OpenHand);
            }
            near_miss(terms, facts).filter(|_| !open).map(WhyNot::Misses)
        });
        list.extend(why.map(|why| NotGiven {
            yaku: place as u16,
            why,
        }));
    }
    list
}

/// Why a yaku does not count although its condition holds.
fn why_not_counted(rules: &Rules, score: &Score, holding: &[bool], place: usize) -> Option<WhyNot> {
    let yaku = &rules.yaku[place];
    let closed = score.facts.is(facts::CLOSED);
    let counts_here = |yaku: &Yaku| closed || !matches!(yaku.worth, Worth::Han { open: 0, .. });
    if !counts_here(yaku) {
        return Some(WhyNot::OpenHand);
    }
    let over =
        |other: usize| holding[other] && counts_here(&rules.yaku[other]) && rules.table.stands_over(other, place);
    // Prefer a yaku that counts: one that is itself replaced explains little.
    let counted = score.lines(rules).map(|line| usize::from(line.yaku));
    if let Some(other) = counted.chain(0..rules.yaku.len()).find(|&other| over(other)) {
        return Some(WhyNot::Overridden(other as u16));
    }
    let first = score.lines(rules).next().map(|line| line.yaku)?;
    let first_is_alone = rules.yaku[usize::from(first)].beside == Beside::Alone;
    match yaku.worth {
        _ if first_is_alone => Some(WhyNot::BesideAlone(first)),
        _ if yaku.beside == Beside::Alone || yaku.waives_fu && !score.waived_fu && !score.value.is_yakuman() => {
            Some(WhyNot::PaysMoreWithout)
        }
        Worth::Points(_) => Some(WhyNot::BesideHighest(first)),
        Worth::Han { .. } | Worth::Yakuman(_) if score.value.is_yakuman() => Some(WhyNot::BesideYakuman(first)),
        Worth::Han { .. } | Worth::Yakuman(_) => None,
    }
}

/// Could it not count in this hand anyway: beside a yakuman, or as a closed yaku in an open hand?
fn adds_nothing(yaku: &Yaku, score: &Score) -> bool {
    match yaku.worth {
        Worth::Han { open, .. } => score.value.is_yakuman() || open == 0 && !score.facts.is(facts::CLOSED),
        Worth::Yakuman(_) | Worth::Points(_) => false,
    }
}

/// Would a yaku that counts replace it?
fn is_replaced(rules: &Rules, score: &Score, place: usize) -> bool {
    score
        .lines(rules)
        .any(|line| rules.table.stands_over(usize::from(line.yaku), place))
}

fn holds(terms: &[Term], facts: &Facts) -> bool {
    terms.iter().any(|term| term.holds(facts))
}

/// What a hand lacks for an expression with these alternatives, if a player would call it a near miss.
fn near_miss(terms: &[Term], facts: &Facts) -> Option<Miss> {
    let mut found: Option<Miss> = None;
    for term in terms {
        let Some(miss) = near(term, facts) else { continue };
        found = Some(match (found.map(|found| found.wanted), miss.wanted) {
            // Each tile is an alternative of its own; report them as one choice.
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

/// One fact that an alternative needs, as the miss it would be, and whether the hand has it.
struct Needed {
    miss: Miss,
    met: bool,
}

fn near(term: &Term, facts: &Facts) -> Option<Miss> {
    let needed = needed(term, facts);
    let mut missing = needed.iter().filter(|needed| !needed.met);
    let miss = missing.next()?.miss;
    let only_one = missing.next().is_none();
    let near = is_near(&miss, needed.len() > 1) || is_unblessed(&miss, term, facts);
    (only_one && near).then_some(miss)
}

/// Was the hand won in the first go-around, but by or off another player than the yaku asks for?
fn is_unblessed(miss: &Miss, term: &Term, facts: &Facts) -> bool {
    let by_whom = [facts::DEALER, facts::FROM_DEALER];
    let is_first = term.asks_for(facts::FIRST_TURN) && facts.is(facts::FIRST_TURN);
    is_first && miss.wanted == Wanted::Yes && by_whom.iter().any(|flag| is_named(*flag, miss.fact))
}

/// Would a player call it near? A hand is not near a yaku just because it could have been won by tsumo or built as seven pairs.
fn is_near(miss: &Miss, has_others: bool) -> bool {
    match miss.wanted {
        Wanted::Yes => has_others && WAITS_AND_PAIRS.iter().any(|flag| is_named(*flag, miss.fact)),
        Wanted::No => has_others && !is_named(facts::DEALER, miss.fact),
        Wanted::AtLeast { asked, has } => has + 1 == asked && asked >= if has_others { 2 } else { 3 },
        // A hand with too many of something has a bigger pattern.
        Wanted::AtMost { .. } => false,
        Wanted::WinningTile(_) => has_others,
        Wanted::Without(kinds) => kinds.len() == 1,
    }
}

/// Facts that depend on the last tile, the pair, a call or the shape.
const WAITS_AND_PAIRS: [Flag; 12] = [
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
    facts::STANDARD,
];

fn is_named(flag: Flag, name: &str) -> bool {
    facts::named(name).is_some_and(|fact| fact.meaning == Meaning::Flag(flag))
}

/// The facts that an alternative needs.
fn needed(term: &Term, facts: &Facts) -> Vec<Needed> {
    let mut list = Vec::new();
    for fact in VOCABULARY {
        match fact.meaning {
            Meaning::Flag(flag) => of_flag(term, facts, flag, fact.name, &mut list),
            Meaning::Count(count) => of_count(term, facts, count, fact.name, &mut list),
            // Kinds are read word by word below.
            Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => {}
        }
    }
    for (word, name) in KIND_WORDS {
        of_kinds(term, facts, word, name, &mut list);
    }
    list
}

/// The words that hold sets of kinds, and their names in expressions.
const KIND_WORDS: [(usize, &str); 5] = [
    (facts::HOLDS, "holds"),
    (facts::WINNING, "winning-tile"),
    (facts::TRIPLETS, "triplet"),
    (facts::PAIRS, "pair"),
    (facts::SEQUENCES, "sequence"),
];

fn of_flag(term: &Term, facts: &Facts, flag: Flag, name: &'static str, list: &mut Vec<Needed>) {
    if term.mask[flag.word] >> flag.bit & 1 == 0 {
        return;
    }
    let holds = facts.words[facts::HOLDS];
    let only = ONLY.iter().find(|(only, _)| *only == flag);
    let asked = term.value[flag.word] >> flag.bit & 1 == 1;
    let wanted = match (asked, only) {
        // Name the tiles that are in the way, not those that are allowed.
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
    list.push(Needed {
        miss: Miss { fact, wanted },
        met: facts.is(flag) == asked,
    });
}

/// A count is a row of bits. An alternative tests some of the lowest, of the highest, or both.
fn of_count(term: &Term, facts: &Facts, count: Count, name: &'static str, list: &mut Vec<Needed>) {
    let row = |word: u64| word >> count.bit & ((1 << count.most) - 1);
    let has = facts.get(count) as u8;
    let low = row(term.value[count.word]);
    if low != 0 {
        let asked = (u64::BITS - low.leading_zeros()) as u8;
        list.push(Needed {
            miss: Miss {
                fact: name,
                wanted: Wanted::AtLeast { asked, has },
            },
            met: has >= asked,
        });
    }
    let high = row(term.mask[count.word] & !term.value[count.word]);
    if high != 0 {
        let asked = high.trailing_zeros() as u8;
        list.push(Needed {
            miss: Miss {
                fact: name,
                wanted: Wanted::AtMost { asked, has },
            },
            met: has <= asked,
        });
    }
}

fn of_kinds(term: &Term, facts: &Facts, word: usize, name: &'static str, list: &mut Vec<Needed>) {
    let (mask, value, has) = (term.mask[word], term.value[word], facts.words[word]);
    let absent = value & !has;
    if value != 0 {
        let wanted = if word == facts::WINNING {
            Wanted::WinningTile(KindSet::from_bits(value))
        } else {
            Wanted::Yes
        };
        list.push(Needed {
            miss: Miss { fact: name, wanted },
            met: absent == 0,
        });
    }
    if mask & !value != 0 {
        let present = has & mask & !value;
        list.push(Needed {
            miss: Miss {
                fact: name,
                wanted: Wanted::Without(KindSet::from_bits(present)),
            },
            met: present == 0,
        });
    }
}
