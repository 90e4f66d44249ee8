//! What can be wrong with an expression.

use super::{DEEPEST, LONGEST, MOST_TERMS};
use crate::notation::NotationError;
use std::fmt;

/// What is wrong with an expression, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionError {
    /// The character, counted from 1.
    pub position: usize,
    pub problem: Problem,
}

/// What can be wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The text is too long.
    TooLong,
    /// Brackets or `not` are nested too deep.
    TooDeep,
    /// It comes to too many alternatives.
    TooManyTerms,
    /// Something else should stand here.
    Expected { expected: String, found: String },
    /// No fact has this name.
    UnknownFact {
        name: String,
        /// The fact that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The tiles in brackets are not tiles.
    Tiles(NotationError),
    /// No hand can meet it.
    NeverTrue,
    /// Every hand meets it.
    AlwaysTrue,
}

impl fmt::Display for Problem {
    /// Says what was expected, so that a message can begin with "expected".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::TooLong => write!(f, "at most {LONGEST} characters"),
            Problem::TooDeep => write!(f, "at most {DEEPEST} brackets and nots inside each other"),
            Problem::TooManyTerms => write!(f, "at most {MOST_TERMS} alternatives"),
            Problem::Expected { expected, found } => write!(f, "{expected}, found {found}"),
            Problem::UnknownFact { name, nearest: None } => write!(f, "a fact, found {name:?}"),
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
