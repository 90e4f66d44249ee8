//! Tiles in text: `123m406p12z`.
//!
//! Digits are followed by the letter of their suit. `0` is a red five; an `r` after a digit is any other special copy: `3rp` is a red
//! 3p, `5rz` the pocchi. A single tile may have the `r` after its letter: `3pr`. Flowers are `1f` to `4f`, seasons
//! `1g` to `4g`; `5f` to `8f` are read as seasons too. There may be spaces between groups.

use crate::kind_set::KindSet;
use crate::tile::{Kind, Mark, Suit, Tile};
use arrayvec::ArrayVec;
use std::fmt;

/// Length limit of a text, in bytes. A whole wall fits.
pub const LONGEST: usize = 1_024;
/// Limit on tiles, well above the 144 of the largest wall. Any text within it can be written and read back.
pub const MOST: usize = 300;

/// Why a text is not a list of tiles, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The character, counted from 1.
    pub position: usize,
    pub problem: NotationProblem,
}

/// Why a text is not a list of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotationProblem {
    /// The text is too long.
    TooLong,
    /// More tiles than this many.
    TooMany(usize),
    /// None or several tiles instead of one.
    NotOne,
    Character(char),
    /// The suit has no such number.
    Number(char, Suit),
    /// The tile has no special copy.
    NotSpecial(char, Suit),
    /// Digits without the letter of their suit.
    NoSuit,
    /// A letter without digits.
    NoDigits(char),
    /// An `r` that does not follow a digit or a single tile.
    StrayR,
}

impl fmt::Display for NotationProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationProblem::TooLong => write!(f, "more than {LONGEST} characters"),
            NotationProblem::TooMany(most) => write!(f, "more than {most} tiles"),
            NotationProblem::NotOne => write!(f, "expected exactly one tile"),
            NotationProblem::Character(c) => write!(f, "{c:?} is neither a digit nor one of m p s z f g"),
            NotationProblem::Number(digit, suit) => write!(f, "there is no {digit}{}", suit.letter()),
            NotationProblem::NotSpecial(digit, suit) => write!(f, "{digit}{} has no special copy", suit.letter()),
            NotationProblem::NoSuit => write!(f, "digits without the letter of their suit"),
            NotationProblem::NoDigits(c) => write!(f, "no digits before {c:?}"),
            NotationProblem::StrayR => write!(f, "an r must follow a digit or a single tile"),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.position, self.problem)
    }
}

impl std::error::Error for NotationError {}

/// Reads tiles in the order of the text.
///
/// ```
/// use jantaku_rules::notation;
///
/// let tiles = notation::tiles("123m 0p 5rz")?;
/// assert_eq!((tiles.len(), notation::in_order(&tiles)), (5, "123m0p5rz".to_owned()));
/// assert_eq!(notation::tiles("8z").unwrap_err().to_string(), "character 1: there is no 8z");
/// # Ok::<(), notation::NotationError>(())
/// ```
///
/// # Errors
/// The first thing in the text that is not a tile, or more than [`MOST`] tiles.
pub fn tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let mut found = Vec::new();
    each_tile(text, |tile, _| {
        found.push(tile);
        Ok(())
    })?;
    Ok(found)
}

/// Reads up to `N` tiles in the order of the text.
///
/// # Errors
/// The first thing in the text that is not a tile, or the first tile beyond `N`.
pub fn few_tiles<const N: usize>(text: &str) -> Result<ArrayVec<Tile, N>, NotationError> {
    let mut found = ArrayVec::new();
    each_tile(text, |tile, position| {
        found
            .try_push(tile)
            .map_err(|_| error(position, NotationProblem::TooMany(N)))
    })?;
    Ok(found)
}

/// Reads a single tile.
///
/// # Errors
/// Text that is not exactly one tile.
pub fn tile(text: &str) -> Result<Tile, NotationError> {
    match few_tiles::<1>(text) {
        Ok(found) => found.first().copied().ok_or(error(1, NotationProblem::NotOne)),
        Err(NotationError {
            position,
            problem: NotationProblem::TooMany(_),
        }) => Err(error(position, NotationProblem::NotOne)),
        Err(other) => Err(other),
    }
}

