//! The end of the deal as a picture, where the dealer takes two tiles that lie side by side.

use crate::http::language::Language;
use maud::{Markup, html};

/// The wind that takes each of the next four tiles, with its stack and row: the top tile of a stack is taken first.
const TAKEN: [(usize, u32, u32); 4] = [(0, 0, 0), (1, 0, 1), (0, 1, 0), (2, 1, 1)];
/// Stacks of the wall that are shown.
const STACKS: u32 = 4;
const TILE: (u32, u32) = (78, 44);

pub(super) fn picture(language: Language) -> Markup {
    let words = language.words();
    let at = |stack: u32, row: u32| (4 + stack * (TILE.0 + 6), 4 + row * (TILE.1 + 4));
    let (width, height) = (at(STACKS, 0).0, at(0, 2).1);
    html! {
        figure.deal lang=(language.tag()) {
            svg viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" aria-label=(words.deal) {
                @for stack in 0..STACKS {
                    @for row in 0..2 {
                        @let (x, y) = at(stack, row);
                        rect.rest[stack > 1] x=(x) y=(y) width=(TILE.0) height=(TILE.1) rx="5" {}
                    }
                }
                @for (order, (wind, stack, row)) in (1..).zip(TAKEN) {
                    @let (x, y) = at(stack, row);
                    text x=(x + TILE.0 / 2) y=(y + TILE.1 / 2 + 6) { (order) " " (words.winds[wind]) }
                }
            }
            figcaption.soft { (words.deal) }
        }
    }
}
