//! A winning hand in one line of text, for command lines and tests.
//!
//! `123m456p11z[555s pon west][9999p ankan] +1z tsumo seat=south dora=4m`: concealed tiles, melds in brackets, `+` and the winning
//! tile, then the circumstances. By default, south wins off the dealer in the east round.

mod fault;

pub use fault::HandFault;

use crate::nearest::nearest;
use crate::notation::{self, NotationError};
use crate::seat::Wind;
use crate::tile::{Kind, Tile};
use crate::win::{By, Meld, MeldKind, Riichi, Tiles, Win};
use std::fmt;
use std::str::FromStr;

/// A win together with honba, sticks and liability, as parsed from a line of text.
///
/// ```
/// use jantaku_rules::{By, HandText, Wind};
///
/// let hand: HandText = "234m 567p 678s 55z [999s pon east] +5z tsumo seat=west honba=1".parse()?;
/// assert_eq!((hand.win.by, hand.win.seat, hand.honba), (By::Tsumo, Wind::West, 1));
/// # Ok::<(), jantaku_rules::HandTextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandText {
    pub win: Win,
    pub honba: u8,
    /// Riichi sticks on the table, including the winner's own.
    pub sticks: u8,
    /// Yaku ids, each with the player who is liable for it.
    pub pao: Vec<(String, Wind)>,
    pub fed_kan: FedKan,
    /// The responsible player, if not the discarder.
    pub responsible: Option<Wind>,
}

/// Whose discard was called for the daiminkan that began the unbroken row of kans before this rinshan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FedKan {
    #[default]
    Unsaid,
    /// The replacement tile did not follow a daiminkan.
    Nobody,
    By(Wind),
}

impl FedKan {
    /// Reads the wind of a player, or `none`.
    pub fn named(word: &str) -> Option<FedKan> {
        match word {
            "none" => Some(FedKan::Nobody),
            _ => Wind::named(word).map(FedKan::By),
        }
    }

    pub const fn feeder(self) -> Option<Wind> {
        match self {
            FedKan::By(wind) => Some(wind),
            _ => None,
        }
    }
}

impl HandText {
    /// A win without honba, sticks or liability.
    #[must_use]
    pub fn of(win: Win) -> HandText {
        HandText {
            win,
            honba: 0,
            sticks: 0,
            pao: Vec::new(),
            fed_kan: FedKan::Unsaid,
            responsible: None,
        }
    }

    /// Completes the hand. `from` is who gave the winning tile; by default the winner for a tsumo, else the dealer.
    ///
    /// # Errors
    /// Contradictions in any rulebook. [`checked`](crate::checked) tests a win against a particular one.
    pub fn finish(mut self, from: Option<Wind>) -> Result<HandText, HandFault> {
        let win = &mut self.win;
        win.from = match from {
            None if win.by.is_tsumo() => win.seat,
            Some(from) if win.by.is_tsumo() && from != win.seat => return Err(HandFault::TsumoFrom),
            None => Wind::East,
            Some(from) => from,
        };
        // Flowers are never discarded, so winning on another player's flower is robbing it.
        if win.by == By::Ron && win.tile.kind().is_flower() {
            win.by = By::RobbingAFlower;
        }
        if self.fed_kan != FedKan::Unsaid && !win.rinshan {
            return Err(HandFault::FedKanWithoutRinshan);
        }
        // Where no daiminkan began the row and the hand has no other kan, the tile replaces a north or flower.
        let mut kans = win.melds.iter().filter(|meld| meld.kind.is_kan()).peekable();
        win.replaces_aside |= self.fed_kan == FedKan::Nobody
            && !win.aside.is_empty()
            && kans.peek().is_some()
            && kans.all(|kan| kan.kind == MeldKind::Daiminkan);
        if self.fed_kan == FedKan::By(win.seat) {
            return Err(HandFault::TheWinner("fed_kan"));
        }
        if self.pao.iter().any(|(_, liable)| *liable == win.seat) {
            return Err(HandFault::TheWinner("pao"));
        }
        Ok(self)
    }
}

/// A line that is only partly read.
struct Draft {
    hand: HandText,
    tile: Option<Tile>,
    from: Option<Wind>,
}

/// Length limit of a line, in bytes.
const LONGEST: usize = 1_024;

