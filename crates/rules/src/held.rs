//! Sums up tiles: how many of each kind, which kinds, how many marked copies.

use crate::suits::{COUNTS, ONE_OF, Suits};
use crate::tile::{KINDS, Kind, Mark, Tile};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Held {
    /// The counts of [`Suits`]; the bits above them count red tiles in the first word and pocchis in the second.
    words: [u64; 2],
    /// A bit for each kind.
    pub kinds: u64,
}

/// What one tile adds to the words of [`Held`].
const ROWS: [[u64; 2]; 128] = {
    const MARK: u64 = COUNTS + 1;
    let mut rows = [[0; 2]; 128];
    let mut i = 0;
    while i < KINDS {
        let kind = Kind::at(i);
        let [low, high] = ONE_OF[i];
        rows[Tile::plain(kind).index()] = [low, high];
        if let Some(special) = Tile::special(kind) {
            rows[special.index()] = match special.mark() {
                Mark::Pocchi => [low, high + MARK],
                _ => [low + MARK, high],
            };
        }
        i += 1;
    }
    rows
};

impl Held {
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        let [low, high] = ROWS[tile.index() % ROWS.len()];
        self.words = [self.words[0] + low, self.words[1] + high];
        self.kinds |= 1 << tile.kind().index();
    }

    /// Adds a tile that counts as another kind, as a wild one does.
    #[inline]
    pub(crate) fn add_as(&mut self, tile: Tile, kind: Kind) {
        let marks = ROWS[tile.index() % ROWS.len()].map(|word| word & !COUNTS);
        let [low, high] = ONE_OF[kind.index()];
        self.words = [self.words[0] + low + marks[0], self.words[1] + high + marks[1]];
        self.kinds |= 1 << kind.index();
    }

    #[inline]
    pub(crate) fn and(&self, other: &Held) -> Held {
        Held {
            words: [self.words[0] + other.words[0], self.words[1] + other.words[1]],
            kinds: self.kinds | other.kinds,
        }
    }

    /// How many of each kind.
    #[inline]
    pub(crate) const fn suits(&self) -> Suits {
        Suits::from_words([self.words[0] & COUNTS, self.words[1] & COUNTS])
    }

    /// How many red tiles.
    #[inline]
    pub(crate) const fn reds(&self) -> u8 {
        (self.words[0] / (COUNTS + 1)) as u8
    }

    /// How many white dragons with the dot.
    #[inline]
    pub(crate) const fn pocchis(&self) -> u8 {
        (self.words[1] / (COUNTS + 1)) as u8
    }
}
