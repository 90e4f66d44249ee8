//! A hand in one line, as it is typed at the command line and stands in tables of facts.
//!
//! `123m456p11z[555s pon west][9999p ankan] +1z tsumo seat=south dora=4m`: the concealed tiles, melds in brackets, `+` the winning
//! tile, then the circumstances. Where nothing else is said the winner sits south in the east round and wins off the dealer.

#[cfg(test)]
mod tests;

use std::fmt;

use jantaku_rules::nearest::nearest;
use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::seat::Wind;
use jantaku_rules::win::{By, Meld, MeldKind, Riichi};

use crate::score_json::request::{Draft, Request, RequestError};

/// No hand needs a longer line.
const LONGEST: usize = 1_024;

/// What is wrong with the line of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandTextError {
    /// The line is longer than any hand.
    TooLong,
    /// A bracket that does not open or close.
    Bracket,
    /// A word that says nothing of a hand.
    Word(String),
    /// A value that the word before it cannot have.
    Value { word: String, expected: &'static str },
    /// Something said twice.
    Twice(String),
    /// Tiles that cannot be read.
    Tiles { word: String, error: NotationError },
    /// A meld that cannot be read.
    Meld(String),
    /// More than four melds.
    TooManyMelds,
    /// The hand as a whole.
    Request(RequestError),
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
            HandTextError::Request(RequestError::Missing("win")) => f.write_str("no winning tile: it is written +1z"),
            HandTextError::Request(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HandTextError {}

/// Reads the line of a hand to be scored by these rules.
pub fn parse(rules: &str, line: &str) -> Result<Request, HandTextError> {
    if line.len() > LONGEST {
        return Err(HandTextError::TooLong);
    }
    let mut draft = Draft::default();
    rules.clone_into(&mut draft.request.rules);
    draft.hand = true;
    let mut said = Vec::new();
    for word in words(line)? {
        match word {
            Word::Meld(text) => {
                let melds = &mut draft.request.win.melds;
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
    draft.finish().map_err(HandTextError::Request)
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
    let win = &mut draft.request.win;
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
    let Draft { request, from, .. } = draft;
    let win = &mut request.win;
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
            request.honba = count(value)?;
            "honba"
        }
        "sticks" => {
            request.sticks = count(value)?;
            "sticks"
        }
        "pao" => {
            for part in value.split(',') {
                let (yaku, liable) = part
                    .split_once(':')
                    .ok_or_else(|| wrong("a yaku and who is liable, as in daisangen:west"))?;
                request.pao.push((yaku.to_owned(), wind(liable)?));
            }
            "pao"
        }
        "fed-kan" => {
            request.fed_kan = Some(wind(value)?);
            "fed-kan"
        }
        "responsible" => {
            request.responsible = Some(wind(value)?);
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
