//! Which requests are let in: those to our own address and from our own pages.

use super::{Peer, Site, SiteAllowances, refusal, session};
use crate::accounts::Who;
use crate::config::Config;
use crate::room::Refused;
use crate::token::SessionHash;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The path of the tables' sockets.
const SOCKETS: &str = "/ws/";
const SIGN_OUT: &str = "/api/account/sign-out";

/// Lets requests in one by one, and refuses those that another site's page may have sent.
pub(super) async fn check(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    site.turnstile.pass().await;
    let config = &site.hub.around.config;
    session::believe_nobody(request.headers_mut());
    let headers = request.headers();
    if !is_our_host(headers, config) {
        let says = "this name is not known here; start the server with --public-origin";
        return refusal::answer(StatusCode::MISDIRECTED_REQUEST, "wrong-host", says);
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let foreign = headers.contains_key(ORIGIN) && !is_our_page(headers, config) || is_cross_site(headers);
    if changes && foreign {
        return refusal::answer(
            StatusCode::FORBIDDEN,
            "wrong-origin",
            "the request comes from another page",
        );
    }
    let asker = request.extensions().get::<Peer>().and_then(|peer| peer.asker(headers));
    let path = request.uri().path();
    let is_socket = path.starts_with(SOCKETS);
    let may_ask = match &asker {
        Some(asker) => may_ask(&site, asker, changes) || has_own_allowance(&site, is_socket, headers).await,
        None => false,
    };
    let Some(asker) = asker.filter(|_| may_ask) else {
        site.hub.around.metrics.turned_away.inc();
        let says = "too much is asked from here; wait a little";
        return refusal::answer(StatusCode::TOO_MANY_REQUESTS, "too-often", says);
    };
    // Pages need nobody. Whoever asks for more would otherwise lose the session while the store does not answer.
    let is_page = !is_socket && !path.starts_with("/api/");
    // Whoever has a damaged account can still become a guest.
    let signs_out = path == SIGN_OUT;
    // The store is asked only within the limits: anybody can send tokens without end.
    let identified = session::identify(request.headers_mut(), &site.accounts, config).await;
    let is_harmless = |refused: &Refused| is_page || signs_out && *refused == Refused::DamagedAccount;
    if let Some(refused) = identified.err().filter(|refused| !is_harmless(refused)) {
        return refused.into_response();
    }
    let headers = request.headers();
    if let Some(player) = session::account(headers) {
        site.presence.note(player);
    }
    // A socket is opened and then closed with the reason, which a browser could not see otherwise.
    if !is_socket && site.bans.is_banned(asker.address(), session::of(headers, config)) {
        let says = "whoever runs this server does not let you in";
        return refusal::answer(StatusCode::FORBIDDEN, "banned", says);
    }
    request.extensions_mut().insert(asker.clone());
    if !asker.is_forwarded() {
        return next.run(request).await;
    }
    // The connection is the proxy's and stays; what is asked through it ends.
    tokio::select! {
        biased;
        answer = next.run(request) => answer,
        () = asker.displaced() => {
            let says = "too many connections come from here";
            refusal::answer(StatusCode::SERVICE_UNAVAILABLE, "too-often", says)
        }
    }
}

/// May somebody ask who plays or is signed in? Whatever others ask for from the same address, they load the page, act and come back.
/// Sockets of players have an allowance elsewhere (`socket`). The store is asked only of a token that was given to a device when it
/// signed in, and that is within its own allowance: nobody else can make the server ask.
async fn has_own_allowance(site: &Site, is_socket: bool, headers: &HeaderMap) -> bool {
    let config = &site.hub.around.config;
    let Some(token) = session::token(headers, config) else {
        return false;
    };
    let takes = || site.allowances.players.take_for(token);
    let plays = |session: SessionHash| site.hub.plays(session);
    match site.accounts.remembered(token) {
        Some(Who::Player(session)) => is_socket && plays(session) || takes(),
        Some(Who::Nobody | Who::Damaged) => false,
        Some(Who::Guest) | None if plays(token) => is_socket || takes(),
        Some(Who::Guest) => false,
        None => {
            let may_be_signed_in = session::is_issued(headers, &site.accounts, config) && takes();
            may_be_signed_in && matches!(site.accounts.who(token).await, Ok(Who::Player(_)))
        }
    }
}

/// Is the sender within its rate limits?
fn may_ask(site: &Site, peer: &Peer, changes: bool) -> bool {
    let SiteAllowances {
        requests,
        changes: changing,
        ..
    } = &site.allowances;
    requests.take(peer) && (!changes || changing.take(peer))
}

/// Was the request sent by one of our pages? Sockets are opened for no other.
pub(super) fn is_our_page(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = text(headers, ORIGIN.as_str()) else {
        return false;
    };
    if config.public_origin.as_deref() == Some(origin) {
        return true;
    }
    let host = text(headers, HOST.as_str()).filter(|host| is_plain(host));
    let scheme = if config.tls.is_some() { "https://" } else { "http://" };
    host.is_some_and(|host| origin.strip_prefix(scheme) == Some(host))
}

/// Anybody can make a name point here, so only the configured one is accepted; numeric addresses are safe.
fn is_our_host(headers: &HeaderMap, config: &Config) -> bool {
    let Some(host) = text(headers, HOST.as_str()) else {
        return false;
    };
    let public = config
        .public_origin
        .as_deref()
        .and_then(|origin| origin.split_once("://"));
    is_plain(host) || public.is_some_and(|(_, name)| name == host)
}

fn is_plain(host: &str) -> bool {
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = without_port.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.parse::<IpAddr>().is_ok()
}

fn is_cross_site(headers: &HeaderMap) -> bool {
    text(headers, "sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_plain() {
        for host in ["127.0.0.1:8631", "localhost", "[::1]:8631", "192.168.1.4"] {
            assert!(is_plain(host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example:80",
            "localhost.evil.example",
            "",
        ] {
            assert!(!is_plain(host), "{host}");
        }
    }
}
