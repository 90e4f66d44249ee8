//! What a hand can become: the best of all its ways to a win, tile by tile to the end of the wall.
//!
//! A node is a hand between draws. Its row says what it is worth with so many own draws left, in the final currency: each draw that
//! brings it nearer leads to the best discard after it, each other one leaves it as it is, and it may be given up at any time.

use super::budget::Budget;
use super::course::{Course, Row, TURNS};
use super::prize::Prizes;
use super::tenpai::{declared, quiet};
use crate::club::chance::Manner;
use crate::club::situation::Situation;
use crate::club::target::{Target, Way};
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_rules::win::Meld;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Discards that are followed after a draw, at most.
const MOST_FOLLOWED: usize = 4;
/// How likely a useful tile is to be discarded by another player, compared with a random one.
const CALLABLE: f32 = 0.8;
/// Steps of thinking.
const STEPS_OF_A_NODE: u64 = 12;
const STEPS_OF_A_DRAW: u64 = 4;
const STEPS_OF_A_SCORE: u64 = 16;

/// A hand on its way to one target.
pub(super) struct Future<'s> {
    pub(super) situation: &'s Situation<'s>,
    pub(super) course: &'s Course,
    pub(super) target: &'s Target,
    pub(super) melds: &'s [Meld],
    /// Whether it calls what others discard.
    pub(super) calls: bool,
    /// The hand at the beginning.
    pub(super) start: Counts,
    /// Discards that are followed after a draw, those that leave the most useful tiles.
    followed: usize,
    rows: Vec<Row>,
    known: HashMap<u128, usize, BuildHasherDefault<Mixer>>,
}

