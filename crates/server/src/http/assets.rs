//! The browser client, built ahead of time and compiled into the program.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use jantaku_table::fair::Bytes32;
use std::io::Write;
use std::sync::LazyLock;

struct Asset {
    path: &'static str,
    kind: &'static str,
    plain: &'static [u8],
    packed: Vec<u8>,
    tag: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    vec![
        asset(
            "/",
            "text/html; charset=utf-8",
            include_bytes!("../../web-dist/index.html"),
        ),
        asset(
            "/app.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../web-dist/app.js"),
        ),
        asset(
            "/score.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../web-dist/score.js"),
        ),
        asset(
            "/base.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../web-dist/base.js"),
        ),
        asset(
            "/books.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../web-dist/books.js"),
        ),
        asset(
            "/others.js",
            "text/javascript; charset=utf-8",
            include_bytes!("../../web-dist/others.js"),
        ),
        asset(
            "/app.css",
            "text/css; charset=utf-8",
            include_bytes!("../../web-dist/app.css"),
        ),
        asset(
            "/base.css",
            "text/css; charset=utf-8",
            include_bytes!("../../web-dist/base.css"),
        ),
        asset(
            "/books.css",
            "text/css; charset=utf-8",
            include_bytes!("../../web-dist/books.css"),
        ),
        asset(
            "/others.css",
            "text/css; charset=utf-8",
            include_bytes!("../../web-dist/others.css"),
        ),
        asset(
            "/score.css",
            "text/css; charset=utf-8",
            include_bytes!("../../web-dist/score.css"),
        ),
        asset(
            "/site.webmanifest",
            "application/manifest+json",
            include_bytes!("../../web-dist/site.webmanifest"),
        ),
        asset("/icon.svg", "image/svg+xml", include_bytes!("../../web-dist/icon.svg")),
        asset(
            "/tiles.svg",
            "image/svg+xml",
            include_bytes!("../../web-dist/tiles.svg"),
        ),
        voice("/voices-de.mp3", include_bytes!("../../web-dist/voices-de.mp3")),
        voice("/voices-en.mp3", include_bytes!("../../web-dist/voices-en.mp3")),
        voice("/voices-ja.mp3", include_bytes!("../../web-dist/voices-ja.mp3")),
        voice("/voices-zh.mp3", include_bytes!("../../web-dist/voices-zh.mp3")),
        asset("/rules.css", "text/css; charset=utf-8", include_bytes!("rules.css")),
        asset("/admin.css", "text/css; charset=utf-8", include_bytes!("admin.css")),
        asset(
            "/rules.js",
            "text/javascript; charset=utf-8",
            include_bytes!("rules.js"),
        ),
    ]
});

/// Serves a file of the client; every page is the same file.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let is_elsewhere = path.starts_with("/api/") || path.starts_with("/ws/") || path == "/metrics";
    if !matches!(method, Method::GET | Method::HEAD) || is_elsewhere {
        return StatusCode::NOT_FOUND.into_response();
    }
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let wanted = if is_page { "/" } else { path };
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == wanted) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let says = |name, text: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|said| said.contains(text))
    };
    let same = [
        (ETAG, asset.tag.as_str()),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-encoding"),
    ];
    if says(IF_NONE_MATCH, &asset.tag) {
        return (StatusCode::NOT_MODIFIED, same).into_response();
    }
    let kind = [(CONTENT_TYPE, asset.kind)];
    match says(ACCEPT_ENCODING, "gzip") {
        true => (same, kind, [(CONTENT_ENCODING, "gzip")], asset.packed.as_slice()).into_response(),
        false => (same, kind, asset.plain).into_response(),
    }
}

/// The calls of a language, spoken.
fn voice(path: &'static str, plain: &'static [u8]) -> Asset {
    asset(path, "audio/mpeg", plain)
}

fn asset(path: &'static str, kind: &'static str, plain: &'static [u8]) -> Asset {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(plain);
    Asset {
        path,
        kind,
        plain,
        packed: encoder.finish().unwrap_or_default(),
        tag: format!("\"{}\"", &Bytes32::hash(plain).to_string()[..20]),
    }
}
