//! A rulebook as a plain page, with an anchor for every clause and the charts that clauses speak of.

mod chart;
mod words;

use super::Site;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_LANGUAGE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use jantaku_rules::rulebook::clause::{Clause, ClauseRef};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::Yaku;
use jantaku_table::fair::Bytes32;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;
use words::Language;

/// How the page is asked for.
#[derive(Deserialize)]
pub(super) struct Asked {
    /// `de`: the language chosen in the client, where it is not the browser's.
    lang: Option<String>,
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    Path(spec): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let language = Language::of(asked.lang.as_deref(), &headers);
    let (status, page) = match rules(&site, spec).await {
        Ok(rules) => (StatusCode::OK, written(&rules, language)),
        Err(why) => {
            let none = language.words().none;
            let body = format!("<h1>{none}</h1><p lang=\"en\">{}</p>", escaped(&why));
            (StatusCode::NOT_FOUND, whole(none, &body, language))
        }
    };
    let headers = [(CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    (status, headers, Html(page)).into_response()
}

/// The rulebook of a request, or of a hash: a table links to what it plays by, which may be an earlier edition.
async fn rules(site: &Arc<Site>, spec: String) -> Result<Arc<Rules>, String> {
    let Some(hash) = Bytes32::from_hex(&spec) else {
        return site.hub.rulebooks.rules(&spec);
    };
    let hub = Arc::clone(&site.hub);
    let stored = tokio::task::spawn_blocking(move || hub.rulebooks.stored(hash, &*hub.around.store)).await;
    stored
        .map_err(|error| error.to_string())??
        .ok_or("no table here plays by this rulebook".to_owned())
}

/// A text with the tag of the language it is in.
type Said<'a> = (&'a str, &'static str);

/// What was chosen, in words.
fn options(rules: &Rules, language: Language) -> impl Iterator<Item = [Said<'_>; 2]> {
    rules.options.iter().map(move |chosen| {
        [
            language.said(&chosen.says, &chosen.also),
            language.said(&chosen.choice_says, &chosen.choice_also),
        ]
    })
}

fn written(rules: &Rules, language: Language) -> String {
    let words = language.words();
    let mut page = String::new();
    let mut names = language.names(&rules.names).into_iter();
    let name = names.next().unwrap_or_default();
    let also = escaped(&names.collect::<Vec<_>>().join(" "));
    let about = words.about(rules.seats(), rules.tiles.tiles().len());
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<h1>{} <span class=\"soft\">{also}</span></h1><p class=\"soft\">{about} {} <code>{}</code></p>",
        escaped(name),
        escaped(&rules.edition),
        rules.short_hash()
    );
    if !words.in_english.is_empty() {
        let _ = write!(page, "<p class=\"soft\">{}</p>", words.in_english);
    }
    if !rules.options.is_empty() {
        let _ = write!(page, "<h2>{}</h2><table>", words.options);
        for [(option, in_option), (choice, in_choice)] in options(rules, language) {
            let _ = write!(
                page,
                "<tr><th scope=\"row\" lang=\"{in_option}\">{}</th><td lang=\"{in_choice}\">{}</td></tr>",
                escaped(option),
                escaped(choice)
            );
        }
        page.push_str("</table>");
    }
    let mut file = None;
    for (place, clause) in rules.clauses.iter().enumerate() {
        if file != Some(&clause.rulebook) {
            if file.is_some() {
                page.push_str("</dl>");
            }
            let _ = write!(page, "<h2>{}</h2><dl>", escaped(&words.clauses_of(&clause.rulebook)));
            file = Some(&clause.rulebook);
        }
        let charts = chart::all_of(rules, ClauseRef(place as u16));
        write_clause(&mut page, clause, &charts, language);
    }
    let _ = write!(
        page,
        "</dl><h2>Yaku</h2><table><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        words.name, words.worth, words.clause
    );
    for yaku in &rules.yaku {
        write_yaku(&mut page, rules, yaku, language);
    }
    page.push_str("</tbody></table>");
    whole(name, &page, language)
}

fn write_clause(page: &mut String, clause: &Clause, charts: &str, language: Language) {
    let words = language.words();
    let (id, says) = (escaped(&clause.id), escaped(&clause.says));
    let _ = write!(
        page,
        "<div class=\"clause\" id=\"{id}\"><dt><a href=\"#{id}\">{id}</a></dt><dd><p><span lang=\"en\">{says}</span>"
    );
    if clause.etiquette {
        let _ = write!(page, " <span class=\"soft\">({})</span>", words.etiquette);
    }
    page.push_str("</p>");
    if !charts.is_empty() {
        let _ = write!(page, "<div lang=\"en\">{charts}</div>");
    }
    if let Some(reading) = &clause.reading {
        let read = |page: &mut String, word: &str, text: &str| {
            let _ = write!(page, "{word} <span lang=\"en\">{}</span> ", sentence(text));
        };
        page.push_str("<p class=\"soft\">");
        read(page, words.read_as, &reading.chosen);
        if !reading.instead.is_empty() {
            read(page, words.others_read, &reading.instead);
        }
        page.push_str("</p>");
    }
    page.push_str("</dd></div>");
}

fn write_yaku(page: &mut String, rules: &Rules, yaku: &Yaku, language: Language) {
    let names: Vec<String> = language.names(&yaku.names).into_iter().map(escaped).collect();
    let clause = escaped(rules.clause_id(yaku.clause));
    let _ = write!(
        page,
        "<tr><th scope=\"row\">{}</th><td>{}</td><td><a href=\"#{clause}\">{clause}</a></td></tr>",
        names.join(" · "),
        language.words().worth_of(yaku.worth)
    );
}

fn whole(title: &str, body: &str, language: Language) -> String {
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{} · Jantaku</title><link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/app.css\"><link rel=\"stylesheet\" href=\"/rules.css\"><script src=\"/rules.js\"></script></head>\
         <body><main><p><a href=\"/\">Jantaku</a></p>{body}</main></body></html>",
        language.tag(),
        escaped(title)
    )
}

