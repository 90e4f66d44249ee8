//! A hand record in one line, as somebody types it at a table: `south ron from east: 3 han 40 fu, riichi south west, honba 1`.
//!
//! The line becomes the fields of a [`Record`](super::Record) as JSON has them.

use jantaku_rules::seat::{Seat, Wind};
use serde_json::{Map, Value, json};

use super::SettleError;
use super::record::How;

/// The words that a part begins with, and those of a win, for suggestions.
pub(super) const WORDS: [&str; 43] = [
    "east",
    "south",
    "west",
    "north",
    "tsumo",
    "ron",
    "robbing-a-kan",
    "robbing-a-kita",
    "robbing-a-flower",
    "four-kans",
    "from",
    "riichi",
    "dead",
    "draw",
    "tenpai",
    "nagashi",
    "abort",
    "chombo",
    "round",
    "honba",
    "sticks",
    "points",
    "chips",
    "flowers",
    "last-hand",
    "yame",
    "ippatsu",
    "ura",
    "pocchi",
    "yakuman",
    "fed-kan",
    "responsible",
    "players",
    "penalties",
    "pao",
    "no-yame",
    "no-ippatsu",
    "no-pocchi",
    "han",
    "fu",
    "point",
    "counted",
    "none",
];

/// The fields that a line says. Parts end with a semicolon, or a comma before a space.
pub(super) fn fields(line: &str) -> Result<Map<String, Value>, SettleError> {
    let mut fields = Map::new();
    let line = line.replace(';', ", ").replace(char::is_whitespace, " ") + " ";
    let parts = || line.split(", ").map(str::trim).filter(|part| !part.is_empty());
    let named = |part: &str| part.to_lowercase().starts_with("players ");
    let mut players = Vec::new();
    for part in parts().filter(|part| named(part)) {
        players = words_of(part).skip(1).map(str::to_owned).collect();
        check_names(part, &players)?;
        let entry = |(wind, name): (&Wind, &String)| (wind.name().to_owned(), name.as_str().into());
        let by_wind: Map<String, Value> = Wind::ALL.iter().zip(&players).map(entry).collect();
        put(&mut fields, part, "players", by_wind.into())?;
    }
    for part in parts().filter(|part| !named(part)) {
        take(&mut fields, &translated(part, &players))?;
    }
    Ok(fields)
}

