//! What cannot be in a box of tiles.

use super::super::choices::PocchiWild;
use super::super::error::ErrorKind;
use super::super::settings::Key;
use super::Check;
use crate::tile::Kind;
use crate::tile_set::TileSet;

impl Check<'_> {
    pub(super) fn tiles(&mut self) {
        let tiles = &self.settings.tiles;
        let (reds, red_number) = (&tiles.reds, tiles.red_number);
        let any_red = reds.m > 0 || reds.p > 0 || reds.s > 0;
        let red_kinds = Kind::of_hand().filter(|kind| kind.is_suited() && kind.number() == red_number);
        let red_removed = red_kinds
            .zip([reds.m, reds.p, reds.s])
            .any(|(kind, n)| n > 0 && tiles.removed.has(kind));
        let flowers_removed = Kind::all().any(|kind| kind.is_flower() && tiles.removed.has(kind));
        // Thirteen tiles each, a dead wall, and a few turns.
        let needed = usize::from(tiles.seats) * 17 + 14;
        let enough = TileSet::of(tiles).tiles().len() >= needed;
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
            !flowers_removed,
            OutOfRange,
            &[Key::TilesRemoved],
            "kinds of man, pin, sou, winds and dragons",
        );
        let keys = [Key::TilesRemoved, Key::TilesSeats];
        self.require(enough, OutOfRange, &keys, "enough tiles for a wall");
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
            "at most four copies",
        );
        let keys = [Key::TilesReds, Key::TilesRedNumber, Key::TilesRemoved];
        self.require(
            !red_removed,
            Contradiction,
            &keys,
            "red copies of tiles that are in the box",
        );
        let white = tiles.removed.has(Kind::HAKU);
        let keys = [Key::TilesPocchi, Key::TilesRemoved];
        self.require(
            !(tiles.pocchi && white),
            Contradiction,
            &keys,
            "a pocchi only where there are white dragons",
        );
        let pocchi = &self.settings.pocchi;
        let keys = [Key::PocchiIsWild, Key::TilesPocchi];
        let wild = pocchi.wild != PocchiWild::Never;
        self.require(
            !wild || tiles.pocchi,
            Contradiction,
            &keys,
            "a wild pocchi only where there is one",
        );
        let keys = [Key::PocchiDora, Key::TilesPocchi];
        self.require(
            !pocchi.dora || tiles.pocchi,
            Contradiction,
            &keys,
            "a red pocchi only where there is one",
        );
        let keys = [Key::AsideKita, Key::TilesRemoved];
        let north = !tiles.removed.has(Kind::NORTH);
        self.require(
            !self.settings.aside.kita || north,
            Contradiction,
            &keys,
            "kita only where there are norths",
        );
    }
}
