//! Combines the classes of four suits into the number of tiles that the hand lacks.

use super::distance::{Distances, MOST_SETS};
use super::numbering::Numbering;

/// A number suit has up to 126 classes, the honours 55, two or three suits together 180.
const SUIT_CLASSES: usize = 128;
const HONOUR_CLASSES: usize = 64;
const JOINED_CLASSES: usize = 256;

/// Lookup tables that join man with pin, then with sou, then with the honours.
pub(super) struct Join {
    man_pin: Box<[u8; SUIT_CLASSES * SUIT_CLASSES]>,
    man_pin_sou: Box<[u8; JOINED_CLASSES * SUIT_CLASSES]>,
    missing: Box<[[u8; JOINED_CLASSES * HONOUR_CLASSES]; MOST_SETS + 1]>,
}

impl Join {
    /// Builds the tables for suits with these classes. `number` is for pin and sou.
    pub(super) fn new(man: &[Distances], number: &[Distances], honours: &[Distances]) -> Join {
        let mut man_pin = Box::new([0; SUIT_CLASSES * SUIT_CLASSES]);
        let two = fill(&mut man_pin[..], man, number);
        let mut man_pin_sou = Box::new([0; JOINED_CLASSES * SUIT_CLASSES]);
        let three = fill(&mut man_pin_sou[..], &two, number);
        let mut missing = Box::new([[0; JOINED_CLASSES * HONOUR_CLASSES]; MOST_SETS + 1]);
        for (class, suits) in three.iter().enumerate() {
            for (honour_class, honours) in honours.iter().enumerate() {
                let hand = suits.joined(honours);
                for (sets, missing) in missing.iter_mut().enumerate() {
                    missing[class * HONOUR_CLASSES + honour_class] = hand.with_pair(sets);
                }
            }
        }
        Join {
            man_pin,
            man_pin_sou,
            missing,
        }
    }

    /// The tiles missing for this many sets and a pair, by the classes of man, pin, sou, honours.
    #[inline]
    pub(super) fn missing(&self, [man, pin, sou, honours]: [u8; 4], sets: usize) -> u8 {
        self.with_honours(self.with_sou(self.man_and_pin(man, pin), sou), honours, sets)
    }

    /// The class of man and pin together. Sou may take the place of pin.
    #[inline]
    pub(super) fn man_and_pin(&self, man: u8, pin: u8) -> u8 {
        self.man_pin[slot(man, pin, SUIT_CLASSES) % (SUIT_CLASSES * SUIT_CLASSES)]
    }

    /// The class of all number suits, given that of man and pin. Pin and sou may be swapped.
    #[inline]
    pub(super) fn with_sou(&self, man_pin: u8, sou: u8) -> u8 {
        self.man_pin_sou[slot(man_pin, sou, SUIT_CLASSES)]
    }

    /// The tiles missing, given the class of all number suits.
    #[inline]
    pub(super) fn with_honours(&self, number_suits: u8, honours: u8, sets: usize) -> u8 {
        self.missing[sets.min(MOST_SETS)][slot(number_suits, honours, HONOUR_CLASSES)]
    }
}

/// The index of two classes in a table with rows of this width.
#[inline]
fn slot(row: u8, column: u8, width: usize) -> usize {
    usize::from(row) * width + usize::from(column) % width
}

/// Fills a table with the class of every pair, and returns the distances of each class.
fn fill(table: &mut [u8], rows: &[Distances], columns: &[Distances]) -> Vec<Distances> {
    let mut joined = Numbering::default();
    for (row, left) in rows.iter().enumerate() {
        for (column, right) in columns.iter().enumerate() {
            let class = joined.number(left.joined(right));
            debug_assert!(class < JOINED_CLASSES, "more classes than a byte can name");
            table[row * SUIT_CLASSES + column] = class as u8;
        }
    }
    joined.things
}
