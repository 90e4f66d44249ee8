//! What a bot sees of the table: its own tiles, and what can still come.

use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::seen::Viewer;
use jantaku_table::view::{SeatView, View};

/// Copies of each kind in a hand.
pub(crate) type Counts = [u8; HAND_KINDS];

/// The table as one seat sees it.
pub(crate) struct Sight<'a> {
    pub view: &'a View,
    pub seat: Seat,
    pub counts: Counts,
    /// Copies of each kind that are not visible.
    pub unseen: Counts,
}

impl Sight<'_> {
    /// `None` for spectators, who make no decisions.
    pub(crate) fn of(view: &View) -> Option<Sight<'_>> {
        let Viewer::Seat(seat) = view.viewer() else {
            return None;
        };
        let mut counts = [0; HAND_KINDS];
        for tile in view.seats[seat].hand.iter().flatten() {
            counts[tile.kind().index().min(HAND_KINDS - 1)] += 1;
        }
        Some(Sight {
            unseen: unseen(view, &counts),
            counts,
            seat,
            view,
        })
    }

    pub(crate) fn own(&self) -> &SeatView {
        &self.view.seats[self.seat]
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.own().melds.iter().all(|meld| meld.kind == MeldKind::Ankan)
    }

    pub(crate) fn wind(&self) -> Wind {
        let seats = self.view.seats.len();
        let from_dealer = usize::from(self.seat.0) + seats - usize::from(self.view.standing.dealer.0);
        Wind::at(from_dealer % seats)
    }
}

/// Copies of each kind that are neither in the bot's hand nor visible on the table.
fn unseen(view: &View, own: &Counts) -> Counts {
    let mut seen = *own;
    let mut see = |tile: &Tile| {
        if let Some(seen) = seen.get_mut(tile.kind().index()) {
            *seen += 1;
        }
    };
    view.indicators.iter().for_each(&mut see);
    view.discards
        .iter()
        .filter(|discard| !discard.called)
        .for_each(|discard| see(&discard.tile));
    for (place, side) in view.seats.iter().enumerate() {
        side.aside.iter().for_each(&mut see);
        side.melds.iter().flat_map(|meld| &meld.tiles).for_each(&mut see);
        if view.viewer() != Viewer::Seat(Seat(place as u8)) {
            side.shown.iter().flatten().for_each(&mut see);
        }
    }
    let removed = view.rules().settings.tiles.removed;
    std::array::from_fn(|kind| {
        let copies = if removed.has(Kind::at(kind)) { 0 } else { 4u8 };
        copies.saturating_sub(seen[kind])
    })
}
