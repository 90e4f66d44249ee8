//! Compares the table's events with recorded ones.

use jantaku_rules::tile::Tile;
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::Event;

use crate::game::{RecordEvent, sort_tiles};
use crate::meld::MeldRecord;

/// Do records contain this kind of event?
pub(super) fn is_told(event: &Event) -> bool {
    matches!(
        event,
        Event::Drew { .. }
            | Event::Discarded { .. }
            | Event::RiichiDeclared { .. }
            | Event::RiichiStands { .. }
            | Event::Called { .. }
            | Event::KanDeclared { .. }
            | Event::SetAside { .. }
            | Event::Indicator(_)
    )
}

/// Are the two the same event?
pub(super) fn is_same(event: &Event, told: &RecordEvent) -> bool {
    match (event, *told) {
        (Event::Drew { seat, tile, .. }, RecordEvent::Draw { seat: s, tile: t }) => (*seat, *tile) == (s, t),
        (
            Event::Discarded { seat, tile, drawn },
            RecordEvent::Discard {
                seat: s,
                tile: t,
                tsumogiri,
            },
        ) => (*seat, *tile, *drawn) == (s, t, tsumogiri),
        (Event::RiichiDeclared { seat, open: false }, RecordEvent::Riichi { seat: s }) => *seat == s,
        (Event::RiichiStands { seat }, RecordEvent::RiichiAccepted { seat: s }) => *seat == s,
        (Event::Called { seat, meld, from }, RecordEvent::Call { seat: s, meld: m }) => {
            let giver = m.given().map(|(giver, _)| giver);
            *seat == s && giver == Some(*from) && is_same_meld(meld, &m)
        }
        (Event::KanDeclared { seat, meld }, RecordEvent::Call { seat: s, meld: m }) => {
            *seat == s && is_same_meld(meld, &m)
        }
        (Event::SetAside { seat, tile }, RecordEvent::Kita { seat: s }) => {
            *seat == s && *tile == Tile::plain(jantaku_rules::tile::Kind::NORTH)
        }
        (Event::Indicator(tile), RecordEvent::Dora { indicator }) => *tile == indicator,
        _ => false,
    }
}

fn is_same_meld(meld: &Meld, told: &MeldRecord) -> bool {
    let kind = match told {
        MeldRecord::Chii { .. } => MeldKind::Chii,
        MeldRecord::Pon { .. } => MeldKind::Pon,
        MeldRecord::Daiminkan { .. } => MeldKind::Daiminkan,
        MeldRecord::Kakan { .. } => MeldKind::Kakan,
        MeldRecord::Ankan { .. } => MeldKind::Ankan,
    };
    let mut tiles = meld.tiles.to_vec();
    sort_tiles(&mut tiles);
    meld.kind == kind && tiles == told.tiles()
}
