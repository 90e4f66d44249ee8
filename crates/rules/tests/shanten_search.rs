//! Compares shanten, waits and acceptance with a simple search without tables.

use jantaku_rules::kind_set::KindSet;
use jantaku_rules::shanten::{Calculator, SevenPairs, Shapes, TileSet};
use jantaku_rules::tile::{HAND_KINDS, Kind};

type Counts = [u8; HAND_KINDS];

const SHAPES: [Shapes; 3] = [
    Shapes::STANDARD,
    Shapes::ALL,
    Shapes {
        seven_pairs: SevenPairs::FourAsTwo,
        orphans: true,
    },
];

#[test]
fn shanten_matches_a_search() {
    for tiles in [TileSet::All, TileSet::WithoutMiddleMan] {
        let search = Search::new(tiles);
        for shapes in SHAPES {
            let calculator = Calculator::new(tiles, shapes);
            for hand in hands(tiles, 2_000) {
                let expected = search.missing(&hand, shapes) as i8 - 1;
                assert_eq!(calculator.shanten(&hand), expected, "{tiles:?} {shapes:?} {hand:?}");
            }
        }
    }
}

#[test]
fn acceptance_matches_a_search() {
    for tiles in [TileSet::All, TileSet::WithoutMiddleMan] {
        let search = Search::new(tiles);
        for shapes in SHAPES {
            let calculator = Calculator::new(tiles, shapes);
            for hand in hands(tiles, 150).filter(|hand| total(hand) % 3 == 1) {
                let missing = search.missing(&hand, shapes);
                let useful = search.kinds(&hand, 4, |next| search.missing(next, shapes) < missing);
                assert_eq!(calculator.acceptance(&hand), useful, "{tiles:?} {shapes:?} {hand:?}");
            }
        }
    }
}

#[test]
fn waits_match_a_search() {
    for tiles in [TileSet::All, TileSet::WithoutMiddleMan] {
        let search = Search::new(tiles);
        for shapes in SHAPES {
            let calculator = Calculator::new(tiles, shapes);
            let mut waiting = 0;
            for hand in nearly_complete(tiles, 2_000) {
                let expected = search.kinds(&hand, 5, |next| search.is_complete(next, shapes));
                assert_eq!(calculator.waits(&hand), expected, "{tiles:?} {shapes:?} {hand:?}");
                waiting += usize::from(!expected.is_empty());
            }
            assert!(waiting > 1_000, "too few hands wait: {waiting}");
        }
    }
}

#[test]
fn a_tracked_hand_equals_one_read_anew() {
    for tiles in [TileSet::All, TileSet::WithoutMiddleMan] {
        let calculator = Calculator::new(tiles, SHAPES[2]);
        let mut random = Random(5);
        for mut hand in hands(tiles, 500) {
            let mut tracked = calculator.track(&hand);
            let all = search_kinds(tiles);
            for _ in 0..20 {
                let held: Vec<usize> = (0..HAND_KINDS).filter(|&k| hand[k] > 0).collect();
                let out = held[random.below(held.len())];
                hand[out] -= 1;
                tracked.remove(Kind::at(out));
                let free: Vec<usize> = all.iter().copied().filter(|&k| hand[k] < 4).collect();
                let drawn = free[random.below(free.len())];
                hand[drawn] += 1;
                tracked.add(Kind::at(drawn));
                assert_eq!(tracked.shanten(), calculator.shanten(&hand), "{hand:?}");
                assert_eq!(tracked.tiles(), total(&hand));
                assert!(Kind::of_hand().all(|kind| tracked.held(kind) == hand[kind.index()]));
            }
        }
    }
}

#[test]
fn impossible_counts_do_not_panic() {
    let mut random = Random(9);
    for tiles in [TileSet::All, TileSet::WithoutMiddleMan] {
        let calculator = Calculator::new(tiles, Shapes::ALL);
        for _ in 0..2_000 {
            let counts = std::array::from_fn(|_| random.below(256) as u8);
            let _ = calculator.shanten(&counts);
            let _ = calculator.waits(&counts);
            let _ = calculator.acceptance(&counts);
        }
    }
}