/// Reads a set of kinds. A special copy counts as its kind.
///
/// # Errors
/// The first thing in the text that is not a tile.
pub fn kinds(text: &str) -> Result<KindSet, NotationError> {
    let mut set = KindSet::EMPTY;
    each_tile(text, |tile, _| {
        set.insert(tile.kind());
        Ok(())
    })?;
    Ok(set)
}

/// Writes tiles sorted and grouped by suit, as for a hand. Special copies come before plain ones.
#[must_use]
pub fn sorted(tiles: &[Tile]) -> String {
    let mut tiles = tiles.to_vec();
    tiles.sort_by_key(|tile| (tile.kind(), tile.mark() == Mark::Plain));
    in_order(&tiles)
}

/// Writes tiles in the given order, as for a river. Neighbours of one suit share a letter.
#[must_use]
pub fn in_order(tiles: &[Tile]) -> String {
    let mut text = String::with_capacity(tiles.len() * 2);
    for (i, tile) in tiles.iter().enumerate() {
        let kind = tile.kind();
        match tile.mark() {
            Mark::Plain => text.push(digit(kind.number())),
            Mark::Red if kind.number() == 5 => text.push('0'),
            Mark::Red | Mark::Pocchi => {
                text.push(digit(kind.number()));
                text.push('r');
            }
        }
        if tiles.get(i + 1).is_none_or(|next| next.kind().suit() != kind.suit()) {
            text.push(kind.suit().letter());
        }
    }
    text
}

/// A digit whose suit letter is still to come.
#[derive(Clone, Copy)]
struct Digit {
    character: char,
    position: usize,
    special: bool,
}

/// Calls `found` with each tile and its position.
fn each_tile(text: &str, mut found: impl FnMut(Tile, usize) -> Result<(), NotationError>) -> Result<(), NotationError> {
    if text.len() > LONGEST {
        return Err(error(LONGEST + 1, NotationProblem::TooLong));
    }
    let mut group: Vec<Digit> = Vec::new();
    let mut count = 0;
    let mut characters = text.chars().zip(1..).peekable();
    while let Some((character, position)) = characters.next() {
        match character {
            '0'..='9' => group.push(Digit {
                character,
                position,
                special: character == '0',
            }),
            'r' => match group.last_mut() {
                Some(last) if !last.special => last.special = true,
                _ => return Err(error(position, NotationProblem::StrayR)),
            },
            ' ' if group.is_empty() => {}
            ' ' => return Err(error(position, NotationProblem::NoSuit)),
            _ => {
                let suit =
                    Suit::from_letter(character).ok_or(error(position, NotationProblem::Character(character)))?;
                // After several digits it would be unclear which one the `r` belongs to, so it is refused.
                if let [only] = group.as_mut_slice()
                    && !only.special
                {
                    only.special = characters.next_if(|(c, _)| *c == 'r').is_some();
                }
                if group.is_empty() {
                    return Err(error(position, NotationProblem::NoDigits(character)));
                }
                for digit in group.drain(..) {
                    count += 1;
                    if count > MOST {
                        return Err(error(digit.position, NotationProblem::TooMany(MOST)));
                    }
                    found(tile_of(digit, suit)?, digit.position)?;
                }
            }
        }
    }
    match group.first() {
        Some(digit) => Err(error(digit.position, NotationProblem::NoSuit)),
        None => Ok(()),
    }
}

fn tile_of(digit: Digit, suit: Suit) -> Result<Tile, NotationError> {
    let number = digit.character as u8 - b'0';
    let kind = match (suit, number) {
        (Suit::Man | Suit::Pin | Suit::Sou, 0) => Kind::of(suit, 5),
        (Suit::Flower, 5..) => Kind::of(Suit::Season, number - 4),
        _ => Kind::of(suit, number),
    };
    let kind = kind.ok_or(error(digit.position, NotationProblem::Number(digit.character, suit)))?;
    if !digit.special {
        return Ok(Tile::plain(kind));
    }
    Tile::special(kind).ok_or(error(
        digit.position,
        NotationProblem::NotSpecial(digit.character, suit),
    ))
}

fn digit(number: u8) -> char {
    char::from(b'0' + number)
}

const fn error(position: usize, problem: NotationProblem) -> NotationError {
    NotationError { position, problem }
}
