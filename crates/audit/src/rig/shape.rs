//! Tenpai hands of every shape that a yaku can ask for.

use super::plan::Plan;
use jantaku_rules::tile::Kind;

/// Thirteen kinds and one that completes them.
pub(super) struct Ready {
    pub(super) hand: Vec<Kind>,
    pub(super) waits: Kind,
}

/// A hand of a random shape from the tiles left in the box. Nothing is dealt yet.
pub(super) fn any(plan: &mut Plan<'_>) -> Option<Ready> {
    let tiles = match plan.lot(16) {
        0 => thirteen_orphans(plan)?,
        1 => nine_gates(plan)?,
        2 | 3 => seven_pairs(plan)?,
        _ => four_sets(plan)?,
    };
    let last = plan.lot(tiles.len());
    let waits = tiles[last];
    let mut hand = tiles;
    hand.swap_remove(last);
    Some(Ready { hand, waits })
}

/// A hand that waits for this kind: three sets, a pair and two tiles beside it, or a pair of it.
pub(super) fn waiting_for(plan: &mut Plan<'_>, waits: Kind) -> Option<Ready> {
    let mut taken = Taken::new(plan);
    taken.take(waits, 1)?;
    let mut hand = Vec::new();
    let beside = partners(waits);
    let beside: Vec<[Kind; 2]> = beside
        .into_iter()
        .filter(|pair| pair.iter().all(|&kind| taken.left(kind) > 0))
        .collect();
    match taken.plan.any_of(&beside) {
        Some([a, b]) if !taken.plan.once_in(4) => {
            taken.take(a, 1)?;
            taken.take(b, 1)?;
            hand.extend([a, b]);
            let pair = taken.any_kind(2, |_| true)?;
            hand.extend(taken.take(pair, 2)?);
        }
        _ if taken.plan.once_in(2) => {
            hand.extend(taken.take(waits, 2)?);
            let pair = taken.any_kind(2, |_| true)?;
            hand.extend(taken.take(pair, 2)?);
        }
        // The pair itself is waited for, and one set more is complete.
        _ => {
            hand.extend(taken.take(waits, 1)?);
            hand.extend(taken.any_set(|_| true)?);
        }
    }
    // A set of dragons often brings the yaku that a ron needs.
    if taken.plan.once_in(2) {
        let dragons = taken.any_kind(3, |kind| kind.index() >= Kind::HAKU.index());
        if let Some(dragon) = dragons {
            hand.extend(taken.take(dragon, 3)?);
        }
    }
    while hand.len() < 13 {
        hand.extend(taken.any_set(|_| true)?);
    }
    Some(Ready { hand, waits })
}

/// Four of a kind and three sets: it waits for nothing but a fifth tile.
pub(super) fn fifth_tile(plan: &mut Plan<'_>) -> Option<Vec<Kind>> {
    let mut taken = Taken::new(plan);
    let four = taken.any_kind(4, Kind::is_honour)?;
    let mut hand = taken.take(four, 4)?;
    while hand.len() < 13 {
        hand.extend(taken.any_set(|_| true)?);
    }
    Some(hand)
}

/// The pairs of kinds that make a sequence with this one.
fn partners(kind: Kind) -> Vec<[Kind; 2]> {
    let (i, n) = (kind.index() as i32, i32::from(kind.number()));
    [(-2, -1), (-1, 1), (1, 2)]
        .into_iter()
        .filter(|(a, b)| kind.is_suited() && n + a >= 1 && n + b <= 9)
        .map(|(a, b)| [a, b].map(|step| Kind::at((i + step) as usize)))
        .collect()
}

fn thirteen_orphans(plan: &mut Plan<'_>) -> Option<Vec<Kind>> {
    let mut taken = Taken::new(plan);
    let outside: Vec<Kind> = Kind::of_hand().filter(|kind| kind.is_outside()).collect();
    let mut hand = Vec::new();
    for &kind in &outside {
        hand.extend(taken.take(kind, 1)?);
    }
    let twice = taken.any_kind(1, Kind::is_outside)?;
    hand.extend(taken.take(twice, 1)?);
    Some(hand)
}

fn nine_gates(plan: &mut Plan<'_>) -> Option<Vec<Kind>> {
    let suit = plan.lot(3) * 9;
    let mut taken = Taken::new(plan);
    let mut hand = Vec::new();
    for (number, copies) in [3, 1, 1, 1, 1, 1, 1, 1, 3].into_iter().enumerate() {
        hand.extend(taken.take(Kind::at(suit + number), copies)?);
    }
    let more = taken.any_kind(1, |kind| kind.index() / 9 == suit / 9 && kind.is_suited())?;
    hand.extend(taken.take(more, 1)?);
    // The tile won on is the last: with it the wait is for all nine, else for fewer.
    Some(hand)
}

