//! Why a hand scores what it scores: the other ways to read it, and the yaku that it was not given.
//!
//! This looks at every reading and every yaku anew, for a person who asks; the table never does.

mod miss;

pub use miss::{Miss, Wanted};

use crate::expression::{self, Term};
use crate::facts::{self, Facts};
use crate::reading::Reading;
use crate::rulebook::resolved::{Resolved, ResolvedYaku};
use crate::rulebook::rules::Rules;
use crate::rulebook::yaku::{Beside, Worth, Yaku};
use crate::score::{Keep, NotAWin, Score, weigh_all};
use crate::win::Win;

/// A score and what there is to say of it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The score, or why the hand does not win.
    pub outcome: Result<Score, NotAWin>,
    /// The other readings that would win, best paid first.
    pub others: Vec<Score>,
    /// The yaku that were not given though the hand has them, or nearly has.
    pub not_given: Vec<NotGiven>,
    /// The facts of the reading that counts; of a hand that does not win, of all its readings.
    pub facts: Vec<Facts>,
}

/// A yaku that was not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotGiven {
    pub yaku: u16,
    pub why: WhyNot,
}

/// Why a yaku was not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// This yaku stands over it.
    Overridden(u16),
    /// It counts in a closed hand only.
    OpenHand,
    /// It does not count beside this yakuman.
    BesideYakuman(u16),
    /// It counts alone or not at all, and the hand is paid more without it.
    PaysMoreWithout,
    /// The hand counts as this yaku alone.
    BesideAlone(u16),
    /// This pattern is worth more than the cap, and then counts by itself.
    BesideHighest(u16),
    /// Nearly: just one fact stands against it.
    Misses(Miss),
}

/// Explains a claim to have won. The tiles have been checked to be possible ones.
pub fn explain(rules: &Rules, win: &Win) -> Explanation {
    let mut all = AllWays::default();
    let refused = weigh_all(rules, win, &mut all);
    let mut ways = all.ways;
    // Stable, so that of equal ways the first found comes first, as in the score.
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

/// Yaku that the hand would have, had the rulebook not left them out.
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

/// Everything that can be made of a hand.
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
    let terms: Vec<Vec<Term>> = rules.yaku.iter().map(terms_of).collect();
    let holding: Vec<bool> = terms.iter().map(|terms| holds(terms, &score.facts)).collect();
    let given: Vec<usize> = score.lines(rules).map(|line| usize::from(line.yaku)).collect();
    let mut list = Vec::new();
    for (place, yaku) in rules
        .yaku
        .iter()
        .enumerate()
        .filter(|(place, _)| !given.contains(place))
    {
        let why = if holding[place] {
            why_not_counted(rules, score, &holding, place)
        } else if adds_nothing(yaku, score) || stood_over(rules, score, place) {
            None
        } else {
            miss::of(&terms[place], &score.facts).map(WhyNot::Misses)
        };
        list.extend(why.map(|why| NotGiven {
            yaku: place as u16,
            why,
        }));
    }
    list
}

/// Of a hand that does not win: what one fact keeps from it, in any of its readings.
fn nearest_misses(rules: &Rules, facts: &[Facts]) -> Vec<NotGiven> {
    let mut list = Vec::new();
    for (place, yaku) in rules.yaku.iter().enumerate() {
        let terms = terms_of(yaku);
        let closed_only = matches!(yaku.worth, Worth::Han { open: 0, .. });
        let why = facts.iter().find_map(|facts| {
            let open = closed_only && !facts.is(facts::CLOSED);
            if holds(&terms, facts) {
                return open.then_some(WhyNot::OpenHand);
            }
            miss::of(&terms, facts).filter(|_| !open).map(WhyNot::Misses)
        });
        list.extend(why.map(|why| NotGiven {
            yaku: place as u16,
            why,
        }));
    }
    list
}

/// Why a yaku does not count whose facts all hold.
fn why_not_counted(rules: &Rules, score: &Score, holding: &[bool], place: usize) -> Option<WhyNot> {
    let yaku = &rules.yaku[place];
    let closed = score.facts.is(facts::CLOSED);
    let counts_here = |yaku: &Yaku| closed || !matches!(yaku.worth, Worth::Han { open: 0, .. });
    if !counts_here(yaku) {
        return Some(WhyNot::OpenHand);
    }
    let over =
        |other: usize| holding[other] && counts_here(&rules.yaku[other]) && rules.table.stands_over(other, place);
    // The one that counts explains more than one that is stood over itself.
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

/// A lesser yaku beside a yakuman, or one for closed hands in an open one, is not near.
fn adds_nothing(yaku: &Yaku, score: &Score) -> bool {
    match yaku.worth {
        Worth::Han { open, .. } => score.value.is_yakuman() || open == 0 && !score.facts.is(facts::CLOSED),
        Worth::Yakuman(_) | Worth::Points(_) => false,
    }
}

/// A yaku that a counted one stands over would add nothing.
fn stood_over(rules: &Rules, score: &Score, place: usize) -> bool {
    score
        .lines(rules)
        .any(|line| rules.table.stands_over(usize::from(line.yaku), place))
}

fn terms_of(yaku: &Yaku) -> Vec<Term> {
    // A rulebook whose expressions do not compile is not played.
    expression::compile(&yaku.when).unwrap_or_default()
}

fn holds(terms: &[Term], facts: &Facts) -> bool {
    terms.iter().any(|term| term.holds(facts))
}
