//! What browsers ask for: the client's files, the lobby, tables, rulebooks, and the socket of a table.

mod account;
mod address;
mod admin;
mod allowance;
mod api;
mod assets;
mod books;
mod connected;
mod cookie;
mod door;
mod etag;
mod finding;
mod forwarded;
mod friends;
mod held;
mod language;
mod lesson;
mod passkeys;
mod presence;
mod refusal;
mod rules_page;
mod score;
mod seen;
mod session;
mod socket;
mod step;
mod thrift;

pub(crate) use address::{Peer, Places};
pub(crate) use admin::Gate;
use admin::TRIES;
use allowance::{Allowance, Allowances};
pub(crate) use connected::Connections;
pub(crate) use presence::Presence;
pub(crate) use seen::{Look, Seen};
pub(crate) use step::keep_step;

use crate::accounts::Accounts;
use crate::bans::Bans;
use crate::config::Limits;
use crate::hub::Hub;
use crate::turnstile::Turnstile;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

/// Everything that a handler needs.
pub(crate) struct Site {
    pub(crate) hub: Arc<Hub>,
    /// What each place may still ask for.
    pub(crate) allowances: SiteAllowances,
    pub(crate) gate: Gate,
    pub(crate) bans: Bans,
    pub(crate) connected: Connections,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) presence: Presence,
    /// Requests, and frames of spectators, wait here for the tables.
    pub(crate) turnstile: Turnstile,
}

/// What is counted for each place, apart from its connections.
pub(crate) struct SiteAllowances {
    requests: Allowances,
    changes: Allowances,
    tables: Allowances,
    sockets: Allowances,
    /// Attempts to sign in, by what was typed and by address, and new accounts of an address.
    logins: Allowances,
    signing: Allowances,
    accounts: Allowances,
    /// Sockets of players, by session, when their address has opened too many others.
    seats: Allowances,
    /// Requests of players and of those who are signed in, by token, when others at their address have asked for too much.
    players: Allowances,
    /// Tries of the owner's key.
    keys: Allowances,
    /// What an account asks of others.
    friends: Allowances,
    /// Texts of rulebooks that are checked, and rulebooks that bots are to compare.
    drafts: Allowances,
    comparisons: Allowances,
}

impl SiteAllowances {
    /// Sockets that a player may open at once when the address has opened too many.
    const SEAT_AT_ONCE: usize = 20;
    /// What somebody who plays or is signed in may ask for when the address has asked for too much: enough to load the page a few times.
    const PLAYERS_OFTEN: usize = 100;

    pub(crate) fn new(limits: &Limits, is_shared: bool) -> SiteAllowances {
        let often = |often: usize, span: Duration| Allowance {
            at_once: often,
            often,
            span,
        };
        let new = |allowance: Allowance| Allowances::new(allowance, is_shared);
        // After a restart everybody reconnects at once, so an address may first open as many as it may hold.
        let sockets = Allowance {
            at_once: limits.connections_per_address,
            ..often(limits.handshakes_per_address, Limits::REQUEST_SPAN)
        };
        let seats = Allowance {
            at_once: SiteAllowances::SEAT_AT_ONCE,
            ..sockets
        };
        SiteAllowances {
            requests: new(often(limits.requests_per_address, Limits::REQUEST_SPAN)),
            changes: new(often(limits.changes_per_address, Limits::REQUEST_SPAN)),
            tables: new(often(limits.tables_per_address, Limits::TABLE_SPAN)),
            sockets: new(sockets),
            seats: new(seats),
            players: new(often(SiteAllowances::PLAYERS_OFTEN, Limits::REQUEST_SPAN)),
            logins: new(account::BY_NAME),
            signing: new(account::by_address(limits)),
            accounts: new(account::new_accounts(limits)),
            keys: new(TRIES),
            friends: new(friends::REQUESTS),
            drafts: new(books::drafts(limits)),
            comparisons: new(books::COMPARISONS),
        }
    }

    /// All of them, in the order that nodes number them by.
    fn kinds(&self) -> [&Allowances; 13] {
        let SiteAllowances {
            requests,
            changes,
            tables,
            sockets,
            seats,
            players,
            logins,
            signing,
            accounts,
            keys,
            friends,
            drafts,
            comparisons,
        } = self;
        [
            requests,
            changes,
            tables,
            sockets,
            seats,
            players,
            logins,
            signing,
            accounts,
            keys,
            friends,
            drafts,
            comparisons,
        ]
    }
}

