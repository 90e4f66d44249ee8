//! What some tiles are together: how many of each kind, which kinds, how many marked copies. Added up tile by tile.

use crate::suits::{ONE_OF, Suits};
use crate::tile::{KINDS, Kind, Mark, Tile};

/// Some tiles, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Held {
    pub suits: Suits,
    pub kinds: u64,
    /// Red tiles, and above them pocchis.
    marks: u64,
}

const POCCHI: u64 = 1 << 32;

/// What one tile adds: two words of counts, the bit of its kind, its mark.
const ROWS: [[u64; 4]; 128] = {
    let mut rows = [[0; 4]; 128];
    let mut i = 0;
    while i < KINDS {
        let kind = Kind::at(i);
        let [low, high] = ONE_OF[i];
        rows[Tile::plain(kind).index()] = [low, high, 1 << i, 0];
        if let Some(special) = Tile::special(kind) {
            let mark = if matches!(special.mark(), Mark::Pocchi) {
                POCCHI
            } else {
                1
            };
            rows[special.index()] = [low, high, 1 << i, mark];
        }
        i += 1;
    }
    rows
};

impl Held {
    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        let [low, high, kind, mark] = ROWS[tile.index() % ROWS.len()];
        self.suits.add_words(low, high);
        self.kinds |= kind;
        self.marks += mark;
    }

    /// Adds one more tile that counts as a kind of its own choice: a wild one.
    #[inline]
    pub(crate) fn add_as(&mut self, tile: Tile, kind: Kind) {
        self.suits.add(kind);
        self.kinds |= 1 << kind.index();
        self.marks += ROWS[tile.index() % ROWS.len()][3];
    }

    /// The tiles of both together.
    #[inline]
    pub(crate) fn and(&self, other: &Held) -> Held {
        Held {
            suits: self.suits.and(&other.suits),
            kinds: self.kinds | other.kinds,
            marks: self.marks + other.marks,
        }
    }

    /// Red tiles.
    #[inline]
    pub(crate) const fn reds(&self) -> u8 {
        self.marks as u8
    }

    /// White dragons with the dot.
    #[inline]
    pub(crate) const fn pocchis(&self) -> u8 {
        (self.marks >> 32) as u8
    }
}
