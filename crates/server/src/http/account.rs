//! Accounts over HTTP: opening one, signing in and out, a player's own games, export and removal.

use super::allowance::Allowance;
use super::{Peer, Site, session};
use crate::accounts::{Change, NewAccount, SignIn, Stored, number_of};
use crate::books::shelf;
use crate::config::Limits;
use crate::room::Refused;
use crate::store::NotForgotten;
use crate::token::SessionHash;
use crate::wire::account::{
    AccountInfo, ChangePassword, DeleteAccount, DeviceInfo, EnterAccount, OpenAccount, SignOut,
};
use crate::wire::books::BookInfo;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, USER_AGENT};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;
use std::time::Duration;

pub(super) type Answer = Result<Response, Refused>;
pub(super) type OurSite = State<Arc<Site>>;
pub(super) type Asked<T> = Result<Json<T>, JsonRejection>;

const MINUTES: u64 = 60;
/// Attempts with one name.
pub(super) const BY_NAME: Allowance = Allowance {
    at_once: 20,
    often: 20,
    span: Duration::from_secs(15 * MINUTES),
};
/// Accounts that an address opens in an hour; a whole club may sit behind one.
const NEW_ACCOUNTS: usize = 40;

/// Attempts from one address.
pub(super) fn by_address(limits: &Limits) -> Allowance {
    Allowance {
        at_once: limits.sign_ins_per_address,
        often: limits.sign_ins_per_address.saturating_mul(6),
        span: Duration::from_secs(10 * MINUTES),
    }
}

/// Accounts that one address opens.
pub(super) fn new_accounts(limits: &Limits) -> Allowance {
    Allowance {
        at_once: limits.sign_ins_per_address.min(NEW_ACCOUNTS),
        often: NEW_ACCOUNTS,
        span: Duration::from_secs(60 * MINUTES),
    }
}

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/account", get(account))
        .route("/api/account/open", post(open))
        .route("/api/account/sign-in", post(sign_in))
        .route("/api/account/sign-out", post(sign_out))
        .route("/api/account/password", post(password))
        .route("/api/account/delete", post(delete))
        .route("/api/account/export", get(export))
        .route("/api/me/games", get(games))
        .route("/api/me/statistics", get(statistics))
}

async fn account(State(site): OurSite, headers: HeaderMap) -> Answer {
    match signed_in(&site, &headers).await {
        Ok((token, stored)) => Ok(Json(info(&stored, token)).into_response()),
        Err(Refused::NotSignedIn) => Ok(Json(serde_json::Value::Null).into_response()),
        Err(refused) => Err(refused),
    }
}

async fn open(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<OpenAccount>,
) -> Answer {
    let Json(OpenAccount { name, password, claim }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(super::api::unreadable(&rejected)),
    };
    if !site.allowances.accounts.take(&peer) || !site.allowances.signing.take(&peer) {
        return Err(too_often(&site));
    }
    let config = &site.hub.around.config;
    site.hub.has_space(peer.place()).await?;
    let (device, cookie) = device(&site, &peer, &headers, claim).await?;
    let token = device.session;
    // Whoever brings no games plays as a session that no token has.
    let (player, _) = session::new(config)?;
    let stored = site
        .accounts
        .open(NewAccount { name, password, device }, player)
        .await?;
    tracing::info!("an account is opened");
    Ok((cookie, Json(info(&stored, token))).into_response())
}

async fn sign_in(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<EnterAccount>,
) -> Answer {
    let Json(EnterAccount { login, password, claim }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(super::api::unreadable(&rejected)),
    };
    let is_allowed = site.allowances.signing.take(&peer) && site.allowances.logins.take_hash(number_of(&login));
    if !is_allowed {
        return Err(too_often(&site));
    }
    let (device, cookie) = device(&site, &peer, &headers, claim).await?;
    let stored = site.accounts.sign_in(&login, password, &device).await?;
    if let Some(guest) = device.guest {
        site.hub.claim_all(guest, stored.account.player).await;
    }
    Ok((cookie, Json(info(&stored, device.session))).into_response())
}

