//! What the bot sees of the table: its own tiles, what can still come, and which tiles are dangerous.

use super::goal::Counts;
use jantaku_rules::dora::pointed_at;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::seen::Viewer;
use jantaku_table::view::{SeatView, View};

/// The table as one seat sees it.
pub(crate) struct Sight<'a> {
    pub view: &'a View,
    pub seat: Seat,
    pub counts: Counts,
    /// Copies of each kind that are not visible.
    pub unseen: Counts,
    /// For each opponent in riichi, the kinds that are safe against them.
    threats: [Option<u64>; 4],
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
            threats: std::array::from_fn(|other| safe_against(view, seat, Seat(other as u8))),
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

    /// Whether another player is in riichi.
    pub(crate) fn is_threatened(&self) -> bool {
        self.threats.iter().any(Option::is_some)
    }

    /// How dangerous a discard is: 0 if nobody in riichi can win on it.
    pub(crate) fn danger(&self, kind: Kind) -> u16 {
        let safe = self.threats.iter().flatten();
        safe.map(|&safe| self.danger_against(safe, kind)).sum()
    }

    fn danger_against(&self, safe: u64, kind: Kind) -> u16 {
        let is_safe = |kind: usize| safe >> kind & 1 == 1;
        let (index, number) = (kind.index(), kind.number());
        if is_safe(index) {
            return 0;
        }
        if kind.is_honour() {
            return [0, 1, 3, 4, 4][usize::from(self.unseen[index].min(4))];
        }
        // Suji: if the tile three away is safe, a two-sided wait on this one is ruled out.
        let below = number <= 3 || is_safe(index - 3);
        let above = number >= 7 || is_safe(index + 3);
        match (below && above, number) {
            (true, 1 | 9) => 2,
            (true, _) => 3,
            (false, 1 | 9) => 5,
            (false, 2 | 8) => 6,
            (false, _) if below || above => 6,
            (false, _) => 8,
        }
    }

    /// How much the bot wants to keep a tile: dora first, then tiles that combine with many others.
    pub(crate) fn worth_keeping(&self, tile: Tile) -> u16 {
        let kind = tile.kind();
        let settings = &self.view.rules().settings;
        let points_here = |indicator: &&Tile| pointed_at(settings, indicator.kind()) == kind;
        let dora = self.view.indicators.iter().filter(points_here).count() as u16;
        let place = match kind.number() {
            _ if kind.is_honour() => 0,
            1 | 9 => 1,
            2 | 8 => 2,
            _ => 3,
        };
        10 * (dora + u16::from(tile.is_red() || tile.is_pocchi())) + place
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

/// The kinds that an opponent in riichi cannot win on: their own discards, and everything discarded since the riichi.
fn safe_against(view: &View, own: Seat, other: Seat) -> Option<u64> {
    let exists = usize::from(other.0) < view.seats.len() && other != own;
    if !exists || view.seats[other].riichi.is_none() {
        return None;
    }
    let mut declared = false;
    let mut safe = 0;
    for discard in &view.discards {
        declared |= discard.seat == other && discard.riichi;
        if discard.seat == other || declared {
            safe |= 1 << discard.tile.kind().index();
        }
    }
    Some(safe)
}
