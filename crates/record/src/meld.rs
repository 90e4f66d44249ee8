//! Sets on the table: called ones and kans.

use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};

use crate::game::sort_tiles;

/// A set on the table. The caller's own tiles are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeldRecord {
    /// A run with a discard.
    Chii { from: Seat, called: Tile, own: [Tile; 2] },
    /// A triplet with a discard.
    Pon { from: Seat, called: Tile, own: [Tile; 2] },
    /// A kan with a discard.
    Daiminkan { from: Seat, called: Tile, own: [Tile; 3] },
    /// A pon made into a kan.
    Kakan {
        /// Who discarded the tile of the pon.
        from: Seat,
        called: Tile,
        own: [Tile; 2],
        added: Tile,
    },
    /// A kan of one's own.
    Ankan { tiles: [Tile; 4] },
}

impl MeldRecord {
    /// A run with a discard.
    pub fn chii(from: Seat, called: Tile, own: [Tile; 2]) -> MeldRecord {
        let own = sorted(own);
        MeldRecord::Chii { from, called, own }
    }

    /// A triplet with a discard.
    pub fn pon(from: Seat, called: Tile, own: [Tile; 2]) -> MeldRecord {
        let own = sorted(own);
        MeldRecord::Pon { from, called, own }
    }

    /// A kan with a discard.
    pub fn daiminkan(from: Seat, called: Tile, own: [Tile; 3]) -> MeldRecord {
        let own = sorted(own);
        MeldRecord::Daiminkan { from, called, own }
    }

    /// A pon made into a kan.
    pub fn kakan(from: Seat, called: Tile, own: [Tile; 2], added: Tile) -> MeldRecord {
        let own = sorted(own);
        MeldRecord::Kakan {
            from,
            called,
            own,
            added,
        }
    }

    /// A kan of one's own.
    pub fn ankan(tiles: [Tile; 4]) -> MeldRecord {
        let tiles = sorted(tiles);
        MeldRecord::Ankan { tiles }
    }

    pub const fn name(&self) -> &'static str {
        match self {
            MeldRecord::Chii { .. } => "chii",
            MeldRecord::Pon { .. } => "pon",
            MeldRecord::Daiminkan { .. } => "daiminkan",
            MeldRecord::Kakan { .. } => "kakan",
            MeldRecord::Ankan { .. } => "ankan",
        }
    }

    /// The kind of its lowest tile.
    pub fn kind(&self) -> Kind {
        match *self {
            MeldRecord::Chii { called, own, .. } => called.kind().min(own[0].kind()),
            MeldRecord::Pon { called, .. }
            | MeldRecord::Daiminkan { called, .. }
            | MeldRecord::Kakan { called, .. } => called.kind(),
            MeldRecord::Ankan { tiles } => tiles[0].kind(),
        }
    }

    /// Who discarded a tile of it, and which.
    pub fn given(&self) -> Option<(Seat, Tile)> {
        match *self {
            MeldRecord::Chii { from, called, .. }
            | MeldRecord::Pon { from, called, .. }
            | MeldRecord::Daiminkan { from, called, .. }
            | MeldRecord::Kakan { from, called, .. } => Some((from, called)),
            MeldRecord::Ankan { .. } => None,
        }
    }

    /// The tiles that leave the hand when it is made; of a kakan only the fourth.
    pub fn laid(&self) -> &[Tile] {
        match self {
            MeldRecord::Chii { own, .. } | MeldRecord::Pon { own, .. } => own,
            MeldRecord::Daiminkan { own, .. } => own,
            MeldRecord::Kakan { added, .. } => std::slice::from_ref(added),
            MeldRecord::Ankan { tiles } => tiles,
        }
    }

    /// All its tiles, sorted.
    pub fn tiles(&self) -> Vec<Tile> {
        let mut tiles = match *self {
            MeldRecord::Chii { called, own, .. } | MeldRecord::Pon { called, own, .. } => {
                vec![called, own[0], own[1]]
            }
            MeldRecord::Daiminkan { called, own, .. } => vec![called, own[0], own[1], own[2]],
            MeldRecord::Kakan { called, own, added, .. } => vec![called, own[0], own[1], added],
            MeldRecord::Ankan { tiles } => tiles.to_vec(),
        };
        sort_tiles(&mut tiles);
        tiles
    }
}

fn sorted<const N: usize>(mut tiles: [Tile; N]) -> [Tile; N] {
    sort_tiles(&mut tiles);
    tiles
}
