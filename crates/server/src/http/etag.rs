//! Answers that have not changed are not sent again.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Longer answers are sent without a tag.
const LONGEST: u64 = 1 << 20;

/// Tags what the API answers, and answers 304 to whoever has it already.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let is_asked = request.method() == Method::GET && request.uri().path().starts_with("/api/");
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !is_asked || response.status() != StatusCode::OK {
        return response;
    }
    if response.body().size_hint().exact().is_none_or(|size| size > LONGEST) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LONGEST as usize).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let hash: String = Sha256::digest(&bytes)[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    // Weak, because the same answer may be compressed or not.
    let tag = format!("W/\"{hash}\"");
    let headers = &mut parts.headers;
    if let Ok(value) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, value);
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("private, no-cache"));
    match is_known(known.as_ref(), &hash) {
        true => {
            let kept = [ETAG, CACHE_CONTROL].map(|name| (name.clone(), headers.get(&name).cloned()));
            let kept = kept.into_iter().filter_map(|(name, value)| Some((name, value?)));
            (StatusCode::NOT_MODIFIED, kept.collect::<HeaderMap>()).into_response()
        }
        false => Response::from_parts(parts, Body::from(bytes)),
    }
}

fn is_known(known: Option<&HeaderValue>, hash: &str) -> bool {
    let text = known.and_then(|known| known.to_str().ok()).unwrap_or_default();
    text.split(',').map(str::trim).any(|one| {
        let opaque = one.strip_prefix("W/").unwrap_or(one).trim_matches('"');
        one == "*" || opaque == hash
    })
}
