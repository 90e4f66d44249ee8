//! A rulebook as a plain page, with an anchor for every clause and the charts that clauses speak of.

mod chart;
mod deal;
mod words;

use super::Site;
use super::language::Language;
use crate::rulebooks::replaced::{self, AllReplaced};
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_LANGUAGE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::query::Replaced;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::Yaku;
use jantaku_table::fair::Bytes32;
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;
use std::sync::Arc;

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
        Ok((rules, replaced)) => (StatusCode::OK, written(&rules, &replaced, language)),
        Err(why) => {
            let none = language.words().none;
            let body = html! { h1 { (none) } p lang="en" { (why) } };
            (StatusCode::NOT_FOUND, whole(none, &body, language))
        }
    };
    let headers = [(CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    (status, headers, page).into_response()
}

/// The rulebook of a request, or of a hash, and which of its clauses others replace. A table links to what it plays by, which may be an
/// earlier edition.
async fn rules(site: &Arc<Site>, spec: String) -> Result<(Arc<Rules>, Arc<AllReplaced>), String> {
    let hub = Arc::clone(&site.hub);
    let found = crate::machine::spawn_blocking(move || -> Result<_, String> {
        let (rulebooks, store) = (&hub.rulebooks, &*hub.around.store);
        let rules = match Bytes32::from_hex(&spec) {
            None => rulebooks.rules(&spec)?,
            Some(hash) => rulebooks
                .stored(hash, store)
                .map_err(|fault| fault.to_string())?
                .ok_or("no table here plays by this rulebook")?,
        };
        let stored = || {
            let text = store.replaced(&Bytes32(rules.hash).to_string()).ok().flatten()?;
            replaced::of_text(&rules, &text).map(Arc::new)
        };
        let replaced = rulebooks.replaced(&rules).or_else(stored);
        let replaced = replaced.unwrap_or_else(|| Arc::new(replaced::of_values(&rules)));
        Ok((rules, replaced))
    });
    found.await.map_err(|error| error.to_string())?
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

fn written(rules: &Rules, replaced: &[Option<Replaced>], language: Language) -> Markup {
    let words = language.words();
    let mut names = language.names(&rules.names).into_iter();
    let name = names.next().unwrap_or_default();
    let also = names.collect::<Vec<_>>().join(" ");
    let numbered: Vec<_> = rules.clauses.iter().enumerate().collect();
    let body = html! {
        h1 { (name) " " span.soft { (also) } }
        p.soft { (words.about(rules.seats(), rules.tiles.tiles().len())) " " (rules.edition) " " code { (rules.short_hash()) } }
        @if !words.in_english.is_empty() { p.soft { (words.in_english) } }
        @if !rules.options.is_empty() {
            h2 { (words.options) }
            table {
                @for [(option, in_option), (choice, in_choice)] in options(rules, language) {
                    tr { th scope="row" lang=(in_option) { (option) } td lang=(in_choice) { (choice) } }
                }
            }
        }
        @for of_file in numbered.chunk_by(|(_, one), (_, next)| one.rulebook == next.rulebook).rev() {
            @for (_, first) in of_file.iter().take(1) { h2 { (words.clauses_of(&first.rulebook)) } }
            dl {
                @for (place, clause) in of_file {
                    div.clause id=(clause.id) {
                        dt { a href={ "#" (clause.id) } { (clause.id) } }
                        dd { (clause_words(rules, ClauseRef(*place as u16), replaced[*place].as_ref(), language)) }
                    }
                }
            }
        }
        h2 { "Yaku" }
        table {
            thead { tr { @for title in [words.name, words.worth, words.clause] { th scope="col" { (title) } } } }
            tbody { @for yaku in &rules.yaku { (yaku_row(rules, yaku, language)) } }
        }
    };
    whole(name, &body, language)
}

/// What a clause says, how it is read and what was chosen. A clause that another one replaces is folded away.
fn clause_words(rules: &Rules, place: ClauseRef, replaced: Option<&Replaced>, language: Language) -> Markup {
    let words = language.words();
    let Some(clause) = rules.clause(place) else {
        return Markup::default();
    };
    let by = |pattern: &str, replaced: &Replaced| {
        let (before, after) = pattern.split_once('#').unwrap_or((pattern, ""));
        let ids = replaced.by.iter().map(|by| rules.clause_id(*by)).enumerate();
        html! { (before) @for (i, id) in ids { @if i > 0 { ", " } a href={ "#" (id) } { (id) } } (after) }
    };
    if let Some(replaced) = replaced.filter(|replaced| replaced.whole) {
        return html! {
            p { (by(words.replaced_by, replaced)) }
            details { summary.soft { (words.wording) } p.soft { s lang="en" { (clause.says) } } }
        };
    }
    let charts = chart::all_of(rules, place, language);
    let chosen = rules.options.iter().filter(|chosen| chosen.clause == place);
    html! {
        p {
            @if let Some(replaced) = replaced { strong { (by(words.except, replaced)) } " " }
            span lang="en" { (clause.says) }
            @if clause.etiquette { " " span.soft { "(" (words.etiquette) ")" } }
        }
        @if !charts.0.is_empty() { div lang="en" { (charts) } }
        @if let Some(reading) = &clause.reading {
            p.soft {
                (words.read_as) " " span lang="en" { (sentence(&reading.chosen)) } " "
                @if !reading.instead.is_empty() { (words.others_read) " " span lang="en" { (sentence(&reading.instead)) } " " }
            }
        }
        @for chosen in chosen {
            @let ((option, in_option), (choice, in_choice)) = (language.said(&chosen.says, &chosen.also), language.said(&chosen.choice_says, &chosen.choice_also));
            p.soft { span lang=(in_option) { (option) } " " span lang=(in_choice) { (choice) } }
        }
    }
}

fn yaku_row(rules: &Rules, yaku: &Yaku, language: Language) -> Markup {
    let clause = rules.clause_id(yaku.clause);
    html! {
        tr {
            th scope="row" { (language.names(&yaku.names).join(" · ")) }
            td { (language.words().worth_of(yaku.worth)) }
            td { a href={ "#" (clause) } { (clause) } }
        }
    }
}

fn whole(title: &str, body: &Markup, language: Language) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Jantaku" }
                link rel="icon" href="/icon.svg";
                link rel="stylesheet" href="/app.css";
                link rel="stylesheet" href="/rules.css";
                script src="/rules.js" {}
            }
            body { main { p { a href="/" { "Jantaku" } } (body) } }
        }
    }
}

