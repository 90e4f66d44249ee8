//! A hand drawn as tiles.

use jantaku_rules::notation;
use jantaku_rules::tile::{Mark, Tile};
use jantaku_rules::win::{Meld, MeldKind, Win};
use maud::{Markup, html};

use super::words::Words;

/// The tiles of a win, its melds and what was set aside, and how it was won.
pub(super) fn drawn(win: &Win, words: &Words) -> Markup {
    let mut concealed = win.hand.to_vec();
    concealed.sort_unstable();
    html! {
        span.hand role="img" aria-label=(said(win, &concealed)) {
            span.tiles { @for tile in &concealed { (face(*tile)) } }
            @for meld in &win.melds { span.tiles.meld { (laid(meld)) } }
            span.tiles.won { (face(win.tile)) }
            @if !win.aside.is_empty() { span.tiles.meld { @for tile in &win.aside { (face(*tile)) } } }
        }
        span.how.soft { (words.how(win)) }
    }
}

/// A closed kan shows its middle tiles.
fn laid(meld: &Meld) -> Markup {
    let hidden = |place: usize| meld.kind == MeldKind::Ankan && (place == 0 || place == 3);
    html! { @for (place, tile) in meld.tiles.iter().enumerate() { @if hidden(place) { (back()) } @else { (face(*tile)) } } }
}

fn face(tile: Tile) -> Markup {
    let kind = notation::in_order(&[Tile::plain(tile.kind())]);
    let drawing = match tile.mark() {
        Mark::Plain => kind,
        Mark::Red => format!("{kind}r"),
        Mark::Pocchi => format!("{kind}-pocchi"),
    };
    html! { svg.face viewBox="0 0 300 400" aria-hidden="true" { use href={ "/tiles.svg#" (drawing) } {} } }
}

fn back() -> Markup {
    html! { svg.face.back viewBox="0 0 300 400" aria-hidden="true" {} }
}

fn said(win: &Win, concealed: &[Tile]) -> String {
    let melds = win
        .melds
        .iter()
        .map(|meld| format!(" [{} {}]", notation::in_order(&meld.tiles), meld.kind.word()));
    let aside = if win.aside.is_empty() {
        String::new()
    } else {
        format!(" ({})", notation::in_order(&win.aside))
    };
    format!(
        "{}{} +{}{aside}",
        notation::in_order(concealed),
        melds.collect::<String>(),
        notation::in_order(&[win.tile])
    )
}
