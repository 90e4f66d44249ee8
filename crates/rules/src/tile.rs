//! Tiles: what stands on them (`Kind`) and which copy it is (`Tile` = kind + mark).
//!
//! Scoring reads kinds, dora and chips read marks.

use std::fmt;

/// How many kinds a hand can be built of: three suits of nine, four winds, three dragons.
pub const HAND_KINDS: usize = 34;
/// All kinds: those of a hand, four flowers and four seasons.
pub const KINDS: usize = 42;

/// One of the 42 faces: 1–9 man, pin, sou, winds, dragons, flowers, seasons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

/// The suit letter of a kind, as it is written: `m p s z f g`.
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
    /// All suits, in the order in which tiles are sorted.
    pub const ALL: [Suit; 6] = [
        Suit::Man,
        Suit::Pin,
        Suit::Sou,
        Suit::Honour,
        Suit::Flower,
        Suit::Season,
    ];

    /// The letter in tile notation.
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

    /// The index of its first kind and how many kinds it has.
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

    /// The kind with this index; an index beyond the last kind gives the last one.
    #[inline]
    pub const fn at(index: usize) -> Kind {
        debug_assert!(index < KINDS);
        Kind(if index < KINDS { index } else { KINDS - 1 } as u8)
    }

    /// The kind of a suit with this number (1 is the first).
    pub const fn of(suit: Suit, number: u8) -> Option<Kind> {
        let (first, len) = suit.range();
        if number >= 1 && number <= len {
            Some(Kind(first + number - 1))
        } else {
            None
        }
    }

    /// 0 to 41: man, pin, sou, honours, flowers, seasons.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All kinds, in order.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..KINDS as u8).map(Kind)
    }

    /// The kinds a hand can be built of, in order.
    pub fn of_hand() -> impl Iterator<Item = Kind> {
        (0..HAND_KINDS as u8).map(Kind)
    }

    /// The suit it belongs to.
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

    /// Its number within the suit, from 1.
    pub const fn number(self) -> u8 {
        self.0 - self.suit().range().0 + 1
    }

    /// Is it one of man, pin and sou?
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

    /// The only mark that a special copy of this kind can carry.
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

/// What tells a copy from the others of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// An ordinary copy.
    Plain,
    /// A red copy of a suited tile: one dora.
    Red,
    /// The white dragon with the dot.
    Pocchi,
}

/// One copy of a kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

const SPECIAL: u8 = 0x40;

impl Tile {
    /// The plain copy of a kind.
    pub const fn plain(kind: Kind) -> Tile {
        Tile(kind.0)
    }

    /// The special copy of a kind: red for a suited tile, the pocchi for the white dragon.
    pub const fn special(kind: Kind) -> Option<Tile> {
        match kind.special_mark() {
            Some(_) => Some(Tile(kind.0 | SPECIAL)),
            None => None,
        }
    }

    /// The face.
    pub const fn kind(self) -> Kind {
        Kind(self.0 & (SPECIAL - 1))
    }

    /// Which copy it is.
    pub const fn mark(self) -> Mark {
        if self.0 & SPECIAL == 0 {
            return Mark::Plain;
        }
        match self.kind().special_mark() {
            Some(mark) => mark,
            None => Mark::Plain,
        }
    }

    /// Is it a special copy, red or the pocchi?
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0 & SPECIAL != 0
    }

    pub const fn is_red(self) -> bool {
        matches!(self.mark(), Mark::Red)
    }

    pub const fn is_pocchi(self) -> bool {
        matches!(self.mark(), Mark::Pocchi)
    }

    /// A number below 128 that names the copy, for tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Tile {
    /// One tile as it is written: `3p`, `0p` (a red five), `3rp` (another red), `5rz` (the pocchi).
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
