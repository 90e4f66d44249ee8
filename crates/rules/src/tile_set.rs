//! The tiles in the box of a rulebook.

use crate::rulebook::settings::Tiles;
use crate::tile::{Kind, Suit, Tile};

const COPIES: u8 = 4;

/// All tiles that a rulebook plays with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet {
    tiles: Vec<Tile>,
}

impl TileSet {
    pub fn of(settings: &Tiles) -> TileSet {
        let mut tiles = Vec::with_capacity(144);
        for kind in Kind::of_hand().filter(|kind| !settings.removed.has(*kind)) {
            let special = specials(settings, kind).min(COPIES);
            tiles.extend(Tile::special(kind).into_iter().cycle().take(usize::from(special)));
            tiles.extend((special..COPIES).map(|_| Tile::plain(kind)));
        }
        let flowers = Kind::all()
            .filter(|kind| kind.is_flower())
            .take(usize::from(settings.flowers));
        tiles.extend(flowers.map(Tile::plain));
        TileSet { tiles }
    }

    /// Sorted, with special copies before plain ones.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// How many there are of exactly this copy: red and plain ones are counted apart.
    pub fn copies(&self, tile: Tile) -> usize {
        self.tiles.iter().filter(|other| **other == tile).count()
    }

    /// How many there are of this kind, special or not.
    pub fn copies_of(&self, kind: Kind) -> usize {
        self.tiles.iter().filter(|other| other.kind() == kind).count()
    }

    /// The copy that a plain spelling refers to: the special one if there is no plain one.
    pub fn meant(&self, tile: Tile) -> Tile {
        match Tile::special(tile.kind()) {
            Some(special) if self.copies(tile) == 0 && self.copies(special) > 0 => special,
            _ => tile,
        }
    }
}

fn specials(settings: &Tiles, kind: Kind) -> u8 {
    let reds = match kind.suit() {
        Suit::Man => settings.reds.m,
        Suit::Pin => settings.reds.p,
        Suit::Sou => settings.reds.s,
        _ => return u8::from(kind == Kind::HAKU && settings.pocchi),
    };
    if kind.number() == settings.red_number { reds } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rulebook::choices::Reds;

    #[track_caller]
    fn check(settings: &Tiles, size: usize, some: &[(&str, usize)]) {
        let set = TileSet::of(settings);
        assert_eq!(set.tiles().len(), size);
        for (text, copies) in some {
            assert_eq!(set.copies(notation::tile(text).unwrap()), *copies, "{text}");
        }
    }

    #[test]
    fn has_the_tiles_of_the_settings() {
        let plain = Tiles {
            seats: 4,
            ..Tiles::default()
        };
        check(&plain, 136, &[("5m", 4), ("0m", 0), ("5z", 4), ("1f", 0)]);
        let reds = Tiles {
            reds: Reds { m: 1, p: 1, s: 1 },
            red_number: 5,
            ..plain.clone()
        };
        check(&reds, 136, &[("5m", 3), ("0m", 1), ("0p", 1), ("0s", 1)]);
        // RC-21: two red copies of the chosen number in pinzu.
        let two_pin = Tiles {
            reds: Reds { m: 0, p: 2, s: 0 },
            red_number: 3,
            ..plain.clone()
        };
        check(&two_pin, 136, &[("3p", 2), ("3rp", 2), ("0p", 0), ("3rm", 0)]);
        check(
            &Tiles {
                pocchi: true,
                ..plain.clone()
            },
            136,
            &[("5z", 3), ("5rz", 1)],
        );
        check(
            &Tiles {
                flowers: 4,
                ..plain.clone()
            },
            140,
            &[("4f", 1), ("1g", 0)],
        );
        check(
            &Tiles {
                flowers: 8,
                ..plain.clone()
            },
            144,
            &[("4f", 1), ("4g", 1)],
        );
        // ZAN-09 to ZAN-11: 108 tiles without the 2 to 8 of man, every 5p and 5s red, four flowers.
        let removed = notation::kinds("2345678m").unwrap();
        let zan = Tiles {
            seats: 3,
            removed,
            reds: Reds { m: 0, p: 4, s: 4 },
            red_number: 5,
            flowers: 4,
            pocchi: true,
        };
        check(
            &zan,
            112,
            &[("2m", 0), ("1m", 4), ("5p", 0), ("0p", 4), ("0s", 4), ("5rz", 1)],
        );
        check(
            &Tiles {
                flowers: 0,
                ..zan.clone()
            },
            108,
            &[("1f", 0)],
        );
        let set = TileSet::of(&zan);
        let meant = |text: &str| set.meant(notation::tile(text).unwrap()).to_string();
        assert_eq!(
            [meant("5p"), meant("0p"), meant("4p"), meant("5z")],
            ["0p", "0p", "4p", "5z"]
        );
    }
}
