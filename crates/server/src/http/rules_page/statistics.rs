//! What happens under a rulebook: yaku, values, results and lengths over many games among bots.

use super::words::{In, filled, yaku_of};
use super::{Asked, Book, rules, whole};
use crate::books::changes::command;
use crate::http::Site;
use crate::http::language::Language;
use crate::http::refusal;
use crate::hub::BookStatistics;
use crate::jobs::Progress;
use crate::wire::advice::ReviewProgress;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LANGUAGE, RETRY_AFTER, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use jantaku_audit::statistics;
use jantaku_rules::rulebook::choices::ResultKind;
use jantaku_rules::settlement::draw::DrawReason;
use jantaku_rules::sheet::{self, Ended};
use jantaku_rules::win::By;
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Rows that a distribution of values has at most.
const MOST_ROWS: i64 = 14;
/// How soon to ask again, in seconds.
const SOON: &str = "2";
const LATER: &str = "60";

pub(in crate::http) async fn page(
    State(site): State<Arc<Site>>,
    Path(spec): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let language = Language::of(asked.lang.as_deref(), &headers);
    let (status, again, page) = match rules(&site, spec).await {
        Ok(book) => match site.hub.book_statistics(&book.rules) {
            Some(Progress::Done(found)) => (StatusCode::OK, None, written(&book, &found, language)),
            Some(Progress::Part(part)) => (StatusCode::OK, Some(SOON), waiting(&book, Some(part), language)),
            Some(Progress::Broken) => {
                let body = html! { h1 { (BROKEN.pick(language)) } };
                (
                    StatusCode::INTERNAL_SERVER_ERROR,
                    None,
                    whole(TITLE.pick(language), &body, language),
                )
            }
            None => (
                StatusCode::SERVICE_UNAVAILABLE,
                Some(LATER),
                waiting(&book, None, language),
            ),
        },
        Err(why) => (StatusCode::NOT_FOUND, None, super::not_found(&why, language)),
    };
    let headers = [(CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    let again = again.map(|seconds| [("refresh", seconds), (RETRY_AFTER.as_str(), seconds)]);
    match again {
        Some(again) => (status, headers, again, page).into_response(),
        None => (status, headers, page).into_response(),
    }
}

/// The same as data: what `jantaku sim --json` prints.
pub(in crate::http) async fn data(State(site): State<Arc<Site>>, Path(spec): Path<String>) -> Response {
    let book = match rules(&site, spec).await {
        Ok(book) => book,
        Err(why) => return refusal::answer(StatusCode::NOT_FOUND, "bad-rules", &why),
    };
    match site.hub.book_statistics(&book.rules) {
        Some(Progress::Done(found)) => {
            let name = format!("attachment; filename=\"statistics-{}.json\"", book.rules.short_hash());
            let data = statistics::as_json(&found.simulation, &found.tally);
            ([(CONTENT_DISPOSITION, name)], Json(data)).into_response()
        }
        Some(Progress::Part(progress)) => {
            let headers = [(RETRY_AFTER, SOON)];
            (StatusCode::ACCEPTED, headers, Json(ReviewProgress { progress })).into_response()
        }
        Some(Progress::Broken) => refusal::answer(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken",
            "these games could not be played to their end",
        ),
        None => {
            let says = "many rulebooks are waiting for their games; try again in a few minutes";
            let refused = refusal::answer(StatusCode::TOO_MANY_REQUESTS, "busy", says);
            ([(RETRY_AFTER, LATER)], refused).into_response()
        }
    }
}

/// The page of statistics that are not there yet: how far they are, or that many others wait.
fn waiting(book: &Book, part: Option<f32>, language: Language) -> Markup {
    let body = html! {
        (heading(book, language))
        @match part {
            Some(part) => {
                p { (WAIT.pick(language)) }
                progress aria-label=(TITLE.pick(language)) max="1" value=(part) {}
            }
            None => p { (BUSY.pick(language)) }
        }
    };
    whole(TITLE.pick(language), &body, language)
}

fn heading(book: &Book, language: Language) -> Markup {
    let rules = &book.rules;
    let name = language.names(&rules.names).into_iter().next().unwrap_or_default();
    html! {
        h1 { (name) " " span.soft { (TITLE.pick(language)) } }
        p.soft { code { (rules.spec) } " " code { (rules.short_hash()) } }
        p.tools { a href=(book.address.page()) { (RULES.pick(language)) } }
    }
}

fn written(book: &Book, found: &BookStatistics, language: Language) -> Markup {
    let BookStatistics { simulation, tally } = found;
    let rules = &simulation.rules;
    let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
    let count = |n: u64| language.number(i64::try_from(n).unwrap_or(i64::MAX));
    let about = filled(&filled(ABOUT.pick(language), count(tally.games)), count(tally.hands));
    let lengths = tally.lengths.iter().map(|(hands, games)| (hands.to_string(), *games));
    let body = html! {
        (heading(book, language))
        p { (about) }
        // The command line cannot have an edition that is no longer the latest.
        @if book.address.is_request { p { code { (command(simulation, &book.address.files)) } } }
        p.tools { a href=(book.address.data()) download { (DATA.pick(language)) } }
        (bars("ends", ENDS.pick(language), HANDS.pick(language), &ends(found, language), tally.hands, language))
        (bars("yaku", yaku_of(rules).pick(language), WINS.pick(language), &yaku(found, language), wins, language))
        (bars("values", VALUES.pick(language), WINS.pick(language), &values(&tally.values, language), wins, language))
        (places(found, language))
        (bars("lengths", LENGTHS.pick(language), GAMES.pick(language), &lengths.collect::<Vec<_>>(), tally.games, language))
    };
    whole(TITLE.pick(language), &body, language)
}

/// Names and counts as a table with a bar in each row.
fn bars(id: &str, title: &str, counted: &str, rows: &[(String, u64)], of: u64, language: Language) -> Markup {
    let most = rows.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1);
    html! {
        h2 id=(id) { (title) }
        table.bars {
            thead { tr { th scope="col" { span.unseen { (title) } } th.amount scope="col" { (counted) } th.amount scope="col" { "%" } td {} } }
            tbody {
                @for (name, n) in rows {
                    tr {
                        th scope="row" { (name) }
                        td.amount { (language.number(i64::try_from(*n).unwrap_or(i64::MAX))) }
                        td.amount { (share(*n, of, language)) }
                        td.bar { svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(format!("{:.1}", 100.0 * *n as f64 / most as f64)) height="1" {} } }
                    }
                }
            }
        }
    }
}

