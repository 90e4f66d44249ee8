//! Whether to claim a discard for a meld.

use super::danger::Threats;
use super::goal::Outlook;
use super::{FAR, Knowledge};
use crate::sight::{Counts, Sight};
use jantaku_rules::tile::Kind;
use jantaku_rules::win::{Meld, MeldKind, Melds};
use jantaku_table::Action;

/// While at least this many tiles are left, a closed hand near tenpai stays closed.
const EARLY: usize = 24;

impl Knowledge {
    /// The call that improves the hand, or a pass.
    pub(super) fn claim(&self, sight: &Sight<'_>, legal: &[Action]) -> Action {
        let now = self.outlook(sight, &sight.own().melds, &sight.counts);
        let patient = sight.is_closed() && self.prospects.closed && now.shanten() < FAR;
        if patient && sight.view.wall_left() > EARLY {
            return Action::Pass;
        }
        let calls = legal
            .iter()
            .filter_map(|&action| Some((self.after_call(sight, action)?, action)));
        let best = calls.max_by_key(|&(left, _)| left);
        match best {
            Some((left, action)) if self.is_better(sight, now, left, action) => action,
            _ => Action::Pass,
        }
    }

    fn is_better(&self, sight: &Sight<'_>, now: Outlook, left: Outlook, action: Action) -> bool {
        if Threats::of(sight).any() && left.shanten() >= FAR {
            return false;
        }
        match action {
            // A called kan gains no tempo, so only a hand that is open already makes one.
            Action::Daiminkan => !sight.is_closed() && !Threats::of(sight).any() && left.shanten() <= now.shanten(),
            _ => left.shanten() < now.shanten(),
        }
    }

    /// The outlook after a call and the best discard.
    fn after_call(&self, sight: &Sight<'_>, action: Action) -> Option<Outlook> {
        let called = sight.view.discards.last()?.tile;
        let (kind, own) = match action {
            Action::Pon(own) => (MeldKind::Pon, own.to_vec()),
            Action::Chii(own) => (MeldKind::Chii, own.to_vec()),
            Action::Daiminkan => (MeldKind::Daiminkan, vec![called; 3]),
            _ => return None,
        };
        let mut counts = sight.counts;
        for tile in &own {
            let held = &mut counts[tile.kind().index()];
            *held = held.checked_sub(1)?;
        }
        let mut melds: Melds = sight.own().melds.clone();
        let tiles = own.into_iter().chain([called]).take(4).collect();
        melds.push(Meld {
            kind,
            tiles,
            from: None,
        });
        if kind == MeldKind::Daiminkan {
            return Some(self.outlook(sight, &melds, &counts));
        }
        let discards = Kind::of_hand().filter(|discard| counts[discard.index()] > 0);
        discards
            .map(|discard| self.outlook(sight, &melds, &without(&counts, discard)))
            .max()
    }
}

fn without(counts: &Counts, kind: Kind) -> Counts {
    let mut counts = *counts;
    counts[kind.index()] -= 1;
    counts
}
