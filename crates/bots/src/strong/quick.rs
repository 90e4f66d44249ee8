//! A hand that is played quickly: towards sets and a pair, without looking at anything but its own tiles.

use crate::sight::Counts;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::shanten::{Calculator, Tracker};
use jantaku_rules::tile::{HAND_KINDS, Kind};

#[derive(Clone, Copy)]
pub(super) struct Quick {
    counts: Counts,
    tracker: Tracker,
    /// Sets to be made from concealed tiles.
    sets: usize,
}

impl Quick {
    pub(super) fn new(calculator: &Calculator, counts: Counts, sets: usize) -> Quick {
        Quick {
            tracker: calculator.track(&counts),
            counts,
            sets,
        }
    }

    /// Tiles that are missing; none, if the hand is complete.
    pub(super) fn missing(&self) -> u8 {
        self.tracker.missing_for(self.sets)
    }

    /// What a hand in tenpai waits for; nothing, if it is not.
    pub(super) fn waits(&self) -> KindSet {
        if self.missing() == 1 {
            self.tracker.waits()
        } else {
            KindSet::EMPTY
        }
    }

    pub(super) fn holds(&self, kind: Kind) -> bool {
        self.counts[kind.index()] > 0
    }

    /// Takes a tile, unless it holds four already.
    pub(super) fn take(&mut self, kind: Kind) -> bool {
        let held = &mut self.counts[kind.index()];
        if *held >= 4 {
            return false;
        }
        *held += 1;
        self.tracker.add(kind);
        true
    }

    pub(super) fn give(&mut self, kind: Kind) {
        self.counts[kind.index()] -= 1;
        self.tracker.remove(kind);
    }

    /// The tile that is needed least.
    pub(super) fn worst(&self) -> Option<Kind> {
        let before = self.missing();
        let mut worst: Option<(u8, u8, Kind)> = None;
        for place in 0..HAND_KINDS {
            if self.counts[place] == 0 {
                continue;
            }
            let kind = Kind::at(place);
            let mut tracker = self.tracker;
            tracker.remove(kind);
            let lost = tracker.missing_for(self.sets) - before;
            let use_of_it = if lost == 0 { self.usefulness(kind) } else { 0 };
            if worst.is_none_or(|(least, little, _)| (lost, use_of_it) < (least, little)) {
                worst = Some((lost, use_of_it, kind));
            }
        }
        worst.map(|(.., kind)| kind)
    }

    /// How much a tile that is not needed may become: by its neighbours, and by how near the middle it is.
    fn usefulness(&self, kind: Kind) -> u8 {
        let place = kind.index();
        let pair = 3 * (self.counts[place] - 1);
        if !kind.is_suited() {
            return pair;
        }
        let number = usize::from(kind.number());
        let mut near = 1 + number.min(10 - number).min(3) as u8 + pair;
        for (step, weight) in [(1, 2), (2, 1)] {
            if number > step {
                near += weight * self.counts[place - step].min(1);
            }
            if number + step <= 9 {
                near += weight * self.counts[place + step].min(1);
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::notation;
    use jantaku_rules::shanten::{Shapes, TileSet};

    fn quick(hand: &str) -> Quick {
        let mut counts = [0; HAND_KINDS];
        for tile in notation::tiles(hand).unwrap() {
            counts[tile.kind().index()] += 1;
        }
        Quick::new(&Calculator::new(TileSet::All, Shapes::STANDARD), counts, 4)
    }

    #[test]
    fn a_loose_honour_goes_first() {
        assert_eq!(quick("123m 456p 789s 45s 22p 4z").worst().unwrap().to_string(), "4z");
        // Of two loose tiles the one with fewer neighbours.
        assert_eq!(quick("123m 456p 789s 22p 59m 1z").worst().unwrap().to_string(), "1z");
    }

    #[test]
    fn a_hand_in_tenpai_knows_its_waits() {
        assert_eq!(quick("123m 456p 789s 45s 22p").waits().to_string(), "3s 6s");
        assert!(quick("123m 456p 789s 45s 2p 9p").waits().is_empty());
    }
}
