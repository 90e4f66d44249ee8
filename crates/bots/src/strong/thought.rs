//! One decision, thought through.

use super::ahead::{Ahead, Outlook, influence, roughly};
use super::budget::Budget;
use super::course::Course;
use super::future::Future;
use super::prize::Prizes;
use super::tenpai::{declared, quiet};
use super::worlds::Worlds;
use crate::club::chance::Manner;
use crate::club::danger::is_closed;
use crate::club::outlook::Aims;
use crate::club::situation::Situation;
use crate::club::target::Way;
use crate::club::turn::Candidate;
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_rules::win::Meld;
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;
use jantaku_table::shuffle::Stream;

/// Hands that lack more tiles are left to a rougher judgement.
const NEAR: u8 = 3;
/// The part of the thinking that goes into sampled worlds.
const FOR_WORLDS: f32 = 0.1;
/// Discards that are followed after a draw: first one, then more.
const FOLLOWED: [usize; 3] = [1, 2, 4];
/// How many times longer the next width is expected to take.
const WIDER: u64 = 4;
/// A call must promise this much more than to wait, in parts of an average hand.
const RELUCTANCE: f32 = 0.09;
/// The same for a far hand, as a factor.
const FAR_RELUCTANCE: f32 = 1.25;

pub(super) struct Thought<'t> {
    situation: &'t Situation<'t>,
    course: Course,
    lots: &'t mut Stream,
    budget: &'t mut Budget,
}

/// What a hand promises after each discard.
type Promises = [Option<f32>; HAND_KINDS];
/// Choices with what they promise.
pub(super) type Weighed = Vec<(Action, f32)>;