/// Finds the closest complete hand by trying sets, cheapest first.
struct Search {
    kinds: Vec<usize>,
    sets: Vec<[usize; 3]>,
}

impl Search {
    fn new(tiles: TileSet) -> Search {
        let kinds = search_kinds(tiles);
        let mut sets: Vec<[usize; 3]> = kinds.iter().map(|&k| [k; 3]).collect();
        for first in (0..27).filter(|k| k % 9 < 7) {
            let run = [first, first + 1, first + 2];
            if run.iter().all(|k| kinds.contains(k)) {
                sets.push(run);
            }
        }
        Search { kinds, sets }
    }

    fn missing(&self, hand: &Counts, shapes: Shapes) -> usize {
        let mut best = self.to_sets(hand, total(hand) / 3);
        if total(hand) >= 13 {
            best = best.min(self.to_pairs(hand, shapes.seven_pairs));
            if shapes.orphans {
                best = best.min(self.to_orphans(hand));
            }
        }
        best
    }

    fn to_sets(&self, hand: &Counts, sets: usize) -> usize {
        let mut best = 99;
        for &pair in &self.kinds {
            let mut used = [0; HAND_KINDS];
            used[pair] = 2;
            let missing = 2 - usize::from(hand[pair].min(2));
            let mut order: Vec<([usize; 3], usize)> = self
                .sets
                .iter()
                .map(|set| (*set, lacking(hand, &[0; HAND_KINDS], set)))
                .collect();
            order.sort_by_key(|(_, lacking)| *lacking);
            try_sets(hand, &order, &mut used, sets, missing, &mut best);
        }
        best
    }

    /// Builds each pair from the kind that lacks the fewest tiles.
    fn to_pairs(&self, hand: &Counts, mode: SevenPairs) -> usize {
        let most = match mode {
            SevenPairs::None => return 99,
            SevenPairs::Distinct => 1,
            SevenPairs::FourAsTwo => 2,
        };
        let pairs_of =
            |&kind: &usize| (0..most).map(move |pair| 2 - usize::from(hand[kind].saturating_sub(2 * pair).min(2)));
        let mut lacking: Vec<usize> = self.kinds.iter().flat_map(pairs_of).collect();
        lacking.sort_unstable();
        lacking[..7].iter().sum()
    }

    fn to_orphans(&self, hand: &Counts) -> usize {
        let orphans = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
        let missing = orphans.iter().filter(|&&k| hand[k] == 0).count();
        missing + usize::from(!orphans.iter().any(|&k| hand[k] >= 2))
    }

    /// The kinds, of which the hand holds at most `most`, that make it as asked.
    fn kinds(&self, hand: &Counts, most: u8, asked: impl Fn(&Counts) -> bool) -> KindSet {
        let mut found = KindSet::EMPTY;
        for &kind in self.kinds.iter().filter(|&&kind| hand[kind] < most) {
            let mut next = *hand;
            next[kind] += 1;
            if asked(&next) {
                found.insert(Kind::at(kind));
            }
        }
        found
    }

    /// Splits the hand into sets. Five of a kind are allowed here.
    fn is_complete(&self, hand: &Counts, shapes: Shapes) -> bool {
        let pairs = self.kinds.iter().filter(|&&kind| hand[kind] >= 2);
        let standard = pairs.into_iter().any(|&pair| {
            let mut rest = *hand;
            rest[pair] -= 2;
            self.is_sets(&mut rest)
        });
        let full = total(hand) == 14;
        standard
            || full && self.to_pairs(hand, shapes.seven_pairs) == 0
            || full && shapes.orphans && self.to_orphans(hand) == 0
    }

