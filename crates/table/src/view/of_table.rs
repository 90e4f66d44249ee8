//! A view taken from the state of the table: what a player sees who comes back to it.

use super::{RiichiView, SeatView, View};
use crate::player::Player;
use crate::seen::{Viewer, lies_face_down};
use crate::table::Table;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::win::MeldKind;
use std::sync::Arc;

impl View {
    /// What this viewer knows of the table now: the same as folded from everything seen so far.
    pub fn of(table: &Table, viewer: Viewer) -> View {
        View {
            rules: Arc::clone(&table.rules),
            viewer,
            wall: table.wall.face_down(),
            standing: table.standing,
            points: table.points,
            chips: table.chips,
            seats: BySeat::from_fn(table.seats(), |seat| side(table, viewer, Seat(seat as u8))),
            discards: table.discards.clone(),
            indicators: table.indicators.clone(),
            ura: table.ura.clone(),
        }
    }
}

fn side(table: &Table, viewer: Viewer, seat: Seat) -> SeatView {
    let player: &Player = &table.players[seat];
    let own = viewer.sees_hand_of(seat);
    let hidden = |kind: MeldKind| !own && lies_face_down(&table.rules, kind);
    let seen = player.melds.iter().filter(|meld| !hidden(meld.kind));
    let face_down = player.melds.iter().filter(|meld| hidden(meld.kind));
    let turned = face_down.clone().take(usize::from(player.kans_turned));
    let mut hand = own.then(|| player.hand.clone());
    if let Some(tiles) = &mut hand {
        tiles.sort_unstable();
    }
    SeatView {
        hand,
        count: player.hand.len() as u8,
        drawn: player.drawn.filter(|_| own),
        melds: seen.chain(turned).cloned().collect(),
        hidden_kans: face_down.skip(usize::from(player.kans_turned)).count() as u8,
        aside: player.aside.clone(),
        riichi: player.riichi.declared().then(|| RiichiView {
            open: player.riichi.is_open(),
            stands: player.stick_paid,
        }),
        shown: player.shown.clone(),
        dead: player.dead,
    }
}
