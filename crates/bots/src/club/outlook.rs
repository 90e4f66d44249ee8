//! What a hand can expect: its chance to reach each target, times what the rulebook pays for it.

use super::chance::{Manner, usual_width};
use super::danger::is_closed;
use super::finish::{Finished, finish};
use super::knowledge::{Known, RIICHI_LUCK};
use super::situation::Situation;
use super::target::{SETS, Way};
use super::worth::Pay;
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::tile::Kind;
use jantaku_rules::win::{By, Meld, Riichi};

/// Targets that are weighed in one decision, beside the plain one.
const MOST_TARGETS: usize = 4;
/// Targets farther than the plain one by more than this are not considered.
const DETOUR: u8 = 2;
/// How much the second and further targets add: a hand may still turn to them.
const FLEXIBILITY: f32 = 0.2;

/// How much of its promise a hand keeps that gives up a tile it needs.
const STEP_BACK: f32 = 0.6;
/// How much of the chance that certain tiles come is not yet in the chance to advance.
const BOUND: f32 = 0.6;

/// A target worth considering, with its value in the final currency.
pub(crate) struct Aim<'a> {
    pub(crate) known: &'a Known,
    /// Completed concealed.
    pub(crate) closed: f32,
    closed_manner: Manner,
    /// Completed with calls.
    pub(crate) open: f32,
    /// Tiles of the completed hand.
    tiles: Counts,
    /// Tiles that the hand misses before the discard.
    pub(crate) missing: u8,
}

pub(crate) type Aims<'a> = ArrayVec<Aim<'a>, { MOST_TARGETS + 1 }>;

impl<'a> Situation<'a> {
    /// The targets that promise most for a hand, the plain one first.
    pub(crate) fn aims(&self, counts: &Counts, melds: &[Meld]) -> Aims<'a> {
        let closed = is_closed(melds);
        let mut promising: ArrayVec<(f32, &'a Known), { MOST_TARGETS }> = ArrayVec::new();
        let mut aims = Aims::new();
        let mut plain = u8::MAX;
        for known in &self.knows.targets {
            let Some(way) = Way::of(&self.knows.calculator, &known.target, counts, melds) else {
                continue;
            };
            if known.target.is_free() {
                plain = way.missing;
                aims.extend(self.aim(known, counts, melds));
                continue;
            }
            if way.missing > plain.saturating_add(DETOUR) {
                continue;
            }
            let shanten = usize::from(way.missing.saturating_sub(1));
            let concealed = if closed {
                let manner = self.closed_manner();
                self.chances.usual(shanten, known.breadth, manner) * known.closed * self.certainty(&way, manner)
            } else {
                0.0
            };
            let called = if known.open > 0.0 {
                let certainty = self.certainty(&way, Manner::Open);
                self.chances.usual(shanten, known.breadth, Manner::Open) * known.open * certainty
            } else {
                0.0
            };
            let promise = concealed.max(called);
            if promise <= 0.0 {
                continue;
            }
            if promising.is_full() {
                let least = (0..MOST_TARGETS).min_by(|&a, &b| promising[a].0.total_cmp(&promising[b].0));
                match least {
                    Some(least) if promising[least].0 < promise => promising[least] = (promise, known),
                    _ => {}
                }
            } else {
                promising.push((promise, known));
            }
        }
        for (_, known) in promising {
            aims.extend(self.aim(known, counts, melds));
        }
        aims
    }

    /// The chance that the tiles come that a target cannot do without.
    fn certainty(&self, way: &Way<'_>, manner: Manner) -> f32 {
        if !way.is_bound() {
            return 1.0;
        }
        let mut chance = 1.0f32;
        for (kind, &lacking) in way.lacking.iter().enumerate() {
            if lacking > 0 {
                let triplet = way.demanded[kind] >= 3;
                chance *= self.chances.certain(lacking, self.sight.unseen[kind], triplet, manner);
            }
        }
        // The other tiles take their time too, which the chance to advance has counted already.
        chance.powf(BOUND)
    }

    fn closed_manner(&self) -> Manner {
        if self.may_riichi { Manner::Riichi } else { Manner::Quiet }
    }

