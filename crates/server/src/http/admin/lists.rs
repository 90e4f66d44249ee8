//! What the admin pages list.

use super::page::{Here, Shown};
use super::words::Words;
use crate::bans::{Ban, Banned};
use crate::game::Status;
use crate::http::address::AddressKey;
use crate::http::connected::Connected;
use crate::http::{Seen, Site};
use crate::room::{RoomInfo, unix_time};
use crate::token::SessionHash;
use crate::wire::table::PlayerKind;
use maud::{Markup, html};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;

/// Entries of a list. A page of thousands helps nobody.
pub(super) const MOST: usize = 200;

pub(super) fn tables(site: &Site, seen: &[Seen], sizes: &HashMap<String, u64>, shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let connected: Vec<&Connected> = seen.iter().flat_map(|seen| &seen.connected).collect();
    let mut tables = site.hub.infos();
    tables.retain(|info| !matches!(info.table.status, Status::Over | Status::Closed));
    let people = |info: &RoomInfo| {
        info.table
            .players
            .iter()
            .filter(|player| player.kind == PlayerKind::Human)
            .count()
    };
    tables.sort_by_key(|info| (Reverse(people(info)), Reverse(info.opened), info.table.id.clone()));
    html! {
        @if tables.is_empty() { p { (words.none) } }
        ul.cards {
            @for info in tables.iter().take(MOST) {
                li { (table(info, sizes.get(info.table.id.as_str()).copied(), &connected, shown)) }
            }
        }
        (rest(tables.len(), words))
    }
}

fn table(info: &RoomInfo, size: Option<u64>, connected: &[&Connected], shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let table = &info.table;
    let here = || connected.iter().filter(|one| one.table == table.id);
    let is_seated = |one: &&&Connected| info.is_of(one.session);
    let watchers = here().filter(|one| !is_seated(one)).count();
    let bots = table
        .players
        .iter()
        .filter(|player| player.kind == PlayerKind::Bot)
        .count();
    let title = if table.name.is_empty() {
        &table.rules
    } else {
        &table.name
    };
    html! {
        h2 { a href={ "/table/" (table.id) } { (title) } }
        p.soft { code { (table.id) } " " (table.rules) " · " (words.status[status(table.status)]) }
        ul {
            @for (player, sessions) in table.players.iter().zip(&info.sessions).filter(|(player, _)| player.kind == PlayerKind::Human) {
                li {
                    strong { (player.name) } " "
                    @for session in sessions { code { (short(*session)) } " " }
                    @if player.away { (words.away) } @else if !player.present { (words.gone) }
                }
            }
        }
        p.soft {
            (filled(words.bots, bots)) " · " (filled(words.watchers, watchers)) " · "
            (filled(words.age, duration(unix_time().saturating_sub(info.opened), words)))
            @if let Some(size) = size { " · " (filled(words.size, bytes(size))) }
        }
        details {
            summary { (words.close) }
            form method="post" action=(shown.action("close")) {
                input type="hidden" name="table" value=(table.id);
                button { (words.close_really) }
            }
        }
    }
}

const fn status(status: Status) -> usize {
    match status {
        Status::Open => 0,
        Status::Starting => 1,
        Status::Playing => 2,
        Status::Over => 3,
        Status::Closed => 4,
    }
}

/// A browser, as far as the server can tell.
type Somebody = (IpAddr, Option<SessionHash>);

pub(super) fn people(site: &Site, seen: &[Seen], shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let names: HashMap<SessionHash, String> = site.hub.infos().iter().flat_map(seated).collect();
    let mut people: HashMap<Somebody, Vec<(&str, &Connected)>> = HashMap::new();
    for Seen { node, connected, .. } in seen {
        for one in connected {
            let sockets = people.entry((one.address, one.session)).or_default();
            sockets.push((node, one));
        }
    }
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|((address, session), _)| (*address, *session));
    html! {
        @if people.is_empty() { p { (words.none) } }
        ul.cards {
            @for ((address, session), sockets) in people.iter().take(MOST) {
                li {
                    h2 { (session.and_then(|session| names.get(&session)).map_or(words.watches, String::as_str)) }
                    p { (words.address) " " code { (address) } }
                    @if let Some(session) = session { p { (words.session) " " code { (short(*session)) } } }
                    @for (node, socket) in sockets {
                        p.soft {
                            (words.table) " " a href={ "/table/" (socket.table) } { (socket.table) } " · "
                            (duration(unix_time().saturating_sub(socket.since), words))
                            @if seen.len() > 1 { " · " (words.node) " " (node) }
                        }
                    }
                    details {
                        summary { (words.ban) }
                        (ban_form(&AddressKey::of(*address).to_string(), words.ban_address, shown))
                        @if let Some(session) = session { (ban_form(&session.to_string(), words.ban_session, shown)) }
                    }
                }
            }
        }
        (rest(people.len(), words))
        h2 { (words.bans) }
        @let bans = site.bans.list();
        @if bans.is_empty() { p { (words.none) } }
        ul.cards { @for ban in &bans { li { (banned(ban, shown)) } } }
        form.stack method="post" action=(shown.action("ban")) {
            label for="whom" { (words.whom) }
            input #whom name="whom" required maxlength="64" autocapitalize="none" autocomplete="off";
            label for="hours" { (words.hours) }
            input #hours name="hours" type="number" min="0" max="87600" value="24" required;
            label for="note" { (words.note) }
            input #note name="note" maxlength="80" autocomplete="off";
            button { (words.ban.trim_end_matches('…')) }
        }
    }
}

