//! The frame of every admin page: head, links, a message, and the login.

use super::words::Words;
use crate::http::language::Language;
use maud::{DOCTYPE, Markup, html};

/// How a page is shown.
pub(super) struct Shown {
    pub(super) language: Language,
    /// The language of the address, which links keep.
    pub(super) lang: Option<&'static str>,
    pub(super) message: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Here {
    Tables,
    People,
    Log,
    Storage,
}

impl Here {
    const ALL: [Here; 4] = [Here::Tables, Here::People, Here::Log, Here::Storage];

    const fn path(self) -> &'static str {
        match self {
            Here::Tables => "/admin",
            Here::People => "/admin/people",
            Here::Log => "/admin/log",
            Here::Storage => "/admin/storage",
        }
    }

    const fn name(self, words: &Words) -> &'static str {
        match self {
            Here::Tables => words.tables,
            Here::People => words.people,
            Here::Log => words.log,
            Here::Storage => words.storage,
        }
    }
}

impl Shown {
    /// The address of a page, in the same language.
    pub(super) fn address(&self, here: Here, query: &str) -> String {
        self.with_language(here.path(), query)
    }

    /// The address that a form is sent to.
    pub(super) fn action(&self, what: &str) -> String {
        self.with_language(&format!("/admin/{what}"), "")
    }

    fn with_language(&self, path: &str, query: &str) -> String {
        let lang = self.lang.map(|lang| format!("lang={lang}"));
        let parts: Vec<&str> = lang
            .as_deref()
            .into_iter()
            .chain(Some(query).filter(|query| !query.is_empty()))
            .collect();
        match parts.is_empty() {
            true => path.to_owned(),
            false => format!("{path}?{}", parts.join("&")),
        }
    }

    pub(super) fn page(&self, here: Here, body: &Markup) -> Markup {
        let words = Words::of(self.language);
        let title = here.name(words);
        self.whole(
            title,
            &html! {
                nav aria-label=(words.title) {
                    @for page in Here::ALL {
                        a href=(self.address(page, "")) aria-current=[(page == here).then_some("page")] { (page.name(words)) }
                    }
                    form method="post" action=(self.action("logout")) { button { (words.log_out) } }
                }
                h1 { (title) }
                @if let Some(message) = &self.message { p role="status" { (message) } }
                (body)
            },
        )
    }

    pub(super) fn login(&self, wrong: &str) -> Markup {
        let words = Words::of(self.language);
        self.whole(
            words.title,
            &html! {
                h1 { (words.title) }
                @if !wrong.is_empty() { p.wrong role="alert" { (wrong) } }
                form.stack method="post" action=(self.action("login")) {
                    label for="key" { (words.key) }
                    input #key type="password" name="key" required autocomplete="current-password" aria-describedby="where";
                    p.soft id="where" { (words.key_where) }
                    button { (words.log_in) }
                }
            },
        )
    }

    pub(super) fn refusal(&self, why: &str) -> Markup {
        let title = Words::of(self.language).title;
        self.whole(title, &html! { h1 { (title) } p { (why) } })
    }

    fn whole(&self, title: &str, body: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang=(self.language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="robots" content="noindex";
                    title { (title) " · Jantaku" }
                    link rel="icon" href="/icon.svg";
                    link rel="stylesheet" href="/app.css";
                    link rel="stylesheet" href="/admin.css";
                    script src="/rules.js" {}
                }
                body { main { (body) } }
            }
        }
    }
}
