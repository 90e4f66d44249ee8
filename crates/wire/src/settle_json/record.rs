//! How a hand ended, as JSON says it, not yet held against a rulebook.

use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::win::By;
use jantaku_table::event::DrawReason;
use serde_json::{Map, Value};

use super::SettleError;
use super::line;
use crate::score_json::request::{RequestError, count, flag, text, wind, word, wrong};

/// A hand as somebody wrote it down. Players are named by their winds in this hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub rules: String,
    /// What to call the players.
    pub players: Option<Vec<(Wind, String)>>,
    pub round: Wind,
    /// Who deals, counted from the first dealer of the game.
    pub dealer: Seat,
    pub honba: u8,
    /// Riichi sticks of earlier hands.
    pub sticks: u8,
    /// Points at the start of the hand; everybody's start points if left out.
    pub points: Option<Vec<(Wind, i32)>>,
    /// Chips won and lost before the hand.
    pub chips: Option<Vec<(Wind, i32)>>,
    /// Whose riichi stick of this hand is on the table.
    pub riichi: Vec<Wind>,
    /// Whose hand is dead.
    pub dead: Vec<Wind>,
    /// Flowers that each player has set aside.
    pub flowers: Option<Vec<(Wind, i32)>>,
    /// Chombo of earlier hands that count at the end of the game.
    pub penalties: Option<Vec<(Wind, i32)>>,
    pub end: End,
    /// Whether the time is up and no hand follows.
    pub last_hand: bool,
    /// Whether the dealer, asked, ends the game.
    pub yame: Option<bool>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Wins(Vec<WinRecord>),
    Draw {
        tenpai: Option<Vec<Wind>>,
        nagashi: Vec<Wind>,
    },
    Abort(DrawReason),
    Chombo(Vec<Wind>),
}

/// One player's win: a hand to be scored, or its value.
#[derive(Clone, PartialEq, Debug)]
pub struct WinRecord {
    pub seat: Wind,
    pub by: How,
    pub from: Option<Wind>,
    pub hand: Option<Hand>,
    pub worth: Option<Worth>,
    pub fu: Option<u8>,
    pub ippatsu: Option<bool>,
    pub ura: Option<u8>,
    pub pocchi: Option<bool>,
    /// For how many yakuman a player is liable.
    pub pao: Vec<(Wind, i32)>,
    pub fed_kan: Option<Wind>,
    pub responsible: Option<Wind>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    By(By),
    /// Four kans score without the pair.
    FourKans,
}

impl How {
    pub fn word(self) -> &'static str {
        match self {
            How::By(by) => by.word(),
            How::FourKans => "four-kans",
        }
    }

    pub(super) fn named(name: &str) -> Option<How> {
        let by = By::WORDS.iter().find(|(word, _)| *word == name);
        by.map(|(_, by)| How::By(*by))
            .or_else(|| (name == "four-kans").then_some(How::FourKans))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Hand {
    /// As `jantaku score` takes it.
    Line(String),
    /// The fields of a request to score it.
    Fields(Map<String, Value>),
}

/// The value of a hand that is not written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    Han(u8),
    Yakuman(u8),
    Points(i32),
    /// A limit by its name.
    Limit(String),
}

const KEYS: [&str; 18] = [
    "id",
    "rules",
    "players",
    "round",
    "honba",
    "sticks",
    "points",
    "chips",
    "riichi",
    "dead",
    "flowers",
    "penalties",
    "wins",
    "draw",
    "abort",
    "chombo",
    "last_hand",
    "yame",
];
const WIN_KEYS: [&str; 15] = [
    "seat",
    "by",
    "from",
    "hand",
    "han",
    "fu",
    "yakuman",
    "points",
    "limit",
    "ippatsu",
    "ura",
    "pocchi",
    "pao",
    "fed_kan",
    "responsible",
];
const REASONS: [(&str, DrawReason); 5] = [
    ("nine-terminals", DrawReason::NineTerminals),
    ("four-winds", DrawReason::FourWinds),
    ("four-riichi", DrawReason::FourRiichi),
    ("four-kans", DrawReason::FourKans),
    ("triple-ron", DrawReason::TripleRon),
];
/// Far beyond any real game, and small enough that no sum overflows.
const MOST: i64 = 100_000_000;

