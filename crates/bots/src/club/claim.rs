//! Whether to call another player's discard.

use super::situation::Situation;
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::rulebook::choices::Kuikae;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind, Melds};
use jantaku_table::Action;

/// A call must promise this much more than to wait: it shows tiles and gives up safe ones.
pub(crate) const RELUCTANCE: f32 = 1.15;

/// A hand after a call.
pub(super) struct Called {
    pub(super) value: f32,
    /// What it discards; nothing after a kan.
    pub(super) discard: Option<Kind>,
    /// The concealed tiles that are left, and the number of melds.
    pub(super) left: Counts,
    pub(super) melds: usize,
}

impl Situation<'_> {
    /// The call that promises most, or a pass.
    pub(crate) fn claim(&self, legal: &[Action]) -> Action {
        let mut best = (self.waiting() * RELUCTANCE, Action::Pass);
        for &action in legal {
            if let Some(promised) = self.after_call(action)
                && promised > best.0
            {
                best = (promised, action);
            }
        }
        best.1
    }

    /// What the hand promises without a call.
    pub(crate) fn waiting(&self) -> f32 {
        let own = self.sight.own();
        let aims = self.aims(&self.sight.counts, &own.melds);
        match self.tenpai(&self.sight.counts, &own.melds) {
            Some(tenpai) => tenpai.quiet.max(0.0),
            None => self.on_the_way(self.expects(&aims, &self.sight.counts, &own.melds, None)),
        }
    }

    /// What the hand promises after a call and the best discard.
    pub(crate) fn after_call(&self, action: Action) -> Option<f32> {
        self.hand_after_call(action).map(|called| called.value)
    }

    /// The hand after a call and the best discard.
    pub(super) fn hand_after_call(&self, action: Action) -> Option<Called> {
        let (counts, melds, forbidden) = self.hand_after(action)?;
        let aims = self.aims(&counts, &melds);
        if action == Action::Daiminkan {
            return (!self.is_threatened()).then(|| Called {
                value: self.expects(&aims, &counts, &melds, None),
                discard: None,
                left: counts,
                melds: melds.len(),
            });
        }
        let discards = self.sight.own().hand.iter().flatten();
        let mut seen = KindSet::EMPTY;
        let mut best: Option<Called> = None;
        for tile in discards {
            let kind = tile.kind();
            if counts[kind.index()] == 0 || seen.has(kind) || forbidden.has(kind) {
                continue;
            }
            seen.insert(kind);
            let value = self.weigh_discard(&aims, &counts, &melds, Tile::plain(kind)).quiet;
            if best.as_ref().is_none_or(|best| value > best.value) {
                let mut left = counts;
                left[kind.index()] -= 1;
                best = Some(Called {
                    value,
                    discard: Some(kind),
                    left,
                    melds: melds.len(),
                });
            }
        }
        best
    }

    /// The concealed tiles and melds after a call, and what may not be discarded then.
    pub(crate) fn hand_after(&self, action: Action) -> Option<(Counts, Melds, KindSet)> {
        let called = self.sight.view.discards.last()?.tile;
        let (form, own): (MeldKind, ArrayVec<Tile, 3>) = match action {
            Action::Pon(own) => (MeldKind::Pon, own.into_iter().collect()),
            Action::Chii(own) => (MeldKind::Chii, own.into_iter().collect()),
            Action::Daiminkan => (MeldKind::Daiminkan, [called; 3].into_iter().collect()),
            _ => return None,
        };
        let mut counts = self.sight.counts;
        for tile in &own {
            let held = &mut counts[tile.kind().index()];
            *held = held.checked_sub(1)?;
        }
        let mut melds: Melds = self.sight.own().melds.clone();
        let mut tiles: ArrayVec<Tile, 4> = own.into_iter().collect();
        tiles.push(called);
        tiles.sort_unstable();
        melds
            .try_push(Meld {
                kind: form,
                tiles,
                from: Some(Wind::East),
            })
            .ok()?;
        Some((counts, melds, self.forbidden(action, called.kind())))
    }

    /// Kinds that may not be discarded right after a call.
    fn forbidden(&self, action: Action, called: Kind) -> KindSet {
        let kuikae = self.scorer.rules.settings.claims.kuikae;
        let mut forbidden = KindSet::EMPTY;
        if kuikae == Kuikae::default() {
            return forbidden;
        }
        forbidden.insert(called);
        if let Action::Chii(own) = action {
            let [a, b] = own.map(|tile| tile.kind().index());
            let (low, high) = (a.min(b), a.max(b));
            // The tile at the other end of the same two.
            if high - low == 1 {
                let other = if called.index() < low {
                    high + 1
                } else {
                    low.wrapping_sub(1)
                };
                if let Some(kind) = u8::try_from(other).ok().and_then(Kind::new)
                    && kind.suit() == called.suit()
                {
                    forbidden.insert(kind);
                }
            }
        }
        forbidden
    }
}
