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
    #[inline]
    pub fn holds(&self, facts: &Facts) -> bool {
        match self {
            Condition::Never => false,
            Condition::Always => true,
            Condition::Where(terms) => terms.iter().any(|term| term.holds(facts)),
        }
    }
}
