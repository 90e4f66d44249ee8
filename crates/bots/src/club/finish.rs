//! Completes a hand towards a target by the most likely draws, so that the rulebook's scorer can value it.

use super::target::{SETS, Shape, Target, Way};
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::Tile;
use jantaku_rules::seat::Wind;
use jantaku_rules::shanten::Calculator;
use jantaku_rules::tile::Kind;
use jantaku_rules::win::{Meld, MeldKind};

/// A hand that became complete.
pub(crate) struct Finished {
    /// Its concealed tiles, the winning one included.
    pub(crate) counts: Counts,
    /// The tiles it drew, the winning one last.
    pub(crate) drawn: ArrayVec<Kind, 14>,
}

/// Completes a hand with the unseen tiles that are most plentiful; `liked` tiles are kept and preferred. `None` if the tiles run out.
pub(crate) fn finish(
    calculator: &Calculator,
    target: &Target,
    counts: &Counts,
    melds: &[Meld],
    unseen: &Counts,
    liked: &Counts,
) -> Option<Finished> {
    let mut way = Way::of(calculator, target, counts, melds)?;
    let mut left = *unseen;
    let mut drawn = ArrayVec::new();
    while way.missing > 0 {
        let weight = |kind: Kind| left[kind.index()] * (2 + liked[kind.index()]);
        let best = way.draws().iter().max_by_key(|&kind| weight(kind))?;
        if left[best.index()] == 0 || drawn.is_full() {
            return None;
        }
        left[best.index()] -= 1;
        drawn.push(best);
        way.take(best);
    }
    trim(&mut way, target, liked);
    let counts = std::array::from_fn(|kind| way.rest[kind] + way.demanded[kind]);
    Some(Finished { counts, drawn })
}

/// Gives up what the complete hand does not need, plain tiles first.
fn trim(way: &mut Way<'_>, target: &Target, liked: &Counts) {
    let goal = match target.shape {
        Shape::Sets | Shape::Triplets => 3 * way.sets + 2,
        Shape::SevenPairs | Shape::Orphans => 3 * SETS + 2,
    };
    let mut held: usize = way.rest.iter().map(|&n| usize::from(n)).sum();
    for spares_liked in [false, true] {
        for (kind, &likes) in liked.iter().enumerate() {
            let may_go = spares_liked || likes == 0;
            while held > goal && way.rest[kind] > 0 && may_go && way.spare(Kind::at(kind)) {
                held -= 1;
            }
        }
    }
}

impl Finished {
    pub(crate) fn last(&self) -> Option<Kind> {
        self.drawn.last().copied()
    }

    /// The same hand with one of its sets called: the meld and the concealed tiles that are left.
    pub(crate) fn opened(&self, calculator: &Calculator, sets: usize) -> Option<(Meld, Counts)> {
        let sets = sets.checked_sub(1)?;
        for &kind in &self.drawn {
            for (form, kinds) in melds_with(kind) {
                let mut rest = self.counts;
                let has = kinds.iter().all(|kind| {
                    let held = &mut rest[kind.index()];
                    *held > 0 && {
                        *held -= 1;
                        true
                    }
                });
                if has && calculator.track(&rest).missing_for(sets) == 0 {
                    let tiles = kinds.map(Tile::plain);
                    let meld = Meld {
                        kind: form,
                        tiles: tiles.into_iter().collect(),
                        from: Some(Wind::East),
                    };
                    return Some((meld, rest));
                }
            }
        }
        None
    }
}

/// Every set that holds this kind, lowest tile first.
pub(crate) fn melds_with(kind: Kind) -> impl Iterator<Item = (MeldKind, [Kind; 3])> {
    let triplet = std::iter::once((MeldKind::Pon, [kind; 3]));
    let lowest = (0..3u8).filter(move |&less| kind.is_suited() && kind.number() > less && kind.number() - less <= 7);
    triplet.chain(lowest.map(move |less| {
        let low = kind.index() - usize::from(less);
        (MeldKind::Chii, [0, 1, 2].map(|more| Kind::at(low + more)))
    }))
}
