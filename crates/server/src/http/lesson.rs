//! A rulebook for learners: what the guide says of it, its yaku with examples, and how far a hand is from each.

use super::{Site, refusal};
use crate::wire::lesson::{LessonJson, NearJson, NearRequest, NearYaku};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jantaku_bots::club::near::nearness;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::Win;
use std::sync::Arc;

/// The lesson of a rulebook, by request or by hash.
pub(super) async fn answer(State(site): State<Arc<Site>>, Path(spec): Path<String>) -> Response {
    let work = crate::machine::spawn_blocking(move || {
        let (rulebooks, store) = (&site.hub.rulebooks, &*site.hub.around.store);
        let rules = rulebooks.of_spec(&spec, store)?;
        let also = rules.translated(&rulebooks.offer().library);
        Ok::<_, String>(LessonJson::of(&rules, &rulebooks.examples(&rules), &also))
    });
    match work.await {
        Ok(Ok(lesson)) => Json(lesson).into_response(),
        Ok(Err(why)) => no_rulebook(&why),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// How far the hand in the body is from each yaku. As much is worked out at a time as hints are.
pub(super) async fn near(State(site): State<Arc<Site>>, asked: Result<Json<NearRequest>, JsonRejection>) -> Response {
    let asked = match asked {
        Ok(Json(asked)) => asked,
        Err(rejected) => return super::api::unreadable(&rejected),
    };
    let hints = site.hub.around.thinkers.for_hints();
    let _turn = hints.acquire().await;
    let work = crate::machine::spawn_blocking(move || {
        let rules = match site.hub.rulebooks.of_spec(&asked.rules, &*site.hub.around.store) {
            Ok(rules) => rules,
            Err(why) => return no_rulebook(&why),
        };
        match read(&rules, &asked) {
            Ok((hand, seen)) => Json(measured(&rules, &hand, &seen)).into_response(),
            Err(why) => refusal::answer(StatusCode::BAD_REQUEST, "bad-request", &why),
        }
    });
    match work.await {
        Ok(answer) => answer,
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn no_rulebook(why: &str) -> Response {
    refusal::answer(StatusCode::NOT_FOUND, "no-rulebook", why)
}

/// The hand and the tiles in the open, or what is wrong with them.
fn read(rules: &Rules, asked: &NearRequest) -> Result<(Win, Vec<Tile>), String> {
    let hand: Win = asked.hand.parse().map_err(|error| format!("hand: {error}"))?;
    let seen = notation::tiles(&asked.seen).map_err(|error| format!("seen: {error}"))?;
    let concealed = hand.hand.len() + 1 + 3 * hand.melds.len();
    if !(13..=14).contains(&concealed) {
        return Err("hand: expected 13 or 14 tiles, counting three for each meld".to_owned());
    }
    let melded = hand.melds.iter().flat_map(|meld| &meld.tiles);
    let own = hand.hand.iter().chain([&hand.tile]).chain(melded).chain(&hand.aside);
    let mut counts = [0usize; HAND_KINDS];
    for tile in own.chain(&seen) {
        if let Some(count) = counts.get_mut(tile.kind().index()) {
            *count += 1;
        }
    }
    let too_many = (0..HAND_KINDS)
        .map(Kind::at)
        .find(|kind| counts[kind.index()] > rules.tiles.copies_of(*kind));
    match too_many {
        Some(kind) => Err(format!(
            "there are only {} copies of {kind}",
            rules.tiles.copies_of(kind)
        )),
        None => Ok((hand, seen)),
    }
}

fn measured(rules: &Rules, hand: &Win, seen: &[Tile]) -> NearJson {
    let found = nearness(rules, hand, seen);
    let distances = rules.yaku.iter().zip(&found.yaku);
    let mut yaku: Vec<NearYaku> = distances
        .filter_map(|(yaku, missing)| {
            missing.map(|missing| NearYaku {
                id: yaku.id.clone(),
                missing,
            })
        })
        .collect();
    yaku.sort_by_key(|near| near.missing);
    NearJson {
        missing: found.missing,
        yaku,
    }
}