fn seven_pairs(plan: &mut Plan<'_>) -> Option<Vec<Kind>> {
    let allowed = any_limit(plan);
    let fours = plan.rules.settings.value.four_of_a_kind_pairs;
    let mut taken = Taken::new(plan);
    let mut pairs: Vec<Kind> = Vec::new();
    while pairs.len() < 7 {
        let pair = taken.any_kind(2, |kind| allowed(kind) && (fours || !pairs.contains(&kind)))?;
        taken.take(pair, 2)?;
        pairs.push(pair);
    }
    Some(pairs.into_iter().flat_map(|kind| [kind; 2]).collect())
}

/// Which kinds a hand is made of.
type Limit = Box<dyn Fn(Kind) -> bool>;

fn any_limit(plan: &mut Plan<'_>) -> Limit {
    let suit = plan.lot(3);
    let of_suit = move |kind: Kind| kind.is_suited() && kind.index() / 9 == suit;
    match plan.lot(12) {
        0 | 1 => Box::new(of_suit),
        2 => Box::new(move |kind| of_suit(kind) || kind.is_honour()),
        3 => Box::new(Kind::is_honour),
        4 => Box::new(Kind::is_terminal),
        5 => Box::new(Kind::is_outside),
        6 => Box::new(|kind| !kind.is_outside()),
        7 => Box::new(|kind| GREEN.contains(&kind.index())),
        8 => Box::new(move |kind| kind.is_honour() || of_suit(kind) && kind.is_terminal()),
        _ => Box::new(|_| true),
    }
}

/// 2, 3, 4, 6, 8 of bamboo and the green dragon.
const GREEN: [usize; 6] = [19, 20, 21, 23, 25, 32];

fn four_sets(plan: &mut Plan<'_>) -> Option<Vec<Kind>> {
    let pattern = plan.lot(14);
    let allowed = any_limit(plan);
    let mut taken = Taken::new(plan);
    let mut hand = match pattern {
        0 => taken.consecutive_triplets()?,
        1 => taken.similar_triplets()?,
        2 => taken.same_sequence(&allowed)?,
        3 => taken.straight()?,
        4 => taken.similar_sequences()?,
        5 => taken.honours(Kind::EAST.index(), 4)?,
        6 => taken.honours(Kind::HAKU.index(), 3)?,
        _ => Vec::new(),
    };
    let triplets = pattern <= 1 && taken.plan.once_in(2) || pattern >= 7 && taken.plan.once_in(2);
    let outside = pattern >= 12;
    while hand.len() + 3 <= 12 {
        let set = if triplets {
            let kind = taken.any_kind(3, &allowed)?;
            taken.take(kind, 3)?
        } else if outside {
            taken.outside_set()?
        } else {
            taken.any_set(&allowed)?
        };
        hand.extend(set);
    }
    while hand.len() < 14 {
        let pair = taken.any_kind(2, |kind| allowed(kind) && (!outside || kind.is_outside()))?;
        hand.extend(taken.take(pair, 2)?);
    }
    (hand.len() == 14).then_some(hand)
}

/// Tiles that a hand has taken, counted by kind.
struct Taken<'p, 'a> {
    plan: &'p mut Plan<'a>,
    taken: [u8; 48],
}

impl<'p, 'a> Taken<'p, 'a> {
    fn new(plan: &'p mut Plan<'a>) -> Taken<'p, 'a> {
        Taken { plan, taken: [0; 48] }
    }

    fn left(&self, kind: Kind) -> usize {
        self.plan
            .left(kind)
            .saturating_sub(usize::from(self.taken[kind.index()]))
    }

    fn take(&mut self, kind: Kind, n: usize) -> Option<Vec<Kind>> {
        if self.left(kind) < n {
            return None;
        }
        self.taken[kind.index()] += n as u8;
        Some(vec![kind; n])
    }

    fn any_kind(&mut self, n: usize, such: impl Fn(Kind) -> bool) -> Option<Kind> {
        let kinds: Vec<Kind> = Kind::of_hand()
            .filter(|&kind| such(kind) && self.left(kind) >= n)
            .collect();
        self.plan.any_of(&kinds)
    }

