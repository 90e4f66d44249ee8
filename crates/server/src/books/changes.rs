//! Two rulebooks that bots play, and what differs in what happened.

use super::difference;
use crate::hub::BookStatistics;
use crate::wire::books::changes::{Changes, PlaceMeans, Played, YakuChange};
use jantaku_audit::simulation::Simulation;
use jantaku_audit::statistics;
use jantaku_audit::tally::{PlaceTally, Tally};
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::rules::Rules;
use std::sync::Arc;

/// The fewest and the most hands that are played of each.
pub(crate) const HANDS: std::ops::RangeInclusive<u32> = 100..=10_000;

pub(crate) struct Comparison {
    pub before: Side,
    pub after: Side,
    pub seed: u32,
    pub hands: u32,
}

/// One of the two rulebooks.
pub(crate) struct Side {
    pub rules: Arc<Rules>,
    pub resolved: Resolved,
    /// The files that the command line needs beside what ships with the program.
    pub files: Vec<String>,
}

pub(crate) fn result(comparison: &Comparison, before: &BookStatistics, after: &BookStatistics) -> Changes {
    Changes {
        seed: comparison.seed,
        before: played(before, &comparison.before.files),
        after: played(after, &comparison.after.files),
        yaku: yaku(before, after),
        words: difference::words(&comparison.before.resolved, &comparison.after.resolved),
    }
}

/// How often each yaku counted, in the order of the rulebook before, then those that are new.
fn yaku(before: &BookStatistics, after: &BookStatistics) -> Vec<YakuChange> {
    let times = |of: &BookStatistics, id: &str| {
        let place = of.simulation.rules.yaku.iter().position(|yaku| yaku.id == id)?;
        of.tally.yaku.get(place).map(|times| small(*times))
    };
    let (old, new) = (&before.simulation.rules.yaku, &after.simulation.rules.yaku);
    let added = new.iter().filter(|yaku| old.iter().all(|other| other.id != yaku.id));
    let one = |yaku: &jantaku_rules::rulebook::yaku::Yaku| YakuChange {
        id: yaku.id.clone(),
        names: (&yaku.names).into(),
        before: times(before, &yaku.id),
        after: times(after, &yaku.id),
    };
    old.iter().chain(added).map(one).collect()
}

fn played(statistics: &BookStatistics, files: &[String]) -> Played {
    let BookStatistics { simulation, tally } = statistics;
    let rules = &simulation.rules;
    let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
    Played {
        rules: rules.spec.clone(),
        games: small(tally.games),
        hands: small(tally.hands),
        won: small(tally.won),
        wins: small(wins),
        drawn: small(tally.drawn.iter().sum()),
        mean_value: mean(tally.worth, wins),
        places: tally.places[..rules.seats()].iter().map(means).collect(),
        values: tally
            .values
            .iter()
            .map(|(value, times)| (clamped(*value), small(*times)))
            .collect(),
        lengths: lengths(tally),
        command: command(simulation, files),
        data: statistics::as_json(simulation, tally),
    }
}

/// The command that plays the same games, with the files that it needs.
pub(crate) fn command(simulation: &Simulation, files: &[String]) -> String {
    let books: String = files.iter().map(|file| format!("--book {file} ")).collect();
    format!(
        "jantaku {books}sim --rules '{}' --seats {} --games {} --seed {} --json",
        simulation.rules.spec,
        simulation.bots.join(","),
        simulation.games,
        simulation.seed
    )
}

fn lengths(tally: &Tally) -> Vec<(u32, u32)> {
    let lengths = tally.lengths.iter();
    lengths
        .map(|(hands, games)| (u32::from(*hands), small(*games)))
        .collect()
}

fn means(place: &PlaceTally) -> PlaceMeans {
    PlaceMeans {
        points: mean(place.points, place.players),
        chips: mean(place.chips, place.players),
        result: mean(place.result, place.players),
    }
}

fn mean(sum: i64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { sum as f64 / n as f64 }
}

fn small(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn clamped(n: i64) -> i32 {
    n.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
