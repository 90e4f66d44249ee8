//! One hand in, its score sheet or settlement out: the same as a line of `jantaku score --batch` or `jantaku settle --batch`.

use super::Site;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response as Answer};
use jantaku_wire::score_json::request::{Request, RequestError};
use jantaku_wire::score_json::response::{BadRequest, Response};
use jantaku_wire::score_json::{read_line, score};
use jantaku_wire::settle_json;
use std::sync::Arc;

/// Scores the hand in the body. An unreadable or impossible hand is a bad request; a hand that does not win is not.
pub(super) async fn answer(State(site): State<Arc<Site>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let body = match body {
        Ok(body) => body,
        Err(rejected) => return rejected.into_response(),
    };
    let response = match read_line(&String::from_utf8_lossy(&body)) {
        Ok(request) => scored(&site, &request),
        Err(response) => response,
    };
    json(response.is_bad(), response.to_json())
}

/// Settles the hand record in the body. One that cannot be settled is a bad request.
pub(super) async fn settle(State(site): State<Arc<Site>>, body: Result<Bytes, BytesRejection>) -> Answer {
    let body = match body {
        Ok(body) => body,
        Err(rejected) => return rejected.into_response(),
    };
    let (id, record) = settle_json::read_line(&String::from_utf8_lossy(&body));
    let answer = record.and_then(|record| {
        let rules = site
            .hub
            .rulebooks
            .rules(&record.rules)
            .map_err(RequestError::Rulebook)?;
        settle_json::settle(&rules, &record)
    });
    json(answer.is_err(), settle_json::to_json(id, &answer).to_string())
}

fn json(is_bad: bool, body: String) -> Answer {
    let status = match is_bad {
        true => StatusCode::BAD_REQUEST,
        false => StatusCode::OK,
    };
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

fn scored(site: &Site, request: &Request) -> Response {
    match site.hub.rulebooks.rules(&request.rules) {
        Ok(rules) => score(&rules, request),
        Err(errors) => BadRequest::new(request.id.clone(), &RequestError::Rulebook(errors)),
    }
}
