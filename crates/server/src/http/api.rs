//! The JSON API of the lobby and the tables.

use super::{Peer, Site, refusal, session};
use crate::cluster::Request;
use crate::jobs::Progress;
use crate::names::{self, shown_name};
use crate::room::{Refused, STAND_IN};
use crate::token::{self, CodeHash, SessionHash};
use crate::wire::advice::ReviewProgress;
use crate::wire::lobby::{
    BotInfo, CreateTable, Created, FillSeats, Invitation, InviteTo, JoinTable, Joined, PlayAgain, SearchGames,
    SeatLink, TableSettings, Withdraw, Withdrawn,
};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_record::log::fingerprint;
use serde::Serialize;
use std::sync::Arc;

type Answer = Result<Response, Refused>;
type OurSite = State<Arc<Site>>;

pub(super) async fn rulebooks(State(site): OurSite) -> Response {
    Json(&site.hub.rulebooks.offer().list).into_response()
}

pub(super) async fn bots() -> Response {
    let bot = |(id, says): &(&str, &str)| BotInfo {
        id: (*id).to_owned(),
        says: (*says).to_owned(),
    };
    let level = |id: &&str| jantaku_bots::NAMES.iter().find(|(name, _)| name == id);
    let levels = jantaku_bots::LEVELS.iter().filter_map(level);
    Json(levels.map(bot).collect::<Vec<_>>()).into_response()
}

/// The key that signs logs, to compare with `jantaku verify`.
pub(super) async fn key(State(site): OurSite) -> Response {
    let key = site.hub.around.signer.key();
    Json(serde_json::json!({ "key": key.to_string(), "fingerprint": fingerprint(key) })).into_response()
}

pub(super) async fn tables(State(site): OurSite, headers: HeaderMap) -> Response {
    let session = session::of(&headers, &site.hub.around.config);
    Json(site.hub.tables(session)).into_response()
}

pub(super) async fn table(State(site): OurSite, Path(id): Path<String>) -> Answer {
    Ok(Json(site.hub.info(&id).await?).into_response())
}

pub(super) async fn games(State(site): OurSite, headers: HeaderMap) -> Response {
    let session = session::of(&headers, &site.hub.around.config);
    Json(site.hub.games(session).await).into_response()
}

/// Finished games by player and rulebook.
pub(super) async fn search(
    State(site): OurSite,
    headers: HeaderMap,
    asked: Result<Query<SearchGames>, QueryRejection>,
) -> Answer {
    let Query(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(refusal::answer(rejected.status(), "bad-request", &rejected.body_text())),
    };
    let session = session::of(&headers, &site.hub.around.config);
    Ok(Json(site.hub.search_games(asked, session).await?).into_response())
}

