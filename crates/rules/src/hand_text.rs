//! A hand in one line, as it is typed at the command line and written in tables of facts.
//!
//! `123m456p11z[555s pon west][9999p ankan] +1z tsumo seat=south dora=4m`: the concealed tiles, melds in brackets, `+` the winning
//! tile, then the circumstances. Unless the line says otherwise, the winner sits south in the east round and wins off the dealer.

use crate::nearest::nearest;
use crate::notation::{self, NotationError};
use crate::seat::Wind;
use crate::tile::{Kind, Tile};
use crate::win::{By, Meld, MeldKind, Riichi, Tiles, Win};
use std::fmt;
use std::str::FromStr;

/// A win and what lies on the table beside it.
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
    /// Riichi sticks on the table, the winner's own included.
    pub sticks: u8,
    /// Who is liable for which yaku, by the yaku's id.
    pub pao: Vec<(String, Wind)>,
    /// Whose discard began the kan that led to this rinshan.
    pub fed_kan: Option<Wind>,
    /// The responsible player, where it is not the discarder.
    pub responsible: Option<Wind>,
}

/// A hand that contradicts itself, whatever the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandFault {
    /// A tsumo with somebody else as payer.
    TsumoFrom,
    /// A fed kan without a win on its replacement tile.
    FedKanWithoutRinshan,
    /// The winner cannot be in this place.
    TheWinner(&'static str),
}

impl fmt::Display for HandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandFault::TsumoFrom => f.write_str("from: a tsumo has no payer to be named"),
            HandFault::FedKanWithoutRinshan => f.write_str("fed_kan: only with rinshan"),
            HandFault::TheWinner(key) => write!(f, "{key}: this cannot be the winner"),
        }
    }
}

impl std::error::Error for HandFault {}

impl HandText {
    /// A win with nothing beside it.
    #[must_use]
    pub fn of(win: Win) -> HandText {
        HandText {
            win,
            honba: 0,
            sticks: 0,
            pao: Vec::new(),
            fed_kan: None,
            responsible: None,
        }
    }

    /// The finished hand. If nobody is named as payer, it follows from how the tile came.
    ///
    /// # Errors
    /// What contradicts itself in every rulebook; [`checked`](crate::win_check::checked) holds a win against one.
    pub fn finish(mut self, from: Option<Wind>) -> Result<HandText, HandFault> {
        let win = &mut self.win;
        win.from = match from {
            None if win.by.is_tsumo() => win.seat,
            Some(from) if win.by.is_tsumo() && from != win.seat => return Err(HandFault::TsumoFrom),
            None => Wind::East,
            Some(from) => from,
        };
        // A flower is never discarded: whoever wins with another player's flower robs it.
        if win.by == By::Ron && win.tile.kind().is_flower() {
            win.by = By::RobbingAFlower;
        }
        if self.fed_kan.is_some() && !win.rinshan {
            return Err(HandFault::FedKanWithoutRinshan);
        }
        if self.fed_kan == Some(win.seat) {
            return Err(HandFault::TheWinner("fed_kan"));
        }
        if self.pao.iter().any(|(_, liable)| *liable == win.seat) {
            return Err(HandFault::TheWinner("pao"));
        }
        Ok(self)
    }
}

/// A line in the making.
struct Draft {
    hand: HandText,
    tile: Option<Tile>,
    from: Option<Wind>,
}

/// No hand needs a longer line.
const LONGEST: usize = 1_024;

/// What is wrong with the line of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandTextError {
    /// The line is longer than any hand.
    TooLong,
    /// A bracket that does not open or close.
    Bracket,
    /// A word that says nothing of a hand.
    Word(String),
    /// A value that the word before it cannot have.
    Value {
        word: String,
        expected: &'static str,
    },
    /// Something said twice.
    Twice(String),
    /// Tiles that cannot be read.
    Tiles {
        word: String,
        error: NotationError,
    },
    /// A meld that cannot be read.
    Meld(String),
    /// More than four melds.
    TooManyMelds,
    /// No tile with a `+`.
    NoWinningTile,
    /// What lies beside a win, where only the win is asked for.
    BesideTheWin,
    Fault(HandFault),
}

