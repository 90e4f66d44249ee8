//! A hand to be scored, as JSON says it.

use std::fmt;

use jantaku_rules::hand_text::{FedKan, HandFault, HandText, HandTextError};
use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::terms::Terms;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Melds, Riichi, Tiles, Win};
use serde_json::{Map, Value};

/// A hand to be scored, not yet held against a rulebook.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Echoed back; none where the request has none.
    pub id: Option<Value>,
    pub rules: String,
    pub hand: HandText,
}

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestError {
    Json(String),
    NotAnObject,
    Twice(String),
    UnknownKey(String),
    /// A key that every request has.
    Missing(&'static str),
    /// A key with something it cannot hold.
    Wrong {
        key: String,
        expected: &'static str,
    },
    /// A key whose tiles cannot be read.
    Tiles {
        key: String,
        error: NotationError,
    },
    /// The hand contradicts itself or the rulebook, in whose words the message is.
    Hand(HandFault, &'static Terms),
    Rulebook(String),
}

impl RequestError {
    /// A fault of a hand that was checked against these rules.
    pub(crate) fn hand(rules: &Rules) -> impl FnOnce(HandFault) -> RequestError {
        let terms = Terms::of(rules);
        move |fault| RequestError::Hand(fault, terms)
    }

    pub(crate) fn rulebook(errors: &[RulebookError]) -> RequestError {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        RequestError::Rulebook(errors.join("; "))
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Json(error) => write!(f, "not JSON: {error}"),
            RequestError::NotAnObject => f.write_str("not a JSON object"),
            RequestError::Twice(key) => write!(f, "the key {key:?} is there twice"),
            RequestError::UnknownKey(key) => write!(f, "unknown key {key:?}"),
            RequestError::Missing(key) => write!(f, "{key:?} is missing"),
            RequestError::Wrong { key, expected } => write!(f, "{key}: expected {expected}"),
            RequestError::Tiles { key, error } => write!(f, "{key}: {error}"),
            RequestError::Hand(fault, terms) => f.write_str(&fault.said(terms)),
            RequestError::Rulebook(errors) => write!(f, "rules: {errors}"),
        }
    }
}

impl std::error::Error for RequestError {}

impl Request {
    /// Reads a JSON object. A key that is `null` counts as left out.
    pub fn read(value: &Value) -> Result<Request, RequestError> {
        let object = value.as_object().ok_or(RequestError::NotAnObject)?;
        let mut draft = Draft {
            id: None,
            rules: String::new(),
            hand: HandText::of(Win::ron(Tiles::new(), Tile::plain(Kind::EAST))),
            tile: None,
            from: None,
            has_hand: false,
        };
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            draft.take(key, value)?;
        }
        draft.finish()
    }

    /// Reads the line of a hand to be scored by these rules.
    ///
    /// # Errors
    /// What in the line says nothing of a hand.
    pub fn of_line(rules: &str, line: &str) -> Result<Request, HandTextError> {
        Ok(Request {
            id: None,
            rules: rules.to_owned(),
            hand: line.parse()?,
        })
    }
}

/// A request being read.
struct Draft {
    id: Option<Value>,
    rules: String,
    hand: HandText,
    tile: Option<Tile>,
    from: Option<Wind>,
    has_hand: bool,
}

