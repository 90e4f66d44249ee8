//! The worked examples of a rulebook: a value outright, a hand, or the points of a finished game; and what follows for each player.

use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::{Source, SourceExample};
use jantaku_rules::rulebook::value::Value;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::transfer::{Stake, chips_moved, points_moved};
use jantaku_rules::units::{Fu, Han, Points};
use jantaku_rules::value::Value as HandValue;
use jantaku_rules::win::By;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use jantaku_wire::score_json::score;
use jantaku_wire::value_json::to_json;
use std::collections::BTreeMap;
use std::fmt;

/// No game of any rulebook leaves this range; within it no sum can overflow.
const MOST: i64 = 100_000_000;

/// An example with a different result than it states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// The key that is wrong, `example.expect`.
    pub key: String,
    pub expected: String,
    pub found: String,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.key, self.expected, self.found)
    }
}

/// A worked example, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    pub line: u32,
    pub clause: String,
    /// Empty if what it states comes out.
    pub errors: Vec<RulebookError>,
}

/// Checks all examples of a rulebook. Errors that keep the rulebook from loading are included, in
/// the words of [`Library::check`].
pub fn check_all(library: &Library, id: &str) -> Vec<RulebookError> {
    work(library, id).into_iter().flat_map(|worked| worked.errors).collect()
}

/// All errors of a rulebook, failing worked examples included, by line.
pub fn errors(library: &Library, id: &str) -> Vec<RulebookError> {
    let mut errors = library.check(id);
    errors.extend(check_all(library, id));
    errors.sort();
    errors.dedup();
    errors
}

/// Works every example of a rulebook out again, in the order of its file. Each rulebook that they name is compiled once.
pub fn work(library: &Library, id: &str) -> Vec<Worked> {
    let Some(source) = library.source(id) else {
        return Vec::new();
    };
    let mut compiled: BTreeMap<String, Result<Rules, Vec<RulebookError>>> = BTreeMap::new();
    let mut one = |example: &SourceExample| {
        let rules = compiled
            .entry(spec(source, example))
            .or_insert_with_key(|spec| library.rules(spec));
        let errors = match rules {
            Ok(rules) => check(rules, example)
                .err()
                .map(|unmet| told(source, example, unmet))
                .into_iter()
                .collect(),
            Err(wrong) if wrong.iter().any(|error| error.file == source.file) => wrong.clone(),
            Err(wrong) => vec![told(source, example, unplayable(wrong))],
        };
        Worked {
            line: example.clause.line,
            clause: example.clause.text.clone(),
            errors,
        }
    };
    source.examples.iter().map(&mut one).collect()
}

/// The rulebook by which an example holds.
pub fn spec(source: &Source, example: &SourceExample) -> String {
    match example.given.get("rules") {
        Some(Value::Text(spec)) => spec.clone(),
        _ => source.id.clone(),
    }
}

/// Compares an example with the actual result.
pub fn check(rules: &Rules, example: &SourceExample) -> Result<(), Unmet> {
    let given = &example.given;
    let (points, chips) = match given.get("points") {
        Some(Value::Table(_)) => of_game(rules, given)?,
        _ if given.get("hand").is_some() => of_hand(rules, given)?,
        _ => of_value(rules, given)?,
    };
    let expect = &example.expect;
    let outright = expect.get("points").is_none() && expect.get("chips").is_none();
    let (key, wanted) = match outright {
        true => ("example.expect", Some(expect)),
        false => ("example.expect.points", expect.get("points")),
    };
    for (key, wanted, came) in [
        (key, wanted, points),
        ("example.expect.chips", expect.get("chips"), chips),
    ] {
        let Some(wanted) = wanted else { continue };
        let wanted = by_wind(rules, key, wanted)?;
        if wanted != came {
            let clause = &example.clause.text;
            return Err(unmet(
                key,
                format!("what comes of {clause}: {}", show(&came)),
                show(&wanted),
            ));
        }
    }
    Ok(())
}

type Moved = (BySeat<i32>, BySeat<i32>);

fn of_game(rules: &Rules, given: &Value) -> Result<Moved, Unmet> {
    let points = given.get("points").unwrap_or(given);
    let points = by_wind(rules, "example.given.points", points)?;
    let result = final_result(rules, &GameEnd::with_points(points.map(|&points| Points(points))));
    Ok(match result.unit {
        Stake::Points => (result.score, result.chips.map(|chips| chips.0)),
        Stake::Chips => (BySeat::all(rules.seats(), 0), result.score),
    })
}

fn of_hand(rules: &Rules, given: &Value) -> Result<Moved, Unmet> {
    let mut json = to_json(given);
    json["rules"] = rules.spec.clone().into();
    let wrong = |found: String| unmet("example.given", "a hand that wins", found);
    let request = Request::read(&json).map_err(|error| wrong(error.to_string()))?;
    match score(rules, &request) {
        Response::Sheet(sheet) => Ok((sheet.deltas.0, sheet.chips.0)),
        Response::NoWin(no_win) => Err(wrong(no_win.why.to_owned())),
        Response::Bad(bad) => Err(wrong(bad.error)),
    }
}

