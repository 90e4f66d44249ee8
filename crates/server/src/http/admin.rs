//! The operator's pages: tables, people, bans, log and storage. Plain pages and forms, behind the owner's key.

mod gate;
mod lists;
mod page;
mod storage;
mod words;

pub(crate) use gate::{Gate, TRIES};

use super::language::Language;
use super::{Look, Peer, Seen, Site, door};
use crate::bans::{Ban, Banned};
use crate::cluster;
use crate::cluster::News;
use crate::machine::spawn_blocking;
use crate::names::clean;
use crate::room::unix_time;
use crate::store::NotForgotten;
use crate::token::SessionHash;
use axum::Router;
use axum::extract::{Extension, Form, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use gate::Wrong;
use page::{Here, Shown};
use serde::Deserialize;
use std::io;
use std::sync::Arc;
use words::Words;

const HOUR: u64 = 3600;

type OurSite = State<Arc<Site>>;

/// How a page is asked for.
#[derive(Deserialize, Default)]
pub(super) struct Asked {
    /// `de`: the language chosen in the client, where it is not the browser's.
    lang: Option<String>,
    /// Was something just done?
    done: Option<String>,
    /// Whom to look for.
    who: Option<String>,
    /// Whose log to show.
    node: Option<String>,
}

impl Asked {
    fn shown(&self, headers: &HeaderMap) -> Shown {
        let known = ["en", "de", "ja", "zh"].into_iter();
        let lang = known.into_iter().find(|known| self.lang.as_deref() == Some(known));
        let language = match Language::of(self.lang.as_deref(), headers) {
            // The names of people on these pages must not be converted.
            Language::Simplified => Language::Chinese,
            other => other,
        };
        let words = Words::of(language);
        let message = self.done.as_ref().map(|_| words.done.to_owned());
        Shown {
            language,
            lang,
            message,
        }
    }
}

pub(super) fn routes(site: &Arc<Site>) -> Router<Arc<Site>> {
    Router::new()
        .route("/admin", get(tables))
        .route("/admin/people", get(people))
        .route("/admin/log", get(log))
        .route("/admin/storage", get(stored))
        .route("/admin/login", post(log_in))
        .route("/admin/logout", post(log_out))
        .route("/admin/close", post(close))
        .route("/admin/ban", post(ban))
        .route("/admin/unban", post(unban))
        .route("/admin/forget", post(forget))
        .route_layer(from_fn_with_state(Arc::clone(site), guard))
}

/// Lets nobody past who is not logged in, and takes no form of another site.
async fn guard(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    Query(asked): Query<Asked>,
    request: Request,
    next: Next,
) -> Response {
    let (headers, config) = (request.headers(), &site.hub.around.config);
    let shown = asked.shown(headers);
    let words = Words::of(shown.language);
    let changes = *request.method() == Method::POST;
    let logs_in = request.uri().path() == "/admin/login";
    let mut answer = if !Gate::is_private(&peer, headers, config) {
        (StatusCode::FORBIDDEN, shown.refusal(words.not_private)).into_response()
    } else if changes && !door::is_our_page(headers, config) {
        StatusCode::FORBIDDEN.into_response()
    } else if !logs_in && !site.gate.is_open(headers, config) {
        (StatusCode::UNAUTHORIZED, shown.login("")).into_response()
    } else {
        next.run(request).await
    };
    let kept = HeaderValue::from_static("no-store");
    answer.headers_mut().insert(CACHE_CONTROL, kept);
    answer
}

async fn tables(State(site): OurSite, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let shown = asked.shown(&headers);
    let seen = Seen::everywhere(&site, Look::Connected).await;
    let looking = Arc::clone(&site);
    let sizes = spawn_blocking(move || looking.hub.around.store.sizes()).await;
    let body = lists::tables(&site, &seen, &sizes.unwrap_or_default(), &shown);
    shown.page(Here::Tables, &body).into_response()
}

async fn people(State(site): OurSite, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let shown = asked.shown(&headers);
    let seen = Seen::everywhere(&site, Look::Connected).await;
    let body = lists::people(&site, &seen, &shown);
    shown.page(Here::People, &body).into_response()
}

async fn log(State(site): OurSite, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let shown = asked.shown(&headers);
    let seen = Seen::everywhere(&site, Look::Log).await;
    let body = lists::log(&seen, asked.node.as_deref(), &shown);
    shown.page(Here::Log, &body).into_response()
}

async fn stored(State(site): OurSite, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let shown = asked.shown(&headers);
    let who = asked.who.as_deref().map(str::trim).filter(|who| !who.is_empty());
    let found = match who {
        Some(who) => site.hub.people(who.to_owned()).await,
        None => Ok(Vec::new()),
    };
    let stored = storage::Stored::of(&site).await;
    match (stored, found) {
        (Ok(stored), Ok(found)) => {
            let body = storage::listed(&stored, who, &found, &site.hub.around.config, &shown);
            shown.page(Here::Storage, &body).into_response()
        }
        (Err(error), _) | (_, Err(error)) => failed(&shown, Here::Storage, &error.to_string()),
    }
}

#[derive(Deserialize)]
struct Key {
    key: String,
}

async fn log_in(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(Key { key }): Form<Key>,
) -> Response {
    let shown = asked.shown(&headers);
    let words = Words::of(shown.language);
    let tries = &site.allowances.keys;
    match site.gate.log_in((&peer, tries), &key, &site.hub.around.config) {
        Ok(cookie) => {
            tracing::info!(address = %peer.address(), "the owner has logged in");
            (cookie, back(&shown, Here::Tables, "")).into_response()
        }
        Err(Wrong::Key) => {
            tracing::warn!(address = %peer.address(), "somebody has tried a wrong owner's key");
            (StatusCode::FORBIDDEN, shown.login(words.wrong_key)).into_response()
        }
        Err(Wrong::TooOften) => (StatusCode::TOO_MANY_REQUESTS, shown.login(words.too_often)).into_response(),
    }
}

async fn log_out(State(site): OurSite, Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let shown = asked.shown(&headers);
    let config = &site.hub.around.config;
    let mut answer = back(&shown, Here::Tables, "");
    if let Some((login, until)) = site.gate.log_out(&headers, config) {
        if let Some(cluster) = site.hub.cluster() {
            let login = login.clone();
            cluster.spread(News::LoggedOut { login, until });
        }
        let keeping = Arc::clone(&site);
        if let Err(error) = blocking(move || keeping.gate.keep(&login, until)).await {
            answer = failed(&shown, Here::Tables, &error.to_string());
        }
    }
    (gate::no_cookie(config), answer).into_response()
}

#[derive(Deserialize)]
struct Table {
    table: String,
}

async fn close(
    State(site): OurSite,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(Table { table }): Form<Table>,
) -> Response {
    let shown = asked.shown(&headers);
    match site.hub.request::<()>(&table, cluster::Request::Shut).await {
        Ok(()) => {
            tracing::info!(table, "the owner has closed a table");
            back(&shown, Here::Tables, "done=closed")
        }
        Err(refused) => failed(&shown, Here::Tables, &refused.to_string()),
    }
}

#[derive(Deserialize)]
struct NewBan {
    whom: String,
    #[serde(default)]
    hours: u32,
    #[serde(default)]
    note: String,
}

async fn ban(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(NewBan { whom, hours, note }): Form<NewBan>,
) -> Response {
    let shown = asked.shown(&headers);
    let words = Words::of(shown.language);
    let Some(whom) = banned(&whom) else {
        return failed(&shown, Here::People, words.bad_whom);
    };
    let meets_owner =
        |network: &crate::network::Network| network.contains(peer.address()) || network.contains(peer.connects_from());
    if matches!(&whom, Banned::Network(network) if meets_owner(network)) {
        return failed(&shown, Here::People, words.yourself);
    }
    let ban = Ban {
        whom,
        until: (hours > 0).then(|| unix_time() + HOUR * u64::from(hours)),
        note: clean(&note, 80),
    };
    tracing::info!(?whom, hours, "the owner has banned somebody");
    changed(&shown, blocking(move || site.bans.add(ban)).await)
}

#[derive(Deserialize)]
struct Whom {
    whom: String,
}

async fn unban(
    State(site): OurSite,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(Whom { whom }): Form<Whom>,
) -> Response {
    let shown = asked.shown(&headers);
    let Some(whom) = banned(&whom) else {
        return failed(&shown, Here::People, Words::of(shown.language).bad_whom);
    };
    tracing::info!(?whom, "the owner has lifted a ban");
    changed(&shown, blocking(move || site.bans.lift(&whom)).await)
}

/// Waits for the disk or the database beside everything else.
async fn blocking(change: impl FnOnce() -> io::Result<()> + Send + 'static) -> io::Result<()> {
    spawn_blocking(change)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}

fn changed(shown: &Shown, stored: io::Result<()>) -> Response {
    match stored {
        Ok(()) => back(shown, Here::People, "done=bans"),
        Err(error) => failed(shown, Here::People, &error.to_string()),
    }
}

/// A session is 64 digits; everything else is an address or a network.
fn banned(text: &str) -> Option<Banned> {
    let text = text.trim();
    let network = || text.parse().ok().map(Banned::Network);
    SessionHash::read(text).map(Banned::Session).or_else(network)
}

#[derive(Deserialize)]
struct Session {
    session: String,
}

async fn forget(
    State(site): OurSite,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(Session { session }): Form<Session>,
) -> Response {
    let shown = asked.shown(&headers);
    let words = Words::of(shown.language);
    let Some(session) = SessionHash::read(&session) else {
        return failed(&shown, Here::Storage, words.bad_whom);
    };
    match site.hub.forget(session).await {
        Ok(games) => {
            tracing::info!(games, "the owner has had a player forgotten");
            back(&shown, Here::Storage, "done=forgotten")
        }
        Err(NotForgotten::Plays(tables)) => {
            let why = format!("{} ({})", words.plays, tables.join(", "));
            failed(&shown, Here::Storage, &why)
        }
        Err(NotForgotten::Shown(nodes)) => {
            let why = format!("{} ({})", words.still_shown, nodes.join(", "));
            failed(&shown, Here::Storage, &why)
        }
        Err(NotForgotten::Store(error)) => failed(&shown, Here::Storage, &error.to_string()),
    }
}

/// Sends the browser back to a page, so that loading it again does nothing twice.
fn back(shown: &Shown, here: Here, query: &str) -> Response {
    let place = shown.address(here, query);
    let place = HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/admin"));
    (StatusCode::SEE_OTHER, [(LOCATION, place)]).into_response()
}

fn failed(shown: &Shown, here: Here, why: &str) -> Response {
    let text = format!("{}{why}", Words::of(shown.language).not_done);
    (
        StatusCode::CONFLICT,
        shown.page(here, &maud::html! { p.wrong role="alert" { (text) } }),
    )
        .into_response()
}