impl<'s> Future<'s> {
    pub(super) fn new(
        situation: &'s Situation<'s>,
        course: &'s Course,
        target: &'s Target,
        melds: &'s [Meld],
        calls: bool,
        start: Counts,
        followed: usize,
    ) -> Future<'s> {
        Future {
            situation,
            course,
            target,
            melds,
            calls,
            start,
            followed,
            rows: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// What a hand between draws is worth now; `None` if the melds rule the target out, or the budget is used up.
    pub(super) fn worth(&mut self, counts: &Counts, prizes: &mut Prizes<'s>, budget: &mut Budget) -> Option<f32> {
        let node = self.node(counts, prizes, budget)?;
        Some(self.rows[node][self.course.turns])
    }

    fn node(&mut self, counts: &Counts, prizes: &mut Prizes<'s>, budget: &mut Budget) -> Option<usize> {
        let key = packed(counts);
        if let Some(&node) = self.known.get(&key) {
            return Some(node);
        }
        if !budget.take(STEPS_OF_A_NODE) {
            return None;
        }
        let way = Way::of(&self.situation.knows.calculator, self.target, counts, self.melds)?;
        let row = if way.missing <= 1 {
            let before = prizes.scores;
            let row = self.tenpai(counts, prizes);
            budget.take(STEPS_OF_A_SCORE * (prizes.scores - before));
            row
        } else {
            self.on_the_way(counts, &way, prizes, budget)?
        };
        self.rows.push(row);
        self.known.insert(key, self.rows.len() - 1);
        Some(self.rows.len() - 1)
    }

    /// Copies of a kind that are left, with what the hand has gained since the beginning.
    fn unseen(&self, counts: &Counts) -> Counts {
        std::array::from_fn(|kind| {
            let gained = counts[kind].saturating_sub(self.start[kind]);
            self.situation.sight.unseen[kind].saturating_sub(gained)
        })
    }

    fn on_the_way(
        &mut self,
        counts: &Counts,
        way: &Way<'_>,
        prizes: &mut Prizes<'s>,
        budget: &mut Budget,
    ) -> Option<Row> {
        let unseen = self.unseen(counts);
        let mut nearer: Row = [0.0; TURNS + 1];
        let mut chances = 0.0;
        for kind in way.draws() {
            let left = f32::from(unseen[kind.index()]);
            if left == 0.0 || counts[kind.index()] >= 4 {
                continue;
            }
            let chance = self.chance_of(counts, kind, left);
            let mut best = self.course.fold;
            for (discard, node) in self.discards(counts, way, kind, prizes, budget)? {
                let cost = self.course.cost[discard.index()];
                for (best, value) in best.iter_mut().zip(&self.rows[node]) {
                    *best = best.max(value - cost);
                }
            }
            chances += chance;
            for (sum, best) in nearer.iter_mut().zip(&best) {
                *sum += chance * best;
            }
        }
        // Several tiles may come in one go-around; only one of them is taken.
        let scale = if chances > 0.95 { 0.95 / chances } else { 1.0 };
        let course = self.course;
        let mut row: Row = [0.0; TURNS + 1];
        let mut value = course.survival[0] * course.noten + course.others[0];
        row[0] = value;
        for left in 1..=course.turns {
            let stays = course.fold[left - 1].max(value - course.push[left - 1]);
            let goes = scale * nearer[left - 1] + (1.0 - scale * chances) * stays;
            value = course.survival[left] * goes + course.others[left];
            row[left] = value;
        }
        Some(row)
    }

    /// The chance that a kind comes within a go-around.
    fn chance_of(&self, counts: &Counts, kind: Kind, left: f32) -> f32 {
        let draw = (left / self.course.unseen).min(0.95);
        if !self.calls {
            return draw;
        }
        let ways = if counts[kind.index()] >= 2 {
            CALLABLE * self.course.opponents
        } else if self.is_in_sequence(counts, kind) {
            CALLABLE
        } else {
            0.0
        };
        1.0 - (1.0 - draw).powf(1.0 + ways)
    }

    /// Whether the hand holds two tiles that make a sequence with this one.
    fn is_in_sequence(&self, counts: &Counts, kind: Kind) -> bool {
        if !kind.is_suited() || self.situation.scorer.rules.seats() < 4 {
            return false;
        }
        let number = i32::from(kind.number());
        let has = |step: i32| {
            (1..=9).contains(&(number + step)) && counts[(kind.index() as i32 + step) as usize % HAND_KINDS] > 0
        };
        has(1) && (has(2) || has(-1)) || has(-1) && has(-2)
    }

    /// The discards worth following after a draw, with the hands they leave.
    fn discards(
        &mut self,
        counts: &Counts,
        way: &Way<'_>,
        drawn: Kind,
        prizes: &mut Prizes<'s>,
        budget: &mut Budget,
    ) -> Option<ArrayVec<(Kind, usize), MOST_FOLLOWED>> {
        budget.take(STEPS_OF_A_DRAW);
        let mut hand = *counts;
        hand[drawn.index()] += 1;
        let mut taken = way.clone();
        taken.take(drawn);
        let mut options: ArrayVec<(f32, Kind), 14> = ArrayVec::new();
        for kind in Kind::of_hand() {
            let held = hand[kind.index()];
            if held > 0 && kind != drawn && !options.is_full() && taken.can_spare(kind, held) {
                options.push((0.0, kind));
            }
        }
        if options.len() > self.followed {
            for (width, kind) in &mut options {
                hand[kind.index()] -= 1;
                *width = self.width(&hand) - f32::from(self.situation.liked[kind.index()]) * 4.0;
                hand[kind.index()] += 1;
            }
            budget.take(2 * options.len() as u64);
            options.sort_by(|one, other| other.0.total_cmp(&one.0));
        }
        let mut followed = ArrayVec::new();
        for &(_, kind) in options.iter().take(self.followed.min(MOST_FOLLOWED)) {
            hand[kind.index()] -= 1;
            let node = self.node(&hand, prizes, budget)?;
            hand[kind.index()] += 1;
            followed.push((kind, node));
        }
        Some(followed)
    }

    /// Unseen tiles that bring a hand nearer.
    fn width(&self, counts: &Counts) -> f32 {
        let way = Way::of(&self.situation.knows.calculator, self.target, counts, self.melds);
        way.map_or(0.0, |way| self.situation.width(way.draws()))
    }

    fn tenpai(&self, counts: &Counts, prizes: &mut Prizes<'s>) -> Row {
        let unseen = self.unseen(counts);
        let thrown = self.situation.thrown;
        if !self.calls && prizes.may_riichi(self.melds) {
            let waits = prizes.in_riichi(counts, self.melds, &unseen, thrown);
            return declared(self.situation, self.course, waits);
        }
        let opens = self.calls && crate::club::danger::is_closed(self.melds);
        let waits = prizes.quiet(counts, self.melds, &unseen, thrown, opens.then_some(&self.start));
        let manner = if self.calls { Manner::Open } else { Manner::Quiet };
        quiet(self.course, waits, manner)
    }
}

/// Three bits for each kind.
fn packed(counts: &Counts) -> u128 {
    counts.iter().fold(0, |key, &held| key << 3 | u128::from(held.min(7)))
}

/// Mixes the bits of a packed hand.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = ((key as u64).wrapping_mul(ODD)).rotate_left(31) ^ (key >> 64) as u64;
        self.0 = (self.0 ^ mixed).wrapping_mul(ODD);
        self.0 ^= self.0 >> 29;
    }
}
