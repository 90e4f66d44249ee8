//! Compiles the conditions of a rulebook, or of one rulebook with each of its choices: each text once, within the limits on steps.

use super::limits;
use crate::expression::{ExpressionError, Problem, Term, compile_within};
use std::collections::BTreeMap;

type Compiled = Result<Vec<Term>, ExpressionError>;

/// Conditions that were compiled before, and the steps that are left for more.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By text, each with the steps it took.
    known: BTreeMap<String, (u64, Compiled)>,
    /// For the current rulebook.
    left: u64,
    /// For everything that is checked together, merging included.
    pub(super) steps: u64,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            known: BTreeMap::new(),
            left: limits::CONDITION_STEPS.most as u64,
            steps: limits::CHECK_STEPS.most as u64,
        }
    }
}

impl Conditions {
    /// Begins with another rulebook.
    pub(super) fn begin(&mut self) {
        self.left = limits::CONDITION_STEPS.most as u64;
    }

    pub(super) fn compile(&mut self, text: &str) -> Compiled {
        let known = self.known.get(text);
        let (steps, compiled) = match known {
            Some((steps, compiled)) => (*steps, compiled.clone()),
            None => {
                let allowed = self.left.min(self.steps);
                let mut left = allowed;
                let compiled = compile_within(text, &mut left);
                (allowed - left, compiled)
            }
        };
        let Some(left) = self.left.checked_sub(steps) else {
            self.left = 0;
            let problem = Problem::NoStepsLeft;
            return Err(ExpressionError { position: 1, problem });
        };
        self.left = left;
        let is_final = !matches!(&compiled, Err(error) if error.problem == Problem::NoStepsLeft);
        if known.is_none() {
            self.steps -= steps;
            if is_final {
                self.known.insert(text.to_owned(), (steps, compiled.clone()));
            }
        }
        compiled
    }
}