    fn sequence(&mut self, low: Kind) -> Option<Vec<Kind>> {
        if !low.is_suited() || low.number() > 7 {
            return None;
        }
        let kinds = [0, 1, 2].map(|step| Kind::at(low.index() + step));
        for kind in kinds {
            self.take(kind, 1)?;
        }
        Some(kinds.to_vec())
    }

    /// A sequence or triplet of such kinds.
    fn any_set(&mut self, such: impl Fn(Kind) -> bool) -> Option<Vec<Kind>> {
        let fits = |low: &Kind| {
            low.is_suited()
                && low.number() <= 7
                && (0..3).all(|step| {
                    let kind = Kind::at(low.index() + step);
                    such(kind) && self.left(kind) > 0
                })
        };
        let lows: Vec<Kind> = Kind::of_hand().filter(fits).collect();
        match self.plan.any_of(&lows) {
            Some(low) if !self.plan.once_in(3) => self.sequence(low),
            _ => {
                let kind = self.any_kind(3, such)?;
                self.take(kind, 3)
            }
        }
    }

    /// A sequence with a terminal, or a triplet of terminals or honours.
    fn outside_set(&mut self) -> Option<Vec<Kind>> {
        let ends = |low: &Kind| low.is_suited() && matches!(low.number(), 1 | 7);
        let fits = |low: &Kind| ends(low) && (0..3).all(|step| self.left(Kind::at(low.index() + step)) > 0);
        let lows: Vec<Kind> = Kind::of_hand().filter(fits).collect();
        match self.plan.any_of(&lows) {
            Some(low) if !self.plan.once_in(4) => self.sequence(low),
            _ => {
                let kind = self.any_kind(3, Kind::is_outside)?;
                self.take(kind, 3)
            }
        }
    }

    fn consecutive_triplets(&mut self) -> Option<Vec<Kind>> {
        let rows = 3 + self.plan.lot(2);
        let low = self.any_kind(3, |kind| kind.is_suited() && usize::from(kind.number()) + rows <= 10)?;
        let mut hand = Vec::new();
        for step in 0..rows {
            hand.extend(self.take(Kind::at(low.index() + step), 3)?);
        }
        Some(hand)
    }

    /// Triplets of one number in three suits, or the pair in one of them.
    fn similar_triplets(&mut self) -> Option<Vec<Kind>> {
        let number = self.plan.lot(9);
        let mut hand = self.take(Kind::at(number), 3)?;
        hand.extend(self.take(Kind::at(9 + number), 3)?);
        let small = self.plan.once_in(2);
        hand.extend(self.take(Kind::at(18 + number), if small { 2 } else { 3 })?);
        Some(hand)
    }

    fn same_sequence(&mut self, such: &dyn Fn(Kind) -> bool) -> Option<Vec<Kind>> {
        let low = self.any_kind(1, |kind| such(kind) && kind.is_suited() && kind.number() <= 7)?;
        let mut hand = Vec::new();
        for _ in 0..2 + self.plan.lot(3) {
            hand.extend(self.sequence(low)?);
        }
        if hand.len() == 6 && self.plan.once_in(2) {
            let other = self.any_kind(2, |kind| such(kind) && kind.is_suited() && kind.number() <= 7)?;
            hand.extend(self.sequence(other)?);
            hand.extend(self.sequence(other)?);
        }
        Some(hand)
    }

    fn straight(&mut self) -> Option<Vec<Kind>> {
        let suit = self.plan.lot(3) * 9;
        let mut hand = Vec::new();
        for low in [0, 3, 6] {
            hand.extend(self.sequence(Kind::at(suit + low))?);
        }
        Some(hand)
    }

    fn similar_sequences(&mut self) -> Option<Vec<Kind>> {
        let low = self.plan.lot(7);
        let mut hand = Vec::new();
        for suit in [0, 9, 18] {
            hand.extend(self.sequence(Kind::at(suit + low))?);
        }
        Some(hand)
    }

    /// Triplets of winds or dragons, and often the pair of the last.
    fn honours(&mut self, first: usize, kinds: usize) -> Option<Vec<Kind>> {
        let all = self.plan.once_in(2);
        let skipped = self.plan.lot(kinds);
        // Two triplets and a pair of a third are a pattern too.
        let kinds = kinds - usize::from(self.plan.once_in(3));
        let mut hand = Vec::new();
        for place in 0..kinds {
            let kind = Kind::at(first + place);
            if place != skipped || all {
                hand.extend(self.take(kind, 3)?);
            } else if self.plan.once_in(2) {
                hand.extend(self.take(kind, 2)?);
            }
        }
        Some(hand)
    }
}
