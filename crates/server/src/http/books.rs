//! Rulebooks that people write in the browser and save here.

mod saving;
mod trying;

use super::allowance::Allowance;
use super::{Peer, Site, account, refusal, session};
use crate::books::draft::Draft;
use crate::books::shelf::{self, Shelved};
use crate::books::{difference, vocabulary};
use crate::config::Limits;
use crate::room::Refused;
use crate::rulebooks::request::Keyed;
use crate::store::{Store, StoreError};
use crate::token::SessionHash;
use crate::wire::books::vocabulary::Meanings;
use crate::wire::books::{BookEdition, BookList, BrokenBook, SavedBook};
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

type Answer = Result<Response, Refused>;
type OurSite = State<Arc<Site>>;

/// Texts that an address may have checked: as fast as somebody types, and a few others beside.
pub(super) fn drafts(limits: &Limits) -> Allowance {
    Allowance {
        at_once: limits.drafts_per_address.div_ceil(2),
        often: limits.drafts_per_address,
        span: Limits::REQUEST_SPAN,
    }
}

/// Comparisons that an address may ask for.
pub(super) const COMPARISONS: Allowance = Allowance {
    at_once: 10,
    often: 10,
    span: Duration::from_secs(600),
};

/// Rulebooks that one answer lists.
const MOST_LISTED: usize = 200;

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/books", get(list).post(saving::add))
        .route("/api/books/check", post(trying::check))
        .route("/api/books/try", post(trying::try_hand))
        .route("/api/books/vocabulary", get(words))
        .route("/api/books/schema", get(schema))
        .route("/api/books/meanings", get(meanings))
        .route("/api/books/changes", post(trying::compare))
        .route("/api/books/changes/{id}", get(trying::progress).delete(trying::cancel))
        .route("/api/books/{name}", get(one).put(saving::change).delete(saving::remove))
        .route("/api/books/{name}/editions/{edition}", get(edition))
        .route("/api/books/{name}/toml", get(toml))
        .layer(DefaultBodyLimit::max(Limits::BOOK_BYTES))
}

async fn list(State(site): OurSite, headers: HeaderMap) -> Answer {
    let sessions = account::sessions(&site, &headers).await?;
    let hub = Arc::clone(&site.hub);
    let owners = sessions.clone();
    let all = stored(move || shelf::list(&*hub.around.store, &owners)).await?;
    let more = all.len().saturating_sub(MOST_LISTED) as u32;
    let books = all.iter().take(MOST_LISTED).map(|book| book.info(&sessions)).collect();
    Ok(Json(BookList { books, more }).into_response())
}

async fn one(State(site): OurSite, Path(name): Path<String>, headers: HeaderMap) -> Answer {
    let sessions = account::sessions(&site, &headers).await?;
    let book = seen(&site, &name, &sessions).await?;
    Ok(Json(whole(&site, book, &sessions).await?).into_response())
}

async fn toml(State(site): OurSite, Path(name): Path<String>, headers: HeaderMap) -> Answer {
    let sessions = account::sessions(&site, &headers).await?;
    let book = seen(&site, &name, &sessions).await?;
    let attached = format!("attachment; filename=\"{}.toml\"", book.row.name);
    let text = text(&site, &book.row.name, book.row.edition).await?;
    let headers = [
        (CONTENT_TYPE, "application/toml".to_owned()),
        (CONTENT_DISPOSITION, attached),
    ];
    Ok((headers, text).into_response())
}

async fn edition(State(site): OurSite, Path((name, edition)): Path<(String, String)>, headers: HeaderMap) -> Answer {
    let sessions = account::sessions(&site, &headers).await?;
    let book = seen(&site, &name, &sessions).await?;
    let n: u32 = edition.parse().map_err(|_| Refused::NoBook)?;
    let hub = Arc::clone(&site.hub);
    let compared = stored(move || {
        let (store, name) = (&*hub.around.store, &book.row.name);
        let history = shelf::history(store, name)?;
        let Some(after) = store.saved_edition(name, n)? else {
            return Ok(None);
        };
        let earlier = history
            .iter()
            .map(|edition| edition.edition)
            .find(|edition| *edition < n);
        let before = earlier
            .map(|earlier| store.saved_edition(name, earlier))
            .transpose()?
            .flatten();
        let info = history.into_iter().find(|edition| edition.edition == n);
        let offer = hub.rulebooks.offer();
        let resolved = |text: &str| Draft::read(&offer, text, Some(name), &|_| false).resolved();
        let words = before.as_ref().and_then(|before| {
            let (before, after) = (resolved(&before.text)?, resolved(&after.text)?);
            Some(difference::words(&before, &after))
        });
        let lines = before
            .as_ref()
            .map(|before| difference::lines(&before.text, &after.text));
        Ok(info.map(|info| BookEdition {
            edition: info,
            before: before.map(|before| before.n),
            words: words.unwrap_or_default(),
            lines: lines.unwrap_or_default(),
            text: after.text,
        }))
    });
    let found = compared.await?.ok_or(Refused::NoBook)?;
    Ok(Json(found).into_response())
}

