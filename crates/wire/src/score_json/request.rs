//! A hand to be scored, as JSON says it.

use std::fmt;

use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Melds, Riichi, Win};
use jantaku_rules::win_check::WinFault;
use serde_json::{Map, Value};

/// A hand to be scored, not yet held against a rulebook.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Echoed back; none where the request has none.
    pub id: Option<Value>,
    pub rules: String,
    pub win: Win,
    pub honba: u8,
    /// Riichi sticks on the table, the winner's own included.
    pub sticks: u8,
    pub pao: Vec<(String, Wind)>,
    /// Whose discard began the kan that led to this rinshan.
    pub fed_kan: Option<Wind>,
    /// The responsible player, where it is not the discarder.
    pub responsible: Option<Wind>,
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
    /// A tsumo with somebody else as payer.
    TsumoFrom,
    /// A fed kan without a win on its replacement tile.
    FedKanWithoutRinshan,
    /// The winner cannot be in this place.
    TheWinner(&'static str),
    /// A pao for a yaku that the rulebook does not have.
    NoSuchYaku(String),
    Rulebook(String),
    /// The hand is impossible.
    Win(WinFault),
}

impl RequestError {
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
            RequestError::TsumoFrom => f.write_str("from: a tsumo has no payer to be named"),
            RequestError::FedKanWithoutRinshan => f.write_str("fed_kan: only with rinshan"),
            RequestError::TheWinner(key) => write!(f, "{key}: this cannot be the winner"),
            RequestError::NoSuchYaku(id) => write!(f, "pao: the rulebook has no yaku {id:?}"),
            RequestError::Rulebook(errors) => write!(f, "rules: {errors}"),
            RequestError::Win(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for RequestError {}

impl Request {
    /// Reads a JSON object. A key that is `null` counts as left out.
    pub fn read(value: &Value) -> Result<Request, RequestError> {
        let object = value.as_object().ok_or(RequestError::NotAnObject)?;
        let mut draft = Draft::default();
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            draft.take(key, value)?;
        }
        draft.finish()
    }
}

/// A request being read.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) request: Request,
    pub(crate) tile: Option<Tile>,
    pub(crate) from: Option<Wind>,
    pub(crate) hand: bool,
}

impl Default for Draft {
    fn default() -> Draft {
        let win = Win {
            hand: Default::default(),
            melds: Default::default(),
            aside: Default::default(),
            tile: Tile::plain(Kind::EAST),
            by: By::Ron,
            seat: Wind::South,
            from: Wind::East,
            round: Wind::East,
            riichi: Riichi::None,
            ippatsu: false,
            rinshan: false,
            last_tile: false,
            first_turn: false,
            dora: Default::default(),
            ura: Default::default(),
            payer_riichi: false,
            sorted_in: false,
        };
        Draft {
            request: Request {
                id: None,
                rules: String::new(),
                win,
                honba: 0,
                sticks: 0,
                pao: Vec::new(),
                fed_kan: None,
                responsible: None,
            },
            tile: None,
            from: None,
            hand: false,
        }
    }
}

impl Draft {
    fn take(&mut self, key: &str, value: &Value) -> Result<(), RequestError> {
        let Draft { request, .. } = self;
        let win = &mut request.win;
        match key {
            "id" => request.id = Some(value.clone()),
            "rules" => text(key, value, "the name of a rulebook")?.clone_into(&mut request.rules),
            "hand" => {
                win.hand = tiles(key, value)?;
                self.hand = true;
            }
            "melds" => win.melds = melds(value)?,
            "aside" => win.aside = tiles(key, value)?,
            "win" => self.tile = Some(tile(key, value)?),
            "by" => win.by = word(key, value, &By::WORDS, "tsumo, ron, robbing-a-kan or robbing-a-kita")?,
            "seat" => win.seat = wind(key, value)?,
            "from" => self.from = Some(wind(key, value)?),
            "round" => win.round = wind(key, value)?,
            "riichi" => win.riichi = word(key, value, &Riichi::WORDS, "none, riichi, double, open or double-open")?,
            "ippatsu" => win.ippatsu = flag(key, value)?,
            "rinshan" => win.rinshan = flag(key, value)?,
            "last_tile" => win.last_tile = flag(key, value)?,
            "first_turn" => win.first_turn = flag(key, value)?,
            "dora" => win.dora = tiles(key, value)?,
            "ura" => win.ura = tiles(key, value)?,
            "honba" => request.honba = count(key, value)?,
            "sticks" => request.sticks = count(key, value)?,
            "payer_riichi" => win.payer_riichi = flag(key, value)?,
            "pao" => request.pao = liable(value)?,
            "fed_kan" => request.fed_kan = Some(wind(key, value)?),
            "responsible" => request.responsible = Some(wind(key, value)?),
            "sorted_in" => win.sorted_in = flag(key, value)?,
            _ => return Err(RequestError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }

    /// The finished request: the payer follows from how the tile came, if nobody is named.
    pub(crate) fn finish(self) -> Result<Request, RequestError> {
        let Draft {
            mut request,
            tile,
            from,
            hand,
        } = self;
        if request.rules.is_empty() {
            return Err(RequestError::Missing("rules"));
        }
        if !hand {
            return Err(RequestError::Missing("hand"));
        }
        let win = &mut request.win;
        win.tile = tile.ok_or(RequestError::Missing("win"))?;
        win.from = match from {
            None if win.by.is_tsumo() => win.seat,
            Some(from) if win.by.is_tsumo() && from != win.seat => return Err(RequestError::TsumoFrom),
            None => Wind::East,
            Some(from) => from,
        };
        // A flower is not discarded: who wins with another player's robs it.
        if win.by == By::Ron && win.tile.kind().is_flower() {
            win.by = By::RobbingAFlower;
        }
        if request.fed_kan.is_some() && !win.rinshan {
            return Err(RequestError::FedKanWithoutRinshan);
        }
        if request.fed_kan == Some(win.seat) {
            return Err(RequestError::TheWinner("fed_kan"));
        }
        if request.pao.iter().any(|(_, liable)| *liable == win.seat) {
            return Err(RequestError::TheWinner("pao"));
        }
        Ok(request)
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

fn wind(key: &str, value: &Value) -> Result<Wind, RequestError> {
    const WINDS: &str = "east, south, west or north";
    Wind::named(text(key, value, WINDS)?).ok_or_else(|| wrong(key, WINDS))
}

fn word<T: Copy>(key: &str, value: &Value, words: &[(&str, T)], expected: &'static str) -> Result<T, RequestError> {
    let text = text(key, value, expected)?;
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| wrong(key, expected))
}

fn flag(key: &str, value: &Value) -> Result<bool, RequestError> {
    value.as_bool().ok_or_else(|| wrong(key, "true or false"))
}

fn count(key: &str, value: &Value) -> Result<u8, RequestError> {
    let count = value.as_u64().and_then(|count| u8::try_from(count).ok());
    count.ok_or_else(|| wrong(key, "a whole number from 0 to 255"))
}

fn text<'a>(key: &str, value: &'a Value, expected: &'static str) -> Result<&'a str, RequestError> {
    value.as_str().ok_or_else(|| wrong(key, expected))
}

fn wrong(key: &str, expected: &'static str) -> RequestError {
    RequestError::Wrong {
        key: key.to_owned(),
        expected,
    }
}