impl<'t> Thought<'t> {
    pub(super) fn new(situation: &'t Situation<'t>, lots: &'t mut Stream, budget: &'t mut Budget) -> Thought<'t> {
        Thought {
            course: Course::of(situation),
            situation,
            lots,
            budget,
        }
    }

    /// Learns what others may hold and do, with a part of the thinking.
    fn sample(&mut self) {
        let mut part = self.budget.part(FOR_WORLDS);
        let worlds = Worlds::of(self.situation, self.lots, &mut part);
        self.course.learn(self.situation, &worlds);
        self.budget.join(part);
    }

    /// Every discard with what it promises, or `None` if there is no time for it.
    pub(super) fn turn(&mut self, prompt: &Prompt) -> Option<Weighed> {
        let situation = self.situation;
        let counts = situation.sight.counts;
        let melds = &situation.sight.own().melds;
        let aims = situation.aims(&counts, melds);
        let missing = aims.iter().map(|aim| aim.missing).min()?;
        let rough = roughly(situation, prompt, &aims);
        let ahead = (missing > 1).then(|| Ahead::of(situation, &aims, &rough, self.budget));
        let ahead = ahead.flatten();
        if missing > NEAR {
            return Some(ahead?.weighed(situation, &self.course, &rough));
        }
        self.sample();
        let promises = self.deepened(|thought, followed| thought.promises(&aims, &counts, melds, followed))?;
        let power = influence(missing, situation.is_threatened());
        let mut weighed = Weighed::new();
        for candidate in &rough {
            let more = match (candidate.action, &ahead) {
                (Action::Discard { tile, .. }, Some(ahead)) => ahead.outlook(tile, power),
                _ => Outlook::PLAIN,
            };
            if let Some(value) = self.value(&promises, candidate, more) {
                weighed.push((candidate.action, value));
            }
        }
        Some(weighed)
    }

    /// What a discard promises, less what it may cost.
    fn value(&self, promises: &Promises, rough: &Candidate, more: Outlook) -> Option<f32> {
        let (tile, riichi) = match rough.action {
            Action::Discard { tile, .. } => (tile, false),
            Action::Riichi { tile, .. } => (tile, true),
            _ => return None,
        };
        let kind = tile.kind();
        let mut value = self.promise(promises, kind, riichi, rough.value, more)?;
        if tile.is_red() || tile.is_pocchi() {
            value -= value.abs() * 0.01;
        }
        // Of equal tiles the drawn one goes: it tells nobody anything.
        if matches!(rough.action, Action::Discard { drawn: true, .. }) {
            value += value.abs() * 1e-4;
        }
        Some(value)
    }

    fn promise(&self, promises: &Promises, kind: Kind, riichi: bool, rough: f32, more: Outlook) -> Option<f32> {
        let situation = self.situation;
        let melds = &situation.sight.own().melds;
        let turns = self.course.turns;
        let mut left = situation.sight.counts;
        left[kind.index()] = left[kind.index()].checked_sub(1)?;
        let passes = 1.0 - situation.danger.chance(kind);
        let cost = self.course.cost[kind.index()];
        let fold = self.course.fold[turns];
        let tracker = situation.knows.calculator.track(&left);
        if tracker.shanten() == 0 {
            let mut prizes = Prizes::new(situation, &self.course, HAND_KINDS);
            let thrown = situation.thrown | KindSet::of(kind);
            let unseen = &situation.sight.unseen;
            let row = if riichi {
                let waits = prizes.in_riichi(&left, melds, unseen, thrown);
                declared(situation, &self.course, waits)
            } else {
                let manner = if is_closed(melds) { Manner::Quiet } else { Manner::Open };
                let waits = prizes.quiet(&left, melds, unseen, thrown, None);
                quiet(&self.course, waits, manner)
            };
            let mut promised = row[turns];
            if !riichi {
                promised = promised.max(promises[kind.index()].unwrap_or(fold) * 0.9).max(fold);
            }
            return Some(promised * passes - cost);
        }
        if riichi {
            return None;
        }
        let promised = promises[kind.index()].unwrap_or(fold).max(fold);
        let promised = fold + (promised - fold) * more.part;
        Some(promised * passes - cost + 0.02 * (rough + cost).max(0.0) + more.hope)
    }

    /// A pass and every call with what it promises, or `None` if there is no time for it.
    pub(super) fn claim(&mut self, legal: &[Action]) -> Option<Weighed> {
        let situation = self.situation;
        let own = situation.sight.own();
        let counts = situation.sight.counts;
        let aims = situation.aims(&counts, &own.melds);
        if aims.iter().map(|aim| aim.missing).min()? > NEAR {
            return Some(self.far_calls(legal));
        }
        self.sample();
        self.deepened(|thought, followed| thought.calls(legal, &aims, followed))
    }

    /// The same for a hand that is too far to be followed to its end.
    fn far_calls(&self, legal: &[Action]) -> Weighed {
        let promised = |&action: &Action| Some((action, self.situation.after_call(action)?));
        let passed = (Action::Pass, self.situation.waiting() * FAR_RELUCTANCE);
        std::iter::once(passed)
            .chain(legal.iter().filter_map(promised))
            .collect()
    }

    /// Thinks wider and wider, as long as there is time for it; the widest thought that came to its end.
    fn deepened<T>(&mut self, mut think: impl FnMut(&mut Thought<'t>, usize) -> Option<T>) -> Option<T> {
        let mut found = None;
        for followed in FOLLOWED {
            let before = self.budget.left();
            let Some(wider) = think(self, followed) else { break };
            found = Some(wider);
            if self.budget.left() < WIDER * (before - self.budget.left()) {
                break;
            }
        }
        found
    }

    fn calls(&mut self, legal: &[Action], aims: &Aims<'_>, followed: usize) -> Option<Weighed> {
        let situation = self.situation;
        let own = situation.sight.own();
        let waiting = self.hand(aims, &situation.sight.counts, &own.melds, followed)?;
        let margin = RELUCTANCE * situation.purse.gain(situation.knows.usual.closed);
        let mut weighed = Weighed::new();
        weighed.push((Action::Pass, waiting.max(self.course.fold[self.course.turns]) + margin));
        for &action in legal.iter().filter(|action| **action != Action::Daiminkan) {
            if let Some((counts, melds, forbidden)) = situation.hand_after(action) {
                let aims = situation.aims(&counts, &melds);
                let promises = self.promises(&aims, &counts, &melds, followed)?;
                let discards = Kind::of_hand().filter(|kind| !forbidden.has(*kind));
                let value = |kind: Kind| {
                    let passes = 1.0 - situation.danger.chance(kind);
                    Some(promises[kind.index()]? * passes - self.course.cost[kind.index()])
                };
                weighed.extend(
                    discards
                        .filter_map(value)
                        .max_by(f32::total_cmp)
                        .map(|best| (action, best)),
                );
            }
        }
        Some(weighed)
    }

    /// What a hand between draws promises.
    fn hand(&mut self, aims: &Aims<'_>, counts: &Counts, melds: &[Meld], followed: usize) -> Option<f32> {
        let mut best: Option<f32> = None;
        for (aim, calls) in self.ways(aims, melds) {
            let target = &aims[aim].known.target;
            let mut prizes = Prizes::new(self.situation, &self.course, scored(aims, followed));
            let mut future = Future::new(self.situation, &self.course, target, melds, calls, *counts, followed);
            let worth = future.worth(counts, &mut prizes, self.budget)?;
            best = Some(best.map_or(worth, |best| best.max(worth)));
        }
        best
    }

    /// What a hand promises after each discard that brings it nearer to something.
    fn promises(&mut self, aims: &Aims<'_>, counts: &Counts, melds: &[Meld], followed: usize) -> Option<Promises> {
        let mut promises: Promises = [None; HAND_KINDS];
        let calculator = &self.situation.knows.calculator;
        let mut any = false;
        for (aim, calls) in self.ways(aims, melds) {
            let aim = &aims[aim];
            let mut prizes = Prizes::new(self.situation, &self.course, scored(aims, followed));
            let mut future = Future::new(
                self.situation,
                &self.course,
                &aim.known.target,
                melds,
                calls,
                *counts,
                followed,
            );
            for kind in Kind::of_hand().filter(|kind| counts[kind.index()] > 0) {
                let mut left = *counts;
                left[kind.index()] -= 1;
                let way = Way::of(calculator, &aim.known.target, &left, melds);
                if way.is_none_or(|way| way.missing > aim.missing.max(1)) {
                    continue;
                }
                let worth = future.worth(&left, &mut prizes, self.budget)?;
                any = true;
                let promise = &mut promises[kind.index()];
                *promise = Some(promise.map_or(worth, |before| before.max(worth)));
            }
        }
        any.then_some(promises)
    }

    /// The aims worth following, each concealed or with calls.
    fn ways(&self, aims: &Aims<'_>, melds: &[Meld]) -> ArrayVec<(usize, bool), 10> {
        let closed = is_closed(melds);
        let least = aims.iter().map(|aim| aim.missing).min().unwrap_or(u8::MAX);
        let mut ways = ArrayVec::new();
        for (place, aim) in aims.iter().enumerate() {
            if aim.missing > NEAR || aim.missing > least + 1 {
                continue;
            }
            if closed && aim.closed > 0.0 {
                ways.push((place, false));
            }
            if aim.open > 0.0 {
                ways.push((place, true));
            }
        }
        ways
    }
}

/// How many waits of each tenpai hand are scored: all of a near hand, the most plentiful one of many.
fn scored(aims: &Aims<'_>, followed: usize) -> usize {
    let least = aims.iter().map(|aim| aim.missing).min().unwrap_or(u8::MAX);
    if least < NEAR || followed > 1 { HAND_KINDS } else { 1 }
}
