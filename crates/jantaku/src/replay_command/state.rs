//! The whole table at one moment: hands, melds, rivers, points.

use super::story;
use crate::log_file::LogFile;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::notation;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::Meld;
use jantaku_table::Table as Played;
use jantaku_table::table::Discard;
use jantaku_wire::event_text;
use serde_json::{Value as Json, json};

pub(super) fn page(file: &LogFile, played: &Played, at: usize, width: usize) -> Page {
    let mut page = Page::new(width);
    story::title(&mut page, file);
    page.blank();
    let mut now = vec![format!("After event {at}"), event_text::standing(&played.standing())];
    if !played.wall().row().is_empty() {
        now.push(words::plural(played.wall().left(), "tile left", "tiles left"));
    }
    if !played.indicators().is_empty() {
        now.push(format!("indicators {}", notation::in_order(played.indicators())));
    }
    page.line(now.join(", "));
    for seat in played.all_seats() {
        page.blank();
        player(&mut page, file, played, seat);
    }
    if !played.discards().is_empty() {
        page.blank();
        page.line(Line::new(
            "In rivers: 3p* just drawn, 3p! with riichi, (3p) called",
            ink::FAINT,
        ));
    }
    page
}

fn player(page: &mut Page, file: &LogFile, played: &Played, seat: Seat) {
    let side = played.player(seat);
    let title = Line::new(file.name(seat), ink::STRONG).text(format!(
        "  {}  {}",
        played.wind(seat),
        words::number(played.points()[seat].0)
    ));
    let chips = played.chips()[seat].0;
    let chips = if chips == 0 {
        String::new()
    } else {
        format!("  {} chips", words::signed(chips))
    };
    let mut marks = Vec::new();
    if side.riichi.declared() {
        marks.push("riichi");
    }
    if played.discards().iter().any(|d| d.seat == seat) && played.is_furiten(seat) {
        marks.push("furiten");
    }
    if side.dead {
        marks.push("dead hand");
    }
    page.line(title.text(chips).add(
        marks.iter().map(|mark| format!("  {mark}")).collect::<String>(),
        ink::CODE,
    ));
    let mut table = Table::new(&[Column::Left, Column::Wrap]);
    let mut row = |name: &str, text: String| {
        if !text.is_empty() {
            table.row([Line::new(name, ink::FAINT), Line::from(text)]);
        }
    };
    row("hand", hand(played, seat));
    row(
        "melds",
        side.melds
            .iter()
            .map(|meld| meld_text(file, played, meld))
            .collect::<Vec<_>>()
            .join("  "),
    );
    row("aside", notation::in_order(&side.aside));
    row(
        "river",
        river(played, seat).map(discard_text).collect::<Vec<_>>().join(" "),
    );
    page.table(2, &table);
}

/// The sorted tiles, with the drawn one set apart.
fn hand(played: &Played, seat: Seat) -> String {
    let side = played.player(seat);
    let mut tiles: Vec<Tile> = side.hand.to_vec();
    let drawn = side.drawn.and_then(|drawn| {
        let place = tiles.iter().rposition(|tile| *tile == drawn)?;
        Some(tiles.remove(place))
    });
    let drawn = drawn.map_or(String::new(), |tile| format!("  {tile}"));
    notation::sorted(&tiles) + &drawn
}

fn meld_text(file: &LogFile, played: &Played, meld: &Meld) -> String {
    let from = meld
        .from
        .map(|wind| format!(" from {}", file.name(played.seat_of(wind))));
    let (word, tiles) = (meld.kind.word(), notation::sorted(&meld.tiles));
    format!("{word} {tiles}{}", from.unwrap_or_default())
}

fn river(played: &Played, seat: Seat) -> impl Iterator<Item = &Discard> {
    played.discards().iter().filter(move |discard| discard.seat == seat)
}

fn discard_text(discard: &Discard) -> String {
    let drawn = if discard.drawn { "*" } else { "" };
    let riichi = if discard.riichi { "!" } else { "" };
    match (discard.called, discard.tile) {
        (true, tile) => format!("({tile}{drawn}{riichi})"),
        (false, tile) => format!("{tile}{drawn}{riichi}"),
    }
}

pub(super) fn as_json(file: &LogFile, played: &Played, at: usize) -> Json {
    let standing = played.standing();
    let seats = played.all_seats().map(|seat| {
        let side = played.player(seat);
        let melds = side.melds.iter().map(|meld| {
            let from = meld.from.map(|wind| played.seat_of(wind).0);
            json!({ "call": meld.kind.word(), "tiles": notation::in_order(&meld.tiles), "from": from })
        });
        let river = river(played, seat)
            .map(|d| json!({ "tile": d.tile.to_string(), "drawn": d.drawn, "riichi": d.riichi, "called": d.called }));
        json!({
            "name": file.name(seat), "wind": played.wind(seat).name(), "points": played.points()[seat].0,
            "chips": played.chips()[seat].0, "hand": notation::sorted(&side.hand),
            "drawn": side.drawn.map(|tile| tile.to_string()), "melds": melds.collect::<Vec<_>>(),
            "aside": notation::in_order(&side.aside), "river": river.collect::<Vec<_>>(),
            "riichi": side.riichi.declared(), "dead": side.dead,
        })
    });
    json!({
        "rules": file.book.rules.spec, "at": at, "round": standing.round.name(), "dealer": standing.dealer.0,
        "honba": standing.honba, "sticks": standing.sticks, "left": played.wall().left(),
        "indicators": notation::in_order(played.indicators()), "over": played.is_over(),
        "seats": seats.collect::<Vec<_>>(),
    })
}