/// What is built on.
#[derive(Deserialize)]
struct Base {
    base: Option<String>,
}

async fn words(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    asked: Result<Query<Base>, QueryRejection>,
) -> Answer {
    let base = match asked {
        Ok(Query(Base { base })) => base.unwrap_or_else(|| "riichi".to_owned()),
        Err(rejected) => return Ok(refusal::answer(rejected.status(), "bad-request", &rejected.body_text())),
    };
    let hub = Arc::clone(&site.hub);
    let work = move || {
        let opened = hub.rulebooks.opened(&base, &*hub.around.store).ok()?;
        let rules = hub.rulebooks.of_request(&base, &*hub.around.store).ok()?;
        let resolved = opened.library().resolve(&opened.plain).ok()?;
        Some(vocabulary::of(&opened.offer, &rules, &resolved))
    };
    let found = site.hub.workshop.work(peer.place(), work).await?;
    Ok(Json(found.ok_or(Refused::BadRules)?).into_response())
}

async fn schema() -> Response {
    Json(jantaku_wire::rulebook_schema::schema()).into_response()
}

async fn meanings() -> Response {
    Json(Meanings::all()).into_response()
}

/// The rulebook with a name, or a request with its key, that these sessions may see.
async fn seen(site: &Site, name: &str, sessions: &[SessionHash]) -> Result<Shelved, Refused> {
    let keyed = Keyed::read(name);
    let [part] = &keyed.parts[..] else {
        return Err(Refused::NoBook);
    };
    let (hub, name) = (Arc::clone(&site.hub), part.name.clone());
    let book = stored(move || shelf::named(&*hub.around.store, &name)).await?;
    let may_see = |book: &Shelved| book.row.listed || book.is_of(sessions) || book.has_key(part.key.as_deref());
    book.filter(may_see).ok_or(Refused::NoBook)
}

/// A rulebook with its text, its history, and what is wrong with it now.
async fn whole(site: &Site, book: Shelved, sessions: &[SessionHash]) -> Result<SavedBook, Refused> {
    let hub = Arc::clone(&site.hub);
    let info = book.info(sessions);
    let (name, edition) = (book.row.name, book.row.edition);
    stored(move || {
        let store = &*hub.around.store;
        let text = store.saved_edition(&name, edition)?.map(|edition| edition.text);
        let text = text.unwrap_or_default();
        let draft = Draft::read(&hub.rulebooks.offer(), &text, Some(&name), &|_| false);
        Ok(SavedBook {
            book: info,
            history: shelf::history(store, &name)?,
            errors: draft.errors,
            text,
        })
    })
    .await
}

async fn text(site: &Site, name: &str, edition: u32) -> Result<String, Refused> {
    let (hub, name) = (Arc::clone(&site.hub), name.to_owned());
    let found = stored(move || hub.around.store.saved_edition(&name, edition)).await?;
    found.map(|edition| edition.text).ok_or(Refused::NoBook)
}

/// Asks the store for something, beside everything else.
async fn stored<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Refused> {
    let done = crate::machine::spawn_blocking(work)
        .await
        .map_err(|_| Refused::Broken)?;
    done.map_err(|error| refused(&error))
}

fn refused(error: &StoreError) -> Refused {
    tracing::warn!(%error, "saved rulebooks could not be read or written");
    match error {
        error if error.may_pass() => Refused::NotStored,
        StoreError::Damaged(_) => Refused::Damaged,
        _ => Refused::Broken,
    }
}

/// The answer to a text with errors.
fn broken(draft: &Draft) -> Response {
    let body = BrokenBook {
        error: "broken-book".to_owned(),
        says: match draft.errors.len() {
            1 => "the rulebook has an error".to_owned(),
            n => format!("the rulebook has {n} errors"),
        },
        errors: draft.errors.clone(),
    };
    (StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response()
}

/// Reads a text on a worker thread. `name` is that of the saved rulebook that is edited.
async fn read(site: &Site, peer: &Peer, text: String, name: Option<String>) -> Result<Draft, Refused> {
    if !site.allowances.drafts.take(peer) {
        site.hub.around.metrics.turned_away.inc();
        return Err(Refused::TooOften);
    }
    let hub = Arc::clone(&site.hub);
    let work = move || {
        let is_taken = |id: &str| is_taken(&*hub.around.store, id);
        Draft::read(&hub.rulebooks.offer(), &text, name.as_deref(), &is_taken)
    };
    site.hub.workshop.work(peer.place(), work).await
}

fn is_taken(store: &dyn Store, id: &str) -> bool {
    store.saved(id).is_ok_and(|found| found.is_some())
}

/// Who asks, with a cookie for whoever is new.
fn asker(site: &Site, headers: &HeaderMap) -> Result<(SessionHash, HeaderMap), Refused> {
    Ok(session::of_or_new(headers, &site.hub.around.config)?)
}