pub(crate) fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/api/openapi.json", get(assets::description))
        .route("/api/rulebooks", get(api::rulebooks))
        .route("/api/rulebooks/{spec}/scoring", get(score::offered))
        .route("/api/rulebooks/{spec}/statistics", get(rules_page::statistics::data))
        .route("/api/rulebooks/{spec}/lesson", get(lesson::answer))
        .route("/api/near", post(lesson::near))
        .route("/api/bots", get(api::bots))
        .route("/api/key", get(api::key))
        .route("/api/tables", get(api::tables).post(api::open))
        .route("/api/tables/{id}", get(api::table))
        .route("/api/tables/{id}/join", post(api::join))
        .route("/api/tables/{id}/start", post(api::start))
        .route("/api/tables/{id}/invite", post(api::invite))
        .route("/api/tables/{id}/withdraw", post(api::withdraw))
        .route("/api/tables/{id}/referee", post(api::referee))
        .route("/api/tables/{id}/link", post(api::link))
        .route("/api/tables/{id}/leave", post(api::leave))
        .route("/api/tables/{id}/settings", post(api::settings))
        .route("/api/tables/{id}/close", post(api::close))
        .route("/api/tables/{id}/rematch", post(api::rematch))
        .route("/api/games", get(api::games))
        .route("/api/games/search", get(api::search))
        .route("/api/games/{id}/log", get(api::log))
        .route("/api/games/{id}/review", get(api::review))
        .route("/api/games/{id}/tenhou", get(api::tenhou))
        .route("/api/score", post(score::answer))
        .route(
            "/api/scores",
            post(score::answers).layer(DefaultBodyLimit::max(score::LIST_BYTES)),
        )
        .route("/api/settle", post(score::settle))
        .route("/rules/{spec}", get(rules_page::page))
        .route("/rules/{spec}/statistics", get(rules_page::statistics::page))
        .route("/compare", get(rules_page::compare::page))
        .route("/ws/{id}", get(socket::open))
        .merge(account::routes())
        .merge(finding::routes())
        .merge(friends::routes())
        .merge(passkeys::routes())
        .merge(books::routes())
        .merge(admin::routes(&site))
        .fallback(assets::serve)
        .layer(from_fn(etag::tag))
        .layer(from_fn_with_state(Arc::clone(&site), thrift::check))
        .layer(DefaultBodyLimit::max(Limits::BODY_BYTES))
        // Short answers may hold a code, and a compressed code could be guessed by its length.
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(1024)))
        .layer(from_fn_with_state(Arc::clone(&site), door::check))
        .layer(from_fn_with_state(Arc::clone(&site), finish))
        .with_state(site)
}

/// For proxies: whether to send anybody here.
async fn health(State(site): State<Arc<Site>>) -> (StatusCode, &'static str) {
    match site.hub.is_cut_off() {
        true => (
            StatusCode::SERVICE_UNAVAILABLE,
            "cut off: the database does not answer, and the lease of this node has run out\n",
        ),
        false => (StatusCode::OK, "ok\n"),
    }
}

/// The operator's pages, on an address that players cannot reach.
pub(crate) fn metrics_router(hub: Arc<Hub>) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(hub)
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    let text = hub.around.metrics.text(hub.count());
    (
        [(
            CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        )],
        text,
    )
        .into_response()
}

/// Counts the request, ends it when it takes too long, and tells the browser what a page may do.
async fn finish(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    const HEADERS: [(HeaderName, &str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "same-origin"),
    ];
    site.hub.around.metrics.requests.inc();
    let answered = tokio::time::timeout(Limits::REQUEST, next.run(request)).await;
    let mut response = answered.unwrap_or_else(|_| {
        let says = "the request took too long; try again later";
        refusal::answer(StatusCode::REQUEST_TIMEOUT, "too-slow", says)
    });
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        // Whoever asks again as soon as they are refused would keep the server busy with refusals.
        tokio::time::sleep(site.hub.around.config.pauses.refusal).await;
    }
    response
}
