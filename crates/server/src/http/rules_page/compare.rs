//! Two rulebooks side by side: only what differs, in words. `jantaku rules diff` in the browser.

use super::chart::grouped;
use super::words::{In, YAKU};
use super::{Asked, whole};
use crate::http::Site;
use crate::http::language::Language;
use crate::rulebooks::request::Keyed;
use crate::rulebooks::told;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_LANGUAGE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_rules::meanings::{self, Meaning};
use jantaku_rules::rulebook::diff::{Diff, Difference, Side};
use jantaku_rules::rulebook::query::Listing;
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::setting::Shape;
use jantaku_rules::rulebook::settings::Key;
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// Which rulebooks are compared.
#[derive(Deserialize)]
pub(in crate::http) struct Pair {
    left: Option<String>,
    right: Option<String>,
}

pub(in crate::http) async fn page(
    State(site): State<Arc<Site>>,
    Query(pair): Query<Pair>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let language = Language::of(asked.lang.as_deref(), &headers);
    let work = crate::machine::spawn_blocking(move || {
        let (left, right) = (pair.left.unwrap_or_default(), pair.right.unwrap_or_default());
        let offer = site.hub.rulebooks.offer();
        let list = offer.library.list();
        let resolve = |spec: &str| {
            let opened = site.hub.rulebooks.opened(spec, &*site.hub.around.store)?;
            opened.library().resolve(&opened.plain).map_err(|errors| told(&errors))
        };
        let found = compared(&resolve, &left, &right);
        (found.is_err(), body(&list, [&left, &right], &found, language))
    });
    let Ok((is_wrong, body)) = work.await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let status = if is_wrong {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    let headers = [(CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    (status, headers, whole(TITLE.pick(language), &body, language)).into_response()
}

/// Two rulebooks and what differs between them.
struct Compared {
    left: Resolved,
    right: Resolved,
    diff: Diff,
}

impl Compared {
    fn names(&self, language: Language) -> [String; 2] {
        let first = |resolved: &Resolved| (*language.names(&resolved.names).first().unwrap_or(&"")).to_owned();
        [first(&self.left), first(&self.right)]
    }
}

/// None as long as only one is named.
fn compared(
    resolve: &dyn Fn(&str) -> Result<Resolved, String>,
    left: &str,
    right: &str,
) -> Result<Option<Compared>, String> {
    if left.is_empty() || right.is_empty() {
        return Ok(None);
    }
    let (left, right) = (resolve(left)?, resolve(right)?);
    let diff = Diff::of(&left, &right);
    Ok(Some(Compared { left, right, diff }))
}

fn body(
    list: &[Listing<'_>],
    chosen: [&str; 2],
    found: &Result<Option<Compared>, String>,
    language: Language,
) -> Markup {
    let names = found
        .as_ref()
        .ok()
        .and_then(Option::as_ref)
        .map(|found| found.names(language));
    // The key of a private rulebook is for its links only.
    let named = |place: usize| match &names {
        Some(names) => names[place].clone(),
        None => Keyed::read(chosen[place]).plain,
    };
    html! {
        h1 { (TITLE.pick(language)) }
        form.pair method="get" action="/compare" {
            @for (place, name, label) in [(0, "left", LEFT), (1, "right", RIGHT)] {
                @let chosen = chosen[place];
                label { (label.pick(language)) " "
                    select.field name=(name) {
                        @if !list.iter().any(|listing| listing.source.id == chosen) { option value=(chosen) { (named(place)) } }
                        @for listing in list {
                            option value=(listing.source.id) selected[listing.source.id == chosen] { (language.names(&listing.source.names).first().unwrap_or(&"")) }
                        }
                    }
                }
            }
            button.button.main { (SHOW.pick(language)) }
        }
        @match found {
            Err(why) => p lang="en" role="alert" { (why) },
            Ok(None) => p.soft { (HINT.pick(language)) },
            Ok(Some(found)) => (differences(found, chosen, language)),
        }
    }
}

fn differences(found: &Compared, specs: [&str; 2], language: Language) -> Markup {
    let names = found.names(language);
    let parts = [
        (
            RULES,
            &found.diff.keys,
            key_title as fn(&Compared, &Difference, Language) -> (String, &'static str),
        ),
        (YAKU, &found.diff.yaku, yaku_title),
        (OPTIONS, &found.diff.options, option_title),
    ];
    html! {
        @if found.diff.is_empty() { p { (SAME.pick(language)) } }
        @for (heading, list, title) in parts {
            @if !list.is_empty() {
                h2 { (heading.pick(language)) " " span.soft { (list.len()) } }
                div.scroll tabindex="0" role="group" aria-label=(heading.pick(language)) {
                    table.differences {
                        thead { tr { th scope="col" { (WHAT.pick(language)) } @for name in &names { th scope="col" { (name) } } } }
                        tbody {
                            @for difference in list {
                                @let (says, tag) = title(found, difference, language);
                                tr {
                                    th scope="row" { span lang=(tag) { (says) } " " code { (difference.name) } }
                                    (cell(&difference.left, &difference.name, specs[0], language))
                                    (cell(&difference.right, &difference.name, specs[1], language))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(side: &Side, name: &str, spec: &str, language: Language) -> Markup {
    html! {
        td {
            @match &side.value {
                Some(value) => {
                    @let (says, tag) = in_words(name, value, language);
                    span lang=(tag) { (says) }
                }
                None => span.soft { (NOT_THERE.pick(language)) },
            }
            @if !side.clause.is_empty() && side.clause != "-" {
                " " a href={ "/rules/" (spec) "#" (side.clause) } { (side.clause) }
            }
        }
    }
}

/// A word of a key by its meaning, a switch as yes or no. With the tag of the language it is in.
fn in_words(name: &str, value: &str, language: Language) -> (String, &'static str) {
    let key = Key::ALL.iter().find(|key| key.name() == name);
    let word = value.trim_matches('"');
    let meant = |english: &str| {
        let Meaning { en, also } = meanings::sentence(english);
        let (text, tag) = language.said(&en, &also);
        (text.to_owned(), tag)
    };
    match key.map(|key| key.info().shape) {
        Some(Shape::Word(words)) => words
            .iter()
            .find(|(known, _)| *known == word)
            .map_or_else(|| (value.to_owned(), "en"), |(_, meaning)| meant(meaning.trim())),
        Some(_) if value.parse::<i64>().is_ok() => (grouped(value.parse().unwrap_or_default()), language.tag()),
        Some(_) if value == "true" => meant("Yes."),
        Some(_) if value == "false" => meant("No."),
        Some(_) if value == "\"\"" || value == "[]" => meant("None."),
        _ => (value.to_owned(), "en"),
    }
}

fn key_title(_: &Compared, difference: &Difference, language: Language) -> (String, &'static str) {
    match meanings::key(&difference.name) {
        Some(Meaning { en, also }) => {
            let (text, tag) = language.said(en, also);
            (text.to_owned(), tag)
        }
        None => (String::new(), "en"),
    }
}

fn yaku_title(found: &Compared, difference: &Difference, language: Language) -> (String, &'static str) {
    let yaku = found
        .left
        .yaku(&difference.name)
        .or_else(|| found.right.yaku(&difference.name));
    let names = yaku.map(|yaku| language.names(&yaku.names)).unwrap_or_default();
    let first = names.first().map_or(String::new(), |name| (*name).to_owned());
    (first, language.tag())
}

fn option_title(found: &Compared, difference: &Difference, language: Language) -> (String, &'static str) {
    let mut options = found.left.options.iter().chain(&found.right.options);
    let named = options.find(|chosen| format!("{}.{}", chosen.rulebook, chosen.option) == difference.name);
    let said = named.map(|chosen| language.said(&chosen.says, &chosen.also));
    said.map_or((String::new(), "en"), |(text, tag)| (text.to_owned(), tag))
}

const TITLE: In = In([
    "Compare rulebooks",
    "Regelwerke vergleichen",
    "ルールブックの比較",
    "比較規則書",
]);
const LEFT: In = In(["This one", "Dieses", "こちら", "這一本"]);
const RIGHT: In = In(["with this one", "mit diesem", "と比べる", "與這一本"]);
const SHOW: In = In(["Compare", "Vergleichen", "比較", "比較"]);
const HINT: In = In([
    "Choose two rulebooks.",
    "Wähle zwei Regelwerke.",
    "2冊を選んでください。",
    "請選擇兩本規則書。",
]);
const SAME: In = In([
    "They play the same.",
    "Sie spielen sich gleich.",
    "違いはありません。",
    "玩法相同。",
]);
const RULES: In = In(["Rules", "Regeln", "ルール", "規則"]);
const OPTIONS: In = In(["Options", "Optionen", "選択ルール", "可選規則"]);
const WHAT: In = In(["What", "Was", "項目", "項目"]);
const NOT_THERE: In = In(["not played", "gibt es nicht", "なし", "無"]);

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    fn shown(left: &str, right: &str, language: Language) -> String {
        let library = Library::builtin();
        let resolve = |spec: &str| library.resolve(spec).map_err(|errors| told(&errors));
        let found = compared(&resolve, left, right);
        body(&library.list(), [left, right], &found, language).0
    }

    /// EMA starts with 30,000 points (EMA-01), Tenhou with 25,000; EMA has no red fives.
    #[test]
    fn shows_only_what_differs() {
        let page = shown("ema-2025", "tenhou", Language::English);
        let row = &page[page.find("<code>game.start</code>").unwrap()..];
        let row = &row[..row.find("</tr>").unwrap()];
        assert!(row.contains("30,000") && row.contains("25,000"), "{row}");
        assert!(page.contains("Points each player starts with.") && page.contains("<code>tiles.reds</code>"));
        // Both play with four.
        assert!(!page.contains("<code>tiles.seats</code>"));
        assert!(page.contains("href=\"/rules/ema-2025#"));
    }

    #[test]
    fn says_that_nothing_differs_and_what_is_wrong() {
        assert!(shown("zan", "zan", Language::German).contains("Sie spielen sich gleich."));
        assert!(shown("zan", "", Language::Japanese).contains("2冊を選んでください。"));
        assert!(shown("zan", "zann", Language::English).contains("did you mean &quot;zan&quot;?"));
        assert!(shown("<b>", "zan", Language::English).contains("&lt;b&gt;"));
    }
}