async fn sign_out(State(site): OurSite, headers: HeaderMap, asked: Asked<SignOut>) -> Answer {
    let Json(SignOut { device, others }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(super::api::unreadable(&rejected)),
    };
    let (token, stored) = match signed_in(&site, &headers).await {
        // Nothing can be changed there, but the browser can be a guest again.
        Err(Refused::DamagedAccount) => {
            return Ok((session::forget(&site.hub.around.config), done()).into_response());
        }
        found => found?,
    };
    let devices = stored.account.devices.iter().map(|device| device.session);
    let meant: Vec<SessionHash> = match (device, others) {
        (Some(device), _) => devices.skip(device as usize).take(1).collect(),
        (None, true) => devices.filter(|session| *session != token).collect(),
        (None, false) => vec![token],
    };
    let own = meant.contains(&token);
    site.accounts.change(&stored.id, Change::SignOut(meant)).await?;
    let cookie = if own {
        session::forget(&site.hub.around.config)
    } else {
        HeaderMap::new()
    };
    Ok((cookie, done()).into_response())
}

async fn password(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<ChangePassword>,
) -> Answer {
    let Json(ChangePassword { old, new }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(super::api::unreadable(&rejected)),
    };
    let (from, stored) = signed_in(&site, &headers).await?;
    may_try(&site, &stored)?;
    let place = peer.place();
    site.accounts
        .change(&stored.id, Change::Password { old, new, from, place })
        .await?;
    Ok(done().into_response())
}

/// Removes the account and everything that tells of the player.
async fn delete(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<DeleteAccount>,
) -> Answer {
    let Json(DeleteAccount { password }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(super::api::unreadable(&rejected)),
    };
    let (_, stored) = signed_in(&site, &headers).await?;
    may_try(&site, &stored)?;
    let stored = site.accounts.check(&stored.id, password, peer.place()).await?;
    removed(&site, &stored).await
}

/// Removes an account whose player has proved to be its owner.
pub(super) async fn removed(site: &Site, stored: &Stored) -> Answer {
    match site.hub.forget(stored.account.player).await {
        Ok(_) => {}
        // Nothing that the player can do: the operator reads it.
        Err(told @ NotForgotten::Shown(_)) => tracing::warn!("an account is removed; {told}"),
        Err(NotForgotten::Plays(_)) => return Err(Refused::StillPlays),
        Err(NotForgotten::Store(error)) if error.may_pass() => return Err(Refused::NotStored),
        Err(NotForgotten::Store(error)) => {
            tracing::error!(account = stored.id, %error, "an account could not be removed");
            return Err(Refused::Broken);
        }
    }
    tracing::info!("an account is removed, and its player forgotten");
    Ok((session::forget(&site.hub.around.config), done()).into_response())
}

/// Everything that is kept of the player, in one file.
async fn export(State(site): OurSite, headers: HeaderMap) -> Answer {
    let (token, stored) = signed_in(&site, &headers).await?;
    let sessions = stored.account.players();
    let games = site
        .hub
        .own_games(sessions.clone())
        .await
        .map_err(|_| Refused::NotStored)?;
    let statistics = site.hub.statistics(sessions).await.map_err(|_| Refused::NotStored)?;
    let hub = Arc::clone(&site.hub);
    let owners = stored.account.players();
    let books = crate::machine::spawn_blocking(move || shelf::list(&*hub.around.store, &owners)).await;
    let books = books.map_err(|_| Refused::Broken)?.map_err(|_| Refused::NotStored)?;
    let owners = stored.account.players();
    let own = books.iter().filter(|book| book.is_of(&owners));
    let books: Vec<BookInfo> = own.map(|book| book.info(&owners)).collect();
    let logs: Vec<String> = games
        .iter()
        .map(|own| format!("/api/games/{}/log", own.game.id))
        .collect();
    let friends = site.accounts.known_friends(&stored.id).await?;
    let friends = super::friends::info(&site, &stored, friends).await?;
    let passkeys = super::passkeys::kept(&site, &stored).await?;
    let everything = serde_json::json!({
        "account": info(&stored, token), "passkeys": passkeys, "friends": friends, "games": games, "logs": logs, "statistics": statistics, "books": books,
    });
    let name = [(CONTENT_DISPOSITION, "attachment; filename=\"jantaku-account.json\"")];
    Ok((name, Json(everything)).into_response())
}

