//! One hand in, its score sheet or settlement out: the same as a line of `jantaku score --batch` or `jantaku settle --batch`.

use super::{Site, refusal};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response as Answer};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_wire::score_json::offered::Offered;
use jantaku_wire::score_json::request::{Request, RequestError};
use jantaku_wire::score_json::response::{BadRequest, Response};
use jantaku_wire::score_json::{read_line, score};
use jantaku_wire::settle_json;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The most hands of a list: as many rulebooks as a club may have, and some more.
const MOST_HANDS: usize = 32;
/// The longest list, in bytes.
pub(super) const LIST_BYTES: usize = 32 << 10;

/// Scores the hand in the body. An unreadable or impossible hand is a bad request; a hand that does not win is not.
pub(super) async fn answer(State(site): State<Arc<Site>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let body = match body {
        Ok(body) => body,
        Err(rejected) => return rejected.into_response(),
    };
    let response = match read_line(&String::from_utf8_lossy(&body)) {
        Ok(request) => answered(&request, site.hub.rules_or_edition(&request.rules).await),
        Err(response) => response,
    };
    json(response.is_bad(), response.to_json())
}

/// Scores a list of hands, such as one hand under every rulebook. A hand that cannot be scored has its error at its place in the list.
pub(super) async fn answers(State(site): State<Arc<Site>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let body = match body {
        Ok(body) => body,
        Err(rejected) => return rejected.into_response(),
    };
    // Each hand may be under a rulebook that has to be compiled first.
    let work = crate::machine::spawn_blocking(move || listed(&site, &body));
    match work.await {
        Ok(Ok(all)) => json(false, format!("[{}]", all.join(","))),
        Ok(Err(why)) => json(true, serde_json::json!({ "error": why }).to_string()),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The answers to a list of hands, or what is wrong with the list.
fn listed(site: &Site, body: &[u8]) -> Result<Vec<String>, &'static str> {
    let list: Vec<&RawValue> = serde_json::from_slice(body).map_err(|_| "expected a list of hands")?;
    if list.len() > MOST_HANDS {
        return Err("expected at most 32 hands");
    }
    let one = |hand: &&RawValue| match read_line(hand.get()) {
        Ok(request) => answered(
            &request,
            site.hub.rulebooks.of_spec(&request.rules, &*site.hub.around.store),
        )
        .to_json(),
        Err(response) => response.to_json(),
    };
    Ok(list.iter().map(one).collect())
}

/// What can be said of a hand under a rulebook.
pub(super) async fn offered(State(site): State<Arc<Site>>, Path(spec): Path<String>) -> Answer {
    match site.hub.rules_or_edition(&spec).await {
        Ok(rules) => Json(Offered::of(&rules)).into_response(),
        Err(why) => refusal::answer(StatusCode::NOT_FOUND, "no-rulebook", &why),
    }
}

/// Settles the hand record in the body. One that cannot be settled is a bad request.
pub(super) async fn settle(State(site): State<Arc<Site>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let body = match body {
        Ok(body) => body,
        Err(rejected) => return rejected.into_response(),
    };
    let (id, record) = settle_json::read_line(&String::from_utf8_lossy(&body));
    let answer = match record {
        Ok(record) => match site.hub.rules_or_edition(&record.rules).await {
            Ok(rules) => settle_json::settle(&rules, &record),
            Err(errors) => Err(RequestError::Rulebook(errors).into()),
        },
        Err(error) => Err(error),
    };
    json(answer.is_err(), settle_json::to_json(id, &answer).to_string())
}

fn json(is_bad: bool, body: String) -> Answer {
    let status = match is_bad {
        true => StatusCode::BAD_REQUEST,
        false => StatusCode::OK,
    };
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// The answer to a request by its rulebook.
fn answered(request: &Request, rules: Result<Arc<Rules>, String>) -> Response {
    match rules {
        Ok(rules) => score(&rules, request),
        Err(errors) => BadRequest::new(request.id.clone(), &RequestError::Rulebook(errors)),
    }
}
