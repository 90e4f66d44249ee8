//! Every complete hand of sets and a pair that lacks a certain number of tiles.

use super::super::target::SETS;
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::tile::{HAND_KINDS, Kind};

/// What is told of each: its concealed tiles and the kinds that were missing.
type Tell<'a> = dyn FnMut(&Counts, &[Kind]) + 'a;

pub(super) struct Completions<'a> {
    held: &'a Counts,
    unseen: &'a Counts,
    /// Sets to be made.
    sets: usize,
    /// Sequences and triplets that the tiles allow.
    blocks: Vec<[usize; 3]>,
    /// The tiles of the hand that is being built.
    built: Counts,
}

impl Completions<'_> {
    pub(super) fn new<'a>(held: &'a Counts, unseen: &'a Counts, melds: usize) -> Completions<'a> {
        let exists = |kind: usize| held[kind] + unseen[kind] > 0;
        let triplets = (0..HAND_KINDS).map(|kind| [kind; 3]);
        let starts = Kind::of_hand().filter(|kind| kind.is_suited() && kind.number() <= 7);
        let sequences = starts.map(|kind| [kind.index(), kind.index() + 1, kind.index() + 2]);
        Completions {
            held,
            unseen,
            sets: SETS.saturating_sub(melds),
            blocks: triplets
                .chain(sequences)
                .filter(|block| block.iter().all(|&kind| exists(kind)))
                .collect(),
            built: [0; HAND_KINDS],
        }
    }

    /// How many lack exactly this many tiles; counting stops soon after `enough`.
    pub(super) fn count(&mut self, lacked: u8, enough: usize) -> usize {
        let mut count = 0;
        self.build(0, self.sets, lacked, &mut |_, _| {
            count += 1;
            count <= enough
        });
        count
    }

    /// Tells of every hand that lacks exactly this many tiles.
    pub(super) fn each(&mut self, lacked: u8, tell: &mut Tell<'_>) {
        let sets = self.sets;
        self.build(0, sets, lacked, &mut |counts, drawn| {
            tell(counts, drawn);
            true
        });
    }

    /// Adds the sets that are left, from this block on, and the pair. Whether to go on.
    fn build(&mut self, from: usize, sets: usize, lacked: u8, tell: &mut dyn FnMut(&Counts, &[Kind]) -> bool) -> bool {
        if sets == 0 {
            return self.pairs(lacked, tell);
        }
        for place in from..self.blocks.len() {
            let block = self.blocks[place];
            let goes_on = match self.add(&block) {
                Some(short) if short <= lacked => self.build(place, sets - 1, lacked - short, tell),
                _ => true,
            };
            self.remove(&block);
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn pairs(&mut self, lacked: u8, tell: &mut dyn FnMut(&Counts, &[Kind]) -> bool) -> bool {
        for kind in 0..HAND_KINDS {
            let pair = [kind; 2];
            let goes_on = self.add(&pair) != Some(lacked) || {
                let short = |kind: &Kind| self.built[kind.index()] > self.held[kind.index()];
                let drawn: ArrayVec<Kind, 14> = Kind::of_hand().filter(short).take(14).collect();
                tell(&self.built, &drawn)
            };
            self.remove(&pair);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Adds tiles; how many of them the hand lacks, or `None` if there are not as many.
    fn add(&mut self, kinds: &[usize]) -> Option<u8> {
        let mut short = Some(0);
        for &kind in kinds {
            self.built[kind] += 1;
            if self.built[kind] > self.held[kind] + self.unseen[kind] {
                short = None;
            } else if self.built[kind] > self.held[kind] {
                short = short.map(|short| short + 1);
            }
        }
        short
    }

    fn remove(&mut self, kinds: &[usize]) {
        for &kind in kinds {
            self.built[kind] -= 1;
        }
    }
}