/// How hands end.
fn ends(found: &BookStatistics, language: Language) -> Vec<(String, u64)> {
    let (rules, tally) = (&found.simulation.rules, &found.tally);
    let name = |names: jantaku_rules::rulebook::yaku::Names| {
        let found = language.names(&names).into_iter().next().unwrap_or_default();
        found.to_owned()
    };
    let tsumo: u64 = tally.seats.iter().map(|seat| seat.tsumo).sum();
    let won = |by: By, n: u64| (filled(WON_BY.pick(language), name(sheet::won_by(rules, by))), n);
    let drawn = DrawReason::ALL.into_iter().zip(tally.drawn);
    let drawn = drawn.map(|(reason, n)| (name(sheet::ended(rules, Ended::Drawn(reason))), n));
    let all = [
        won(By::Tsumo, tsumo),
        won(By::Ron, tally.won - tsumo),
        (SEVERAL.pick(language).to_owned(), tally.won_by_several),
    ];
    all.into_iter().chain(drawn).filter(|(_, n)| *n > 0).collect()
}

/// The yaku that counted, most frequent first.
fn yaku(found: &BookStatistics, language: Language) -> Vec<(String, u64)> {
    let yaku = found.simulation.rules.yaku.iter().zip(&found.tally.yaku);
    let name = |names| {
        let mut found = language.names(names);
        found.dedup_by_key(|name| name.to_lowercase());
        found.truncate(2);
        found.join(" · ")
    };
    let mut counted: Vec<_> = yaku.map(|(yaku, n)| (name(&yaku.names), *n)).collect();
    counted.retain(|(_, n)| *n > 0);
    counted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counted
}

/// Values in rows of equal width; the last one takes whatever is above.
fn values(counted: &BTreeMap<i64, u64>, language: Language) -> Vec<(String, u64)> {
    let all: u64 = counted.values().sum();
    // The few highest would stretch all rows.
    let mut seen = 0;
    let high = counted.iter().find(|(_, n)| {
        seen += **n;
        seen * 100 >= all * 98
    });
    let width = row_width(high.map_or(0, |(value, _)| *value));
    let mut rows: BTreeMap<i64, u64> = BTreeMap::new();
    for (value, n) in counted {
        let row = (value.div_euclid(width)).min(MOST_ROWS - 1);
        *rows.entry(row).or_default() += n;
    }
    let number = |n| language.number(n);
    let name = |row: i64| match row {
        last if last == MOST_ROWS - 1 => filled(FROM.pick(language), number(row * width)),
        _ => format!("{} – {}", number(row * width), number((row + 1) * width - 1)),
    };
    rows.into_iter().map(|(row, n)| (name(row), n)).collect()
}

/// The least of 1, 2 and 5 times a power of ten with which the values fit.
fn row_width(high: i64) -> i64 {
    let steps = (0..=9).flat_map(|power| [1, 2, 5].map(|step| step * 10_i64.pow(power)));
    let mut widths = steps.filter(|width| high / width < MOST_ROWS);
    widths.next().unwrap_or(i64::MAX)
}

/// What players have at the end, by place.
fn places(found: &BookStatistics, language: Language) -> Markup {
    let settings = &found.simulation.rules.settings;
    let chips = settings.plays_chips() || settings.result.kind == ResultKind::ChipChart;
    let there = found.tally.places.iter().filter(|place| place.players > 0).enumerate();
    let mean = |sum: i64, players: u64| decimal(sum as f64 / players as f64, 1, language);
    html! {
        h2 id="places" { (PLACES.pick(language)) }
        table.bars {
            thead { tr {
                th scope="col" { (PLACE.pick(language)) } th.amount scope="col" { (POINTS.pick(language)) }
                @if chips { th.amount scope="col" { (CHIPS.pick(language)) } }
                th.amount scope="col" { (RESULT.pick(language)) }
            } }
            tbody { @for (place, sums) in there {
                tr {
                    th scope="row" { (place + 1) } td.amount { (mean(sums.points, sums.players)) }
                    @if chips { td.amount { (mean(sums.chips, sums.players)) } }
                    td.amount { (mean(sums.result, sums.players)) }
                }
            } }
        }
    }
}

