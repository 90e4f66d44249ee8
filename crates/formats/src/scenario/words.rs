//! The words of reports: what the table's types are called in JSON and in transcripts.

use super::settlement::Occasion;
use jantaku_rules::transfer::What;
use jantaku_table::event::{DrawReason, Source};
use jantaku_table::phase::Phase;

/// Where a tile was drawn from.
pub(super) const fn source(source: Source) -> &'static str {
    match source {
        Source::Live => "live",
        Source::AfterKan => "after-kan",
        Source::AfterAside => "after-aside",
    }
}

/// Why a hand was drawn.
pub(crate) const fn reason(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Exhausted => "exhausted",
        DrawReason::NineTerminals => "nine-terminals",
        DrawReason::FourWinds => "four-winds",
        DrawReason::FourRiichi => "four-riichi",
        DrawReason::FourKans => "four-kans",
        DrawReason::TripleRon => "triple-ron",
        DrawReason::Chombo => "chombo",
    }
}

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

/// What a payment is for.
pub(crate) const fn what(what: What) -> &'static str {
    match what {
        What::Hand => "hand",
        What::Pao => "pao",
        What::RinshanPao => "rinshan pao",
        What::Honba => "honba",
        What::Sticks => "sticks",
        What::OwnStick => "own stick",
        What::Noten => "noten",
        What::Nagashi => "nagashi",
        What::FourKans => "four kans",
        What::Chombo => "chombo",
        What::Ippatsu => "ippatsu",
        What::Ura => "ura dora",
        What::Pocchi => "pocchi",
        What::Yakuman => "yakuman",
        What::AllFlowers => "all flowers",
        What::Flower => "flower",
        What::Bust => "bust",
        What::Leftover => "leftover sticks",
        What::Place => "place",
        What::Uma => "uma",
        What::Oka => "oka",
        What::Game => "game",
        What::Substitute => "substitute",
    }
}

/// What the table is waiting for.
pub(super) const fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::BeforeHand => "hand-over",
        Phase::Flowers { .. } | Phase::Drawing { .. } | Phase::Replacing { .. } => "drawing",
        Phase::Turn(_) => "turn",
        Phase::Claims(_) => "claims",
        Phase::Nagashi { .. } => "nagashi",
        Phase::Showing { .. } => "showing",
        Phase::Settled(_) => "settled",
        Phase::Yame { .. } => "yame",
        Phase::GameOver { .. } => "game-over",
    }
}
