//! The language of a page that the server writes.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// A language of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    German,
    Japanese,
    Chinese,
    /// Chinese in simplified characters: the same words, converted as the page is sent.
    Simplified,
}

impl Language {
    /// The one asked for in the address, or else the first that the browser likes and the page has.
    pub(super) fn of(asked: Option<&str>, headers: &HeaderMap) -> Language {
        let liked = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let tags = asked.into_iter().chain(liked.unwrap_or_default().split(','));
        let known = |tag: &str| match tag.trim().get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("en") => Some(Language::English),
            Some("de") => Some(Language::German),
            Some("ja") => Some(Language::Japanese),
            Some("zh") if is_traditional(tag) => Some(Language::Chinese),
            Some("zh") => Some(Language::Simplified),
            _ => None,
        };
        tags.into_iter().find_map(known).unwrap_or(Language::English)
    }

    /// As a page names its language.
    pub(super) const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Japanese => "ja",
            Language::Chinese => "zh-Hant",
            Language::Simplified => "zh-Hans",
        }
    }
}

/// Is Chinese written in traditional characters where this tag is used?
fn is_traditional(tag: &str) -> bool {
    let small = tag.to_ascii_lowercase();
    let mut parts = small.split(['-', ';']).map(str::trim);
    parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part))
}