/// Text that ends as a sentence does.
fn sentence(text: &str) -> String {
    let ended = text.ends_with(['.', '!', '?']);
    format!("{}{}", escaped(text), if ended { "" } else { "." })
}

/// Text that a browser shows and never obeys.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebooks::Rulebooks;
    use axum::http::header::ACCEPT_LANGUAGE;
    use jantaku_rules::rulebook::library::Library;

    #[test]
    fn every_clause_has_an_anchor() {
        let rulebooks = Rulebooks::new(Library::builtin());
        for spec in ["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)", "tenhou-sanma"] {
            let rules = rulebooks.rules(spec).unwrap();
            let page = written(&rules, Language::English);
            assert!(rules.clauses.len() > 10);
            for clause in &rules.clauses {
                assert!(page.contains(&format!("id=\"{}\"", clause.id)), "{spec} {}", clause.id);
            }
        }
    }

    #[test]
    fn charts_are_shown_where_their_clause_stands() {
        let rulebooks = Rulebooks::new(Library::builtin());
        let page = written(&rulebooks.rules("zan").unwrap(), Language::English);
        let clause = |id: &str| {
            let from = page.find(&format!("id=\"{id}\"")).unwrap();
            let rest = &page[from..];
            &rest[..rest.find("</dd></div>").unwrap()]
        };
        // A dealer's haneman costs 18,000 by ron and 9,000 each by tsumo; the third place of 30,000 points pays ten chips.
        assert!(clause("ZAN-37").contains("haneman"));
        for amount in ["18,000", "9,000"] {
            assert!(clause("ZAN-37").contains(&format!(">{amount}<")), "{amount}");
        }
        assert!(clause("ZAN-38").contains("from dealer"));
        assert!(clause("ZAN-03").contains(">−10<"));
        assert!(!clause("ZAN-03").contains("1,000,000,000"));
        let english = |spec| written(&rulebooks.rules(spec).unwrap(), Language::English);
        for page in ["zan", "tenhou", "zung-jung"].map(english) {
            assert!(!page.contains("open 0") && !page.contains(".. "));
        }
    }

    #[test]
    fn the_words_around_a_rulebook_follow_the_language() {
        let rulebooks = Rulebooks::new(Library::builtin());
        let zan = rulebooks.rules("zan").unwrap();
        let page = |language| written(&zan, language);
        let german = page(Language::German);
        // ZAN plays with three and, with its flowers, 112 tiles; its options are kept in four languages.
        for words in [
            "<html lang=\"de\"",
            "3 Spieler, 112 Steine.",
            "Optionen",
            "Klauseln von zan",
            "Unsere Auslegung:",
            "1 Han, nur geschlossen",
        ] {
            assert!(german.contains(words), "{words}");
        }
        assert!(german.contains("<th scope=\"row\" lang=\"de\">Ob der Pocchi rot ist, wenn er für eine 5 steht.</th>"));
        assert!(page(Language::Japanese).contains("1翻（門前のみ）"));
        assert!(page(Language::Chinese).contains("<html lang=\"zh-Hant\""));
        for language in [Language::German, Language::Japanese, Language::Chinese] {
            let page = page(language);
            for english in [" players, ", ">Options<", "Clauses of", "Read as:", "han, closed only<"] {
                assert!(!page.contains(english), "{language:?}: {english}");
            }
        }
    }

    #[test]
    fn the_language_is_the_one_asked_for_or_liked() {
        let headers = |liked: &str| HeaderMap::from_iter([(ACCEPT_LANGUAGE, liked.parse().unwrap())]);
        let found = |asked, liked| Language::of(asked, &headers(liked));
        assert_eq!(found(None, "fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5"), Language::German);
        assert_eq!(found(Some("ja"), "de"), Language::Japanese);
        assert_eq!(found(Some("<script>"), "zh-TW"), Language::Chinese);
        assert_eq!(found(Some("ö"), ""), Language::English);
    }

    #[test]
    fn nothing_is_obeyed() {
        assert_eq!(escaped("<script>'&\""), "&lt;script&gt;&#39;&amp;&quot;");
    }
}
