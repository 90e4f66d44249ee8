//! Winds, seats, and values for each player.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

/// The wind of a round, or of a player in the current hand. East is the dealer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Wind {
    /// 東
    #[default]
    East,
    /// 南
    South,
    /// 西
    West,
    /// 北
    North,
}

impl Wind {
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// The wind at this place in turn order. After north comes east again.
    pub const fn at(index: usize) -> Wind {
        Wind::ALL[index % 4]
    }

    /// From 0 for east to 3 for north.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in files, such as `east`.
    pub const fn name(self) -> &'static str {
        match self {
            Wind::East => "east",
            Wind::South => "south",
            Wind::West => "west",
            Wind::North => "north",
        }
    }

    pub fn named(name: &str) -> Option<Wind> {
        Wind::ALL.into_iter().find(|w| w.name() == name)
    }

    /// How many turns after `self` it is `other`'s turn, with this many players.
    pub const fn turns_to(self, other: Wind, seats: usize) -> usize {
        (other as usize + seats - self as usize) % seats
    }
}

impl fmt::Display for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A chair at the table, counted from the first dealer in turn order. It keeps its number when the deal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(pub u8);

/// One value for each of three or four players, in turn order.
#[derive(Clone, Copy)]
pub struct BySeat<T> {
    items: [T; 4],
    len: u8,
}

impl<T: Clone> BySeat<T> {
    /// The same value for each of `seats` players.
    pub fn all(seats: usize, value: T) -> Self {
        BySeat::from_fn(seats, |_| value.clone())
    }
}

impl<T> BySeat<T> {
    /// Calls `make` for each place. With three players it runs again for the last one, to fill the unused fourth slot.
    pub fn from_fn(seats: usize, mut make: impl FnMut(usize) -> T) -> Self {
        debug_assert!((1..=4).contains(&seats));
        BySeat {
            items: std::array::from_fn(|place| make(place.min(seats - 1))),
            len: seats as u8,
        }
    }

    pub fn map<U>(&self, mut make: impl FnMut(&T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.len(), |place| make(&self.items[place]))
    }

    /// The number of players.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Always false for a table with players.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }
}

/// Compares only the players' values, not the unused slot.
impl<T: PartialEq> PartialEq for BySeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for BySeat<T> {}

impl<T: Hash> Hash for BySeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T> Index<Wind> for BySeat<T> {
    type Output = T;
    fn index(&self, wind: Wind) -> &T {
        &self.as_slice()[wind.index()]
    }
}

impl<T> IndexMut<Wind> for BySeat<T> {
    fn index_mut(&mut self, wind: Wind) -> &mut T {
        &mut self.as_mut_slice()[wind.index()]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.as_slice()[usize::from(seat.0)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.as_mut_slice()[usize::from(seat.0)]
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_the_unused_slot_in_comparisons() {
        let all = BySeat::all(3, 7);
        let one_by_one = BySeat::from_fn(3, |place| if place == 0 { 8 } else { 7 });
        let mut changed = all;
        changed[Seat(0)] = 8;
        assert_eq!(changed, one_by_one);
        assert_ne!(all, BySeat::all(4, 7));
    }
}
