//! What the table's types are called in reports and transcripts.

use jantaku_rules::transfer::What;
use jantaku_table::event::{DrawReason, Source};

/// Where a tile was drawn from.
pub const fn source(source: Source) -> &'static str {
    match source {
        Source::Live => "live",
        Source::AfterKan => "after-kan",
        Source::AfterAside => "after-aside",
    }
}

pub const fn reason(reason: DrawReason) -> &'static str {
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

/// What a payment is for.
pub const fn what(what: What) -> &'static str {
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