impl fmt::Display for HandTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandTextError::TooLong => write!(f, "longer than {LONGEST} bytes"),
            HandTextError::Bracket => f.write_str("melds stand in brackets: [555s pon west]"),
            HandTextError::Word(word) => match nearest(word, known_words()) {
                Some(near) => write!(f, "{word:?} says nothing of a hand; did you mean {near:?}?"),
                None => write!(f, "{word:?} says nothing of a hand"),
            },
            HandTextError::Value { word, expected } => write!(f, "{word:?}: expected {expected}"),
            HandTextError::Twice(word) => write!(f, "{word:?} says something again"),
            HandTextError::Tiles { word, error } => write!(f, "{word:?}: {error}"),
            HandTextError::Meld(meld) => {
                write!(
                    f,
                    "[{meld}]: a meld is its tiles, then chii, pon, daiminkan, kakan or ankan, then who gave the tile"
                )
            }
            HandTextError::TooManyMelds => f.write_str("more than four melds"),
            HandTextError::NoWinningTile => f.write_str("no winning tile: it is written +1z"),
            HandTextError::BesideTheWin => f.write_str("honba, sticks and liability are no part of a win"),
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

/// The win alone: a line that also tells of honba, sticks or liability is a [`HandText`].
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

/// A part of the line.
enum Word<'a> {
    /// What stands in brackets.
    Meld(&'a str),
    /// What stands between spaces and brackets.
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

/// Words that say what happened.
const FLAGS: [&str; 6] = [
    "ippatsu",
    "rinshan",
    "last-tile",
    "first-turn",
    "payer-riichi",
    "sorted-in",
];

/// Words that are followed by a value.
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

/// All words that a line may hold beside tiles.
fn known_words() -> impl Iterator<Item = &'static str> {
    let by = By::WORDS.iter().map(|(word, _)| *word);
    let riichi = Riichi::WORDS.iter().map(|(word, _)| *word);
    by.chain(riichi).chain(FLAGS).chain(VALUES)
}

/// What a word is about, to tell what is said twice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// Concealed tiles; these may stand in several groups.
    Tiles,
    Winning,
    By,
    Riichi,
    /// A flag or a value, by its name.
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
    let about = match key {
        "seat" => {
            win.seat = wind(value)?;
            "seat"
        }
        "from" => {
            *from = Some(wind(value)?);
            "from"
        }
        "round" => {
            win.round = wind(value)?;
            "round"
        }
        "aside" => {
            win.aside = notation::few_tiles(value).map_err(tiles_fault)?;
            "aside"
        }
        "dora" => {
            win.dora = notation::few_tiles(value).map_err(tiles_fault)?;
            "dora"
        }
        "ura" => {
            win.ura = notation::few_tiles(value).map_err(tiles_fault)?;
            "ura"
        }
        "honba" => {
            hand.honba = count(value)?;
            "honba"
        }
        "sticks" => {
            hand.sticks = count(value)?;
            "sticks"
        }
        "pao" => {
            for part in value.split(',') {
                let (yaku, liable) = part
                    .split_once(':')
                    .ok_or_else(|| wrong("a yaku and who is liable, as in daisangen:west"))?;
                hand.pao.push((yaku.to_owned(), wind(liable)?));
            }
            "pao"
        }
        "fed-kan" => {
            hand.fed_kan = Some(wind(value)?);
            "fed-kan"
        }
        "responsible" => {
            hand.responsible = Some(wind(value)?);
            "responsible"
        }
        _ => return Err(HandTextError::Word(word.to_owned())),
    };
    Ok(About::Named(about))
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
