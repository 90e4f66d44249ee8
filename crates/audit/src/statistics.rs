//! The statistics of simulated games as JSON, for `jantaku sim --json` and the pages of a server.

use crate::simulation::Simulation;
use crate::tally::Tally;
use jantaku_rules::settlement::draw::DrawReason;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Everything that was counted; nothing in it depends on the machine.
#[must_use]
pub fn as_json(simulation: &Simulation, tally: &Tally) -> Value {
    let rules = &simulation.rules;
    let drawn = DrawReason::ALL
        .iter()
        .zip(&tally.drawn)
        .map(|(reason, n)| (reason.name().to_owned(), json!(n)));
    let yaku = rules
        .yaku
        .iter()
        .zip(&tally.yaku)
        .map(|(yaku, n)| (yaku.id.clone(), json!(n)));
    let bot = |seat: usize| simulation.bots.get(seat).or(simulation.bots.last());
    let seats = tally.seats.iter().enumerate().map(|(place, seat)| {
        json!({
            "bot": bot(place), "wins": seat.wins, "tsumo": seat.tsumo, "deal-ins": seat.deal_ins,
            "riichi": seat.riichi, "calls": seat.calls, "kans": seat.kans, "points": seat.points,
            "chips": seat.chips, "result": seat.result, "places": seat.places[..tally.seats.len()],
        })
    });
    let places = tally.places[..tally.seats.len()].iter().map(|place| {
        json!({ "players": place.players, "points": place.points, "chips": place.chips, "result": place.result })
    });
    json!({
        "rules": rules.spec, "seed": simulation.seed, "games": tally.games, "hands": tally.hands,
        "decisions": tally.decisions, "events": tally.events,
        "won": tally.won, "won-by-several": tally.won_by_several, "drawn": drawn.collect::<Map<_, _>>(),
        "tenpai": tally.tenpai, "worth": tally.worth, "seats": seats.collect::<Vec<_>>(),
        "places": places.collect::<Vec<_>>(), "values": counts(&tally.values), "lengths": counts(&tally.lengths),
        "yaku": yaku.collect::<Map<_, _>>(),
    })
}

/// Pairs of a number and how often it came up, in order.
fn counts<K: Copy + Into<i64>>(counted: &BTreeMap<K, u64>) -> Vec<(i64, u64)> {
    counted.iter().map(|(key, count)| ((*key).into(), *count)).collect()
}
