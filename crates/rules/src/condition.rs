//! A condition of a rulebook that is not a yaku: when fu count, who may rob a closed kan.

use crate::expression::Term;
use crate::facts::Facts;

/// Holds of facts always, never, or where one of its alternatives does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Condition {
    #[default]
    Never,
    Always,
    /// Where one of these does.
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