/// A name must not be mistaken for anything else in a line.
fn check_names(part: &str, names: &[String]) -> Result<(), SettleError> {
    let is_taken = |name: &str| {
        let name = name.to_lowercase();
        WORDS.contains(&name.as_str()) || round(&name).is_some()
    };
    let is_name = |name: &String| name.starts_with(char::is_alphabetic) && !name.contains(BREAKS) && !is_taken(name);
    let is_twice = |(i, name): (usize, &String)| names[..i].iter().any(|other| is_same(other, name));
    if names.len() > Wind::ALL.len() || !names.iter().all(is_name) || names.iter().enumerate().any(is_twice) {
        return Err(fault(
            part,
            "a different name for each player, east first, that begins with a letter and is no word of a record",
        ));
    }
    Ok(())
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

const BREAKS: [char; 6] = [' ', ':', '[', ']', '=', ','];

/// The part with winds in place of names and initials, and in lower case. A hand keeps its letters, which are tiles.
fn translated(part: &str, players: &[String]) -> String {
    let hand = match part.find(':') {
        Some(colon) if part.contains(['+', '[']) => colon,
        _ => part.len(),
    };
    let mut translated = String::new();
    let mut at = 0;
    for word in part.split_inclusive(BREAKS) {
        let end = word.trim_end_matches(BREAKS);
        let lower = end.to_lowercase();
        let player = players.iter().position(|name| is_same(name, end));
        let initial = |wind: &&Wind| at < hand && wind.name()[..1] == lower;
        let wind = player.and_then(|place| Wind::ALL.get(place));
        translated.push_str(match wind.or_else(|| Wind::ALL.iter().find(initial)) {
            Some(wind) => wind.name(),
            None if at < hand && WORDS.contains(&lower.as_str()) => &lower,
            None => end,
        });
        translated.push_str(&word[end.len()..]);
        at += word.len();
    }
    translated
}

/// `east-2`, `E2`
pub(super) fn round(text: &str) -> Option<(Wind, Seat)> {
    let text = text.to_ascii_lowercase();
    let place = text.len().checked_sub(1).filter(|end| text.is_char_boundary(*end))?;
    let (round, dealer) = text.split_at(place);
    let named = |wind: &&Wind| [wind.name(), &wind.name()[..1]].contains(&round.trim_end_matches(['-', ' ']));
    let dealer: u8 = dealer.parse().ok().filter(|dealer| (1..=4).contains(dealer))?;
    Some((*Wind::ALL.iter().find(named)?, Seat(dealer - 1)))
}

fn take(fields: &mut Map<String, Value>, part: &str) -> Result<(), SettleError> {
    let (first, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
    let rest = rest.trim();
    let numbers = |count: usize| -> Result<Vec<i64>, SettleError> {
        let read: Result<Vec<i64>, _> = words_of(rest).map(str::parse).collect();
        read.ok()
            .filter(|read| count == 0 || read.len() == count)
            .ok_or_else(|| {
                let expected = match count {
                    0 => "a number for each player, east first",
                    _ => "one number",
                };
                fault(part, expected)
            })
    };
    let by_wind = |numbers: Vec<i64>| -> Value {
        let entry = |(wind, number): (&Wind, i64)| (wind.name().to_owned(), Value::from(number));
        Wind::ALL.iter().zip(numbers).map(entry).collect()
    };
    let (key, value) = match first {
        "honba" | "sticks" => (first, numbers(1)?[0].into()),
        "points" | "chips" => (first, by_wind(numbers(0)?)),
        "round" => (first, rest.into()),
        _ if rest.is_empty() && round(first).is_some() => ("round", first.into()),
        _ if round(first).is_some() => return Err(fault(part, "a comma after the round")),
        "riichi" | "dead" | "chombo" => (first, winds(part, rest)?),
        "flowers" | "penalties" => (first, counts(part, rest)?),
        "abort" => (first, rest.into()),
        "last-hand" if rest.is_empty() => ("last_hand", true.into()),
        "yame" if rest.is_empty() => (first, true.into()),
        "no-yame" if rest.is_empty() => ("yame", false.into()),
        "draw" | "tenpai" | "nagashi" => return take_draw(fields, part, first, rest),
        _ if Wind::named(first).is_some() => {
            let wins = fields.entry("wins").or_insert_with(|| json!([]));
            let win = win(part, first, rest)?;
            wins.as_array_mut().into_iter().for_each(|wins| wins.push(win.clone()));
            return Ok(());
        }
        _ => return Err(SettleError::Word(first.to_owned())),
    };
    put(fields, part, key, value)
}

/// `draw`, `draw tenpai south west`, `nagashi south`
fn take_draw(fields: &mut Map<String, Value>, part: &str, first: &str, rest: &str) -> Result<(), SettleError> {
    let draw = fields.entry("draw").or_insert_with(|| json!({}));
    let Some(draw) = draw.as_object_mut() else {
        return Ok(());
    };
    match (first, rest.split_once(' ').unwrap_or((rest, ""))) {
        ("draw", ("", _)) => Ok(()),
        ("draw", ("tenpai", who)) => put(draw, part, "tenpai", winds(part, who)?),
        ("draw", _) => Err(fault(part, "nothing more, or tenpai and the players")),
        _ => put(draw, part, first, winds(part, rest)?),
    }
}

/// `ron from east: HAND`, `ron east 3 han 40 fu`, `tsumo mangan ippatsu`
fn win(part: &str, seat: &str, rest: &str) -> Result<Value, SettleError> {
    let next = |rest: &str| -> (String, String) {
        let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        (word.trim_end_matches(':').to_owned(), rest.trim().to_owned())
    };
    let (by, mut rest) = next(rest);
    if How::named(&by).is_none() {
        return Err(fault(part, "how the player won: tsumo, ron, robbing-a-kan, four-kans"));
    }
    let mut win = Map::new();
    win.insert("seat".to_owned(), seat.into());
    win.insert("by".to_owned(), by.into());
    let (word, after) = next(&rest);
    let (from, after) = match word.as_str() {
        "from" => next(&after),
        _ => (word, after),
    };
    if rest.starts_with("from ") || Wind::named(&from).is_some() {
        win.insert("from".to_owned(), from.into());
        rest = after;
    }
    let rest = rest.trim_start_matches(':').trim();
    if rest.contains(['+', '[']) {
        win.insert("hand".to_owned(), rest.into());
        return Ok(Value::Object(win));
    }
    let spaced = spaced(rest);
    let mut words = spaced.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<i64>().ok());
        let mut seat = || words.next().filter(|word| Wind::named(word).is_some());
        let (key, value): (&str, Value) = match word {
            "yakuman" => (word, 1.into()),
            "ippatsu" | "pocchi" => (word, true.into()),
            "no-ippatsu" | "no-pocchi" => (&word[3..], false.into()),
            "ura" => (
                word,
                number(words.next())
                    .ok_or_else(|| fault(part, "a number after ura"))?
                    .into(),
            ),
            "fed-kan" => (
                "fed_kan",
                seat().ok_or_else(|| fault(part, "a player after fed-kan"))?.into(),
            ),
            "responsible" => (
                word,
                seat().ok_or_else(|| fault(part, "a player after responsible"))?.into(),
            ),
            "pao" => {
                let liable = seat().ok_or_else(|| fault(part, "a player after pao"))?;
                let count = number(words.peek().copied()).filter(|_| words.next().is_some());
                (word, json!({ liable: count.unwrap_or(1) }))
            }
            "counted" if words.next_if_eq(&"yakuman").is_some() => ("limit", "counted yakuman".into()),
            "honba" | "sticks" | "riichi" | "dead" | "points" | "chips" | "flowers" | "yame" | "last-hand" => {
                return Err(fault(part, "a comma after the value of the hand"));
            }
            _ => match number(Some(word)) {
                None => ("limit", word.into()),
                Some(number) => match words.next() {
                    Some(unit @ ("han" | "fu" | "yakuman" | "points")) => (unit, number.into()),
                    Some("point") => ("points", number.into()),
                    _ => return Err(fault(part, "han, fu, yakuman or points after a number")),
                },
            },
        };
        put(&mut win, part, key, value)?;
    }
    Ok(Value::Object(win))
}

