//! A [`Kind`] is the face of a tile; a [`Tile`] is one copy, which may be red or the pocchi.
use std::fmt;

/// Kinds that a hand can consist of: three suits of nine, four winds, three dragons.
pub const HAND_KINDS: usize = 34;
/// All kinds, including four flowers and four seasons.
pub const KINDS: usize = 42;

/// One of the 42 faces: 1–9 man, pin, sou, winds, dragons, flowers, seasons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

/// A suit, with honours, flowers and seasons as suits of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Characters.
    Man,
    /// Circles.
    Pin,
    /// Bamboo.
    Sou,
    /// Winds and dragons.
    Honour,
    /// Plum, orchid, chrysanthemum, bamboo.
    Flower,
    /// Spring, summer, autumn, winter.
    Season,
}

impl Suit {
    /// In the order in which tiles are sorted.
    pub const ALL: [Suit; 6] = [
        Suit::Man,
        Suit::Pin,
        Suit::Sou,
        Suit::Honour,
        Suit::Flower,
        Suit::Season,
    ];

    /// Its letter in tile notation: `m p s z f g`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Man => 'm',
            Suit::Pin => 'p',
            Suit::Sou => 's',
            Suit::Honour => 'z',
            Suit::Flower => 'f',
            Suit::Season => 'g',
        }
    }

    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|s| s.letter() == letter)
    }

    /// The index of its first kind and the number of its kinds.
    pub const fn range(self) -> (u8, u8) {
        match self {
            Suit::Man => (0, 9),
            Suit::Pin => (9, 9),
            Suit::Sou => (18, 9),
            Suit::Honour => (27, 7),
            Suit::Flower => (34, 4),
            Suit::Season => (38, 4),
        }
    }
}

impl Kind {
    /// East wind, `1z`.
    pub const EAST: Kind = Kind(27);
    /// North wind, `4z`.
    pub const NORTH: Kind = Kind(30);
    /// White dragon, `5z`.
    pub const HAKU: Kind = Kind(31);
    /// Green dragon, `6z`.
    pub const HATSU: Kind = Kind(32);
    /// Red dragon, `7z`.
    pub const CHUN: Kind = Kind(33);

    pub const fn new(index: u8) -> Option<Kind> {
        if (index as usize) < KINDS {
            Some(Kind(index))
        } else {
            None
        }
    }

    /// The kind with this index. Larger indices give the last kind.
    #[inline]
    pub const fn at(index: usize) -> Kind {
        debug_assert!(index < KINDS);
        Kind(if index < KINDS { index } else { KINDS - 1 } as u8)
    }

    /// The kind of a suit with this number, counted from 1.
    pub const fn of(suit: Suit, number: u8) -> Option<Kind> {
        let (first, len) = suit.range();
        if number >= 1 && number <= len {
            Some(Kind(first + number - 1))
        } else {
            None
        }
    }

    /// From 0 to 41: man, pin, sou, honours, flowers, seasons.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub fn all() -> impl Iterator<Item = Kind> {
        (0..KINDS as u8).map(Kind)
    }

    /// The kinds that a hand can consist of, in order.
    pub fn of_hand() -> impl Iterator<Item = Kind> {
        (0..HAND_KINDS as u8).map(Kind)
    }

    pub const fn suit(self) -> Suit {
        match self.0 {
            0..=8 => Suit::Man,
            9..=17 => Suit::Pin,
            18..=26 => Suit::Sou,
            27..=33 => Suit::Honour,
            34..=37 => Suit::Flower,
            _ => Suit::Season,
        }
    }

    /// Its number within the suit, counted from 1.
    pub const fn number(self) -> u8 {
        self.0 - self.suit().range().0 + 1
    }

    /// Is it man, pin or sou?
    pub const fn is_suited(self) -> bool {
        self.0 < 27
    }

    /// Is it a wind or a dragon?
    pub const fn is_honour(self) -> bool {
        self.0 >= 27 && self.0 < 34
    }

    /// Is it a 1 or a 9 of a suit?
    pub const fn is_terminal(self) -> bool {
        self.is_suited() && (self.0.is_multiple_of(9) || self.0 % 9 == 8)
    }

    /// Is it a terminal or an honour?
    pub const fn is_outside(self) -> bool {
        self.is_honour() || self.is_terminal()
    }

    /// Is it a flower or a season?
    pub const fn is_flower(self) -> bool {
        self.0 >= 34
    }

    /// The mark of its special copy, if it can have one.
    const fn special_mark(self) -> Option<Mark> {
        match self.0 {
            31 => Some(Mark::Pocchi),
            0..=26 => Some(Mark::Red),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.suit().letter())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What distinguishes a copy from others of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// An ordinary copy.
    Plain,
    /// A red copy of a suited tile, worth a dora.
    Red,
    /// The white dragon with a dot.
    Pocchi,
}

/// One copy of a kind.
///
/// ```
/// use jantaku_rules::{Tile, notation};
///
/// let red = notation::tile("0p")?;
/// assert!(red.is_red());
/// assert_eq!(red.kind().to_string(), "5p");
/// assert_eq!(Tile::special(red.kind()), Some(red));
/// assert_ne!(Tile::plain(red.kind()), red);
/// # Ok::<(), notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

const SPECIAL: u8 = 0x40;

impl Tile {
    /// The plain copy of a kind.
    pub const fn plain(kind: Kind) -> Tile {
        Tile(kind.0)
    }

    /// The special copy of a kind: red for suited tiles, the pocchi for the white dragon, none for others.
    pub const fn special(kind: Kind) -> Option<Tile> {
        match kind.special_mark() {
            Some(_) => Some(Tile(kind.0 | SPECIAL)),
            None => None,
        }
    }

    pub const fn kind(self) -> Kind {
        Kind(self.0 & (SPECIAL - 1))
    }

    pub const fn mark(self) -> Mark {
        if self.0 & SPECIAL == 0 {
            return Mark::Plain;
        }
        match self.kind().special_mark() {
            Some(mark) => mark,
            None => Mark::Plain,
        }
    }

    pub const fn is_red(self) -> bool {
        matches!(self.mark(), Mark::Red)
    }

    pub const fn is_pocchi(self) -> bool {
        matches!(self.mark(), Mark::Pocchi)
    }

    /// A number below 128, unique to the copy, for lookup tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Tile {
    /// Writes `3p`, `0p` (a red five), `3rp` (another red) or `5rz` (the pocchi).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self.mark() {
            Mark::Plain => write!(f, "{kind}"),
            Mark::Red if kind.number() == 5 => write!(f, "0{}", kind.suit().letter()),
            _ => write!(f, "{}r{}", kind.number(), kind.suit().letter()),
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
