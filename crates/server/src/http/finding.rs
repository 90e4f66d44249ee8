//! Finding a game by its rulebook, and when bots take the seats that stay open.

use super::api::{done, known, unreadable, with_cookie};
use super::{Peer, Site, session};
use crate::cluster::Request;
use crate::room::{Refused, STAND_IN};
use crate::wire::lobby::{FillAfter, FindGame};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

type Answer = Result<Response, Refused>;

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/find", post(find))
        .route("/api/tables/{id}/bots", post(bots))
        .route("/api/tables/{id}/elsewhere", get(elsewhere))
}

async fn find(
    State(site): State<Arc<Site>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<FindGame>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (session, cookie) = session::of_or_new(&headers, &site.hub.around.config).map_err(Refused::from)?;
    let may_open = || match site.allowances.tables.take(&peer) {
        true => Ok(()),
        false => {
            site.hub.around.metrics.turned_away.inc();
            Err(Refused::TooOften)
        }
    };
    let found = site.hub.find_game(&asked, session, peer.place(), may_open).await;
    Ok(with_cookie(cookie, found))
}

/// The host changes how long the table waits for people.
async fn bots(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<FillAfter>, JsonRejection>,
) -> Answer {
    let Json(FillAfter { after, bot }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let bot = bot.unwrap_or_else(|| STAND_IN.to_owned());
    site.hub
        .request::<()>(&id, Request::FillAfter(session, after, bot))
        .await?;
    Ok(done())
}

/// Tables where others wait for the same game, for somebody who waits alone.
async fn elsewhere(State(site): State<Arc<Site>>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let session = known(&site, &headers)?;
    Ok(Json(site.hub.elsewhere(&id, session)).into_response())
}
