//! From a syntax tree to alternatives: negations go down to the facts, conjunctions are multiplied out, and what is impossible or
//! said twice is dropped.

use super::error::{ExpressionError, Problem};
use super::parse::{Atom, Node};
use super::{MOST_TERMS, Term};
use crate::facts::{Meaning, VOCABULARY, WINNING, WORDS};
use crate::tile::KINDS;

/// Comparisons of terms that one expression may take: a rulebook from a stranger must not keep a table waiting.
const MOST_WORK: usize = 300_000;
/// Cases looked at before an expression is taken not to be always true.
const MOST_CASES: usize = 2_000;

/// The alternatives of a tree.
pub(super) fn terms(tree: &Node) -> Result<Vec<Term>, ExpressionError> {
    let whole = |problem| ExpressionError { position: 1, problem };
    let mut work = Work { left: MOST_WORK };
    let terms = work.terms(tree, true).map_err(|TooMany| whole(Problem::TooManyTerms))?;
    if terms.is_empty() {
        return Err(whole(Problem::NeverTrue));
    }
    let mut cases = MOST_CASES;
    if always_true(&terms, &Term::default(), &mut cases) {
        return Err(whole(Problem::AlwaysTrue));
    }
    Ok(terms)
}

struct TooMany;

struct Work {
    left: usize,
}

impl Work {
    /// The alternatives of a node, or of its opposite.
    fn terms(&mut self, node: &Node, wanted: bool) -> Result<Vec<Term>, TooMany> {
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

    fn multiply(&mut self, left: &[Term], right: &[Term]) -> Result<Vec<Term>, TooMany> {
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

    /// Adds an alternative, unless one that is there says as much; those that it makes needless go.
    fn add(&mut self, sum: &mut Vec<Term>, term: Term) -> Result<(), TooMany> {
        self.left = self.left.checked_sub(sum.len() + 1).ok_or(TooMany)?;
        if sum.iter().any(|other| implies(&term, other)) {
            return Ok(());
        }
        sum.retain(|other| !implies(other, &term));
        sum.push(term);
        if sum.len() > MOST_TERMS { Err(TooMany) } else { Ok(()) }
    }
}

fn atom_terms(atom: Atom, wanted: bool) -> Vec<Term> {
    let bit = |word: usize, mask: u64, value: u64| {
        let mut term = Term::default();
        term.mask[word] = mask;
        term.value[word] = value;
        term
    };
    let each = |word: usize, kinds: u64| {
        (0..KINDS).map(|i| 1 << i).filter(|kind| kinds & kind != 0).map(|kind| bit(word, kind, kind)).collect()
    };
    let single = |word: usize, shift: u8| {
        let mask = 1 << shift;
        vec![bit(word, mask, if wanted { mask } else { 0 })]
    };
    const ALL_KINDS: u64 = (1 << KINDS) - 1;
    match (atom, wanted) {
        (Atom::Flag(flag), _) => single(flag.word, flag.bit),
        (Atom::AtLeast(count, n), _) => single(count.word, count.bit + n - 1),
        (Atom::AnyOf { word, kinds }, true) => each(word, kinds),
        (Atom::AnyOf { word, kinds }, false) => vec![bit(word, kinds, 0)],
        (Atom::NoneBut { word, kinds }, true) => vec![bit(word, ALL_KINDS & !kinds, 0)],
        (Atom::NoneBut { word, kinds }, false) => each(word, ALL_KINDS & !kinds),
    }
}

/// Both conditions as one, if a hand can meet it; a row of bits is cut to those that tell something.
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
    if term.value[WINNING].count_ones() > 1 {
        return None;
    }
    for count in &ROWS {
        let mask = term.mask[count.word] & count.row;
        let low = term.value[count.word] & count.row;
        let high = mask & !low;
        // "At least two" says "at least one", "not three" says "not four": of each sort only the sharpest is kept.
        let sharpest_low = low.checked_ilog2().map_or(0, |bit| 1 << bit);
        let sharpest_high = high & high.wrapping_neg();
        if sharpest_high != 0 && sharpest_high < sharpest_low {
            return None;
        }
        term.mask[count.word] = term.mask[count.word] & !mask | sharpest_low | sharpest_high;
        term.value[count.word] = term.value[count.word] & !low | sharpest_low;
    }
    Some(term)
}

/// Is the second met by every hand that meets the first?
fn implies(first: &Term, second: &Term) -> bool {
    // Joined with what it says already, a condition stays as it is.
    both(first, second).is_some_and(|joined| joined == *first)
}

/// Does every hand that meets `given` meet one of the terms? Looks for one that does not, case by case.
fn always_true(terms: &[Term], given: &Term, cases: &mut usize) -> bool {
    let Some(left) = cases.checked_sub(1) else { return false };
    *cases = left;
    let open: Vec<(Term, Term)> =
        terms.iter().filter_map(|term| both(given, term).map(|joined| (*term, joined))).collect();
    if open.iter().any(|(_, joined)| joined == given) {
        return true;
    }
    // The term that asks for the least is the hardest to fail.
    let easiest = open.iter().min_by_key(|(_, joined)| joined.mask.iter().map(|mask| mask.count_ones()).sum::<u32>());
    let Some((_, joined)) = easiest else { return false };
    let still_open: Vec<Term> = open.iter().map(|(term, _)| *term).collect();
    let Some((word, bit)) = first_difference(given, joined) else { return false };
    [0, bit].into_iter().all(|value| {
        let mut case = Term::default();
        case.mask[word] = bit;
        case.value[word] = value;
        both(given, &case).is_none_or(|given| always_true(&still_open, &given, cases))
    })
}

/// A bit that the joined condition looks at and the given one does not.
fn first_difference(given: &Term, joined: &Term) -> Option<(usize, u64)> {
    (0..WORDS).find_map(|i| {
        let more = joined.mask[i] & !given.mask[i];
        (more != 0).then_some((i, more & more.wrapping_neg()))
    })
}

/// The row of bits of a count.
#[derive(Clone, Copy)]
struct Row {
    word: usize,
    row: u64,
}

/// The rows of all counts, gathered once: every joining of terms looks at them.
const ROWS: [Row; COUNTS] = {
    let mut rows = [Row { word: 0, row: 0 }; COUNTS];
    let (mut i, mut found) = (0, 0);
    while i < VOCABULARY.len() {
        if let Meaning::Count(count) = VOCABULARY[i].meaning {
            rows[found] = Row { word: count.word, row: ((1 << count.most) - 1) << count.bit };
            found += 1;
        }
        i += 1;
    }
    rows
};

const COUNTS: usize = {
    let (mut i, mut found) = (0, 0);
    while i < VOCABULARY.len() {
        found += matches!(VOCABULARY[i].meaning, Meaning::Count(_)) as usize;
        i += 1;
    }
    found
};