/// Who sits where, by session.
fn seated(info: &RoomInfo) -> Vec<(SessionHash, String)> {
    let players = info.table.players.iter().zip(&info.sessions);
    players
        .flat_map(|(player, sessions)| sessions.iter().map(|session| (*session, player.name.clone())))
        .collect()
}

fn ban_form(whom: &str, what: &str, shown: &Shown) -> Markup {
    html! {
        form method="post" action=(shown.action("ban")) {
            input type="hidden" name="whom" value=(whom);
            input type="hidden" name="hours" value="24";
            button { (what) " (" (filled(Words::of(shown.language).times[1], 24)) ")" }
        }
    }
}

fn banned(ban: &Ban, shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let (kind, whom) = match &ban.whom {
        Banned::Network(network) => (words.address, network.to_string()),
        Banned::Session(session) => (words.session, session.to_string()),
    };
    html! {
        p { (kind) " " code { (whom) } }
        p.soft {
            @match ban.until {
                Some(until) => (filled(words.until, duration(until.saturating_sub(unix_time()), words))),
                None => (words.for_good),
            }
            @if !ban.note.is_empty() { " · " (ban.note) }
        }
        form method="post" action=(shown.action("unban")) {
            input type="hidden" name="whom" value=(whom);
            button { (words.unban) }
        }
    }
}

/// The log of the node with this name, or of the one that answers.
pub(super) fn log(seen: &[Seen], node: Option<&str>, shown: &Shown) -> Markup {
    let words = Words::of(shown.language);
    let chosen = seen
        .iter()
        .position(|seen| Some(seen.node.as_str()) == node)
        .unwrap_or(0);
    let lines = seen.get(chosen).map_or(&[][..], |seen| &seen.lines);
    html! {
        @if seen.len() > 1 {
            nav aria-label=(words.node) {
                @for (number, Seen { node, .. }) in seen.iter().enumerate() {
                    a href=(shown.address(Here::Log, &format!("node={node}"))) aria-current=[(number == chosen).then_some("page")] {
                        (words.node) " " (node)
                    }
                }
            }
        }
        p.soft { (words.log_says) }
        @if lines.is_empty() { p { (words.none) } }
        ol.log lang="en" { @for line in lines { li { code { (line) } } } }
    }
}

fn rest(count: usize, words: &Words) -> Markup {
    html! { @if count > MOST { p.soft { (filled(words.more, count - MOST)) } } }
}

/// Enough of a hash to tell sessions apart.
pub(super) fn short(session: SessionHash) -> String {
    session.to_string()[..12].to_owned()
}

pub(super) fn filled(pattern: &str, value: impl ToString) -> String {
    pattern.replacen('#', &value.to_string(), 1)
}

fn duration(seconds: u64, words: &Words) -> String {
    let [minutes, hours, days] = words.times;
    match seconds {
        172_800.. => filled(days, seconds / 86_400),
        7200.. => filled(hours, seconds / 3600),
        _ => filled(minutes, seconds / 60),
    }
}

pub(super) fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = count as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{count} B"),
        _ => format!("{size:.1} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        assert_eq!(
            [0, 1023, 1536, 5 << 30].map(bytes),
            ["0 B", "1023 B", "1.5 KiB", "5.0 GiB"]
        );
        let words = Words::of(crate::http::language::Language::English);
        let told = [59, 3600, 7200, 200_000].map(|seconds| duration(seconds, words));
        assert_eq!(told, ["0 min", "60 min", "2 h", "2 d"]);
    }
}
