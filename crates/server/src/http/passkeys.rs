//! Passkeys over HTTP. Browsers allow them at a name with HTTPS, and at `localhost`.

use super::account::{Answer, Asked, OurSite, device, info, may_try, removed, signed_in, too_often};
use super::api::{done, unreadable};
use super::{Peer, Site, session};
use crate::accounts::{NewAccount, Open, Passkey, Purpose, Stored, challenge};
use crate::config::Config;
use crate::room::{Refused, unix_time};
use crate::token::SessionHash;
use crate::wire::passkeys::{
    AskChallenge, PasskeyAnswer, PasskeyChallenge, PasskeyInfo, PasskeyList, PasskeyPurpose, RemovePasskey,
};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use passkey_auth::{Attachment, Challenge, CredentialId, Webauthn};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// What browsers call the site when they ask for a passkey.
const SITE: &str = "Jantaku";

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/account/passkeys", get(list))
        .route("/api/account/passkeys/challenge", post(ask))
        .route("/api/account/passkeys/add", post(add))
        .route("/api/account/passkeys/remove", post(remove))
        .route("/api/account/passkeys/open", post(open))
        .route("/api/account/passkeys/sign-in", post(sign_in))
        .route("/api/account/passkeys/password", post(password))
        .route("/api/account/passkeys/delete", post(delete))
}

async fn list(State(site): OurSite, headers: HeaderMap) -> Answer {
    let allowed = party(&headers, &site.hub.around.config).is_some();
    let (password, passkeys) = match signed_in(&site, &headers).await {
        Ok((_, own)) => (own.account.has_password(), kept(&site, &own).await?),
        Err(Refused::NotSignedIn) => (false, Vec::new()),
        Err(refused) => return Err(refused),
    };
    Ok(Json(PasskeyList {
        allowed,
        password,
        passkeys,
    })
    .into_response())
}

/// The passkeys of an account, as their owner sees them.
pub(super) async fn kept(site: &Site, own: &Stored) -> Result<Vec<PasskeyInfo>, Refused> {
    let info = |key: Passkey| PasskeyInfo {
        id: key.id,
        name: key.name,
        since: key.since as u32,
        used: key.used.map(|at| at as u32),
    };
    Ok(site.accounts.passkeys(&own.id).await?.into_iter().map(info).collect())
}

