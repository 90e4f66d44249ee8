//! Which tiles are dangerous, and which the bot wants to keep.

use crate::sight::Sight;
use jantaku_rules::dora::pointed_at;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::view::View;

/// For each opponent in riichi, the kinds that are safe against them.
pub(super) struct Threats([Option<u64>; 4]);

impl Threats {
    pub(super) fn of(sight: &Sight<'_>) -> Threats {
        Threats(std::array::from_fn(|other| {
            safe_against(sight.view, sight.seat, Seat(other as u8))
        }))
    }

    /// Whether another player is in riichi.
    pub(super) fn any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// How dangerous a discard is: 0 if nobody in riichi can win on it.
    pub(super) fn danger(&self, sight: &Sight<'_>, kind: Kind) -> u16 {
        let safe = self.0.iter().flatten();
        safe.map(|&safe| danger_against(sight, safe, kind)).sum()
    }
}

/// How much the bot wants to keep a tile: dora first, then tiles that combine with many others.
pub(super) fn worth_keeping(sight: &Sight<'_>, tile: Tile) -> u16 {
    let kind = tile.kind();
    let settings = &sight.view.rules().settings;
    let points_here = |indicator: &&Tile| pointed_at(settings, indicator.kind()) == kind;
    let dora = sight.view.indicators.iter().filter(points_here).count() as u16;
    let place = match kind.number() {
        _ if kind.is_honour() => 0,
        1 | 9 => 1,
        2 | 8 => 2,
        _ => 3,
    };
    10 * (dora + u16::from(tile.is_red() || tile.is_pocchi())) + place
}

fn danger_against(sight: &Sight<'_>, safe: u64, kind: Kind) -> u16 {
    let is_safe = |kind: usize| safe >> kind & 1 == 1;
    let (index, number) = (kind.index(), kind.number());
    if is_safe(index) {
        return 0;
    }
    if kind.is_honour() {
        return [0, 1, 3, 4, 4][usize::from(sight.unseen[index].min(4))];
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
