//! The 136 physical tiles as Tenhou numbers them; mjx uses the same numbers.

use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};

const COPIES: u8 = 4;
/// The copies that are red where red fives are in play: one 5m, 5p and 5s.
const RED: [u8; 3] = [16, 52, 88];

/// One physical tile: four for each kind, in the order of the kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileId(u8);

impl TileId {
    pub fn new(number: u32) -> Option<TileId> {
        let number = u8::try_from(number).ok()?;
        (usize::from(number / COPIES) < HAND_KINDS).then_some(TileId(number))
    }

    /// A copy (0 to 3) of the kind with this index (0 to 33).
    pub fn copy(kind: u32, copy: u32) -> Option<TileId> {
        if copy >= u32::from(COPIES) {
            return None;
        }
        TileId::new(kind.checked_mul(u32::from(COPIES))?.checked_add(copy)?)
    }

    /// Its face.
    pub fn tile(self, red_fives: bool) -> Tile {
        let kind = Kind::at(usize::from(self.0 / COPIES));
        match Tile::special(kind) {
            Some(red) if red_fives && RED.contains(&self.0) => red,
            _ => Tile::plain(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_tiles() {
        for (number, red_fives, tile) in [
            (0, true, "1m"),
            (16, true, "0m"),
            (16, false, "5m"),
            (17, true, "5m"),
            (52, true, "0p"),
            (88, true, "0s"),
            (108, true, "1z"),
            (135, true, "7z"),
        ] {
            let id = TileId::new(number).expect("one of the 136");
            assert_eq!(id.tile(red_fives).to_string(), tile);
        }
        assert_eq!(TileId::new(136), None);
        assert_eq!(TileId::copy(33, 3), TileId::new(135));
        assert_eq!(TileId::copy(34, 0), None);
        assert_eq!(TileId::copy(0, 4), None);
    }
}