/// Why a line is not a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandTextError {
    TooLong,
    /// A bracket is not closed.
    Bracket,
    /// An unknown word.
    Word(String),
    /// A value that does not fit its key.
    Value {
        word: String,
        expected: &'static str,
    },
    /// Something is given twice.
    Twice(String),
    Tiles {
        word: String,
        error: NotationError,
    },
    Meld(String),
    TooManyMelds,
    NoWinningTile,
    /// Honba, sticks or liability in the line of a plain [`Win`].
    BesideTheWin,
    Fault(HandFault),
}

impl fmt::Display for HandTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandTextError::TooLong => write!(f, "the line is longer than {LONGEST} bytes"),
            HandTextError::Bracket => f.write_str("a bracket is not closed: write melds as [555s pon west]"),
            HandTextError::Word(word) => match nearest(word, known_words()) {
                Some(near) => write!(f, "unknown word {word:?}; did you mean {near:?}?"),
                None => write!(f, "unknown word {word:?}: see `jantaku score --help`"),
            },
            HandTextError::Value { word, expected } => write!(f, "{word:?}: expected {expected}"),
            HandTextError::Twice(word) => write!(f, "{word:?}: this was already given"),
            HandTextError::Tiles { word, error } => write!(f, "{word:?}: {error}"),
            HandTextError::Meld(meld) => {
                write!(
                    f,
                    "[{meld}]: expected tiles, then chii, pon, daiminkan, kakan or ankan, then the discarder, as in [555s pon west]"
                )
            }
            HandTextError::TooManyMelds => f.write_str("expected at most four melds"),
            HandTextError::NoWinningTile => f.write_str("no winning tile: add it with a plus, as in +1z"),
            HandTextError::BesideTheWin => {
                f.write_str("leave out honba, sticks and liability, which are not part of a win")
            }
            HandTextError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for HandTextError {}

impl FromStr for HandText {
    type Err = HandTextError;

    fn from_str(line: &str) -> Result<HandText, HandTextError> {
        if line.len() > LONGEST {
            return Err(HandTextError::TooLong);
        }
        let mut draft = Draft {
            hand: HandText::of(Win::ron(Tiles::new(), Tile::plain(Kind::EAST))),
            tile: None,
            from: None,
        };
        let mut said = Vec::new();
        for word in words(line)? {
            match word {
                Word::Meld(text) => {
                    let melds = &mut draft.hand.win.melds;
                    melds.try_push(meld(text)?).map_err(|_| HandTextError::TooManyMelds)?;
                }
                Word::Plain(text) => {
                    let about = take(&mut draft, text)?;
                    if about != About::Tiles && said.contains(&about) {
                        return Err(HandTextError::Twice(text.to_owned()));
                    }
                    said.push(about);
                }
            }
        }
        draft.hand.win.tile = draft.tile.ok_or(HandTextError::NoWinningTile)?;
        draft.hand.finish(draft.from).map_err(HandTextError::Fault)
    }
}

/// Refuses honba, sticks and liability: parse a [`HandText`] for those.
impl FromStr for Win {
    type Err = HandTextError;

    fn from_str(line: &str) -> Result<Win, HandTextError> {
        let hand: HandText = line.parse()?;
        if hand != HandText::of(hand.win.clone()) {
            return Err(HandTextError::BesideTheWin);
        }
        Ok(hand.win)
    }
}

enum Word<'a> {
    /// The text between brackets.
    Meld(&'a str),
    /// Text between spaces or brackets.
    Plain(&'a str),
}

fn words(line: &str) -> Result<Vec<Word<'_>>, HandTextError> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (meld, after) = inside.split_once(']').ok_or(HandTextError::Bracket)?;
            words.push(Word::Meld(meld));
            rest = after;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            words.push(Word::Plain(word));
            rest = after;
        }
        rest = rest.trim_start();
    }
    Ok(words)
}

/// Words without a value.
const FLAGS: [&str; 7] = [
    "ippatsu",
    "rinshan",
    "replaces-aside",
    "last-tile",
    "first-turn",
    "payer-riichi",
    "sorted-in",
];

/// Keys of `key=value`.
const VALUES: [&str; 11] = [
    "seat",
    "from",
    "round",
    "aside",
    "dora",
    "ura",
    "honba",
    "sticks",
    "pao",
    "fed-kan",
    "responsible",
];

/// Everything but tiles, for suggestions.
fn known_words() -> impl Iterator<Item = &'static str> {
    let by = By::WORDS.iter().map(|(word, _)| *word);
    let riichi = Riichi::WORDS.iter().map(|(word, _)| *word);
    by.chain(riichi).chain(FLAGS).chain(VALUES)
}

/// What a word is about, to notice repetitions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// Concealed tiles. They may come in several groups.
    Tiles,
    Winning,
    By,
    Riichi,
    Named(&'static str),
}

