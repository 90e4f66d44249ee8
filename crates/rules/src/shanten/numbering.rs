//! Numbers distinct values in the order in which they first appear.

use std::collections::HashMap;
use std::hash::Hash;

/// Equal values get the same number.
pub(super) struct Numbering<T> {
    pub(super) things: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Numbering {
            things: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    /// The number of a value; a new one if it has not been seen.
    pub(super) fn number(&mut self, thing: T) -> usize {
        let next = self.things.len();
        let number = *self.numbers.entry(thing.clone()).or_insert(next);
        if number == next {
            self.things.push(thing);
        }
        number
    }
}