impl Draft {
    fn take(&mut self, key: &str, value: &Value) -> Result<(), RequestError> {
        let hand = &mut self.hand;
        let win = &mut hand.win;
        match key {
            "id" => self.id = Some(value.clone()),
            "rules" => text(key, value, "the name of a rulebook")?.clone_into(&mut self.rules),
            "hand" => {
                win.hand = tiles(key, value)?;
                self.has_hand = true;
            }
            "melds" => win.melds = melds(value)?,
            "aside" => win.aside = tiles(key, value)?,
            "win" => self.tile = Some(tile(key, value)?),
            "by" => {
                const WAYS: &str = "tsumo, ron, robbing-a-kan, robbing-a-kita or robbing-a-flower";
                win.by = word(key, value, &By::WORDS, WAYS)?;
            }
            "seat" => win.seat = wind(key, value)?,
            "from" => self.from = Some(wind(key, value)?),
            "round" => win.round = wind(key, value)?,
            "riichi" => win.riichi = word(key, value, &Riichi::WORDS, "none, riichi, double, open or double-open")?,
            "ippatsu" => win.ippatsu = flag(key, value)?,
            "rinshan" => win.rinshan = flag(key, value)?,
            "replaces_aside" => win.replaces_aside = flag(key, value)?,
            "last_tile" => win.last_tile = flag(key, value)?,
            "first_turn" => win.first_turn = flag(key, value)?,
            "dora" => win.dora = tiles(key, value)?,
            "ura" => win.ura = tiles(key, value)?,
            "honba" => hand.honba = count(key, value)?,
            "sticks" => hand.sticks = count(key, value)?,
            "payer_riichi" => win.payer_riichi = flag(key, value)?,
            "pao" => hand.pao = liable(value)?,
            "fed_kan" => {
                const FEEDERS: &str = "east, south, west, north or none";
                let feeder = FedKan::named(text(key, value, FEEDERS)?);
                hand.fed_kan = feeder.ok_or_else(|| wrong(key, FEEDERS))?;
            }
            "responsible" => hand.responsible = Some(wind(key, value)?),
            "sorted_in" => win.sorted_in = flag(key, value)?,
            _ => return Err(RequestError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Request, RequestError> {
        if self.rules.is_empty() {
            return Err(RequestError::Missing("rules"));
        }
        if !self.has_hand {
            return Err(RequestError::Missing("hand"));
        }
        self.hand.win.tile = self.tile.ok_or(RequestError::Missing("win"))?;
        Ok(Request {
            id: self.id,
            rules: self.rules,
            hand: self
                .hand
                .finish(self.from)
                .map_err(|fault| RequestError::Hand(fault, Terms::JAPANESE))?,
        })
    }
}

fn melds(value: &Value) -> Result<Melds, RequestError> {
    let list = value.as_array().ok_or_else(|| wrong("melds", "a list of melds"))?;
    let mut melds = Melds::new();
    for (i, value) in list.iter().enumerate() {
        let meld = meld(&format!("melds[{i}]"), value)?;
        melds.try_push(meld).map_err(|_| wrong("melds", "at most four melds"))?;
    }
    Ok(melds)
}

fn meld(place: &str, value: &Value) -> Result<Meld, RequestError> {
    const KINDS: &str = "chii, pon, daiminkan, kakan or ankan";
    let object = value.as_object().ok_or_else(|| wrong(place, "a meld"))?;
    let (mut kind, mut tiles_of, mut from) = (None, None, None);
    for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
        let path = format!("{place}.{key}");
        match key.as_str() {
            "kind" => kind = Some(word(&path, value, &MeldKind::WORDS, KINDS)?),
            "tiles" => tiles_of = Some(tiles(&path, value)?),
            "from" => from = Some(wind(&path, value)?),
            _ => return Err(RequestError::UnknownKey(path)),
        }
    }
    match (kind, tiles_of) {
        (Some(kind), Some(tiles)) => Ok(Meld { kind, tiles, from }),
        _ => Err(wrong(place, "a kind and tiles")),
    }
}

fn liable(value: &Value) -> Result<Vec<(String, Wind)>, RequestError> {
    let object: &Map<String, Value> = value
        .as_object()
        .ok_or_else(|| wrong("pao", "an object of yakuman and seats"))?;
    let entry = |(id, value): (&String, &Value)| Ok((id.clone(), wind(&format!("pao.{id}"), value)?));
    object.iter().map(entry).collect()
}

fn tiles<const N: usize>(key: &str, value: &Value) -> Result<TilesOf<N>, RequestError> {
    notation::few_tiles(text(key, value, "tiles, such as \"123m406p12z\"")?).map_err(|error| RequestError::Tiles {
        key: key.to_owned(),
        error,
    })
}

type TilesOf<const N: usize> = arrayvec::ArrayVec<Tile, N>;

fn tile(key: &str, value: &Value) -> Result<Tile, RequestError> {
    notation::tile(text(key, value, "a tile, such as \"3p\"")?).map_err(|error| RequestError::Tiles {
        key: key.to_owned(),
        error,
    })
}

pub(crate) fn wind(key: &str, value: &Value) -> Result<Wind, RequestError> {
    const WINDS: &str = "east, south, west or north";
    Wind::named(text(key, value, WINDS)?).ok_or_else(|| wrong(key, WINDS))
}

pub(crate) fn word<T: Copy>(
    key: &str,
    value: &Value,
    words: &[(&str, T)],
    expected: &'static str,
) -> Result<T, RequestError> {
    let text = text(key, value, expected)?;
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| wrong(key, expected))
}

pub(crate) fn flag(key: &str, value: &Value) -> Result<bool, RequestError> {
    value.as_bool().ok_or_else(|| wrong(key, "true or false"))
}

pub(crate) fn count(key: &str, value: &Value) -> Result<u8, RequestError> {
    let count = value.as_u64().and_then(|count| u8::try_from(count).ok());
    count.ok_or_else(|| wrong(key, "a whole number from 0 to 255"))
}

pub(crate) fn text<'a>(key: &str, value: &'a Value, expected: &'static str) -> Result<&'a str, RequestError> {
    value.as_str().ok_or_else(|| wrong(key, expected))
}

pub(crate) fn wrong(key: &str, expected: &'static str) -> RequestError {
    RequestError::Wrong {
        key: key.to_owned(),
        expected,
    }
}
