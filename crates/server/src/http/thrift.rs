//! What players ask of a table is stored too, so nobody may ask without end.

use super::{Peer, Site};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Requests that store something about a table each time. Leaving is always possible.
const STORED: [&str; 5] = ["join", "invite", "referee", "link", "settings"];

/// Refuses to change a table that has stored enough, or for an address that has.
pub(super) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut parts = request
        .uri()
        .path()
        .strip_prefix("/api/tables/")
        .into_iter()
        .flat_map(|rest| rest.split('/'));
    let (table, what) = (parts.next(), parts.next());
    if *request.method() == Method::POST
        && let (Some(table), Some(what), Some(peer)) = (table, what, request.extensions().get::<Peer>())
        && STORED.contains(&what)
        && let Err(refused) = site.hub.may_store(table, peer.place()).await
    {
        site.hub.around.metrics.turned_away.inc();
        return refused.into_response();
    }
    next.run(request).await
}
