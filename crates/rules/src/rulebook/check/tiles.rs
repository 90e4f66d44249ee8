//! Settings for the tiles in the box.

use super::super::choices::PocchiWild;
use super::super::error::ErrorKind;
use super::super::settings::Key;
use super::Check;
use crate::shanten::TileSet;
use crate::tile::Kind;

impl Check<'_> {
    pub(super) fn tiles(&mut self) {
        let tiles = &self.settings.tiles;
        let (reds, red_number) = (&tiles.reds, tiles.red_number);
        let any_red = reds.m > 0 || reds.p > 0 || reds.s > 0;
        let red_kinds = Kind::of_hand().filter(|kind| kind.is_suited() && kind.number() == red_number);
        let red_removed = red_kinds
            .zip([reds.m, reds.p, reds.s])
            .any(|(kind, n)| n > 0 && tiles.removed.has(kind));
        use ErrorKind::{Contradiction, OutOfRange};
        self.require(
            matches!(tiles.seats, 3 | 4),
            OutOfRange,
            &[Key::TilesSeats],
            "3 or 4 players",
        );
        self.require(
            matches!(tiles.flowers, 0 | 4 | 8),
            OutOfRange,
            &[Key::TilesFlowers],
            "0, 4 or 8",
        );
        self.require(
            TileSet::without(tiles.removed).is_some(),
            OutOfRange,
            &[Key::TilesRemoved],
            "\"\" or \"2345678m\"; other sets of tiles are not supported yet",
        );
        let red_numbers = if any_red { 1..=9 } else { 0..=9 };
        self.require(
            red_numbers.contains(&red_number),
            OutOfRange,
            &[Key::TilesRedNumber, Key::TilesReds],
            "1 to 9",
        );
        self.require(
            reds.m.max(reds.p).max(reds.s) <= 4,
            OutOfRange,
            &[Key::TilesReds],
            "at most 4 red copies of a tile",
        );
        let keys = [Key::TilesReds, Key::TilesRedNumber, Key::TilesRemoved];
        self.require(
            !red_removed,
            Contradiction,
            &keys,
            "red copies only of tiles that are in the box",
        );
        let pocchi = &self.settings.pocchi;
        let keys = [Key::PocchiIsWild, Key::TilesPocchi];
        let wild = pocchi.wild != PocchiWild::Never;
        self.require(
            !wild || tiles.pocchi,
            Contradiction,
            &keys,
            "tiles.pocchi = true, or pocchi.wild = \"never\"",
        );
        let keys = [Key::PocchiDora, Key::TilesPocchi];
        self.require(
            !pocchi.dora || tiles.pocchi,
            Contradiction,
            &keys,
            "tiles.pocchi = true, or pocchi.dora = false",
        );
    }
}