fn take(draft: &mut Draft, word: &str) -> Result<About, HandTextError> {
    if let Some(tile) = word.strip_prefix('+') {
        draft.tile = Some(notation::tile(tile).map_err(|error| bad_tiles(word, error))?);
        return Ok(About::Winning);
    }
    if let Some((key, value)) = word.split_once('=') {
        return take_value(draft, word, key, value);
    }
    let win = &mut draft.hand.win;
    if let Some((_, by)) = By::WORDS.iter().find(|(name, _)| *name == word) {
        win.by = *by;
        return Ok(About::By);
    }
    if let Some((_, riichi)) = Riichi::WORDS.iter().find(|(name, _)| *name == word) {
        win.riichi = *riichi;
        return Ok(About::Riichi);
    }
    let flags = [
        &mut win.ippatsu,
        &mut win.rinshan,
        &mut win.replaces_aside,
        &mut win.last_tile,
        &mut win.first_turn,
        &mut win.payer_riichi,
        &mut win.sorted_in,
    ];
    if let Some((name, flag)) = FLAGS.into_iter().zip(flags).find(|(name, _)| *name == word) {
        *flag = true;
        return Ok(About::Named(name));
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(HandTextError::Word(word.to_owned()));
    }
    let tiles = notation::few_tiles::<14>(word).map_err(|error| bad_tiles(word, error))?;
    let too_many = notation::NotationProblem::TooMany(win.hand.capacity());
    let room = win.hand.try_extend_from_slice(&tiles);
    room.map_err(|_| {
        bad_tiles(
            word,
            NotationError {
                position: 1,
                problem: too_many,
            },
        )
    })?;
    Ok(About::Tiles)
}

fn take_value(draft: &mut Draft, word: &str, key: &str, value: &str) -> Result<About, HandTextError> {
    let wrong = |expected: &'static str| HandTextError::Value {
        word: word.to_owned(),
        expected,
    };
    let wind = |value: &str| Wind::named(value).ok_or_else(|| wrong("east, south, west or north"));
    let count = |value: &str| value.parse().map_err(|_| wrong("a number from 0 to 255"));
    let tiles_fault = |error| bad_tiles(word, error);
    let Draft { hand, from, .. } = draft;
    let win = &mut hand.win;
    let Some(name) = VALUES.into_iter().find(|name| *name == key) else {
        return Err(HandTextError::Word(word.to_owned()));
    };
    match name {
        "seat" => win.seat = wind(value)?,
        "from" => *from = Some(wind(value)?),
        "round" => win.round = wind(value)?,
        "aside" => win.aside = notation::few_tiles(value).map_err(tiles_fault)?,
        "dora" => win.dora = notation::few_tiles(value).map_err(tiles_fault)?,
        "ura" => win.ura = notation::few_tiles(value).map_err(tiles_fault)?,
        "honba" => hand.honba = count(value)?,
        "sticks" => hand.sticks = count(value)?,
        "fed-kan" => {
            hand.fed_kan = FedKan::named(value).ok_or_else(|| wrong("east, south, west, north or none"))?;
        }
        "responsible" => hand.responsible = Some(wind(value)?),
        _ => {
            for part in value.split(',') {
                let (yaku, liable) = part
                    .split_once(':')
                    .ok_or_else(|| wrong("a yaku and the liable player, as in daisangen:west"))?;
                hand.pao.push((yaku.to_owned(), wind(liable)?));
            }
        }
    }
    Ok(About::Named(name))
}

/// `555s pon south`
fn meld(text: &str) -> Result<Meld, HandTextError> {
    let wrong = || HandTextError::Meld(text.to_owned());
    let mut words = text.split_whitespace();
    let tiles = words.next().ok_or_else(wrong)?;
    let tiles = notation::few_tiles(tiles).map_err(|error| bad_tiles(tiles, error))?;
    let kind = words.next().ok_or_else(wrong)?;
    let (_, kind) = *MeldKind::WORDS
        .iter()
        .find(|(name, _)| *name == kind)
        .ok_or_else(wrong)?;
    let from = match words.next() {
        Some(wind) => Some(Wind::named(wind).ok_or_else(wrong)?),
        None => None,
    };
    match words.next() {
        Some(_) => Err(wrong()),
        None => Ok(Meld { kind, tiles, from }),
    }
}

fn bad_tiles(word: &str, error: NotationError) -> HandTextError {
    HandTextError::Tiles {
        word: word.to_owned(),
        error,
    }
}
