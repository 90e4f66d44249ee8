//! A rulebook as a document: a summary, contents, every clause with its effect and an anchor, charts, and yaku with example hands.

mod address;
mod chart;
pub(super) mod compare;
mod deal;
mod effect;
mod hand;
mod simplified;
pub(super) mod statistics;
mod summary;
mod words;

use super::Site;
use super::language::Language;
use crate::rulebooks::replaced::{self, AllReplaced};
use address::Address;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_LANGUAGE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_rules::rulebook::clause::{Clause, ClauseRef};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::query::Replaced;
use jantaku_rules::rulebook::resolved::ChosenOption;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::source::ClauseAlso;
use jantaku_rules::rulebook::yaku::Yaku;
use jantaku_rules::win::Win;
use jantaku_table::fair::Bytes32;
use maud::{DOCTYPE, Markup, PreEscaped, html};
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
        Ok(book) => (StatusCode::OK, written(&book, language)),
        Err(why) => (StatusCode::NOT_FOUND, not_found(&why, language)),
    };
    let headers = [(CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    (status, headers, page).into_response()
}

fn not_found(why: &str, language: Language) -> Markup {
    let none = language.words().none;
    let body = html! { h1 { (none) } p lang="en" { (why) } };
    whole(none, &body, language)
}

/// A rulebook, its options and clauses in all languages, which clauses others replace, and a hand for each of its yaku.
struct Book {
    address: Address,
    rules: Arc<Rules>,
    options: Vec<ChosenOption>,
    also: Vec<ClauseAlso>,
    replaced: Arc<AllReplaced>,
    examples: Arc<Vec<Option<Win>>>,
}

impl Book {
    /// With the translations of a library for whatever has the same words there.
    fn new(
        address: Address,
        rules: Arc<Rules>,
        library: &Library,
        replaced: Arc<AllReplaced>,
        examples: Arc<Vec<Option<Win>>>,
    ) -> Book {
        Book {
            address,
            options: rules.translated_options(library),
            also: rules.translated(library),
            rules,
            replaced,
            examples,
        }
    }
}

/// The rulebook of a request, or of a hash. A table links to what it plays by, which may be an earlier edition.
async fn rules(site: &Arc<Site>, spec: String) -> Result<Book, String> {
    let hub = Arc::clone(&site.hub);
    let found = crate::machine::spawn_blocking(move || -> Result<_, String> {
        let (rulebooks, store) = (&hub.rulebooks, &*hub.around.store);
        let rules = rulebooks.of_spec(&spec, store)?;
        let stored = || {
            let text = store.replaced(&Bytes32(rules.hash).to_string()).ok().flatten()?;
            replaced::of_text(&rules, &text).map(Arc::new)
        };
        let replaced = rulebooks.replaced(&rules).or_else(stored);
        let replaced = replaced.unwrap_or_else(|| Arc::new(replaced::of_values(&rules)));
        let examples = rulebooks.examples(&rules);
        let address = Address::of(&spec, &rules, rulebooks, store);
        Ok(Book::new(
            address,
            rules,
            &rulebooks.offer().library,
            replaced,
            examples,
        ))
    });
    found.await.map_err(|error| error.to_string())?
}

/// A text with the tag of the language it is in.
type Said<'a> = (&'a str, &'static str);

/// What was chosen, in words.
fn options(book: &Book, language: Language) -> impl Iterator<Item = [Said<'_>; 2]> {
    book.options.iter().map(move |chosen| {
        [
            language.said(&chosen.says, &chosen.also),
            language.said(&chosen.choice_says, &chosen.choice_also),
        ]
    })
}

fn written(book: &Book, language: Language) -> Markup {
    let Book {
        address,
        rules,
        also: translated,
        examples,
        ..
    } = book;
    let words = language.words();
    let in_query = address.in_query();
    let mut names = language.names(&rules.names).into_iter();
    let name = names.next().unwrap_or_default();
    let also = names.collect::<Vec<_>>().join(" ");
    let numbered: Vec<_> = rules.clauses.iter().enumerate().collect();
    let files: Vec<_> = numbered
        .chunk_by(|(_, one), (_, next)| one.rulebook == next.rulebook)
        .rev()
        .collect();
    let clauses = |of_file: &[(usize, &Clause)]| {
        html! {
            dl {
                @for (place, clause) in of_file {
                    div.clause id=(clause.id) {
                        dt { a href={ "#" (clause.id) } { (clause.id) } }
                        dd { (clause_words(book, *place, language)) }
                    }
                }
            }
        }
    };
    let in_english = rules.clauses.iter().zip(translated).any(|(clause, also)| {
        let all = ClauseWords::of(clause, also, language);
        [Some(all.says), all.chosen, all.instead]
            .into_iter()
            .flatten()
            .any(|(_, tag)| tag != language.tag())
    });
    let of = |of_file: &[(usize, &Clause)]| {
        of_file
            .first()
            .map(|(_, first)| first.rulebook.clone())
            .unwrap_or_default()
    };
    let yaku = words::yaku_of(rules).pick(language);
    let body = html! {
        h1 { (name) " " span.soft { (also) } }
        p.soft { (words.about(rules.seats(), rules.tiles.tiles().len())) " " (rules.edition) " " code { (rules.short_hash()) } }
        p.tools {
            a href={ "/score?rules=" (in_query) } { (words.score) } " · "
            a href=(address.statistics()) { (statistics::TITLE.pick(language)) } " · "
            @if address.is_request {
                a href={ "/compare?left=" (in_query) } { (words.compare) } " · "
                a href={ "/write?from=" (in_query) } { (words.write) } " · "
            }
            button.link type="button" id="print" hidden { (words.print) }
        }
        @if in_english { p.soft { (words.in_english) } }
        (summary::summary(rules, language))
        nav.contents aria-label=(words.contents) {
            h2 { (words.contents) }
            ol {
                @if !rules.options.is_empty() { li { a href="#options" { (words.options) } } }
                @for (place, of_file) in files.iter().enumerate() {
                    li { a href={ "#of-" (of(of_file)) } { @if place == 0 { (words.clauses_of(&of(of_file))) } @else { (words.silent_in(&of(of_file))) } } " " span.soft { (of_file.len()) } }
                }
                li { a href="#yaku" { (yaku) } " " span.soft { (rules.yaku.len()) } }
            }
            p.ids { @for of_file in files.iter().take(1) { @for (_, clause) in of_file.iter() { a href={ "#" (clause.id) } { (clause.id) } " " } } }
        }
        search { label { span.unseen { (words.search) } input.field type="search" id="search" placeholder=(words.search) data-found=(words.found) hidden; } span id="found" role="status" {} }
        @if !rules.options.is_empty() {
            h2 id="options" { (words.options) }
            table {
                @for [(option, in_option), (choice, in_choice)] in options(book, language) {
                    tr { th scope="row" lang=(in_option) { (option) } td lang=(in_choice) { (choice) } }
                }
            }
        }
        @for (place, of_file) in files.iter().enumerate() {
            @if place == 0 {
                h2 id={ "of-" (of(of_file)) } { (words.clauses_of(&of(of_file))) }
                (clauses(of_file))
            } @else {
                details.base id={ "of-" (of(of_file)) } { summary { h2 { (words.silent_in(&of(of_file))) } } (clauses(of_file)) }
            }
        }
        details.base id="yaku" open {
            summary { h2 { (yaku) } }
            table.yaku {
                thead { tr { @for title in [words.name, words.worth, words.clause] { th scope="col" { (title) } } } }
                tbody { @for (yaku, example) in rules.yaku.iter().zip(examples.iter()) { (yaku_row(rules, yaku, example.as_ref(), language)) } }
            }
        }
    };
    whole(name, &body, language)
}

/// A clause and its reading, each with the tag of the language it is in.
struct ClauseWords<'a> {
    says: Said<'a>,
    chosen: Option<Said<'a>>,
    instead: Option<Said<'a>>,
}