/// `3han40fu` as `3 han 40 fu`.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    for c in text.chars() {
        let digit = c.is_ascii_digit();
        let joined = spaced.chars().last().is_some_and(|last: char| match digit {
            true => last.is_ascii_alphabetic(),
            false => last.is_ascii_digit() && c.is_ascii_alphabetic(),
        });
        spaced.extend(joined.then_some(' '));
        spaced.push(c);
    }
    spaced
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',']).filter(|word| !word.is_empty())
}

/// `south west`, `south,west`, `none`
fn winds(part: &str, text: &str) -> Result<Value, SettleError> {
    let words: Vec<&str> = words_of(text).collect();
    match words.as_slice() {
        [] => Err(fault(part, "players, such as south west, or none")),
        ["none"] => Ok(json!([])),
        words if words.iter().all(|word| Wind::named(word).is_some()) => Ok(json!(words)),
        _ => Err(fault(part, "players, such as south west, or none")),
    }
}

/// `south 2 west 1`, `none`
fn counts(part: &str, text: &str) -> Result<Value, SettleError> {
    let wrong = || fault(part, "players and numbers, such as south 2, or none");
    let words: Vec<&str> = words_of(text).collect();
    let mut counts = Map::new();
    if words == ["none"] {
        return Ok(Value::Object(counts));
    }
    for pair in words.chunks(2) {
        let [seat, number] = pair else { return Err(wrong()) };
        let number: i64 = number.parse().map_err(|_| wrong())?;
        put(&mut counts, part, seat, number.into())?;
    }
    match counts.is_empty() {
        true => Err(wrong()),
        false => Ok(Value::Object(counts)),
    }
}

fn put(fields: &mut Map<String, Value>, part: &str, key: &str, value: Value) -> Result<(), SettleError> {
    match fields.insert(key.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(fault(part, "each of these only once")),
    }
}

fn fault(part: &str, expected: &'static str) -> SettleError {
    SettleError::Part {
        part: part.to_owned(),
        expected,
    }
}
