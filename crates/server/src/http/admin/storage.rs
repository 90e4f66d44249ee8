//! How much is stored, by whom, and whom to forget.

use super::lists::{MOST, bytes, filled, short};
use super::page::Shown;
use super::words::Words;
use crate::config::Config;
use crate::http::Site;
use crate::http::address::AddressKey;
use crate::room::Place;
use crate::store::{Games, Keep, Person, Space, StoreError};
use maud::{Markup, html};
use std::sync::Arc;

/// What the storage page tells.
pub(super) struct Stored {
    space: Space,
    games: Games,
    places: Vec<(u64, u64)>,
}

impl Stored {
    pub(super) async fn of(site: &Arc<Site>) -> Result<Stored, StoreError> {
        let hub = Arc::clone(&site.hub);
        let looked = crate::machine::spawn_blocking(move || {
            let store = &hub.around.store;
            Ok(Stored {
                space: store.space()?,
                games: store.games()?,
                places: store.places(),
            })
        });
        looked.await.map_err(|error| StoreError::Broken(error.to_string()))?
    }
}

pub(super) fn listed(stored: &Stored, who: Option<&str>, found: &[Person], config: &Config, shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let Stored { space, games, places } = stored;
    let (forgotten, known): (Vec<_>, Vec<_>) = places.iter().partition(|(place, _)| Place(*place).is_forgotten());
    let of_forgotten: u64 = forgotten.iter().map(|(_, size)| size).sum();
    let limits = &config.limits;
    let limited = |size: u64| {
        if size == u64::MAX {
            "–".to_owned()
        } else {
            bytes(size)
        }
    };
    let rows = [
        (words.used, bytes(space.used)),
        (words.files, bytes(space.files)),
        (words.free, space.free.map_or("–".to_owned(), bytes)),
        (
            words.games,
            format!("{}, {}, {}", games.running, games.over, games.closed),
        ),
        (words.kept, kept(config.keep, words)),
        (
            words.limits,
            format!(
                "{}, {}, {}",
                limited(limits.disk),
                limited(limits.disk_per_address),
                limited(limits.free_disk)
            ),
        ),
    ];
    html! {
        dl.facts { @for (what, value) in &rows { div { dt { (what) } dd { (value) } } } }
        h2 { (words.by_address) }
        @if places.is_empty() { p { (words.none) } }
        dl.facts {
            @for (place, size) in known.iter().take(20) {
                div { dt { code { (AddressKey::of_number(*place)) } } dd { (bytes(*size)) } }
            }
            @if of_forgotten > 0 { div { dt { (words.of_forgotten) } dd { (bytes(of_forgotten)) } } }
        }
        h2 #forget { (words.forget) }
        p.soft { (words.forget_says) }
        form.stack method="get" action="/admin/storage" {
            @if let Some(lang) = shown.lang { input type="hidden" name="lang" value=(lang); }
            label for="who" { (words.who) }
            input #who name="who" required maxlength="64" value=[who] autocomplete="off";
            button { (words.search) }
        }
        @if who.is_some() && found.is_empty() { p role="status" { (words.none) } }
        ul.cards {
            @for person in found.iter().take(MOST) {
                li {
                    h3 { @for (i, name) in person.names.iter().enumerate() { @if i > 0 { ", " } (name) } }
                    p { (words.session) " " code { (short(person.session)) } }
                    @if let Some(login) = &person.account { p { (words.account) " " code { (login) } } }
                    p.soft { (words.games.split(['(', '（']).next().unwrap_or_default().trim()) ": " (person.games.len()) }
                    // Whether somebody plays at a table that is not over or has left it, the table says.
                    details {
                        summary { (words.forget) "…" }
                        form method="post" action=(shown.action("forget")) {
                            input type="hidden" name="session" value=(person.session);
                            button { (words.forget_really) }
                        }
                    }
                }
            }
        }
    }
}

fn kept(keep: Keep, words: &Words) -> String {
    let games = keep.games.map(|games| filled(words.keep_games, games));
    let days = keep.days.map(|days| filled(words.keep_days, days));
    let all: Vec<String> = games.into_iter().chain(days).collect();
    match all.is_empty() {
        true => words.all_kept.to_owned(),
        false => all.join(", "),
    }
}
