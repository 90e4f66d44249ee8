//! The browser client, built ahead of time and compiled into the program.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use jantaku_table::fair::Bytes32;
use std::io::Read;
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const VOICE: &str = "audio/mpeg";

/// A file as `build.rs` has packed it.
macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset::of(
            $path,
            $kind,
            include_bytes!(concat!(env!("OUT_DIR"), "/", $file, ".gz")),
        )
    };
}

struct Asset {
    path: &'static str,
    kind: &'static str,
    packed: &'static [u8],
    tag: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    vec![
        asset!("/", HTML, "index.html"),
        asset!("/app.js", SCRIPT, "app.js"),
        asset!("/score.js", SCRIPT, "score.js"),
        asset!("/base.js", SCRIPT, "base.js"),
        asset!("/books.js", SCRIPT, "books.js"),
        asset!("/others.js", SCRIPT, "others.js"),
        asset!("/app.css", STYLE, "app.css"),
        asset!("/base.css", STYLE, "base.css"),
        asset!("/books.css", STYLE, "books.css"),
        asset!("/others.css", STYLE, "others.css"),
        asset!("/score.css", STYLE, "score.css"),
        asset!("/site.webmanifest", "application/manifest+json", "site.webmanifest"),
        asset!("/icon.svg", DRAWING, "icon.svg"),
        asset!("/tiles.svg", DRAWING, "tiles.svg"),
        asset!("/voices-de.mp3", VOICE, "voices-de.mp3"),
        asset!("/voices-en.mp3", VOICE, "voices-en.mp3"),
        asset!("/voices-ja.mp3", VOICE, "voices-ja.mp3"),
        asset!("/voices-zh.mp3", VOICE, "voices-zh.mp3"),
        asset!("/rules.css", STYLE, "rules.css"),
        asset!("/admin.css", STYLE, "admin.css"),
        asset!("/rules.js", SCRIPT, "rules.js"),
        asset!("/news.js", SCRIPT, "news.js"),
    ]
});

static DESCRIPTION: LazyLock<Asset> = LazyLock::new(|| asset!("/api/openapi.json", "application/json", "openapi.json"));

/// Serves a file of the client; every page is the same file.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let is_elsewhere = path.starts_with("/api/") || path.starts_with("/ws/") || path == "/metrics";
    if !matches!(method, Method::GET | Method::HEAD) || is_elsewhere {
        return StatusCode::NOT_FOUND.into_response();
    }
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let wanted = if is_page { "/" } else { path };
    match ASSETS.iter().find(|asset| asset.path == wanted) {
        Some(asset) => asset.answer(&headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// What can be asked of the server, as OpenAPI describes it.
pub(super) async fn description(headers: HeaderMap) -> Response {
    DESCRIPTION.answer(&headers)
}

impl Asset {
    fn of(path: &'static str, kind: &'static str, packed: &'static [u8]) -> Asset {
        Asset {
            path,
            kind,
            packed,
            tag: format!("\"{}\"", &Bytes32::hash(packed).to_string()[..20]),
        }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let says = |name, text: &str| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .is_some_and(|said| said.contains(text))
        };
        let same = [
            (ETAG, self.tag.as_str()),
            (CACHE_CONTROL, "no-cache"),
            (VARY, "accept-encoding"),
        ];
        if says(IF_NONE_MATCH, &self.tag) {
            return (StatusCode::NOT_MODIFIED, same).into_response();
        }
        let kind = [(CONTENT_TYPE, self.kind)];
        match says(ACCEPT_ENCODING, "gzip") {
            true => (same, kind, [(CONTENT_ENCODING, "gzip")], self.packed).into_response(),
            false => (same, kind, self.plain()).into_response(),
        }
    }

    /// For the few clients that do not unpack by themselves.
    fn plain(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        // What we have packed ourselves can be unpacked.
        let _ = GzDecoder::new(self.packed).read_to_end(&mut plain);
        plain
    }
}
