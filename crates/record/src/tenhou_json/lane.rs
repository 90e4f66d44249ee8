//! What one seat took and discarded, in order.

use jantaku_rules::tile::Tile;

use super::call_text::{self, CallText};
use super::node::Node;
use crate::error::{Fault, ReadError};

/// No seat takes or discards more often; a whole wall has fewer tiles.
const LONGEST: usize = 136;
/// Stands for the tile just drawn.
const TSUMOGIRI: &str = "60";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Take {
    Draw(Tile),
    Call(CallText),
}

/// What follows a take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A discard; no tile means the one just drawn.
    Discard {
        tile: Option<Tile>,
        riichi: bool,
    },
    /// A kakan or an ankan.
    Kan(CallText),
    Kita,
    /// The empty place that an open kan leaves in the list.
    Nothing,
}

/// Everything that one seat took and did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Lane {
    pub(super) takes: Vec<Take>,
    pub(super) steps: Vec<Step>,
}

impl Lane {
    /// Reads the two lists of a seat.
    pub(super) fn read(takes: &Node<'_>, steps: &Node<'_>) -> Result<Lane, ReadError> {
        for (list, field) in [(takes, "takes"), (steps, "discards")] {
            let length = list.len();
            if length > LONGEST {
                return Err(list.error(Fault::WrongLength { field, length }));
            }
        }
        let take = |node: Node<'_>| take(&node).ok_or_else(|| node.bad("take"));
        let step = |node: Node<'_>| step(&node).ok_or_else(|| node.bad("discard"));
        let takes: Result<Vec<Take>, ReadError> = takes.items()?.map(take).collect();
        let steps: Result<Vec<Step>, ReadError> = steps.items()?.map(step).collect();
        Ok(Lane {
            takes: takes?,
            steps: steps?,
        })
    }
}

fn take(node: &Node<'_>) -> Option<Take> {
    if let Some(tile) = node.as_tile() {
        return Some(Take::Draw(tile));
    }
    match call_text::read(node.text("take").ok()?)? {
        CallText::Kakan { .. } | CallText::Ankan { .. } => None,
        call => Some(Take::Call(call)),
    }
}

fn step(node: &Node<'_>) -> Option<Step> {
    const NUMBERS: i32 = 99;
    let discard = |text: &str, riichi: bool| {
        let tile = match text {
            TSUMOGIRI => None,
            _ => Some(super::tile_number::read(text.parse().ok()?)?),
        };
        Some(Step::Discard { tile, riichi })
    };
    if let Some(number) = node.as_number(NUMBERS) {
        return match number {
            0 => Some(Step::Nothing),
            _ => discard(&number.to_string(), false),
        };
    }
    let text = node.text("discard").ok()?;
    if let Some(tile) = text.strip_prefix('r') {
        return discard(tile, true);
    }
    if text == "f44" {
        return Some(Step::Kita);
    }
    match call_text::read(text)? {
        call @ (CallText::Kakan { .. } | CallText::Ankan { .. }) => Some(Step::Kan(call)),
        _ => None,
    }
}
