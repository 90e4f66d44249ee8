//! Errors in expressions.

use super::{DEEPEST, LONGEST, MOST_TERMS};
use crate::notation::NotationError;
use crate::rulebook::limits::CONDITION_STEPS;
use std::fmt;

/// An error in an expression, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionError {
    /// The character, counted from 1.
    pub position: usize,
    pub problem: Problem,
}

/// What is wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    TooLong,
    /// Brackets or `not` are nested too deeply.
    TooDeep,
    /// It expands to too many alternatives, or takes too much work to expand.
    TooManyTerms,
    /// The expressions before it took all the work that is allowed for them together.
    NoStepsLeft,
    Expected {
        expected: String,
        found: String,
    },
    /// No fact has this name.
    UnknownFact {
        name: String,
        /// A suggestion.
        nearest: Option<&'static str>,
    },
    /// The tiles in brackets are not tiles.
    Tiles(NotationError),
    /// No hand can satisfy it.
    NeverTrue,
    /// Every hand satisfies it.
    AlwaysTrue,
}

impl fmt::Display for Problem {
    /// Describes what was expected, to follow the word "expected".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::TooLong => write!(f, "at most {LONGEST} characters"),
            Problem::TooDeep => write!(f, "at most {DEEPEST} levels of brackets and nots"),
            Problem::TooManyTerms => write!(f, "a simpler condition, with at most {MOST_TERMS} alternatives"),
            Problem::NoStepsLeft => write!(f, "{}", CONDITION_STEPS.expected()),
            Problem::Expected { expected, found } => write!(f, "{expected}, found {found}"),
            Problem::UnknownFact { name, nearest: None } => {
                write!(f, "a fact (see `jantaku rules facts`), found {name:?}")
            }
            Problem::UnknownFact {
                name,
                nearest: Some(nearest),
            } => {
                write!(f, "a fact, found {name:?}; did you mean {nearest:?}?")
            }
            Problem::Tiles(error) => write!(f, "tiles in brackets: {}", error.problem),
            Problem::NeverTrue => write!(f, "a condition that can hold, found one that never does"),
            Problem::AlwaysTrue => write!(f, "a condition that can fail, found one that always holds"),
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: expected {}", self.position, self.problem)
    }
}

impl std::error::Error for ExpressionError {}