pub(super) async fn log(State(site): OurSite, Path(id): Path<String>) -> Answer {
    let text = site.hub.log(&id).await?;
    let name = format!("attachment; filename=\"jantaku-{id}.jsonl\"");
    let headers = [
        (CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// A game that is over as Tenhou's JSON, which other viewers read.
pub(super) async fn tenhou(State(site): OurSite, Path(id): Path<String>) -> Answer {
    let text = site.hub.tenhou_json(&id).await?;
    let name = format!("attachment; filename=\"jantaku-{id}.json\"");
    let headers = [
        (CONTENT_TYPE, "application/json".to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// What a bot thinks of a game that is over; until it is worked out, how far that is.
pub(super) async fn review(State(site): OurSite, Path(id): Path<String>) -> Answer {
    Ok(match site.hub.review(&id).await? {
        Progress::Done(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Progress::Broken => return Err(Refused::Broken),
        Progress::Part(progress) => (StatusCode::ACCEPTED, Json(ReviewProgress { progress })).into_response(),
    })
}

pub(super) async fn open(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<CreateTable>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let config = &site.hub.around.config;
    if !site.allowances.tables.take(&peer) {
        site.hub.around.metrics.turned_away.inc();
        return Err(Refused::TooOften);
    }
    let (session, cookie) = session::of_or_new(&headers, config).map_err(Refused::from)?;
    let opened = site.hub.open(&asked, session, peer.place()).await;
    Ok(with_cookie(cookie, opened))
}

pub(super) async fn join(
    State(site): OurSite,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<JoinTable>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (session, cookie) = session::of_or_new(&headers, &site.hub.around.config).map_err(Refused::from)?;
    let name = shown_name(&asked.name);
    names::check(&name)?;
    let code = asked.invite.as_deref().map(CodeHash::of);
    let join = Request::Join {
        session,
        name,
        code,
        place: peer.place(),
    };
    let joined: Result<Joined, Refused> = site.hub.request(&id, join).await;
    Ok(with_cookie(cookie, joined))
}

pub(super) async fn start(
    State(site): OurSite,
    Path(id): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<FillSeats>, JsonRejection>,
) -> Answer {
    let Json(FillSeats { bot }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let bot = bot.unwrap_or_else(|| STAND_IN.to_owned());
    site.hub.request::<()>(&id, Request::Fill(session, bot)).await?;
    Ok(done())
}

pub(super) async fn invite(
    State(site): OurSite,
    Path(id): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<InviteTo>, JsonRejection>,
) -> Answer {
    let Json(InviteTo { seat }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let code = token::code().map_err(Refused::from)?;
    let kept = CodeHash::of(&code);
    let seat: u8 = site.hub.request(&id, Request::Invite(session, kept, seat)).await?;
    Ok(Json(Invitation { code, seat }).into_response())
}

pub(super) async fn withdraw(
    State(site): OurSite,
    Path(id): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<Withdraw>, JsonRejection>,
) -> Answer {
    let Json(Withdraw { code }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let request = Request::Uninvite(session, code.as_deref().map(CodeHash::of));
    let withdrawn: u32 = site.hub.request(&id, request).await?;
    Ok(Json(Withdrawn { withdrawn }).into_response())
}

pub(super) async fn referee(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let session = known(&site, &headers)?;
    let code = token::code().map_err(Refused::from)?;
    let kept = CodeHash::of(&code);
    site.hub
        .request::<()>(&id, Request::InviteReferee(session, kept))
        .await?;
    Ok(Json(SeatLink { code }).into_response())
}

pub(super) async fn link(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let session = known(&site, &headers)?;
    let code = token::code().map_err(Refused::from)?;
    let kept = CodeHash::of(&code);
    site.hub.request::<()>(&id, Request::Link(session, kept)).await?;
    Ok(Json(SeatLink { code }).into_response())
}

pub(super) async fn leave(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let session = known(&site, &headers)?;
    site.hub.request::<()>(&id, Request::Leave(session)).await?;
    Ok(done())
}

pub(super) async fn settings(
    State(site): OurSite,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<TableSettings>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let change = Request::Settings(session, asked, peer.place());
    site.hub.request::<()>(&id, change).await?;
    Ok(done())
}

pub(super) async fn close(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let session = known(&site, &headers)?;
    site.hub.request::<()>(&id, Request::Close(session)).await?;
    Ok(done())
}

pub(super) async fn rematch(
    State(site): OurSite,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<PlayAgain>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let session = known(&site, &headers)?;
    let request = Request::rematch(session, asked, peer.place());
    let created: Created = site.hub.request(&id, request).await?;
    Ok(Json(created).into_response())
}

/// The answer to somebody who may have a new session. A cookie goes also with a refusal because nothing can be stored: while a database
/// is out of reach it is not known whether it has stored the request, and then the seat must be found again.
pub(super) fn with_cookie(cookie: HeaderMap, answer: Result<impl Serialize, Refused>) -> Response {
    match answer {
        Ok(done) => (cookie, Json(done)).into_response(),
        Err(refused @ Refused::NotStored) => (cookie, refused).into_response(),
        Err(refused) => refused.into_response(),
    }
}

pub(super) fn known(site: &Site, headers: &HeaderMap) -> Result<SessionHash, Refused> {
    session::of(headers, &site.hub.around.config).ok_or(Refused::NotSeated)
}

pub(super) fn done() -> Response {
    Json(serde_json::json!({})).into_response()
}

/// A body that is no JSON of the kind that was asked for. The texts of rulebooks have 422 for themselves.
pub(super) fn unreadable(rejected: &JsonRejection) -> Response {
    let status = match rejected.status() {
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        other => other,
    };
    refusal::answer(status, "bad-request", &rejected.body_text())
}