impl<'a> ClauseWords<'a> {
    fn of(clause: &'a Clause, also: &'a ClauseAlso, language: Language) -> ClauseWords<'a> {
        let reading = clause.reading.as_ref();
        let instead = reading.map(|reading| &reading.instead).filter(|text| !text.is_empty());
        ClauseWords {
            says: language.said(&clause.says, &also.says),
            chosen: reading.map(|reading| language.said(&reading.chosen, &also.chosen)),
            instead: instead.map(|text| language.said(text, &also.instead)),
        }
    }
}

/// What a clause says, how it is read and what was chosen. A clause that another one replaces is folded away.
fn clause_words(book: &Book, place: usize, language: Language) -> Markup {
    let (rules, words) = (&*book.rules, language.words());
    let (Some(clause), Some(also)) = (rules.clauses.get(place), book.also.get(place)) else {
        return Markup::default();
    };
    let ClauseWords {
        says: (says, in_says),
        chosen: read_as,
        instead,
    } = ClauseWords::of(clause, also, language);
    let (place, replaced) = (
        ClauseRef(place as u16),
        book.replaced.get(place).and_then(Option::as_ref),
    );
    let by = |pattern: &str, replaced: &Replaced| {
        let (before, after) = pattern.split_once('#').unwrap_or((pattern, ""));
        let ids = replaced.by.iter().map(|by| rules.clause_id(*by)).enumerate();
        html! { (before) @for (i, id) in ids { @if i > 0 { ", " } a href={ "#" (id) } { (id) } } (after) }
    };
    if let Some(replaced) = replaced.filter(|replaced| replaced.whole) {
        return html! {
            p { (by(words.replaced_by, replaced)) }
            details { summary.soft { (words.wording) } p.soft { s lang=(in_says) { (says) } } }
        };
    }
    let charts = chart::all_of(rules, place, language);
    let chosen = book.options.iter().filter(|chosen| chosen.clause == place);
    html! {
        p {
            @if let Some(replaced) = replaced { strong { (by(words.except, replaced)) } " " }
            span lang=(in_says) { (says) }
            @if clause.etiquette { " " span.soft { "(" (words.etiquette) ")" } }
        }
        @if !charts.0.is_empty() { details.charts open { summary.soft { (words.charts) } (charts) } }
        @if let Some((chosen, in_chosen)) = read_as {
            p.soft {
                (words.read_as) " " span lang=(in_chosen) { (sentence(chosen, in_chosen)) } " "
                @if let Some((instead, in_instead)) = instead { (words.others_read) " " span lang=(in_instead) { (sentence(instead, in_instead)) } " " }
            }
        }
        @for chosen in chosen {
            @let ((option, in_option), (choice, in_choice)) = (language.said(&chosen.says, &chosen.also), language.said(&chosen.choice_says, &chosen.choice_also));
            p.soft { span lang=(in_option) { (option) } " " span lang=(in_choice) { (choice) } }
        }
        (effect::effect(rules, place, words))
    }
}

