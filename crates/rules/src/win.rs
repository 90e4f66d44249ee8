//! A winning hand: its tiles, its melds and the circumstances of the win.

use crate::seat::Wind;
use crate::tile::Tile;
use arrayvec::ArrayVec;

pub type Tiles = ArrayVec<Tile, 14>;
/// Up to eight flowers and four norths.
pub type AsideTiles = ArrayVec<Tile, 12>;
/// The first indicator and one for each of four kans.
pub type Indicators = ArrayVec<Tile, 5>;
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
    /// A pon with the fourth tile added.
    Kakan,
    /// A kan from the hand, which stays closed.
    Ankan,
}

impl MeldKind {
    /// Every value with its word in files.
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

/// A set laid out on the table; a closed kan too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Meld {
    pub kind: MeldKind,
    /// Its three or four tiles, lowest first.
    pub tiles: ArrayVec<Tile, 4>,
    pub from: Option<Wind>,
}

/// Where the winning tile came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum By {
    /// Drawn.
    Tsumo,
    /// Another player's discard.
    #[default]
    Ron,
    /// The tile that another player makes a kan with.
    RobbingAKan,
    /// A north that another player sets aside.
    RobbingAKita,
    /// A flower that another player reveals.
    RobbingAFlower,
}

impl By {
    /// Every value with its word in files.
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

/// The winner's declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Riichi {
    /// No riichi.
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
    /// Every value with its word in files.
    pub const WORDS: [(&'static str, Riichi); 5] = [
        ("none", Riichi::None),
        ("riichi", Riichi::Riichi),
        ("double", Riichi::Double),
        ("open", Riichi::Open),
        ("double-open", Riichi::DoubleOpen),
    ];

    /// Is it any kind of riichi?
    pub const fn declared(self) -> bool {
        !matches!(self, Riichi::None)
    }

    /// Was it declared with the first discard?
    pub const fn is_double(self) -> bool {
        matches!(self, Riichi::Double | Riichi::DoubleOpen)
    }

    /// Was the hand shown?
    pub const fn is_open(self) -> bool {
        matches!(self, Riichi::Open | Riichi::DoubleOpen)
    }
}

/// A winning hand to be scored. Start from [`Win::ron`] or [`Win::tsumo`] and add the circumstances, or parse a line of text (see
/// [`hand_text`](crate::hand_text)). Hands from outside should go through [`checked`](crate::checked) before they are scored.
///
/// ```
/// use jantaku_rules::{Riichi, Win, Wind, notation};
///
/// let hand = notation::few_tiles("123m456p678s99p13s")?;
/// let built = Win::ron(hand, notation::tile("2s")?).off(Wind::West).with_riichi(Riichi::Riichi);
/// assert_eq!("123m456p678s99p13s +2s from=west riichi".parse(), Ok(built));
/// # Ok::<(), jantaku_rules::NotationError>(())
/// ```
#[must_use]
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
    /// Within an uninterrupted go-around after riichi?
    pub ippatsu: bool,
    pub rinshan: bool,
    /// Is the replacement tile that of a north or flower, although the hand has a kan? Without a kan it can be nothing else.
    pub replaces_aside: bool,
    pub last_tile: bool,
    /// In the first uninterrupted go-around?
    pub first_turn: bool,
    pub dora: Indicators,
    /// The indicators underneath. Only riichi winners count them.
    pub ura: Indicators,
    pub payer_riichi: bool,
    /// Was the drawn tile sorted into the hand?
    pub sorted_in: bool,
}

impl Win {
    /// South wins off the dealer in the east round. `hand` is without the winning tile.
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
            replaces_aside: false,
            last_tile: false,
            first_turn: false,
            dora: Indicators::new(),
            ura: Indicators::new(),
            payer_riichi: false,
            sorted_in: false,
        }
    }

    /// South wins by tsumo in the east round. `hand` is without the winning tile.
    pub fn tsumo(hand: Tiles, tile: Tile) -> Win {
        Win {
            by: By::Tsumo,
            from: Wind::South,
            ..Win::ron(hand, tile)
        }
    }

    /// Sets the winner's wind.
    pub fn seated(self, seat: Wind) -> Win {
        let from = if self.by.is_tsumo() { seat } else { self.from };
        Win { seat, from, ..self }
    }

    /// Sets who gave the winning tile.
    pub fn off(self, from: Wind) -> Win {
        Win { from, ..self }
    }

    pub fn in_round(self, round: Wind) -> Win {
        Win { round, ..self }
    }

    /// Takes the first four melds and ignores the rest.
    pub fn with_melds(self, melds: impl IntoIterator<Item = Meld>) -> Win {
        let melds = melds.into_iter().take(4).collect();
        Win { melds, ..self }
    }

    pub fn with_aside(self, aside: AsideTiles) -> Win {
        Win { aside, ..self }
    }

    pub fn with_riichi(self, riichi: Riichi) -> Win {
        Win { riichi, ..self }
    }

    /// Sets the indicators, and those underneath.
    pub fn with_dora(self, dora: Indicators, ura: Indicators) -> Win {
        Win { dora, ura, ..self }
    }

    pub fn in_ippatsu(self) -> Win {
        Win { ippatsu: true, ..self }
    }

    /// Won on the replacement tile of a kan.
    pub fn on_replacement(self) -> Win {
        Win { rinshan: true, ..self }
    }

    /// Won on the last tile of the wall or the discard after it.
    pub fn on_last_tile(self) -> Win {
        Win {
            last_tile: true,
            ..self
        }
    }

    /// Won in the first uninterrupted go-around.
    pub fn in_first_turn(self) -> Win {
        Win {
            first_turn: true,
            ..self
        }
    }

    /// Won off a player in riichi.
    pub fn off_riichi(self) -> Win {
        Win {
            payer_riichi: true,
            ..self
        }
    }
}
