//! A worked example of a rulebook: a value outright, a hand, or the points of a finished game; and what follows for each player.

use jantaku_formats::score_json::request::Request;
use jantaku_formats::score_json::response::Response;
use jantaku_formats::score_json::score;
use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::{Source, SourceExample};
use jantaku_rules::rulebook::value::Value;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use jantaku_rules::transfer::{Stake, balance};
use jantaku_rules::value::Value as HandValue;
use jantaku_rules::win::By;

/// The rulebook by which an example holds.
pub(crate) fn spec(source: &Source, example: &SourceExample) -> String {
    match example.given.get("rules") {
        Some(Value::Text(spec)) => spec.clone(),
        _ => source.id.clone(),
    }
}

/// Holds an example against what follows.
pub(crate) fn check(rules: &Rules, example: &SourceExample) -> Result<(), String> {
    let given = &example.given;
    let (points, chips) = match given.get("points") {
        Some(Value::Table(_)) => of_game(rules, given),
        _ if given.get("hand").is_some() => of_hand(rules, given)?,
        _ => of_value(rules, given)?,
    };
    let expect = &example.expect;
    let outright = expect.get("points").is_none() && expect.get("chips").is_none();
    let wanted_points = if outright { Some(expect) } else { expect.get("points") };
    for (wanted, found) in [(wanted_points, points), (expect.get("chips"), chips)] {
        let Some(wanted) = wanted else { continue };
        let wanted = by_wind(rules, wanted);
        if wanted != found {
            return Err(format!("{wanted:?} expected, {found:?} found"));
        }
    }
    Ok(())
}

type Moved = (BySeat<i32>, BySeat<i32>);

fn of_game(rules: &Rules, given: &Value) -> Moved {
    let points = by_wind(rules, given.get("points").expect("points"));
    let result = final_result(
        rules,
        &GameEnd {
            next_dealer: Seat(0),
            ..GameEnd::with_points(points)
        },
    );
    match result.unit {
        Stake::Points => (result.score, result.chips),
        Stake::Chips => (BySeat::all(rules.seats(), 0), result.score),
    }
}

fn of_hand(rules: &Rules, given: &Value) -> Result<Moved, String> {
    let mut json = to_json(given);
    json["rules"] = rules.spec.clone().into();
    let request = Request::read(&json).map_err(|error| error.to_string())?;
    match score(rules, &request) {
        Response::Sheet(sheet) => Ok((sheet.deltas.0, sheet.chips.0)),
        other => Err(other.to_json()),
    }
}

fn of_value(rules: &Rules, given: &Value) -> Result<Moved, String> {
    let number = |key: &str| match given.get(key) {
        Some(Value::Int(n)) => *n,
        _ => 0,
    };
    let wind = |key: &str| match given.get(key) {
        Some(Value::Text(name)) => Wind::named(name),
        _ => None,
    };
    let value = HandValue {
        han: number("han") as u8,
        fu: number("fu") as u8,
        yakuman: number("yakuman") as u8,
        points: number("points") as i32,
    };
    let seat = wind("seat").unwrap_or(Wind::South);
    let winner = match given.get("by") {
        Some(Value::Text(by)) if by == "tsumo" => Winner::tsumo(seat, value),
        _ => Winner::ron(seat, By::Ron, wind("from").unwrap_or(Wind::East), value),
    };
    if winner.from == seat && !winner.by.is_tsumo() {
        return Err("the winner pays".to_owned());
    }
    let winner = Winner {
        responsible: wind("responsible"),
        ..winner
    };
    let hand = HandState {
        honba: number("honba") as u8,
        sticks: number("sticks") as u8,
        ..HandState::bare(rules.seats())
    };
    let transfers = settle_wins(rules, &hand, &[winner]);
    let moved = |stake| balance(&transfers, rules.seats(), stake);
    Ok((moved(Stake::Points), moved(Stake::Chips)))
}

/// Numbers by wind; who is not named has none.
fn by_wind(rules: &Rules, table: &Value) -> BySeat<i32> {
    BySeat::from_fn(rules.seats(), |place| match table.get(Wind::at(place).name()) {
        Some(Value::Int(n)) => *n as i32,
        _ => 0,
    })
}

fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(b) => (*b).into(),
        Value::Int(n) => (*n).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Table(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), to_json(value)))
            .collect(),
    }
}