impl Record {
    /// Reads a JSON object. A key that is `null` counts as left out.
    ///
    /// # Errors
    /// Names the field that is missing, unknown or wrong.
    pub fn read(value: &Value) -> Result<Record, SettleError> {
        let object = Fields::of("", value, &KEYS)?;
        let (round, dealer) = object.get("round", round)?.unwrap_or((Wind::East, Seat(0)));
        Ok(Record {
            rules: object.need("rules", text_of)?,
            players: object.get("players", names)?,
            round,
            dealer,
            honba: object.get("honba", count)?.unwrap_or(0),
            sticks: object.get("sticks", count)?.unwrap_or(0),
            points: object.get("points", by_wind)?,
            chips: object.get("chips", by_wind)?,
            riichi: object.get("riichi", winds)?.unwrap_or_default(),
            dead: object.get("dead", winds)?.unwrap_or_default(),
            flowers: object.get("flowers", by_wind)?,
            penalties: object.get("penalties", by_wind)?,
            end: end(&object)?,
            last_hand: object.get("last_hand", flag)?.unwrap_or(false),
            yame: object.get("yame", flag)?,
        })
    }

    /// Reads a line of text such as `south ron from east: mangan, honba 1`.
    ///
    /// # Errors
    /// Names the word or field that cannot be understood.
    pub fn of_line(rules: &str, line: &str) -> Result<Record, SettleError> {
        let mut fields = line::fields(line)?;
        fields.insert("rules".to_owned(), rules.into());
        Record::read(&Value::Object(fields))
    }

    /// The name of the player with this wind; the wind itself where players have no names.
    pub fn name<'a>(&'a self, wind: &'a str) -> &'a str {
        let mut players = self.players.iter().flatten();
        let player = players.find(|(named, _)| named.name() == wind);
        player.map_or(wind, |(_, name)| name)
    }

    /// The wind in this hand of a chair at a table with this many seats.
    pub fn wind_of(&self, chair: Seat, seats: usize) -> Wind {
        Wind::at((usize::from(chair.0) + seats - usize::from(self.dealer.0)) % seats)
    }
}

fn end(object: &Fields) -> Result<End, SettleError> {
    let mut ends = Vec::new();
    if let Some(wins) = object.get("wins", list)? {
        let win = |(i, value): (usize, &Value)| win(&format!("wins[{i}]"), value);
        ends.push(End::Wins(wins.iter().enumerate().map(win).collect::<Result<_, _>>()?));
    }
    if let Some(draw) = object.get("draw", |_, value| Ok(value.clone()))? {
        let draw = Fields::of("draw.", &draw, &["tenpai", "nagashi"])?;
        ends.push(End::Draw {
            tenpai: draw.get("tenpai", winds)?,
            nagashi: draw.get("nagashi", winds)?.unwrap_or_default(),
        });
    }
    const ABORTS: &str = "nine-terminals, four-winds, four-riichi, four-kans or triple-ron";
    let reason = object.get("abort", |key, value| word(key, value, &REASONS, ABORTS))?;
    ends.extend(reason.map(End::Abort));
    ends.extend(object.get("chombo", winds)?.map(End::Chombo));
    let is_empty = |end: &End| match end {
        End::Wins(wins) => wins.is_empty(),
        End::Chombo(offenders) => offenders.is_empty(),
        _ => false,
    };
    match ends.len() {
        1 if !ends.iter().any(is_empty) => Ok(ends.remove(0)),
        _ => Err(SettleError::field(
            "the end of the hand",
            "expected wins, a draw, an abortive draw or a chombo, and only one of them",
        )),
    }
}

fn win(place: &str, value: &Value) -> Result<WinRecord, SettleError> {
    let place = format!("{place}.");
    let win = Fields::of(&place, value, &WIN_KEYS)?;
    let hand = win.get("hand", |key, value| match value {
        Value::String(line) => Ok(Hand::Line(line.clone())),
        Value::Object(fields) => Ok(Hand::Fields(fields.clone())),
        _ => Err(wrong(
            key,
            "a hand as `jantaku score` takes it, or an object of its fields",
        )),
    })?;
    let given = [
        win.get("han", count)?.map(Worth::Han),
        win.get("yakuman", count)?.map(Worth::Yakuman),
        win.get("points", number)?.map(Worth::Points),
        win.get("limit", text_of)?.map(Worth::Limit),
    ];
    let mut given = given.into_iter().flatten();
    let worth = given.next();
    let several = given.next().is_some() || worth.is_some() && hand.is_some();
    if several || worth.is_none() && hand.is_none() {
        let why = "expected one of hand, han, yakuman, points and limit, such as 3 han 40 fu";
        return Err(SettleError::field(place.trim_end_matches('.'), why));
    }
    let record = WinRecord {
        seat: win.need("seat", wind)?,
        by: win.need("by", |key, value| {
            const WAYS: &str = "tsumo, ron, robbing-a-kan, robbing-a-kita, robbing-a-flower or four-kans";
            How::named(text(key, value, WAYS)?).ok_or_else(|| wrong(key, WAYS))
        })?,
        from: win.get("from", wind)?,
        hand,
        worth,
        fu: win.get("fu", count)?,
        ippatsu: win.get("ippatsu", flag)?,
        ura: win.get("ura", count)?,
        pocchi: win.get("pocchi", flag)?,
        pao: win.get("pao", by_wind)?.unwrap_or_default(),
        fed_kan: win.get("fed_kan", wind)?,
        responsible: win.get("responsible", wind)?,
    };
    let beside = ["fu", "ippatsu", "ura", "pocchi", "pao", "fed_kan", "responsible"];
    match beside
        .iter()
        .find(|key| win.map.get(**key).is_some_and(|v| !v.is_null()))
    {
        Some(key) if record.hand.is_some() => {
            let why = "leave it out beside a hand, or say it in the hand";
            Err(SettleError::field(format!("{place}{key}"), why))
        }
        _ => Ok(record),
    }
}

