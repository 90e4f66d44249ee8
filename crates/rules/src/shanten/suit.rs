//! The class of a suit: a small number that stands for its [`Distances`].

use super::code::{HIGH_CODES, LOW_KINDS, SUIT_KINDS, SuitCode};
use super::distance::{Distances, MOST_SETS, Prospect, Role};
use super::numbering::Numbering;
use super::tally::Tally;

/// Powers of two not below the table sizes, so that a mask stands in for a bounds check.
const HALF_SLOTS: usize = HIGH_CODES.next_power_of_two();
const CLASS_SLOTS: usize = 1 << 18;

/// Reads the tally and the class of a suit from its code.
///
/// Most fillings of a half suit are as good as some other: the lower halves of a number suit come down
/// to 320, the upper halves to 680, so the classes fill a table of 320 × 680 bytes.
pub(super) struct SuitTable {
    /// What a filling of the lower half, and of the upper half, adds to the tally of the suit.
    shares: Box<[[Tally; HALF_SLOTS]; 2]>,
    classes: Box<[u8; CLASS_SLOTS]>,
    distances: Vec<Distances>,
    /// For each class: the bit `n` is set if `n` tiles of it are nothing but sets and at most one pair.
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

    /// What half a suit (0 the lower, 1 the upper) adds to the tally of the suit.
    #[inline]
    pub(super) fn share(&self, half: usize, code: u32) -> Tally {
        self.shares[half % 2][code as usize % HALF_SLOTS]
    }

    /// The tally of a suit, from the codes of its halves.
    #[inline]
    pub(super) fn tally(&self, [low, high]: SuitCode) -> Tally {
        self.share(0, low) + self.share(1, high)
    }

    /// The class of the suit with this tally.
    #[inline]
    pub(super) fn class(&self, tally: Tally) -> u8 {
        self.classes[tally.slot() % CLASS_SLOTS]
    }

    /// Is the suit with this tally nothing but sets and at most one pair?
    #[inline]
    pub(super) fn is_whole(&self, tally: Tally) -> bool {
        self.whole[usize::from(self.class(tally))] >> (tally.tiles() % 16) & 1 == 1
    }

    /// What each class stands for.
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

/// The tally of half a suit whose first kind is the suit's kind `first`.
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

/// A suit read kind by kind: how a state goes on with zero to four copies of the next kind.
///
/// Different fillings soon lead to the same state, so every step is computed once for many of them.
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

    /// The state after each filling of the lower half, in the order of their codes.
    fn low_states(&self) -> impl Iterator<Item = usize> + use<> {
        follow(&self.steps[..LOW_KINDS], 0).into_iter()
    }

    /// The classes that follow a state after the lower half, in the order of the upper half's codes.
    fn row(&self, state: usize) -> Vec<u8> {
        let classes = follow(&self.steps[LOW_KINDS..], state);
        classes.into_iter().map(|class| class as u8).collect()
    }
}

/// The states reached from one state by every filling; the first kind is the lowest digit of the code.
fn follow(steps: &[Vec<[usize; 5]>], from: usize) -> Vec<usize> {
    let mut reached = vec![from];
    for step in steps {
        reached = (0..5)
            .flat_map(|held| reached.iter().map(move |&state| step[state][held]))
            .collect();
    }
    reached
}
