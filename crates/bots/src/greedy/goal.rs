//! Goals of a hand: how far away they are, and how many tiles bring them nearer.

use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::shanten::{Calculator, Tracker};
use jantaku_rules::tile::{HAND_KINDS, Kind, Suit};

/// A kind of hand to play for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// Any complete hand.
    Free,
    /// Any complete hand with a triplet of this value tile, of which the hand has a pair.
    Value(Kind),
    Simples,
    /// One suit and honours.
    OneSuit(Suit),
    Triplets,
}

/// The prospects of a hand between draws: nearer is better, then wider.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Outlook {
    /// Negated shanten, so that more is nearer.
    nearness: i8,
    /// Unseen tiles that bring it nearer.
    pub width: u16,
}

impl Outlook {
    /// A hand that cannot win.
    pub(crate) const HOPELESS: Outlook = Outlook {
        nearness: -20,
        width: 0,
    };

    fn new(shanten: i8, width: u16) -> Outlook {
        Outlook {
            nearness: -shanten,
            width,
        }
    }

    pub(crate) const fn shanten(self) -> i8 {
        -self.nearness
    }
}

/// The outlook of a hand of 13 tiles, less three for each meld, towards one goal.
pub(crate) fn outlook(calculator: &Calculator, goal: Goal, counts: &Counts, unseen: &Counts) -> Outlook {
    match goal {
        Goal::Free => of_tracker(&calculator.track(counts), KindSet::from_bits(u64::MAX), unseen),
        Goal::Value(kind) => {
            let mut rest = *counts;
            rest[kind.index()] = rest[kind.index()].saturating_sub(2);
            let rest = of_tracker(&calculator.track(&rest), KindSet::from_bits(u64::MAX), unseen);
            Outlook::new(rest.shanten() + 1, rest.width + u16::from(unseen[kind.index()]))
        }
        Goal::Simples => without(calculator, counts, unseen, Kind::is_outside, &HONOURS),
        Goal::OneSuit(suit) => {
            let fillers = if suit == Suit::Pin { &OF_SOU } else { &OF_PIN };
            without(
                calculator,
                counts,
                unseen,
                |kind| !kind.is_honour() && kind.suit() != suit,
                fillers,
            )
        }
        Goal::Triplets => of_triplets(counts, unseen),
    }
}

/// Tiles that combine with no simples.
const HONOURS: [u8; 7] = [27, 28, 29, 30, 31, 32, 33];
/// Tiles that combine with nothing else in a hand of sou, man or honours: 1m 9m 1p 4p 7p.
const OF_PIN: [u8; 5] = [0, 8, 9, 12, 15];
/// Tiles that combine with nothing else in a hand of pin: 1m 9m 1s 4s 7s.
const OF_SOU: [u8; 5] = [0, 8, 18, 21, 24];

/// The outlook if some kinds are useless: isolated fillers replace them, so that the hand keeps its length.
fn without(
    calculator: &Calculator,
    counts: &Counts,
    unseen: &Counts,
    useless: impl Fn(Kind) -> bool,
    fillers: &[u8],
) -> Outlook {
    let mut kept = *counts;
    let mut gone = 0;
    let mut wanted = KindSet::EMPTY;
    for kind in Kind::of_hand() {
        if useless(kind) {
            gone += usize::from(kept[kind.index()]);
            kept[kind.index()] = 0;
        } else {
            wanted.insert(kind);
        }
    }
    let free = fillers.iter().filter(|&&kind| useless(Kind::at(usize::from(kind))));
    let mut filled = 0;
    for &kind in free.take(gone) {
        kept[usize::from(kind)] += 1;
        filled += 1;
    }
    if filled < gone {
        return Outlook::HOPELESS;
    }
    of_tracker(&calculator.track(&kept), wanted, unseen)
}

fn of_tracker(tracker: &Tracker, wanted: KindSet, unseen: &Counts) -> Outlook {
    let useful = tracker.acceptance() & wanted;
    Outlook::new(
        tracker.shanten(),
        useful.iter().map(|kind| u16::from(unseen[kind.index()])).sum(),
    )
}

fn of_triplets(counts: &Counts, unseen: &Counts) -> Outlook {
    let mut held: ArrayVec<u8, HAND_KINDS> = counts.iter().copied().filter(|&n| n > 0).collect();
    held.sort_unstable_by(|a, b| b.cmp(a));
    let sets = counts.iter().map(|&n| usize::from(n)).sum::<usize>() / 3;
    let of = |place: usize, full: u8| full.saturating_sub(held.get(place).copied().unwrap_or(0));
    let missing: u8 = (0..sets).map(|place| of(place, 3)).sum::<u8>() + of(sets, 2);
    let pairs = held.iter().filter(|&&n| n >= 2).count();
    let useful = |kind: &Kind| match counts[kind.index()] {
        2 => true,
        1 => pairs <= sets,
        _ => false,
    };
    let width = Kind::of_hand()
        .filter(useful)
        .map(|kind| u16::from(unseen[kind.index()]))
        .sum();
    Outlook::new(missing as i8 - 1, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::notation;
    use jantaku_rules::shanten::{Shapes, TileSet};

    #[track_caller]
    fn check(hand: &str, goal: Goal, shanten: i8, width: u16) {
        let mut counts = [0; HAND_KINDS];
        notation::tiles(hand)
            .unwrap()
            .iter()
            .for_each(|tile| counts[tile.kind().index()] += 1);
        let unseen = counts.map(|held| 4 - held);
        let calculator = Calculator::new(TileSet::All, Shapes::ALL);
        let found = outlook(&calculator, goal, &counts, &unseen);
        assert_eq!((found.shanten(), found.width), (shanten, width), "{hand} {goal:?}");
    }

    #[test]
    fn goals_have_a_distance() {
        // 6s and 9s, four of each.
        check("123m456p78s11122z", Goal::Free, 0, 8);
        // The pair of haku is to become a triplet: 456p 234s are there, 78s wants 6 or 9, and a pair is missing.
        check("456p23478s55z19m7z", Goal::Value(Kind::HAKU), 2, 2 + 8 + 3 + 3 + 3);
        // 234m 567p 88s are there, 34s wants 2 or 5, the last set two tiles; an 8 would do for the third set as well.
        check("234m567p34s88s19p1z", Goal::Simples, 2, 8 + 2);
        // 123p 456p and a pair: one pair is to become a triplet, the last set wants two tiles; 7m 2s 8s are in the way.
        check("123456p99p11z7m28s", Goal::OneSuit(Suit::Pin), 2, 2 + 2);
        // Two triplets; both pairs are to become triplets, and one of three single tiles the pair.
        check("111m222p33s44s5s6m7z", Goal::Triplets, 2, 2 + 2 + 3 + 3 + 3);
    }
}