fn yaku_row(rules: &Rules, yaku: &Yaku, example: Option<&Win>, language: Language) -> Markup {
    let clause = rules.clause_id(yaku.clause);
    html! {
        tr id={ "yaku-" (yaku.id) } {
            th scope="row" {
                @if let Some(kanji) = language.japanese(&yaku.names) { span lang="ja" { (kanji) } " · " }
                (language.names(&yaku.names).join(" · "))
                @if let Some(win) = example { div.example { (hand::drawn(win, language.words())) } }
            }
            td { (language.words().worth_of(yaku.worth)) }
            td { a href={ "#" (clause) } { (clause) } }
        }
    }
}

fn whole(title: &str, body: &Markup, language: Language) -> Markup {
    let words = language.words();
    let page = html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Jantaku" }
                link rel="icon" href="/icon.svg";
                link rel="stylesheet" href="/app.css";
                link rel="stylesheet" href="/rules.css";
                script src="/rules.js" defer {}
                script src="/news.js" defer {}
            }
            body {
                div id="news" role="status" data-invited=(words.invited) data-take=(words.take_seat) data-decline=(words.decline) {}
                main { p { a href="/" { "Jantaku" } } (body) }
            }
        }
    };
    match language {
        Language::Simplified => PreEscaped(simplified::of(&page.0)),
        _ => page,
    }
}

/// Text that ends as a sentence of its language does.
fn sentence(text: &str, language: &str) -> String {
    let ended = text.ends_with(['.', '!', '?', '。', '！', '？']);
    let stop = match language {
        "en" | "de" => ".",
        _ => "。",
    };
    format!("{text}{}", if ended { "" } else { stop })
}

#[cfg(test)]
mod tests;