async fn games(State(site): OurSite, headers: HeaderMap) -> Answer {
    let sessions = sessions(&site, &headers).await?;
    let games = site.hub.own_games(sessions).await.map_err(|_| Refused::NotStored)?;
    Ok(Json(games).into_response())
}

async fn statistics(State(site): OurSite, headers: HeaderMap) -> Answer {
    let sessions = sessions(&site, &headers).await?;
    let statistics = site.hub.statistics(sessions).await.map_err(|_| Refused::NotStored)?;
    Ok(Json(statistics).into_response())
}

/// Every session that has played for whoever asks; for a guest the one of the browser.
pub(super) async fn sessions(site: &Site, headers: &HeaderMap) -> Result<Vec<SessionHash>, Refused> {
    match signed_in(site, headers).await {
        Ok((_, stored)) => Ok(stored.account.players()),
        Err(Refused::NotSignedIn) => Ok(session::of(headers, &site.hub.around.config).into_iter().collect()),
        Err(refused) => Err(refused),
    }
}

/// The token of the device that asks, hashed, and its account.
pub(super) async fn signed_in(site: &Site, headers: &HeaderMap) -> Result<(SessionHash, Stored), Refused> {
    let token = session::token(headers, &site.hub.around.config).ok_or(Refused::NotSignedIn)?;
    Ok((token, site.accounts.signed_in(token).await?))
}

/// A new token for the device that signs in, and who it was until now.
pub(super) async fn device(
    site: &Site,
    peer: &Peer,
    headers: &HeaderMap,
    claim: bool,
) -> Result<(SignIn, HeaderMap), Refused> {
    let config = &site.hub.around.config;
    let (session, cookie) = session::issued(&site.accounts, config)?;
    let replaces = match signed_in(site, headers).await {
        Ok((token, _)) => Some(token),
        Err(Refused::NotSignedIn) => None,
        // Whether it is a guest is not known.
        Err(refused) => return Err(refused),
    };
    let guest = session::of(headers, config).filter(|_| claim && replaces.is_none());
    let label = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let label = browser(label.unwrap_or_default());
    let device = SignIn {
        session,
        label,
        guest,
        replaces,
        place: peer.place(),
    };
    Ok((device, cookie))
}

/// The browser and the system, as far as people know them.
fn browser(agent: &str) -> String {
    let first = |names: &[(&str, &'static str)]| {
        names
            .iter()
            .find(|(mark, _)| agent.contains(mark))
            .map(|(_, name)| *name)
    };
    let browser = first(&[
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    [browser, system].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// May whoever is signed in to this account try another password? This counts apart from attempts to sign in: nobody else can use it up.
pub(super) fn may_try(site: &Site, stored: &Stored) -> Result<(), Refused> {
    match site
        .allowances
        .logins
        .take_hash(number_of(&format!("signed in: {}", stored.id)))
    {
        true => Ok(()),
        false => Err(too_often(site)),
    }
}

pub(super) fn too_often(site: &Site) -> Refused {
    site.hub.around.metrics.turned_away.inc();
    Refused::TooOften
}

pub(super) fn info(stored: &Stored, token: SessionHash) -> AccountInfo {
    let device = |device: &crate::accounts::Device| DeviceInfo {
        label: device.label.clone(),
        since: device.since as u32,
        own: device.session == token,
    };
    AccountInfo {
        name: stored.account.name.clone(),
        login: stored.login.clone(),
        since: stored.account.since as u32,
        devices: stored.account.devices.iter().map(device).collect(),
    }
}

fn done() -> Json<serde_json::Value> {
    Json(serde_json::json!({}))
}