    /// Values a target by completing the hand towards it.
    fn aim(&self, known: &'a Known, counts: &Counts, melds: &[Meld]) -> Option<Aim<'a>> {
        let finished = finish(
            &self.knows.calculator,
            &known.target,
            counts,
            melds,
            &self.sight.unseen,
            &self.liked,
        )?;
        let (closed, closed_manner) = self.concealed(&finished, melds);
        Some(Aim {
            known,
            closed,
            closed_manner,
            open: self.called(known, &finished, melds),
            tiles: finished.counts,
            missing: finished.drawn.len() as u8,
        })
    }

    /// The value of a hand that is completed concealed.
    fn concealed(&self, finished: &Finished, melds: &[Meld]) -> (f32, Manner) {
        let Some(last) = finished.last().filter(|_| is_closed(melds)) else {
            return (0.0, Manner::Quiet);
        };
        let pay = |riichi| self.scorer.pay(&finished.counts, last, melds, riichi, By::Ron);
        if self.may_riichi {
            let value = pay(Riichi::Riichi).map_or(0.0, |pay| self.riichi_value(pay));
            return (value, Manner::Riichi);
        }
        let ron = pay(Riichi::None);
        let tsumo = || self.scorer.pay(&finished.counts, last, melds, Riichi::None, By::Tsumo);
        let value = match ron {
            Some(pay) => self.value(pay),
            None => tsumo().map_or(0.0, |pay| self.value(pay) * 0.35),
        };
        (value, Manner::Quiet)
    }

    /// The value of a hand that is completed with calls.
    fn called(&self, known: &Known, finished: &Finished, melds: &[Meld]) -> f32 {
        let sets = SETS - melds.len().min(SETS);
        if !is_closed(melds) {
            let paid = finished
                .last()
                .and_then(|last| self.scorer.pay(&finished.counts, last, melds, Riichi::None, By::Ron));
            return paid.map_or(0.0, |pay| self.value(pay));
        }
        if known.open <= 0.0 {
            return 0.0;
        }
        let Some((meld, rest)) = finished.opened(&self.knows.calculator, sets) else {
            return 0.0;
        };
        let Some(last) = finished.drawn.iter().rev().find(|kind| rest[kind.index()] > 0) else {
            return 0.0;
        };
        let mut all: ArrayVec<Meld, SETS> = melds.iter().take(SETS - 1).cloned().collect();
        all.push(meld);
        let paid = self.scorer.pay(&rest, *last, &all, Riichi::None, By::Ron);
        paid.map_or(0.0, |pay| self.value(pay))
    }

    /// The final worth of a payment.
    pub(crate) fn value(&self, pay: Pay) -> f32 {
        let standing = &self.sight.view.standing;
        let settings = &self.scorer.rules.settings;
        let sticks = i32::from(standing.sticks) * settings.riichi.stick;
        let honba = i32::from(standing.honba) * settings.payment.honba_ron;
        self.purse
            .gain(pay.in_points(self.purse.chip) + (sticks + honba) as f32)
    }

    /// The same for a riichi, whose luck and chips are only known afterwards.
    pub(crate) fn riichi_value(&self, pay: Pay) -> f32 {
        let chips = &self.scorer.rules.settings.chips;
        let luck = if self.scorer.rules.settings.dora.ura {
            RIICHI_LUCK
        } else {
            1.2
        };
        self.value(Pay {
            points: pay.points * luck,
            chips: pay.chips + 0.25 * f32::from(chips.ippatsu) + 0.5 * f32::from(chips.ura),
        })
    }

    /// What a hand between draws can expect over all aims.
    pub(crate) fn expects(&self, aims: &Aims<'_>, counts: &Counts, melds: &[Meld], without: Option<Kind>) -> f32 {
        let (mut best, mut sum) = (0.0f32, 0.0);
        for aim in aims {
            let Some(way) = Way::of(&self.knows.calculator, &aim.known.target, counts, melds) else {
                continue;
            };
            let mut width = self.width(way.draws());
            let breadth = aim.known.breadth;
            let shanten = usize::from(way.missing.saturating_sub(1));
            let mut expected = 0.0f32;
            // Any tile helps a hand that was just taken apart; it is no better for that.
            let steps_back = way.missing > aim.missing;
            if steps_back {
                width = width.min(usual_width(shanten) * breadth);
            }
            if aim.closed > 0.0 {
                let chance = self.chances.win(shanten, width, breadth, aim.closed_manner);
                expected = chance * self.certainty(&way, aim.closed_manner) * aim.closed;
            }
            if aim.open > 0.0 {
                let chance = self.chances.win(shanten, width, breadth, Manner::Open);
                expected = expected.max(chance * self.certainty(&way, Manner::Open) * aim.open);
            }
            // A dora that the completed hand would hold is gone.
            if let Some(kind) = without
                && self.liked[kind.index()] > 0
                && counts[kind.index()] < aim.tiles[kind.index()]
            {
                expected *= 0.7;
            }
            if steps_back {
                expected *= STEP_BACK;
            }
            best = best.max(expected);
            sum += expected;
        }
        best + FLEXIBILITY * (sum - best)
    }
}
