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

/// A claim to have won. [`Win::ron`] and [`Win::tsumo`] make a plain one, and the other functions add to it; a line of text is
/// parsed into one.
///
/// ```
/// use jantaku_rules::{Riichi, Win, Wind, notation};
///
/// let hand = notation::few_tiles("123m456p678s99p13s")?;
/// let built = Win::ron(hand, notation::tile("2s")?).off(Wind::West).with_riichi(Riichi::Riichi);
/// assert_eq!("123m456p678s99p13s +2s from=west riichi".parse(), Ok(built));
/// # Ok::<(), jantaku_rules::notation::NotationError>(())
/// ```
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

impl Win {
    /// A ron: south wins off the dealer in the east round, with these concealed tiles beside the winning one.
    #[must_use]
    pub fn ron(hand: Tiles, tile: Tile) -> Win {
        Win {
            hand,
            melds: Melds::new(),
            aside: AsideTiles::new(),
            tile,
            by: By::Ron,
            seat: Wind::South,
            from: Wind::East,
            round: Wind::East,
            riichi: Riichi::None,
            ippatsu: false,
            rinshan: false,
            last_tile: false,
            first_turn: false,
            dora: Indicators::new(),
            ura: Indicators::new(),
            payer_riichi: false,
            sorted_in: false,
        }
    }

    /// A tsumo of south in the east round, with these concealed tiles beside the winning one.
    #[must_use]
    pub fn tsumo(hand: Tiles, tile: Tile) -> Win {
        Win {
            by: By::Tsumo,
            from: Wind::South,
            ..Win::ron(hand, tile)
        }
    }

    /// The winner has this wind.
    #[must_use]
    pub fn seated(self, seat: Wind) -> Win {
        let from = if self.by.is_tsumo() { seat } else { self.from };
        Win { seat, from, ..self }
    }

    /// The winning tile came from this player.
    #[must_use]
    pub fn off(self, from: Wind) -> Win {
        Win { from, ..self }
    }

    #[must_use]
    pub fn in_round(self, round: Wind) -> Win {
        Win { round, ..self }
    }

    /// Up to four melds; more are left out.
    #[must_use]
    pub fn with_melds(self, melds: impl IntoIterator<Item = Meld>) -> Win {
        let melds = melds.into_iter().take(4).collect();
        Win { melds, ..self }
    }

    #[must_use]
    pub fn with_aside(self, aside: AsideTiles) -> Win {
        Win { aside, ..self }
    }

    #[must_use]
    pub fn with_riichi(self, riichi: Riichi) -> Win {
        Win { riichi, ..self }
    }

    /// The indicators, and those beneath them.
    #[must_use]
    pub fn with_dora(self, dora: Indicators, ura: Indicators) -> Win {
        Win { dora, ura, ..self }
    }

    #[must_use]
    pub fn in_ippatsu(self) -> Win {
        Win { ippatsu: true, ..self }
    }

    /// On the replacement tile of a kan.
    #[must_use]
    pub fn on_replacement(self) -> Win {
        Win { rinshan: true, ..self }
    }

    /// On the last tile of the wall, or the discard after it.
    #[must_use]
    pub fn on_last_tile(self) -> Win {
        Win {
            last_tile: true,
            ..self
        }
    }

    /// In the first uninterrupted go-around.
    #[must_use]
    pub fn in_first_turn(self) -> Win {
        Win {
            first_turn: true,
            ..self
        }
    }

    /// Off a player in riichi.
    #[must_use]
    pub fn off_riichi(self) -> Win {
        Win {
            payer_riichi: true,
            ..self
        }
    }
}
