//! Final points and the result of a game.

use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::ScoreSheet;
use jantaku_rules::transfer::Stake;
use jantaku_rules::units::Points;
use jantaku_wire::score_json::LineRow;

/// Holds the result of a game against what is expected, and the lines named after it against the row's clause.
pub(crate) fn check(rules: &Rules, clause: &str, points: &str, expected: &str) -> Result<(), String> {
    let end = game_end(rules, points)?;
    let result = final_result(rules, &end);
    let mut parts = expected.split(';').map(str::trim);
    let expected = parts.next().unwrap_or_default();
    let lines = LineRow::all_of(rules, &ScoreSheet::of_result(rules, &result));
    for item in parts {
        let named = item.strip_prefix("line ").ok_or_else(|| format!("what is {item}?"))?;
        let (id, whose) = named
            .split_once(' ')
            .map_or((named, None), |(id, wind)| (id, Some(wind)));
        let cites = |line: &&LineRow| line.id == id && line.clause.as_deref() == Some(clause);
        let mut citing = lines.iter().filter(cites);
        if !citing.any(|line| whose.is_none() || line.to == whose) {
            return Err(format!("not so: {item}\n  {lines:?}"));
        }
    }
    let (unit, numbers) = match expected.strip_prefix("chips ") {
        Some(chips) => (Stake::Chips, chips),
        None => (Stake::Points, expected),
    };
    let wanted: Vec<i32> = numbers
        .split_whitespace()
        .map(|number| read(number, unit))
        .collect::<Result<_, _>>()?;
    if (result.unit, result.score.as_slice()) == (unit, wanted.as_slice()) {
        return Ok(());
    }
    Err(format!("comes out as {:?} {:?}", result.unit, result.score))
}

/// `45000,30000,15000 dealer=south sticks=1 substitute=west`
fn game_end(rules: &Rules, text: &str) -> Result<GameEnd, String> {
    let mut words = text.split_whitespace();
    let points: Vec<i32> = words
        .next()
        .unwrap_or_default()
        .split(',')
        .filter_map(|n| n.parse().ok())
        .collect();
    if points.len() != rules.seats() {
        return Err(format!("points of {} players, not of {}", points.len(), rules.seats()));
    }
    let mut end = GameEnd::with_points(BySeat::from_fn(rules.seats(), |place| Points(points[place])));
    for word in words {
        let wrong = || format!("what is {word}?");
        match word.split_once('=').ok_or_else(wrong)? {
            ("dealer", wind) => end.next_dealer = Seat(Wind::named(wind).ok_or_else(wrong)?.index() as u8),
            ("substitute", wind) => {
                end.substitutes[Seat(Wind::named(wind).ok_or_else(wrong)?.index() as u8)] = true;
            }
            ("sticks", count) => end.sticks = count.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
    }
    Ok(end)
}

/// `-17.5` thousands; chips are whole.
fn read(number: &str, unit: Stake) -> Result<i32, String> {
    let wrong = || format!("no number: {number}");
    if unit == Stake::Chips {
        return number.parse().map_err(|_| wrong());
    }
    let thousands: f64 = number.parse().map_err(|_| wrong())?;
    Ok((thousands * 1_000.0).round() as i32)
}
