//! Reads a scenario file strictly: unknown keys are errors.

use crate::error::ScenarioError;
use crate::line::{self, Line};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::units::{Chips, Points};
use jantaku_table::event::Standing;
use jantaku_table::stack::Stack;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::sync::Arc;

/// The most points or chips a player may have or owe before the hand.
const MOST_POINTS: i32 = 10_000_000;

/// The most honba or sticks before the hand, which leaves room for those of the hand.
const MOST_COUNTERS: u8 = 200;

/// A scenario that can be played.
pub(super) struct Scenario {
    pub(super) rules: Arc<Rules>,
    pub(super) seed: u64,
    pub(super) standing: Standing,
    pub(super) points: BySeat<Points>,
    pub(super) chips: BySeat<Chips>,
    pub(super) stack: Stack,
    pub(super) script: Vec<Line>,
    pub(super) until: Until,
}

/// How far to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Until {
    /// To the last line.
    #[default]
    Script,
    /// To the end of the hand.
    Hand,
    /// To the end of the game.
    Game,
}

/// The JSON object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rules: String,
    #[serde(default)]
    seed: u64,
    round: Option<String>,
    hand: Option<u8>,
    #[serde(default)]
    honba: u8,
    #[serde(default)]
    sticks: u8,
    #[serde(default)]
    points: Winds<i32>,
    #[serde(default)]
    chips: Winds<i32>,
    #[serde(default)]
    deal: Winds<String>,
    #[serde(default)]
    draws: String,
    #[serde(default)]
    replacements: String,
    #[serde(default)]
    dora: String,
    #[serde(default)]
    ura: String,
    wall_left: Option<usize>,
    script: Vec<String>,
    #[serde(default)]
    until: Until,
    /// Keys that only the tests read.
    #[serde(rename = "clauses", default)]
    _clauses: IgnoredAny,
    #[serde(rename = "story", default)]
    _story: IgnoredAny,
    #[serde(rename = "expect", default)]
    _expect: IgnoredAny,
}

/// Something for some of the winds.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Winds<T> {
    east: Option<T>,
    south: Option<T>,
    west: Option<T>,
    north: Option<T>,
}

impl<T> Winds<T> {
    fn given(self) -> impl Iterator<Item = (Wind, T)> {
        let all = [self.east, self.south, self.west, self.north];
        Wind::ALL
            .into_iter()
            .zip(all)
            .filter_map(|(wind, value)| Some((wind, value?)))
    }
}

pub(super) fn read(library: &Library, text: &str) -> Result<Scenario, ScenarioError> {
    let written: Written = read_object(text)?;
    let rules = Arc::new(library.rules(&written.rules).map_err(ScenarioError::Rules)?);
    let standing = standing(&rules, &written)?;
    let start = rules.settings.game.start;
    let points = by_chair(&rules, standing.dealer, written.points, start, "points")?.map(|&points| Points(points));
    let chips = by_chair(&rules, standing.dealer, written.chips, 0, "chips")?.map(|&chips| Chips(chips));
    let tiles = |key: &str, text: &str| tiles(&rules, key, text);
    let mut stack = Stack {
        draws: tiles("draws", &written.draws)?,
        replacements: tiles("replacements", &written.replacements)?,
        dora: tiles("dora", &written.dora)?,
        ura: tiles("ura", &written.ura)?,
        wall_left: written.wall_left,
        ..Stack::default()
    };
    for (wind, hand) in written.deal.given() {
        stack = stack.with_hand(wind, tiles("deal", &hand)?);
    }
    let script = line::read_all(&rules, &written.script)?;
    Ok(Scenario {
        seed: written.seed,
        standing,
        points,
        chips,
        stack,
        script,
        until: written.until,
        rules,
    })
}

/// Refuses lists, which serde would accept in place of objects but which nobody can read.
fn read_object(text: &str) -> Result<Written, ScenarioError> {
    let json = |error: serde_json::Error| ScenarioError::Json(error.to_string());
    let written = serde_json::from_str(text).map_err(json)?;
    let value: Value = serde_json::from_str(text).map_err(json)?;
    let object = value
        .as_object()
        .ok_or_else(|| ScenarioError::Json("a scenario is a JSON object".to_owned()))?;
    let list = ["points", "chips", "deal"]
        .into_iter()
        .find(|&key| object.get(key).is_some_and(Value::is_array));
    match list {
        Some(key) => Err(ScenarioError::Json(format!("{key}: an object by seat, not a list"))),
        None => Ok(written),
    }
}

fn standing(rules: &Rules, written: &Written) -> Result<Standing, ScenarioError> {
    let round = written.round.as_deref().unwrap_or("east");
    let hand = written.hand.unwrap_or(1);
    let wind = Wind::named(round).ok_or_else(|| ScenarioError::NoSuchHand(format!("round {round:?}")))?;
    if hand == 0 || usize::from(hand) > rules.seats() {
        return Err(ScenarioError::NoSuchHand(format!("hand {hand}")));
    }
    for (key, number) in [("honba", written.honba), ("sticks", written.sticks)] {
        if number > MOST_COUNTERS {
            let most = MOST_COUNTERS.into();
            return Err(ScenarioError::TooMuch { key, most });
        }
    }
    Ok(Standing {
        round: wind,
        dealer: Seat(hand - 1),
        honba: written.honba,
        sticks: written.sticks,
    })
}

/// Turns values by wind into values by seat.
fn by_chair(
    rules: &Rules,
    dealer: Seat,
    given: Winds<i32>,
    default: i32,
    key: &'static str,
) -> Result<BySeat<i32>, ScenarioError> {
    let seats = rules.seats();
    let mut values = BySeat::all(seats, default);
    for (wind, value) in given.given() {
        if wind.index() >= seats {
            let key = key.to_owned();
            return Err(ScenarioError::NoSuchSeat { key, wind });
        }
        if value.unsigned_abs() > MOST_POINTS.unsigned_abs() {
            return Err(ScenarioError::TooMuch { key, most: MOST_POINTS });
        }
        values[Seat(((usize::from(dealer.0) + wind.index()) % seats) as u8)] = value;
    }
    Ok(values)
}

fn tiles(rules: &Rules, key: &str, text: &str) -> Result<Vec<Tile>, ScenarioError> {
    let read = notation::tiles(text).map_err(|error| {
        let key = key.to_owned();
        ScenarioError::Tiles { key, error }
    })?;
    Ok(read.into_iter().map(|tile| rules.tiles.meant(tile)).collect())
}