/// Text that ends as a sentence does.
fn sentence(text: &str) -> String {
    let ended = text.ends_with(['.', '!', '?']);
    format!("{text}{}", if ended { "" } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebooks::Rulebooks;
    use axum::http::header::ACCEPT_LANGUAGE;
    use jantaku_rules::rulebook::library::Library;

    fn shown(spec: &str, language: Language) -> String {
        let rulebooks = Rulebooks::new(Library::builtin());
        let rules = rulebooks.rules(spec).unwrap();
        written(&rules, &rulebooks.replaced(&rules).unwrap(), language).0
    }

    /// The page from a clause to the next.
    fn clause<'a>(page: &'a str, id: &str) -> &'a str {
        let from = page.find(&format!("id=\"{id}\"")).unwrap();
        let rest = &page[from..];
        &rest[..rest.find("</dd></div>").unwrap()]
    }

    #[test]
    fn shows_the_rules_in_force() {
        let zan = shown("zan", Language::English);
        let place = |text: &str| zan.find(text).unwrap();
        assert!(
            place("Clauses of zan") < place("Clauses of sanma")
                && place("Clauses of sanma") < place("Clauses of riichi")
        );
        let folded = "<p>Replaced by <a href=\"#ZAN-37\">ZAN-37</a>.</p><details>";
        assert!(clause(&zan, "RB-25").contains(folded) && !clause(&zan, "RB-26").contains("<table"));
        let part = clause(&zan, "RB-06");
        assert!(
            part.contains("<strong>Except as in <a href=\"#ZAN-19\">ZAN-19</a>, <a href=\"#ZAN-26\">"),
            "{part}"
        );
        assert!(!clause(&zan, "ZAN-26").contains("Replaced") && !clause(&zan, "RB-05").contains("Except as"));
        let dealer = shown("zung-jung(dealer=stays)", Language::German);
        let dealer = clause(&dealer, "ZJ-09");
        assert!(dealer.contains("deals again after winning") && !dealer.contains("passes after every hand"));
        assert!(dealer.contains("Ost gibt nach einem Gewinn noch einmal."));
    }

    /// SM-18: of the next four tiles east has the first and third, south the second, west the fourth.
    #[test]
    fn draws_the_deal_where_the_dealer_takes_two() {
        let page = shown("sanmatsuri", Language::English);
        let deal = clause(&page, "SM-18");
        for label in ["<svg", ">1 East<", ">2 South<", ">3 East<", ">4 West<"] {
            assert!(deal.contains(label), "{label}");
        }
        assert!(!shown("ema-2025", Language::English).contains("<svg"));
    }

    #[test]
    fn every_clause_has_an_anchor() {
        let rulebooks = Rulebooks::new(Library::builtin());
        for spec in ["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)", "tenhou-sanma"] {
            let rules = rulebooks.rules(spec).unwrap();
            let page = shown(spec, Language::English);
            assert!(rules.clauses.len() > 10);
            for clause in &rules.clauses {
                assert!(page.contains(&format!("id=\"{}\"", clause.id)), "{spec} {}", clause.id);
            }
        }
    }

    #[test]
    fn charts_are_shown_where_their_clause_stands() {
        let page = shown("zan", Language::English);
        let clause = |id: &str| clause(&page, id);
        // A dealer's haneman costs 18,000 by ron and 9,000 each by tsumo; the third place of 30,000 points pays ten chips.
        assert!(clause("ZAN-37").contains("haneman"));
        for amount in ["18,000", "9,000"] {
            assert!(clause("ZAN-37").contains(&format!(">{amount}<")), "{amount}");
        }
        assert!(clause("ZAN-38").contains("from dealer"));
        assert!(clause("ZAN-03").contains(">−10<"));
        assert!(!clause("ZAN-03").contains("1,000,000,000"));
        for page in ["zan", "tenhou", "zung-jung"].map(|spec| shown(spec, Language::English)) {
            assert!(!page.contains("open 0") && !page.contains(".. "));
        }
    }

    #[test]
    fn the_words_around_a_rulebook_follow_the_language() {
        let page = |language| shown("zan", language);
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
        let page = whole(
            "<script>'&\"",
            &html! { p title=("\"><b>") { ("<i>") } },
            Language::English,
        )
        .0;
        assert!(
            page.contains("<title>&lt;script&gt;'&amp;&quot; · Jantaku</title>"),
            "{page}"
        );
        assert!(
            page.contains("<p title=\"&quot;&gt;&lt;b&gt;\">&lt;i&gt;</p>"),
            "{page}"
        );
    }
}
