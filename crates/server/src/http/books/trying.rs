//! Trying a text out before it is saved: errors, hands, and games of bots.

use super::{Answer, OurSite, asker, broken, read};
use crate::books::changes::{Comparison, HANDS, Side};
use crate::books::check;
use crate::books::draft::Draft;
use crate::http::{Peer, Site, api, session};
use crate::room::Refused;
use crate::rulebooks::request::Keyed;
use crate::token::SessionHash;
use crate::wire::books::changes::{AfterChange, CompareBooks};
use crate::wire::books::check::{CheckBook, TryHand};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_table::fair::Bytes32;
use std::sync::Arc;

pub(super) async fn check(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    asked: Result<Json<CheckBook>, JsonRejection>,
) -> Answer {
    let Json(CheckBook { text, name }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(api::unreadable(&rejected)),
    };
    let draft = read(&site, &peer, text, plain(name)).await?;
    let hub = Arc::clone(&site.hub);
    let work = move || check::of(&draft, &hub.rulebooks);
    let checked = site.hub.workshop.work(peer.place(), work).await?;
    Ok(Json(checked).into_response())
}

pub(super) async fn try_hand(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    asked: Result<Json<TryHand>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(api::unreadable(&rejected)),
    };
    let draft = read(&site, &peer, asked.text, plain(asked.name)).await?;
    if draft.rules().is_none() {
        return Ok(broken(&draft));
    }
    let work = move || {
        let request = match asked.options.as_str() {
            "" => draft.id.clone(),
            options => format!("{}({options})", draft.id),
        };
        let rules = draft.library().rules(&request).map_err(|_| Refused::BadRules)?;
        check::tried(&rules, &asked.yaku, &asked.hand).ok_or(Refused::NoYaku)
    };
    let tried = site.hub.workshop.work(peer.place(), work).await??;
    Ok(Json(tried).into_response())
}

pub(super) async fn compare(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<CompareBooks>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(api::unreadable(&rejected)),
    };
    let hands = asked.hands.unwrap_or(*HANDS.end());
    if !HANDS.contains(&hands) {
        let says = format!("hands: expected {} to {}", HANDS.start(), HANDS.end());
        return Ok(crate::http::refusal::answer(
            StatusCode::BAD_REQUEST,
            "bad-request",
            &says,
        ));
    }
    let (session, cookie) = asker(&site, &headers)?;
    let before = match of_request(&site, &peer, asked.before).await? {
        Ok(side) => side,
        Err(why) => return Ok(unknown(&why)),
    };
    let after = match asked.after {
        AfterChange::Rules(request) => match of_request(&site, &peer, request).await? {
            Ok(side) => side,
            Err(why) => return Ok(unknown(&why)),
        },
        AfterChange::Text(text) => {
            // It may be the next edition of a rulebook that is saved already.
            let name = jantaku_rules::rulebook::source::Source::parse_unnamed(&text).0.id;
            let name = Some(name).filter(|name| !name.is_empty());
            let draft = read(&site, &peer, text, name).await?;
            match of_draft(&draft) {
                Some(side) => side,
                None => return Ok(broken(&draft)),
            }
        }
    };
    if !site.allowances.comparisons.take(&peer) {
        site.hub.around.metrics.turned_away.inc();
        return Err(Refused::TooOften);
    }
    let id = id(session, &before, &after, asked.seed, hands);
    let comparison = Comparison {
        before,
        after,
        seed: asked.seed,
        hands,
    };
    let job = site.hub.compare_books(id, peer.place(), comparison)?;
    Ok((cookie, Json(job)).into_response())
}

pub(super) async fn progress(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let id = own(&site, &headers, &id)?;
    let job = site.hub.comparison(&id).ok_or(Refused::NoBook)?;
    Ok(Json(job).into_response())
}

pub(super) async fn cancel(State(site): OurSite, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let id = own(&site, &headers, &id)?;
    if site.hub.comparison(&id).is_none() {
        return Err(Refused::NoBook);
    }
    site.hub.cancel_comparison(&id);
    Ok(Json(serde_json::json!({})).into_response())
}

/// The id of a comparison, if whoever asks has begun it.
fn own(site: &Site, headers: &HeaderMap, id: &str) -> Result<String, Refused> {
    let session = session::of(headers, &site.hub.around.config).ok_or(Refused::NoBook)?;
    match id.ends_with(&tail(session)) {
        true => Ok(id.to_owned()),
        false => Err(Refused::NoBook),
    }
}

/// The same for the same comparison of the same person, and for nothing else.
fn id(session: SessionHash, before: &Side, after: &Side, seed: u32, hands: u32) -> String {
    let [before, after] = [before, after].map(|side| Bytes32(side.rules.hash));
    let hash = Bytes32::hash(format!("{session}\n{before}\n{after}\n{seed}\n{hands}").as_bytes()).to_string();
    format!("{}{}", &hash[..24], tail(session))
}

/// What marks the comparisons of somebody.
fn tail(session: SessionHash) -> String {
    Bytes32::hash(format!("comparisons of {session}").as_bytes()).to_string()[..16].to_owned()
}

fn of_draft(draft: &Draft) -> Option<Side> {
    Some(Side {
        rules: Arc::clone(draft.rules().filter(|_| draft.is_whole())?),
        resolved: draft.resolved()?,
        files: vec![format!("{}.toml", draft.id)],
    })
}

/// The rulebook of a request, or what is wrong with the request.
async fn of_request(site: &Site, peer: &Peer, request: String) -> Result<Result<Side, String>, Refused> {
    let hub = Arc::clone(&site.hub);
    let work = move || {
        let store = &*hub.around.store;
        let opened = hub.rulebooks.opened(&request, store)?;
        Ok(Side {
            rules: hub.rulebooks.of_request(&request, store)?,
            resolved: opened
                .library()
                .resolve(&opened.plain)
                .map_err(|errors| crate::rulebooks::told(&errors))?,
            files: Keyed::read(&request).files(),
        })
    };
    site.hub.workshop.work(peer.place(), work).await
}

fn unknown(why: &str) -> Response {
    crate::http::refusal::answer(StatusCode::NOT_FOUND, "bad-rules", why)
}

/// A name without the key of a private rulebook.
fn plain(name: Option<String>) -> Option<String> {
    name.map(|name| Keyed::read(&name).plain)
}
