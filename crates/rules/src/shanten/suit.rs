//! The class of a suit: a small number for its [`Distances`].

use super::code::{HIGH_CODES, LOW_KINDS, SUIT_KINDS, SuitCode};
use super::distance::{Distances, MOST_SETS, Prospect, Role};
use super::numbering::Numbering;
use super::tally::Tally;

/// Rounded up to powers of two, so that a mask replaces the bounds check.
const HALF_SLOTS: usize = HIGH_CODES.next_power_of_two();
const CLASS_SLOTS: usize = 1 << 18;

/// Looks up the tally and class of a suit by its code.
///
/// Most fillings of half a suit are equivalent to others. The lower halves of a number suit reduce
/// to 320 and the upper halves to 680, so the classes fit into a table of 320 × 680 bytes.
pub(super) struct SuitTable {
    /// What the lower half, and the upper half, adds to the tally of the suit.
    shares: Box<[[Tally; HALF_SLOTS]; 2]>,
    classes: Box<[u8; CLASS_SLOTS]>,
    distances: Vec<Distances>,
    /// For each class, bit `n` is set if `n` tiles of it are exactly sets and at most one pair.
    whole: [u16; 256],
}

impl SuitTable {
    /// Computes the table of a suit whose kinds have these roles.
    pub(super) fn new(roles: [Role; SUIT_KINDS]) -> SuitTable {
        let layers = Layers::new(&roles);
        let mut rows = Numbering::default();
        let row_of_low = layers.low_states().map(|state| rows.number(layers.row(state)));
        let row_of_low: Vec<usize> = row_of_low.collect();
        let rows = rows.things;

        let mut columns = Numbering::default();
        let column_of_high = (0..HIGH_CODES).map(|high| {
            let column: Vec<u8> = rows.iter().map(|row| row[high]).collect();
            columns.number(column)
        });
        let column_of_high: Vec<usize> = column_of_high.collect();
        let columns = columns.things;

        let mut shares = Box::new([[Tally::default(); HALF_SLOTS]; 2]);
        for (code, row) in row_of_low.into_iter().enumerate() {
            let share = Tally::slot_share(row * columns.len());
            shares[0][code] = share + tally(code, &roles[..LOW_KINDS], 0);
        }
        for (code, column) in column_of_high.into_iter().enumerate() {
            let share = Tally::slot_share(column);
            shares[1][code] = share + tally(code, &roles[LOW_KINDS..], LOW_KINDS);
        }
        let mut classes = Box::new([0; CLASS_SLOTS]);
        for row in 0..rows.len() {
            for (column, classes_by_row) in columns.iter().enumerate() {
                classes[row * columns.len() + column] = classes_by_row[row];
            }
        }
        SuitTable {
            shares,
            classes,
            whole: whole(&layers.distances),
            distances: layers.distances,
        }
    }

    /// What half a suit (0 lower, 1 upper) adds to the tally of the suit.
    #[inline]
    pub(super) fn share(&self, half: usize, code: u32) -> Tally {
        self.shares[half % 2][code as usize % HALF_SLOTS]
    }

    #[inline]
    pub(super) fn tally(&self, [low, high]: SuitCode) -> Tally {
        self.share(0, low) + self.share(1, high)
    }

    /// The class of the suit with this tally.
    #[inline]
    pub(super) fn class(&self, tally: Tally) -> u8 {
        self.classes[tally.slot() % CLASS_SLOTS]
    }

    /// Is the suit exactly sets and at most one pair?
    #[inline]
    pub(super) fn is_whole(&self, tally: Tally) -> bool {
        self.whole[usize::from(self.class(tally))] >> (tally.tiles() % 16) & 1 == 1
    }

    /// The distances of each class.
    pub(super) fn distances(&self) -> &[Distances] {
        &self.distances
    }
}

fn whole(distances: &[Distances]) -> [u16; 256] {
    let mut whole = [0; 256];
    for (class, distances) in distances.iter().enumerate() {
        for sets in 0..=MOST_SETS {
            whole[class] |= u16::from(distances.without_pair(sets) == 0) << (3 * sets);
            whole[class] |= u16::from(distances.with_pair(sets) == 0) << (3 * sets + 2);
        }
    }
    whole
}

/// The tally of half a suit that begins with kind `first`.
fn tally(code: usize, roles: &[Role], first: usize) -> Tally {
    let mut rest = code;
    let mut tally = Tally::default();
    for (i, role) in roles.iter().enumerate() {
        let is_orphan = match role {
            Role::Absent => false,
            Role::Alone => true,
            Role::InSequence | Role::EndOfSequence => first + i == 0 || first + i == SUIT_KINDS - 1,
        };
        tally += Tally::of_kind((rest % 5) as u8, is_orphan);
        rest /= 5;
    }
    tally
}

/// A state machine that reads a suit kind by kind: each step leads from a state to the next by the number of copies.
///
/// Many fillings share states, so each step is computed only once for all of them.
struct Layers {
    steps: Vec<Vec<[usize; 5]>>,
    distances: Vec<Distances>,
}

impl Layers {
    fn new(roles: &[Role; SUIT_KINDS]) -> Layers {
        let mut steps = Vec::with_capacity(SUIT_KINDS);
        let mut states = vec![Prospect::start()];
        for role in &roles[..SUIT_KINDS - 1] {
            let mut next = Numbering::default();
            let held = |state: &Prospect, held: usize| state.after(*role, held as u8);
            let step = states.iter().map(|s| [0, 1, 2, 3, 4].map(|n| next.number(held(s, n))));
            steps.push(step.collect());
            states = next.things;
        }
        let mut last = Numbering::default();
        let held = |s: &Prospect, n: u8| s.after(roles[SUIT_KINDS - 1], n).distances();
        let step = states.iter().map(|s| [0, 1, 2, 3, 4].map(|n| last.number(held(s, n))));
        steps.push(step.collect());
        Layers {
            steps,
            distances: last.things,
        }
    }

    /// The state after each filling of the lower half, in code order.
    fn low_states(&self) -> impl Iterator<Item = usize> + use<> {
        follow(&self.steps[..LOW_KINDS], 0).into_iter()
    }

    /// The class for each filling of the upper half, in code order, from a state after the lower half.
    fn row(&self, state: usize) -> Vec<u8> {
        let classes = follow(&self.steps[LOW_KINDS..], state);
        classes.into_iter().map(|class| class as u8).collect()
    }
}

/// The state that each filling leads to. The first kind is the lowest digit of the code.
fn follow(steps: &[Vec<[usize; 5]>], from: usize) -> Vec<usize> {
    let mut reached = vec![from];
    for step in steps {
        reached = (0..5)
            .flat_map(|held| reached.iter().map(move |&state| step[state][held]))
            .collect();
    }
    reached
}