    fn is_sets(&self, rest: &mut Counts) -> bool {
        let Some(first) = rest.iter().position(|&n| n > 0) else {
            return true;
        };
        for set in self.sets.iter().filter(|set| set[0] == first) {
            if lacking(rest, &[0; HAND_KINDS], set) == 0 {
                set.iter().for_each(|&kind| rest[kind] -= 1);
                let found = self.is_sets(rest);
                set.iter().for_each(|&kind| rest[kind] += 1);
                if found {
                    return true;
                }
            }
        }
        false
    }
}

/// Sets are tried in order of cost, so the search can stop early.
fn try_sets(
    hand: &Counts,
    order: &[([usize; 3], usize)],
    used: &mut Counts,
    left: usize,
    missing: usize,
    best: &mut usize,
) {
    if left == 0 {
        *best = missing.min(*best);
        return;
    }
    for (i, (set, least)) in order.iter().enumerate() {
        if missing + left * least >= *best {
            return;
        }
        let cost = lacking(hand, used, set);
        set.iter().for_each(|&kind| used[kind] += 1);
        if set.iter().all(|&kind| used[kind] <= 4) {
            try_sets(hand, &order[i..], used, left - 1, missing + cost, best);
        }
        set.iter().for_each(|&kind| used[kind] -= 1);
    }
}

/// How many tiles of a set the hand lacks after those already used.
fn lacking(hand: &Counts, used: &Counts, set: &[usize; 3]) -> usize {
    let mut used = *used;
    let mut lacking = 0;
    for &kind in set {
        lacking += usize::from(used[kind] >= hand[kind]);
        used[kind] += 1;
    }
    lacking
}

fn search_kinds(tiles: TileSet) -> Vec<usize> {
    let exists = |kind: &usize| tiles == TileSet::All || *kind == 0 || *kind >= 8;
    (0..HAND_KINDS).filter(exists).collect()
}

fn total(hand: &Counts) -> usize {
    hand.iter().map(|&n| usize::from(n)).sum()
}

/// Hands of every possible size. A third have one suit and honours, a third one suit only.
fn hands(tiles: TileSet, number: usize) -> impl Iterator<Item = Counts> {
    let mut random = Random(1);
    let all = search_kinds(tiles);
    (0..number).map(move |i| {
        let size = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1][i % 10];
        let kinds: Vec<usize> = match i % 3 {
            0 => all.clone(),
            1 => all.iter().copied().filter(|&k| k >= 18).collect(),
            _ => (9..18).collect(),
        };
        random.hand(&kinds, size)
    })
}

/// Complete hands with one tile removed.
fn nearly_complete(tiles: TileSet, number: usize) -> impl Iterator<Item = Counts> {
    let mut random = Random(2);
    let search = Search::new(tiles);
    (0..number).map(move |i| {
        let narrow = i % 2 == 0;
        let fits = |kind: usize| !narrow || (9..18).contains(&kind);
        loop {
            let mut hand = [0; HAND_KINDS];
            for _ in 0..4 - i % 5 {
                let set = search.sets[random.below(search.sets.len())];
                set.iter().for_each(|&kind| hand[kind] += 1);
            }
            let pair = search.kinds[random.below(search.kinds.len())];
            hand[pair] += 2;
            if !(0..HAND_KINDS).all(|k| hand[k] == 0 || fits(k)) {
                continue;
            }
            let held: Vec<usize> = (0..HAND_KINDS).filter(|&k| hand[k] > 0).collect();
            hand[held[random.below(held.len())]] -= 1;
            if hand.iter().all(|&n| n <= 4) {
                return hand;
            }
        }
    })
}

/// A fixed sequence of numbers (xorshift), so that every run tries the same hands.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn hand(&mut self, kinds: &[usize], size: usize) -> Counts {
        let mut wall: Vec<usize> = kinds.iter().flat_map(|&kind| [kind; 4]).collect();
        let mut hand = [0; HAND_KINDS];
        for _ in 0..size {
            hand[wall.swap_remove(self.below(wall.len()))] += 1;
        }
        hand
    }
}