/// An object whose keys are known.
struct Fields<'a> {
    place: &'a str,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(place: &'a str, value: &'a Value, keys: &[&str]) -> Result<Fields<'a>, SettleError> {
        let map = value.as_object().ok_or_else(|| match place {
            "" => RequestError::NotAnObject,
            _ => wrong(place.trim_end_matches('.'), "an object"),
        })?;
        match map.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(key) => Err(RequestError::UnknownKey(format!("{place}{key}")).into()),
            None => Ok(Fields { place, map }),
        }
    }

    fn get<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str, &Value) -> Result<T, RequestError>,
    ) -> Result<Option<T>, SettleError> {
        let value = self.map.get(key).filter(|value| !value.is_null());
        let read = value.map(|value| read(&format!("{}{key}", self.place), value));
        Ok(read.transpose()?)
    }

    fn need<T>(&self, key: &str, read: impl FnOnce(&str, &Value) -> Result<T, RequestError>) -> Result<T, SettleError> {
        let missing = || SettleError::Missing(format!("{}{key}", self.place));
        self.get(key, read)?.ok_or_else(missing)
    }
}

fn text_of(key: &str, value: &Value) -> Result<String, RequestError> {
    text(key, value, "text").map(str::to_owned)
}

fn list(key: &str, value: &Value) -> Result<Vec<Value>, RequestError> {
    value.as_array().cloned().ok_or_else(|| wrong(key, "a list"))
}

fn number(key: &str, value: &Value) -> Result<i32, RequestError> {
    let number = value.as_i64().filter(|number| number.abs() <= MOST);
    let number = number.and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| wrong(key, "a whole number, up to 100,000,000"))
}

/// Players, none of them twice.
fn winds(key: &str, value: &Value) -> Result<Vec<Wind>, RequestError> {
    let mut all = Vec::new();
    for value in list(key, value)? {
        let wind = wind(key, &value)?;
        if all.contains(&wind) {
            return Err(wrong(key, "each player once"));
        }
        all.push(wind);
    }
    Ok(all)
}

fn by_wind(key: &str, value: &Value) -> Result<Vec<(Wind, i32)>, RequestError> {
    of_winds(key, value, "an object with a number for each wind", number)
}

fn names(key: &str, value: &Value) -> Result<Vec<(Wind, String)>, RequestError> {
    const NAME: &str = "a name of up to 40 characters";
    let name = |key: &str, value: &Value| {
        let name = text(key, value, NAME)?;
        let fits = (1..=40).contains(&name.chars().count());
        fits.then(|| name.to_owned()).ok_or_else(|| wrong(key, NAME))
    };
    of_winds(key, value, "an object with a name for each wind", name)
}

/// An object whose keys are winds.
fn of_winds<T>(
    key: &str,
    value: &Value,
    expected: &'static str,
    read: impl Fn(&str, &Value) -> Result<T, RequestError>,
) -> Result<Vec<(Wind, T)>, RequestError> {
    let object = value.as_object().ok_or_else(|| wrong(key, expected))?;
    let entry = |(name, value): (&String, &Value)| {
        let seat = wind(key, &name.as_str().into())?;
        Ok((seat, read(&format!("{key}.{name}"), value)?))
    };
    object.iter().map(entry).collect()
}

/// `east-2`: the round, and the place of its dealer.
fn round(key: &str, value: &Value) -> Result<(Wind, Seat), RequestError> {
    const ROUND: &str = "a round and hand, such as \"east-2\"";
    let named = line::round(text(key, value, ROUND)?);
    named.ok_or_else(|| wrong(key, ROUND))
}
