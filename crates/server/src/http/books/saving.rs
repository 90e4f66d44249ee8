//! Saving and removing rulebooks.

use super::{Answer, OurSite, asker, broken, read, refused, seen, stored, whole};
use crate::books::shelf::{self, Author, Edit, LONGEST_NOTE, NotSaved, Shelved};
use crate::http::{Peer, Site, account, api};
use crate::names::{self, clean, shown_name};
use crate::room::Refused;
use crate::token::{self, SessionHash};
use crate::wire::books::{BookConflict, BookOrigin, ChangeBook, SaveBook};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

pub(super) async fn add(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<SaveBook>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(api::unreadable(&rejected)),
    };
    let who = shown_name(&asked.who);
    names::check(&who)?;
    let (session, cookie) = asker(&site, &headers)?;
    let sessions = account::sessions(&site, &headers).await?;
    let based_on = match asked.based_on {
        Some(origin) => Some(origin_of(&site, origin, &sessions).await?),
        None => None,
    };
    // A name that is taken is a conflict; everything else about the text is an error in it.
    let draft = read(&site, &peer, asked.text.clone(), None).await?;
    if draft.errors.iter().any(|error| error.kind == "id-taken") {
        return Ok(conflict(&Refused::NameTaken));
    }
    if !draft.is_whole() {
        return Ok(broken(&draft));
    }
    site.hub.has_space(peer.place()).await?;
    let key = token::code()?;
    let author = Author {
        session,
        place: peer.place(),
    };
    let hub = Arc::clone(&site.hub);
    let saved = stored(move || {
        let edit = Edit {
            draft: &draft,
            text: asked.text,
            listed: asked.listed,
            note: clean(&asked.note, LONGEST_NOTE),
            who,
        };
        let limits = &hub.around.config.limits;
        Ok(shelf::add(&*hub.around.store, author, &edit, key, based_on, limits))
    });
    match saved.await? {
        Ok(book) => {
            tracing::info!(name = book.row.name, "a rulebook is saved");
            Ok((cookie, Json(book.info(&[session]))).into_response())
        }
        Err(NotSaved::Outdated) => Ok(conflict(&Refused::NameTaken)),
        Err(NotSaved::TooMany) => Err(Refused::TooManyBooks),
        Err(NotSaved::Store(error)) => Err(refused(&error)),
    }
}

pub(super) async fn change(
    State(site): OurSite,
    Path(name): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Result<Json<ChangeBook>, JsonRejection>,
) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(api::unreadable(&rejected)),
    };
    let who = shown_name(&asked.who);
    names::check(&who)?;
    let sessions = account::sessions(&site, &headers).await?;
    let book = own(&site, &name, &sessions).await?;
    let draft = read(&site, &peer, asked.text.clone(), Some(book.row.name.clone())).await?;
    if !draft.is_whole() {
        return Ok(broken(&draft));
    }
    if book.row.edition != asked.edition {
        return edited_meanwhile(&site, book, &sessions).await;
    }
    site.hub.has_space(peer.place()).await?;
    let (hub, before) = (Arc::clone(&site.hub), book.clone());
    let saved = stored(move || {
        let edit = Edit {
            draft: &draft,
            text: asked.text,
            listed: asked.listed,
            note: clean(&asked.note, LONGEST_NOTE),
            who,
        };
        Ok(shelf::change(&*hub.around.store, &before, &edit))
    });
    match saved.await? {
        Ok(book) => Ok(Json(book.info(&sessions)).into_response()),
        // Another device was faster, or has removed it.
        Err(NotSaved::Outdated | NotSaved::TooMany) => {
            let now = own(&site, &name, &sessions).await?;
            edited_meanwhile(&site, now, &sessions).await
        }
        Err(NotSaved::Store(error)) => Err(refused(&error)),
    }
}

pub(super) async fn remove(State(site): OurSite, Path(name): Path<String>, headers: HeaderMap) -> Answer {
    let sessions = account::sessions(&site, &headers).await?;
    let book = own(&site, &name, &sessions).await?;
    let hub = Arc::clone(&site.hub);
    match stored(move || hub.around.store.remove_saved(&book.row.name)).await? {
        true => Ok(Json(serde_json::json!({})).into_response()),
        false => Err(Refused::NoBook),
    }
}

/// A rulebook that belongs to one of these sessions.
async fn own(site: &Site, name: &str, sessions: &[SessionHash]) -> Result<Shelved, Refused> {
    let book = seen(site, name, sessions).await?;
    match book.is_of(sessions) {
        true => Ok(book),
        false => Err(Refused::NotYourBook),
    }
}

/// What a new rulebook is based on, without the key of a private one.
async fn origin_of(site: &Site, origin: BookOrigin, sessions: &[SessionHash]) -> Result<BookOrigin, Refused> {
    if site.hub.rulebooks.offer().library.source(&origin.name).is_some() {
        return Ok(origin);
    }
    let book = seen(site, &origin.name, sessions).await?;
    Ok(BookOrigin {
        name: book.row.name,
        edition: origin.edition.min(book.row.edition),
    })
}

async fn edited_meanwhile(site: &Site, book: Shelved, sessions: &[SessionHash]) -> Answer {
    let body = BookConflict {
        error: "edited-meanwhile".to_owned(),
        says: "this is no longer the latest edition; look at what was saved meanwhile".to_owned(),
        book: Some(whole(site, book, sessions).await?),
    };
    Ok((StatusCode::CONFLICT, Json(body)).into_response())
}

fn conflict(refused: &Refused) -> Response {
    let body = BookConflict {
        error: "name-taken".to_owned(),
        says: refused.to_string(),
        book: None,
    };
    (StatusCode::CONFLICT, Json(body)).into_response()
}