fn of_value(rules: &Rules, given: &Value) -> Result<Moved, Unmet> {
    let (han, fu) = (number(given, "han", 99)?, number(given, "fu", 250)?);
    let (yakuman, points) = (number(given, "yakuman", 13)?, number(given, "points", 1_000_000)?);
    let value = match rules.settings.value.scheme {
        Scheme::Points => HandValue::Points(Points(points as i32)),
        _ if yakuman > 0 => HandValue::Yakuman(yakuman as u8),
        _ => HandValue::Han {
            han: Han(han as u8),
            fu: Fu(fu as u8),
        },
    };
    let by = match given.get("by") {
        None => By::Ron,
        Some(by) => By::WORDS
            .into_iter()
            .find(|(word, _)| *by == Value::Text((*word).to_owned()))
            .map(|(_, by)| by)
            .ok_or_else(|| unmet("example.given.by", "tsumo, ron or a way to rob", by.describe()))?,
    };
    let seat = wind(rules, given, "seat")?.unwrap_or(Wind::South);
    let from = wind(rules, given, "from")?;
    let winner = match by.is_tsumo() {
        true => Winner::tsumo(seat, value),
        false => Winner::ron(seat, by, from.unwrap_or(Wind::East), value),
    };
    if (winner.from == seat) != by.is_tsumo() {
        return Err(unmet(
            "example.given.from",
            "somebody other than the winner",
            seat.name(),
        ));
    }
    let winner = Winner {
        responsible: wind(rules, given, "responsible")?,
        ..winner
    };
    let hand = HandState {
        honba: number(given, "honba", 20)? as u8,
        sticks: number(given, "sticks", 20)? as u8,
        ..HandState::bare(rules.seats())
    };
    let transfers = settle_wins(rules, &hand, &[winner]);
    let points = points_moved(&transfers, rules.seats()).map(|points| points.0);
    let chips = chips_moved(&transfers, rules.seats()).map(|chips| chips.0);
    Ok((points, chips))
}

fn number(given: &Value, key: &str, most: i64) -> Result<i64, Unmet> {
    match given.get(key) {
        None => Ok(0),
        Some(Value::Int(n)) if (0..=most).contains(n) => Ok(*n),
        Some(other) => Err(unmet(
            format!("example.given.{key}"),
            format!("a whole number from 0 to {most}"),
            other.describe(),
        )),
    }
}

/// The wind of somebody who plays.
fn wind(rules: &Rules, given: &Value, key: &str) -> Result<Option<Wind>, Unmet> {
    let Some(value) = given.get(key) else { return Ok(None) };
    let named = match value {
        Value::Text(name) => Wind::named(name),
        _ => None,
    };
    match named.filter(|wind| wind.index() < rules.seats()) {
        Some(wind) => Ok(Some(wind)),
        None => Err(unmet(format!("example.given.{key}"), winds(rules), value.describe())),
    }
}

/// Numbers by wind, 0 for those not named.
fn by_wind(rules: &Rules, key: &str, table: &Value) -> Result<BySeat<i32>, Unmet> {
    let mut numbers = BySeat::all(rules.seats(), 0);
    let Value::Table(entries) = table else {
        return Err(unmet(key, "a table of winds and numbers", table.describe()));
    };
    for (name, value) in entries {
        let wind = Wind::named(name).filter(|wind| wind.index() < rules.seats());
        let wind = wind.ok_or_else(|| unmet(key, winds(rules), format!("{name:?}")))?;
        match value {
            Value::Int(n) if (-MOST..=MOST).contains(n) => numbers[wind] = *n as i32,
            other => {
                let key = format!("{key}.{name}");
                return Err(unmet(key, format!("a whole number up to {MOST}"), other.describe()));
            }
        }
    }
    Ok(numbers)
}

fn winds(rules: &Rules) -> String {
    let names: Vec<&str> = Wind::ALL.into_iter().take(rules.seats()).map(Wind::name).collect();
    format!("one of {}", names.join(", "))
}

fn show(numbers: &BySeat<i32>) -> String {
    let of = |(wind, number): (Wind, &i32)| format!("{wind} {number}");
    let all: Vec<String> = Wind::ALL.into_iter().zip(numbers.iter()).map(of).collect();
    all.join(", ")
}

fn unmet(key: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Unmet {
    Unmet {
        key: key.into(),
        expected: expected.into(),
        found: found.into(),
    }
}

fn unplayable(errors: &[RulebookError]) -> Unmet {
    let first = errors.first().map(ToString::to_string).unwrap_or_default();
    unmet("example.given.rules", "a rulebook that can be played", first)
}

fn told(source: &Source, example: &SourceExample, unmet: Unmet) -> RulebookError {
    RulebookError {
        file: source.file.clone(),
        line: example.clause.line,
        key: unmet.key,
        kind: ErrorKind::Example,
        expected: unmet.expected,
        found: unmet.found,
    }
}
