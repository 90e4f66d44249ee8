//! A rulebook as a plain page, with an anchor for every clause and the charts that clauses speak of.

mod chart;

use super::Site;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use jantaku_rules::rulebook::clause::Clause;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::yaku::{Worth, Yaku};
use std::fmt::Write;
use std::sync::Arc;

pub(super) async fn page(State(site): State<Arc<Site>>, Path(spec): Path<String>) -> Response {
    match site.hub.rulebooks.rules(&spec) {
        Ok(rules) => Html(written(&rules, &site.hub.rulebooks.library)).into_response(),
        Err(why) => {
            let body = format!("<h1>There is no such rulebook</h1><p>{}</p>", escaped(&why));
            (StatusCode::NOT_FOUND, Html(whole("No such rulebook", &body))).into_response()
        }
    }
}

/// What was chosen, in words.
fn options(library: &Library, rules: &Rules) -> Vec<(String, String)> {
    let chosen = rules.options.iter().filter_map(|chosen| {
        let option = library.source(&chosen.rulebook)?.option(&chosen.option)?;
        let choice = option.choices.iter().find(|choice| choice.id.text == chosen.choice)?;
        Some((option.says.clone(), choice.says.clone()))
    });
    chosen.collect()
}

fn written(rules: &Rules, library: &Library) -> String {
    let options = options(library, rules);
    let mut page = String::new();
    let name = escaped(&rules.names.en);
    let also = [&rules.names.ja, &rules.names.zh].map(|name| escaped(name)).join(" ");
    let edition = escaped(&rules.edition);
    let about = format!(
        "{} players, {} tiles. {edition}",
        rules.seats(),
        rules.tiles.tiles().len()
    );
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<h1>{name} <span class=\"soft\">{also}</span></h1><p class=\"soft\">{about}</p>"
    );
    if !options.is_empty() {
        page.push_str("<h2>Options</h2><table>");
        for (option, choice) in &options {
            let _ = write!(
                page,
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                escaped(option),
                escaped(choice)
            );
        }
        page.push_str("</table>");
    }
    let mut file = None;
    for clause in &rules.clauses {
        if file != Some(&clause.rulebook) {
            if file.is_some() {
                page.push_str("</dl>");
            }
            let _ = write!(page, "<h2>Clauses of {}</h2><dl>", escaped(&clause.rulebook));
            file = Some(&clause.rulebook);
        }
        write_clause(&mut page, clause, &chart::all_of(rules, library, clause));
    }
    page.push_str("</dl><h2>Yaku</h2><table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Worth</th><th scope=\"col\">Clause</th></tr></thead><tbody>");
    for yaku in &rules.yaku {
        write_yaku(&mut page, rules, yaku);
    }
    page.push_str("</tbody></table>");
    whole(&rules.names.en, &page)
}

fn write_clause(page: &mut String, clause: &Clause, charts: &str) {
    let (id, says) = (escaped(&clause.id), escaped(&clause.says));
    let _ = write!(
        page,
        "<div class=\"clause\" id=\"{id}\"><dt><a href=\"#{id}\">{id}</a></dt><dd><p>{says}"
    );
    if clause.etiquette {
        page.push_str(" <span class=\"soft\">(etiquette)</span>");
    }
    page.push_str("</p>");
    page.push_str(charts);
    if let Some(reading) = &clause.reading {
        let _ = write!(page, "<p class=\"soft\">Read as: {}", sentence(&reading.chosen));
        if !reading.instead.is_empty() {
            let _ = write!(page, " Others read: {}", sentence(&reading.instead));
        }
        page.push_str("</p>");
    }
    page.push_str("</dd></div>");
}

fn write_yaku(page: &mut String, rules: &Rules, yaku: &Yaku) {
    let worth = match yaku.worth {
        Worth::Han { closed, open } if closed == open => format!("{closed} han"),
        Worth::Han { closed, open: 0 } => format!("{closed} han, closed only"),
        Worth::Han { closed: 0, open } => format!("{open} han, open only"),
        Worth::Han { closed, open } => format!("{closed} han, open {open}"),
        Worth::Yakuman(1) => "yakuman".to_owned(),
        Worth::Yakuman(n) => format!("{n} yakuman"),
        Worth::Points(points) => format!("{points} points"),
    };
    let names: Vec<String> = [&yaku.names.en, &yaku.names.romaji, &yaku.names.ja, &yaku.names.zh]
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(|name| escaped(name))
        .collect();
    let clause = escaped(rules.clause_id(yaku.clause));
    let _ = write!(
        page,
        "<tr><th scope=\"row\">{}</th><td>{worth}</td><td><a href=\"#{clause}\">{clause}</a></td></tr>",
        names.join(" · ")
    );
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{} · Jantaku</title><link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/app.css\"><link rel=\"stylesheet\" href=\"/rules.css\"><script src=\"/rules.js\"></script></head>\
         <body><main><p><a href=\"/\">Jantaku</a></p>{body}</main></body></html>",
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
    use jantaku_rules::rulebook::library::Library;

    #[test]
    fn every_clause_has_an_anchor() {
        let rulebooks = Rulebooks::new(Library::builtin());
        for spec in ["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)", "tenhou-sanma"] {
            let rules = rulebooks.rules(spec).unwrap();
            let page = written(&rules, &rulebooks.library);
            assert!(rules.clauses.len() > 10);
            for clause in &rules.clauses {
                assert!(page.contains(&format!("id=\"{}\"", clause.id)), "{spec} {}", clause.id);
            }
        }
    }

    #[test]
    fn charts_are_shown_where_their_clause_stands() {
        let rulebooks = Rulebooks::new(Library::builtin());
        let page = written(&rulebooks.rules("zan").unwrap(), &rulebooks.library);
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
        for page in
            ["zan", "tenhou", "zung-jung"].map(|spec| written(&rulebooks.rules(spec).unwrap(), &rulebooks.library))
        {
            assert!(!page.contains("open 0") && !page.contains(".. "));
        }
    }

    #[test]
    fn nothing_is_obeyed() {
        assert_eq!(escaped("<script>'&\""), "&lt;script&gt;&#39;&amp;&quot;");
    }
}
