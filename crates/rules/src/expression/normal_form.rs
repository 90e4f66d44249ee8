//! Turns a syntax tree into alternatives: pushes negations down to the facts, multiplies out conjunctions, and drops what is
//! impossible or redundant.
//!
//! Meanwhile a term spells out everything it implies about a count: "at least three" includes "at least two" and "at least one". So
//! contradictions and redundancies show in the bits. In the end only the strictest bits are kept.

use super::error::{ExpressionError, Problem};
use super::parse::{Atom, Node};
use super::{MOST_TERMS, Term};
use crate::facts::{Count, Meaning, VOCABULARY, WINNING, WORDS};
use crate::tile::KINDS;

/// Limit on comparisons of terms per expression, since rulebooks come from strangers.
const MOST_WORK: usize = 300_000;
/// Limit on cases to search before an expression is assumed not to be always true.
const MOST_CASES: usize = 500;

/// The alternatives of a tree. Takes the steps that it needs from those that are left.
pub(super) fn terms(tree: &Node, steps: &mut u64) -> Result<Vec<Term>, ExpressionError> {
    let whole = |problem| ExpressionError { position: 1, problem };
    let allowed = usize::try_from(*steps).unwrap_or(usize::MAX).min(MOST_WORK);
    let mut work = Work { left: allowed };
    let expanded = work.terms(tree, true);
    *steps -= (allowed - work.left) as u64;
    let terms = match expanded {
        Ok(terms) => terms,
        Err(Refused::TooManyTerms) => return Err(whole(Problem::TooManyTerms)),
        Err(Refused::TooMuchWork) if allowed == MOST_WORK => return Err(whole(Problem::TooManyTerms)),
        Err(Refused::TooMuchWork) => {
            *steps = 0;
            return Err(whole(Problem::NoStepsLeft));
        }
    };
    if terms.is_empty() {
        return Err(whole(Problem::NeverTrue));
    }
    let mut cases = MOST_CASES;
    let always = always_true(&terms, &Term::default(), &mut cases);
    *steps = steps.saturating_sub(((MOST_CASES - cases) * terms.len()) as u64);
    if always {
        return Err(whole(Problem::AlwaysTrue));
    }
    Ok(terms.into_iter().map(strictest).collect())
}

enum Refused {
    TooManyTerms,
    TooMuchWork,
}

struct Work {
    left: usize,
}

impl Work {
    /// The alternatives of a node, or of its negation.
    fn terms(&mut self, node: &Node, wanted: bool) -> Result<Vec<Term>, Refused> {
        match (node, wanted) {
            (Node::Atom(atom), _) => Ok(atom_terms(*atom, wanted)),
            (Node::Not(inner), _) => self.terms(inner, !wanted),
            (Node::Or(parts), true) | (Node::And(parts), false) => {
                let mut sum = Vec::new();
                for part in parts {
                    for term in self.terms(part, wanted)? {
                        self.add(&mut sum, term)?;
                    }
                }
                Ok(sum)
            }
            (Node::And(parts), true) | (Node::Or(parts), false) => {
                let mut product = vec![Term::default()];
                for part in parts {
                    let factor = self.terms(part, wanted)?;
                    product = self.multiply(&product, &factor)?;
                }
                Ok(product)
            }
        }
    }

    fn multiply(&mut self, left: &[Term], right: &[Term]) -> Result<Vec<Term>, Refused> {
        let mut product = Vec::new();
        for a in left {
            for b in right {
                if let Some(both) = both(a, b) {
                    self.add(&mut product, both)?;
                }
            }
        }
        Ok(product)
    }

    /// Adds an alternative unless it is redundant, and drops those that it makes redundant.
    fn add(&mut self, sum: &mut Vec<Term>, term: Term) -> Result<(), Refused> {
        self.left = self.left.checked_sub(sum.len() + 1).ok_or(Refused::TooMuchWork)?;
        if sum.iter().any(|other| implies(&term, other)) {
            return Ok(());
        }
        sum.retain(|other| !implies(other, &term));
        sum.push(term);
        if sum.len() > MOST_TERMS {
            return Err(Refused::TooManyTerms);
        }
        Ok(())
    }
}