/// A challenge for this browser. Whoever has no session gets one as a cookie.
async fn ask(State(site): OurSite, headers: HeaderMap, asked: Asked<AskChallenge>) -> Answer {
    let Json(AskChallenge { purpose, name }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let config = &site.hub.around.config;
    let party = party(&headers, config).ok_or(Refused::NoPasskeysHere)?;
    let (browser, cookie) = match session::token(&headers, config) {
        Some(browser) => (browser, HeaderMap::new()),
        None => session::new(config)?,
    };
    let bytes = challenge::made(&site.hub.around.signer, purpose.into(), browser, unix_time())?;
    let text = Challenge(bytes.clone()).to_b64url();
    let options = match purpose {
        PasskeyPurpose::SignIn | PasskeyPurpose::Prove => {
            let (mut options, _) = party.start_authentication(&[]);
            options.challenge.clone_from(&text);
            serde_json::to_value(options)
        }
        PasskeyPurpose::Open | PasskeyPurpose::Add => {
            let (id, name, known) = match purpose {
                PasskeyPurpose::Open => (challenge::account(&bytes), crate::names::shown_name(&name), Vec::new()),
                _ => {
                    let (_, own) = signed_in(&site, &headers).await?;
                    let keys = site.accounts.passkeys(&own.id).await?;
                    let known = keys.iter().filter_map(|key| CredentialId::from_b64url(&key.id).ok());
                    (own.id, own.account.name, known.collect())
                }
            };
            let (mut options, _) = party.start_registration(id.as_bytes(), &name, &name, &known);
            options.challenge.clone_from(&text);
            options.authenticator_selection.resident_key = Some("required");
            serde_json::to_value(options)
        }
    };
    let options = options.map_err(|_| Refused::Broken)?;
    let challenge = PasskeyChallenge {
        challenge: text,
        options,
    };
    Ok((cookie, Json(challenge)).into_response())
}

async fn add(State(site): OurSite, headers: HeaderMap, asked: Asked<PasskeyAnswer>) -> Answer {
    let Json(answer) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    let (party, open) = checked(&site, &headers, Purpose::Add, &answer)?;
    let response = read(answer.response)?;
    site.accounts
        .add_passkey(party, open, &own.id, answer.label, response)
        .await?;
    Ok(done())
}

async fn remove(State(site): OurSite, headers: HeaderMap, asked: Asked<RemovePasskey>) -> Answer {
    let Json(RemovePasskey { id }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    site.accounts.remove_passkey(&own, id).await?;
    Ok(done())
}

async fn open(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<PasskeyAnswer>,
) -> Answer {
    let Json(answer) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    if !site.allowances.accounts.take(&peer) || !site.allowances.signing.take(&peer) {
        return Err(too_often(&site));
    }
    site.hub.has_space(peer.place()).await?;
    let (party, open) = checked(&site, &headers, Purpose::Open, &answer)?;
    let response = read(answer.response)?;
    let (device, cookie) = device(&site, &peer, &headers, answer.claim).await?;
    let token = device.session;
    let (player, _) = session::new(&site.hub.around.config)?;
    let id = challenge::account(&open.challenge);
    let new = NewAccount {
        name: answer.name,
        password: String::new(),
        device,
    };
    let stored = site
        .accounts
        .open_by_passkey(party, open, (new, player), (id, answer.label), response)
        .await?;
    tracing::info!("an account with a passkey is opened");
    Ok((cookie, Json(info(&stored, token))).into_response())
}

async fn sign_in(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<PasskeyAnswer>,
) -> Answer {
    let Json(answer) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    if !site.allowances.signing.take(&peer) {
        return Err(too_often(&site));
    }
    let claim = answer.claim;
    let found = proved(&site, &headers, Purpose::SignIn, answer).await?;
    let (device, cookie) = device(&site, &peer, &headers, claim).await?;
    let stored = site.accounts.enter(&found.id, &device).await?;
    if let Some(guest) = device.guest {
        site.hub.claim_all(guest, stored.account.player).await;
    }
    Ok((cookie, Json(info(&stored, device.session))).into_response())
}

/// A password, or another one, for somebody who has a passkey.
async fn password(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<PasskeyAnswer>,
) -> Answer {
    let Json(mut answer) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (from, own) = signed_in(&site, &headers).await?;
    may_try(&site, &own)?;
    let new = std::mem::take(&mut answer.password);
    let found = proved(&site, &headers, Purpose::Prove, answer).await?;
    is_own(&own, &found)?;
    site.accounts.set_password(&own.id, new, from, peer.place()).await?;
    Ok(done())
}

async fn delete(State(site): OurSite, headers: HeaderMap, asked: Asked<PasskeyAnswer>) -> Answer {
    let Json(answer) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    may_try(&site, &own)?;
    let found = proved(&site, &headers, Purpose::Prove, answer).await?;
    is_own(&own, &found)?;
    removed(&site, &found).await
}

fn is_own(own: &Stored, found: &Stored) -> Result<(), Refused> {
    match own.id == found.id {
        true => Ok(()),
        false => Err(Refused::WrongPasskey),
    }
}

/// The account whose passkey has answered.
async fn proved(site: &Site, headers: &HeaderMap, purpose: Purpose, answer: PasskeyAnswer) -> Result<Stored, Refused> {
    let (party, open) = checked(site, headers, purpose, &answer)?;
    site.accounts.by_passkey(party, open, read(answer.response)?).await
}

/// The challenge of an answer, if it is ours, for this purpose and this browser.
fn checked(
    site: &Site,
    headers: &HeaderMap,
    purpose: Purpose,
    answer: &PasskeyAnswer,
) -> Result<(Webauthn, Open), Refused> {
    let config = &site.hub.around.config;
    let party = party(headers, config).ok_or(Refused::NoPasskeysHere)?;
    let browser: SessionHash = session::token(headers, config).ok_or(Refused::WrongPasskey)?;
    let bytes = CredentialId::from_b64url(&answer.challenge).map_err(|_| Refused::WrongPasskey)?;
    let until = challenge::until(&site.hub.around.signer, purpose, browser, &bytes.0, unix_time());
    let until = until.ok_or(Refused::WrongPasskey)?;
    let challenge = bytes.0;
    Ok((party, Open { challenge, until }))
}

fn read<T: DeserializeOwned>(response: Value) -> Result<T, Refused> {
    serde_json::from_value(response).map_err(|_| Refused::WrongPasskey)
}

/// Who asks for passkeys at this address; none where browsers do not allow them.
fn party(headers: &HeaderMap, config: &Config) -> Option<Webauthn> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let public = config.public_origin.as_deref();
    let is_public = public
        .and_then(|origin| origin.split_once("://"))
        .is_some_and(|(_, known)| known == host);
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let origin = match public.filter(|_| is_public) {
        Some(origin) => origin.to_owned(),
        None => format!("{scheme}://{host}"),
    };
    let is_secure = origin.starts_with("https://") || name == "localhost";
    let is_address = name.starts_with('[') || name.parse::<std::net::IpAddr>().is_ok();
    (is_secure && !is_address).then(|| {
        Webauthn::new(name, SITE, &origin)
            .strict_base64(true)
            .require_user_handle(true)
            .require_user_verification(true)
            .authenticator_attachment(Attachment::Any)
    })
}

impl From<PasskeyPurpose> for Purpose {
    fn from(purpose: PasskeyPurpose) -> Purpose {
        match purpose {
            PasskeyPurpose::Open => Purpose::Open,
            PasskeyPurpose::Add => Purpose::Add,
            PasskeyPurpose::SignIn => Purpose::SignIn,
            PasskeyPurpose::Prove => Purpose::Prove,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn passkeys_are_for_names_with_https_and_for_localhost() {
        let plain = (*crate::room::timing::around().config).clone();
        let mut public = plain.clone();
        public.public_origin = Some("https://mahjong.example".to_owned());
        let mut open = plain.clone();
        open.public_origin = Some("http://mahjong.example".to_owned());
        let named = |host: &str, config: &Config| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_str(host).unwrap());
            party(&headers, config).map(|party| party.rp_id().to_owned())
        };
        let localhost = Some("localhost".to_owned());
        assert_eq!(named("localhost:8631", &plain), localhost);
        assert_eq!(named("localhost", &public), localhost);
        assert_eq!(named("mahjong.example", &public), Some("mahjong.example".to_owned()));
        for (host, config) in [
            ("192.168.1.4:8631", &plain),
            ("127.0.0.1:8631", &public),
            ("[::1]:8631", &plain),
            ("mahjong.example", &open),
            ("evil.example", &plain),
        ] {
            assert_eq!(named(host, config), None, "{host}");
        }
    }
}