fn share(n: u64, of: u64, language: Language) -> String {
    decimal(100.0 * n as f64 / of.max(1) as f64, 2, language)
}

/// A number with so many digits after the point, as the language writes them.
fn decimal(number: f64, digits: usize, language: Language) -> String {
    let text = format!("{:.digits$}", number.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if number < 0.0 { "−" } else { "" };
    let point = if language == Language::German { "," } else { "." };
    format!(
        "{sign}{}{point}{rest}",
        language.number(whole.parse().unwrap_or_default())
    )
}

pub(super) const TITLE: In = In(["Statistics", "Statistik", "統計", "統計"]);
const RULES: In = In(["The rulebook", "Das Regelbuch", "ルールブック", "規則書"]);
const ABOUT: In = In([
    "Counted in # games with # hands among club players, bots that know this rulebook.",
    "Gezählt in # Spielen mit # Händen unter Clubspielern, Bots, die dieses Regelbuch kennen.",
    "このルールを知るボット「クラブ」同士の#戦、計#局の集計です。",
    "由熟悉本規則的「俱樂部」機器人對局#場、共#局統計所得。",
]);
const WAIT: In = In([
    "The games are being played. This page shows them when they are done, in a few minutes.",
    "Die Spiele laufen. Sobald sie fertig sind, in ein paar Minuten, erscheinen sie hier.",
    "対局を進めています。数分で終わり、ここに表示されます。",
    "對局進行中，幾分鐘後顯示結果。",
]);
const BUSY: In = In([
    "Many rulebooks are waiting for their games. Try again in a few minutes.",
    "Viele Regelbücher warten auf ihre Spiele. Versuchen Sie es in ein paar Minuten noch einmal.",
    "ほかのルールの集計が混み合っています。数分後にもう一度お試しください。",
    "等待統計的規則書很多，請幾分鐘後再試。",
]);
const BROKEN: In = In([
    "These games could not be played to their end.",
    "Diese Spiele ließen sich nicht zu Ende spielen.",
    "対局を最後まで進められませんでした。",
    "對局未能完成。",
]);
const DATA: In = In([
    "All figures as JSON",
    "Alle Zahlen als JSON",
    "全データ（JSON）",
    "全部數據（JSON）",
]);
const ENDS: In = In(["How hands end", "Wie Hände enden", "局の終わり方", "牌局結束方式"]);
const WON_BY: In = In(["won by #", "gewonnen durch #", "#和了", "#和牌"]);
const SEVERAL: In = In([
    "of these, several winners",
    "davon mehrere Gewinner",
    "うち複数の和了",
    "其中多家和牌",
]);
const VALUES: In = In([
    "Points from other players for a win",
    "Punkte der Mitspieler für einen Gewinn",
    "和了で他家から得る点",
    "和牌所得點數",
]);
const FROM: In = In(["# and more", "ab #", "#以上", "#以上"]);
const LENGTHS: In = In(["Hands in a game", "Hände je Spiel", "1戦の局数", "每場局數"]);
const PLACES: In = In(["Means by place", "Mittelwerte nach Platz", "順位別の平均", "各名次平均"]);
const PLACE: In = In(["Place", "Platz", "順位", "名次"]);
const POINTS: In = In(["Points", "Punkte", "得点", "點數"]);
const CHIPS: In = In(["Chips", "Chips", "チップ", "籌碼"]);
const RESULT: In = In(["Result", "Ergebnis", "成績", "成績"]);
const HANDS: In = In(["hands", "Hände", "局", "局"]);
const WINS: In = In(["wins", "Gewinne", "和了", "和牌"]);
const GAMES: In = In(["games", "Spiele", "戦", "場"]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_into_rows_of_a_round_width() {
        assert_eq!(
            [0, 13, 14, 27, 28, 320, 8_000, 24_000].map(row_width),
            [1, 1, 2, 2, 5, 50, 1_000, 2_000]
        );
        let counted = BTreeMap::from([(1_000, 40), (1_999, 9), (7_999, 50), (24_000, 1)]);
        let rows = values(&counted, Language::English);
        let expected = [("1,000 – 1,999", 49), ("7,000 – 7,999", 50), ("13,000 and more", 1)];
        assert_eq!(rows, expected.map(|(name, n)| (name.to_owned(), n)));
        assert_eq!(values(&BTreeMap::new(), Language::English), []);
    }

    #[test]
    fn numbers_are_written_as_in_the_language() {
        assert_eq!(decimal(-1234.56, 1, Language::English), "−1,234.6");
        assert_eq!(decimal(1234.56, 2, Language::German), "1.234,56");
    }
}
