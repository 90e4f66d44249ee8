//! Conditions of settings, such as when fu count or who may rob a closed kan.

use crate::expression::Term;
use crate::facts::Facts;

/// A condition on the facts of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Condition {
    #[default]
    Never,
    Always,
    /// If any of these alternatives holds.
    Where(Vec<Term>),
}

impl Condition {
    /// Holds if either does.
    #[must_use]
    pub fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Never, other) => other,
            (Condition::Where(terms), Condition::Where(more)) => Condition::Where([terms, more].concat()),
            (Condition::Always, _) | (_, Condition::Always) => Condition::Always,
            (one, Condition::Never) => one,
        }
    }

    #[inline]
    pub fn holds(&self, facts: &Facts) -> bool {
        match self {
            Condition::Never => false,
            Condition::Always => true,
            Condition::Where(terms) => terms.iter().any(|term| term.holds(facts)),
        }
    }
}
