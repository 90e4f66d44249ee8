//! Names of settlements and phases in reports.

use crate::settlement::Occasion;
use jantaku_table::event::DrawReason;
use jantaku_table::phase::Phase;

/// What a settlement is for.
pub(super) const fn occasion(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::Win => "win",
        Occasion::FourKans => "four-kans",
        Occasion::Nagashi => "nagashi",
        Occasion::Draw(DrawReason::Chombo) => "chombo",
        Occasion::Draw(_) => "draw",
        Occasion::Flower => "flower",
    }
}

/// What the table is waiting for.
pub(super) const fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::BeforeHand => "hand-over",
        Phase::Flowers { .. } | Phase::Replacing { .. } => "drawing",
        Phase::Turn(_) => "turn",
        Phase::Claims(_) => "claims",
        Phase::Nagashi { .. } => "nagashi",
        Phase::Showing { .. } => "showing",
        Phase::Settled(_) => "settled",
        Phase::Yame { .. } => "yame",
        Phase::GameOver { .. } => "game-over",
    }
}
