//! A winning hand as it lies on the table: its tiles, its melds, and the circumstances of the win.

use crate::seat::Wind;
use crate::tile::Tile;
use arrayvec::ArrayVec;

/// Concealed tiles: at most fourteen.
pub type Tiles = ArrayVec<Tile, 14>;
/// Tiles set aside: at most eight flowers and four norths.
pub type AsideTiles = ArrayVec<Tile, 12>;
/// Indicators: the first and one for each of four kans.
pub type Indicators = ArrayVec<Tile, 5>;
/// A player's melds.
pub type Melds = ArrayVec<Meld, 4>;

/// How a meld was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MeldKind {
    /// A sequence with the left player's discard.
    Chii,
    /// A triplet with a discard.
    Pon,
    /// A kan with a discard.
    Daiminkan,
    /// A pon to which the fourth tile was added.
    Kakan,
    /// A kan of four own tiles; the hand stays closed.
    Ankan,
}

impl MeldKind {
    /// All of them, with their words in files.
    pub const WORDS: [(&'static str, MeldKind); 5] = [
        ("chii", MeldKind::Chii),
        ("pon", MeldKind::Pon),
        ("daiminkan", MeldKind::Daiminkan),
        ("kakan", MeldKind::Kakan),
        ("ankan", MeldKind::Ankan),
    ];

    /// Its word in files.
    pub const fn word(self) -> &'static str {
        MeldKind::WORDS[self as usize].0
    }

    /// Does it have four tiles?
    pub const fn is_kan(self) -> bool {
        matches!(self, MeldKind::Daiminkan | MeldKind::Kakan | MeldKind::Ankan)
    }

    /// Does it open the hand?
    pub const fn is_open(self) -> bool {
        !matches!(self, MeldKind::Ankan)
    }
}

/// Tiles laid open or, for a closed kan, declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Meld {
    pub kind: MeldKind,
    /// Its three or four tiles, lowest first.
    pub tiles: ArrayVec<Tile, 4>,
    pub from: Option<Wind>,
}

/// How the winning tile came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum By {
    /// Drawn.
    Tsumo,
    /// Another player's discard.
    #[default]
    Ron,
    /// The tile of another player's kan.
    RobbingAKan,
    /// A north that another player sets aside.
    RobbingAKita,
    /// A flower that another player reveals.
    RobbingAFlower,
}

impl By {
    /// All of them, with their words in files.
    pub const WORDS: [(&'static str, By); 5] = [
        ("tsumo", By::Tsumo),
        ("ron", By::Ron),
        ("robbing-a-kan", By::RobbingAKan),
        ("robbing-a-kita", By::RobbingAKita),
        ("robbing-a-flower", By::RobbingAFlower),
    ];

    /// Its word in files.
    pub const fn word(self) -> &'static str {
        By::WORDS[self as usize].0
    }

    /// Was it drawn?
    pub const fn is_tsumo(self) -> bool {
        matches!(self, By::Tsumo)
    }
}

/// What the winner had declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Riichi {
    /// Nothing.
    #[default]
    None,
    /// Riichi.
    Riichi,
    /// Riichi with the first discard.
    Double,
    /// Open riichi.
    Open,
    /// Open riichi with the first discard.
    DoubleOpen,
}

impl Riichi {
    /// All of them, with their words in files.
    pub const WORDS: [(&'static str, Riichi); 5] = [
        ("none", Riichi::None),
        ("riichi", Riichi::Riichi),
        ("double", Riichi::Double),
        ("open", Riichi::Open),
        ("double-open", Riichi::DoubleOpen),
    ];

    /// Any of the kinds of riichi?
    pub const fn declared(self) -> bool {
        !matches!(self, Riichi::None)
    }

    /// Declared with the first discard?
    pub const fn is_double(self) -> bool {
        matches!(self, Riichi::Double | Riichi::DoubleOpen)
    }

    /// With the hand shown?
    pub const fn is_open(self) -> bool {
        matches!(self, Riichi::Open | Riichi::DoubleOpen)
    }
}

/// A claim to have won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Concealed tiles without the winning tile.
    pub hand: Tiles,
    pub melds: Melds,
    pub aside: AsideTiles,
    pub tile: Tile,
    pub by: By,
    pub seat: Wind,
    /// The wind of whoever gave the tile; for a tsumo the winner's own.
    pub from: Wind,
    pub round: Wind,
    pub riichi: Riichi,
    /// Within one uninterrupted go-around after the riichi?
    pub ippatsu: bool,
    pub rinshan: bool,
    pub last_tile: bool,
    /// In the first uninterrupted go-around?
    pub first_turn: bool,
    pub dora: Indicators,
    /// Indicators beneath them; counted for riichi winners only.
    pub ura: Indicators,
    pub payer_riichi: bool,
    /// Was the tsumo tile sorted into the hand?
    pub sorted_in: bool,
}
