//! Hands to be timed with: the same in every run.

use jantaku_rules::tile::HAND_KINDS;

/// How many copies of each kind a hand holds.
pub type Counts = [u8; HAND_KINDS];

/// From which kinds hands are drawn.
#[derive(Clone, Copy)]
pub enum Deal {
    Any,
    /// One suit and the honours.
    HalfFlush,
    /// One suit.
    FullFlush,
    /// Terminals and honours.
    Orphans,
    /// The 27 kinds of three players.
    Sanma,
}

/// Hands of this many tiles, drawn from a full wall each.
pub fn deal(deal: Deal, tiles: usize, hands: usize) -> Vec<Counts> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let one = |_| {
        let suit = 9 * random.below(3);
        let mut wall: Vec<usize> = (0..HAND_KINDS)
            .filter(|&kind| deal.has(suit, kind))
            .flat_map(|kind| [kind; 4])
            .collect();
        let mut counts = [0; HAND_KINDS];
        for _ in 0..tiles {
            counts[wall.swap_remove(random.below(wall.len()))] += 1;
        }
        counts
    };
    (0..hands).map(one).collect()
}

impl Deal {
    fn has(self, suit: usize, kind: usize) -> bool {
        let in_suit = (suit..suit + 9).contains(&kind);
        let is_honour = kind >= 27;
        match self {
            Deal::Any => true,
            Deal::HalfFlush => in_suit || is_honour,
            Deal::FullFlush => in_suit,
            Deal::Orphans => is_honour || matches!(kind % 9, 0 | 8),
            Deal::Sanma => kind == 0 || kind >= 8,
        }
    }
}

/// A small generator (xorshift), so that hands do not change with the version of a library.
pub struct Random(
    /// What the next number is made from.
    pub u64,
);

impl Random {
    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}
