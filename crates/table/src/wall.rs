//! The wall: live tiles, replacement tiles and indicators.
//!
//! The tiles are one row. Turns draw from the front. Replacement tiles are at the far end, before them the indicators with
//! their ura. The dead wall and the replacements drawn so far decide where the live wall ends.

use crate::shuffle::{Key, shuffle};
use arrayvec::ArrayVec;
use jantaku_rules::rulebook::choices::{DeadWall, Deal};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::{Kind, Tile};

/// The most tiles a rulebook can have: 136 and eight flowers.
pub const MOST_TILES: usize = 144;

/// The row of tiles of one hand and how far it has been drawn.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wall {
    tiles: [Tile; MOST_TILES],
    len: u8,
    /// Tiles gone from the front, dealt ones included.
    front: u8,
    kans: u8,
    asides: u8,
    turned: u8,
    /// Live tiles left out of a shortened wall.
    cut: u8,
    dead: DeadWall,
    replacements: u8,
}

impl Wall {
    /// A wall of these tiles as they lie on the table, front first.
    pub fn new(rules: &Rules, row: &[Tile]) -> Wall {
        let mut wall = Wall::stacked(rules, row);
        let seats = rules.seats();
        if rules.settings.wall.deal == Deal::DealerTwoOnTop && row.len() > 13 * seats {
            // The dealer takes the two top tiles, the first and the third of the next: the third is the first draw.
            wall.tiles[12 * seats + 2..=13 * seats].rotate_left(1);
        }
        wall
    }

    /// The rulebook's tiles, shuffled by a key.
    pub fn of_key(rules: &Rules, key: &Key) -> Wall {
        let mut row = [Tile::plain(Kind::EAST); MOST_TILES];
        let tiles = rules.tiles.tiles();
        let len = tiles.len().min(MOST_TILES);
        let row = &mut row[..len];
        row.copy_from_slice(&tiles[..len]);
        shuffle(key, row);
        Wall::new(rules, row)
    }

    /// A wall of these tiles in the order in which they are dealt and drawn.
    pub fn stacked(rules: &Rules, row: &[Tile]) -> Wall {
        let mut tiles = [Tile::plain(Kind::EAST); MOST_TILES];
        let len = row.len().min(MOST_TILES);
        tiles[..len].copy_from_slice(&row[..len]);
        Wall {
            tiles,
            len: len as u8,
            front: 0,
            kans: 0,
            asides: 0,
            turned: 0,
            cut: 0,
            dead: rules.settings.wall.dead_wall,
            replacements: rules.settings.replacement_tiles(),
        }
    }

    /// All tiles, front first.
    pub fn row(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// The tiles that nobody has drawn, including indicators and ura.
    pub fn undrawn(&self) -> &[Tile] {
        let end = usize::from(self.len).saturating_sub(self.replaced());
        &self.tiles[usize::from(self.front).min(end)..end]
    }

    /// The same wall with these tiles in it.
    pub fn with_row(&self, row: &[Tile]) -> Wall {
        let mut wall = *self;
        let len = row.len().min(usize::from(self.len));
        wall.tiles[..len].copy_from_slice(&row[..len]);
        wall
    }

    /// The same wall with its faces down.
    pub fn face_down(&self) -> Wall {
        Wall {
            tiles: [Tile::plain(Kind::EAST); MOST_TILES],
            ..*self
        }
    }

    /// Where the live wall ends after this many replacements.
    fn live_end(&self, kans: u8, asides: u8) -> usize {
        let gone = usize::from(kans) + usize::from(asides);
        let behind = match self.dead {
            DeadWall::None => gone,
            DeadWall::FourteenUndrawn | DeadWall::Fourteen => 14 + gone,
            DeadWall::ToTheIndicator => usize::from(self.replacements) + 2 * (usize::from(kans) + 1),
            DeadWall::Growing => {
                let replacements = usize::from(self.replacements) - gone.min(usize::from(self.replacements));
                gone + (replacements + 2 * (usize::from(kans) + 1)).max(14)
            }
        };
        usize::from(self.len).saturating_sub(behind + usize::from(self.cut))
    }

    /// Tiles left to draw in turn.
    pub fn left(&self) -> usize {
        self.live_end(self.kans, self.asides)
            .saturating_sub(usize::from(self.front))
    }

    /// Whether there is a replacement tile, and an indicator if one is turned, for another kan.
    pub fn has_room_for_kan(&self) -> bool {
        self.left() > 0 && self.live_end(self.kans + 1, self.asides) >= usize::from(self.front)
    }

    pub fn has_room_for_aside(&self) -> bool {
        self.left() > 0
    }

    /// The number of replacement tiles drawn.
    pub fn replaced(&self) -> usize {
        usize::from(self.kans) + usize::from(self.asides)
    }

    pub fn next(&self) -> Tile {
        self.tiles[usize::from(self.front).min(MOST_TILES - 1)]
    }

    pub fn next_replacement(&self) -> Tile {
        self.tiles[self.replacement_place(self.replaced())]
    }

    /// The index of the nth replacement tile in the row.
    pub fn replacement_place(&self, number: usize) -> usize {
        usize::from(self.len).saturating_sub(1 + number)
    }

    /// The index of the nth indicator in the row. Its ura is one before.
    pub fn indicator_place(&self, number: usize) -> usize {
        usize::from(self.len).saturating_sub(usize::from(self.replacements) + 2 * number + 1)
    }

    pub fn indicator(&self, number: usize) -> Tile {
        self.tiles[self.indicator_place(number)]
    }

    pub fn ura(&self, number: usize) -> Tile {
        self.tiles[self.indicator_place(number).saturating_sub(1)]
    }

    /// The number of indicators turned.
    pub fn turned(&self) -> usize {
        usize::from(self.turned)
    }

    pub fn take(&mut self, n: usize) {
        self.front += n as u8;
    }

    pub fn take_replacement(&mut self, for_kan: bool) {
        if for_kan {
            self.kans += 1;
        } else {
            self.asides += 1;
        }
    }

    pub fn turn_indicator(&mut self) {
        self.turned += 1;
    }

    /// The number of replacement tiles drawn for kans.
    pub fn kan_replacements(&self) -> usize {
        usize::from(self.kans)
    }

    /// Shortens the wall so that `left` tiles remain after `drawn` more draws.
    pub fn cut_to(&mut self, drawn: usize, left: usize) {
        self.cut = self.left().saturating_sub(drawn + left) as u8;
    }
}

/// The indices of each player's first thirteen tiles, from the dealer on: three blocks of four in turn, then one each.
/// The rest is drawn in order, beginning with the dealer's fourteenth tile.
pub fn deal_places(seats: usize) -> ArrayVec<[usize; 13], 4> {
    (0..seats)
        .map(|place| {
            std::array::from_fn(|i| match i {
                0..=11 => 4 * (i / 4 * seats + place) + i % 4,
                _ => 12 * seats + place,
            })
        })
        .collect()
}