fn atom_terms(atom: Atom, wanted: bool) -> Vec<Term> {
    let each = |word: usize, kinds: u64| {
        (0..KINDS)
            .map(|i| 1 << i)
            .filter(|kind| kinds & kind != 0)
            .map(|kind| term(word, kind, kind))
            .collect()
    };
    const ALL_KINDS: u64 = (1 << KINDS) - 1;
    match (atom, wanted) {
        (Atom::Flag(flag), _) => vec![fact(flag.word, 1 << flag.bit, wanted)],
        (Atom::AtLeast(count, n), _) => vec![fact(count.word, 1 << (count.bit + n - 1), wanted)],
        (Atom::AnyOf { word, kinds }, true) => each(word, kinds.bits()),
        (Atom::AnyOf { word, kinds }, false) => vec![term(word, kinds.bits(), 0)],
        (Atom::NoneBut { word, kinds }, true) => vec![term(word, ALL_KINDS & !kinds.bits(), 0)],
        (Atom::NoneBut { word, kinds }, false) => each(word, ALL_KINDS & !kinds.bits()),
    }
}

fn term(word: usize, mask: u64, value: u64) -> Term {
    let mut term = Term::default();
    term.mask[word] = mask;
    term.value[word] = value;
    term
}

/// A term for one bit. If the bit belongs to a count, the term includes all bits that follow from it.
fn fact(word: usize, bit: u64, wanted: bool) -> Term {
    let row = counts()
        .find(|count| count.word == word && row(count) & bit != 0)
        .map_or(bit, |count| row(&count));
    if wanted {
        let below = row & (bit | (bit - 1));
        term(word, below, below)
    } else {
        term(word, row & !(bit - 1), 0)
    }
}

/// The conjunction of two terms, if it is possible.
fn both(a: &Term, b: &Term) -> Option<Term> {
    let mut term = Term::default();
    for i in 0..WORDS {
        if (a.value[i] ^ b.value[i]) & a.mask[i] & b.mask[i] != 0 {
            return None;
        }
        term.mask[i] = a.mask[i] | b.mask[i];
        term.value[i] = a.value[i] | b.value[i];
    }
    // A hand has one winning tile.
    (term.value[WINNING].count_ones() <= 1).then_some(term)
}

/// Does every hand that satisfies the first satisfy the second?
fn implies(first: &Term, second: &Term) -> bool {
    (0..WORDS).all(|i| second.mask[i] & !first.mask[i] == 0 && (first.value[i] ^ second.value[i]) & second.mask[i] == 0)
}

/// Does every hand that satisfies `given` satisfy one of the terms? Searches for a counterexample case by case.
fn always_true(terms: &[Term], given: &Term, cases: &mut usize) -> bool {
    let Some(left) = cases.checked_sub(1) else { return false };
    *cases = left;
    let open: Vec<Term> = terms
        .iter()
        .filter(|term| both(given, term).is_some())
        .copied()
        .collect();
    if open.iter().any(|term| implies(given, term)) {
        return true;
    }
    // The term with the fewest open bits is the hardest to avoid.
    let asked = |term: &&Term| -> u32 { (0..WORDS).map(|i| (term.mask[i] & !given.mask[i]).count_ones()).sum() };
    let Some(easiest) = open.iter().min_by_key(asked) else {
        return false;
    };
    let more = |i: usize| easiest.mask[i] & !given.mask[i];
    let Some(word) = (0..WORDS).find(|i| more(*i) != 0) else {
        return false;
    };
    let bit = 1 << more(word).trailing_zeros();
    [false, true]
        .into_iter()
        .all(|wanted| both(given, &fact(word, bit, wanted)).is_none_or(|given| always_true(&open, &given, cases)))
}

/// Keeps only the highest "at least" and the lowest "not" of each count; the rest follows.
fn strictest(mut term: Term) -> Term {
    for count in counts() {
        let (word, row) = (count.word, row(&count));
        let low = term.value[word] & row;
        let high = term.mask[word] & row & !low;
        let highest = low.checked_ilog2().map_or(0, |bit| 1 << bit);
        let lowest = high & high.wrapping_neg();
        term.mask[word] = term.mask[word] & !row | highest | lowest;
        term.value[word] = term.value[word] & !row | highest;
    }
    term
}

fn counts() -> impl Iterator<Item = Count> {
    VOCABULARY.iter().filter_map(|fact| match fact.meaning {
        Meaning::Count(count) => Some(count),
        _ => None,
    })
}

/// The bits of a count.
fn row(count: &Count) -> u64 {
    ((1 << count.most) - 1) << count.bit
}
