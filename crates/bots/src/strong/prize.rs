//! What a hand in tenpai wins with each of its waits, by the rulebook's own scorer.

use super::course::Course;
use crate::club::danger::is_closed;
use crate::club::finish::Finished;
use crate::club::situation::Situation;
use crate::club::target::SETS;
use crate::club::worth::Pay;
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::dora::pointed_at;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::tile::{HAND_KINDS, Kind};
use jantaku_rules::win::{By, Meld, Riichi};

/// How often a win after riichi comes within the first go-around.
const AT_ONCE: f32 = 0.13;

/// Values tenpai hands of one decision.
pub(super) struct Prizes<'s> {
    pub(super) situation: &'s Situation<'s>,
    pub(super) course: &'s Course,
    /// What luck adds to a riichi of so many points: ura and ippatsu, and the tsumo.
    luck: Vec<Luck>,
    /// How many waits of a hand are scored, the most plentiful ones; the others are taken to bring the same.
    scored: usize,
    /// Hands that were scored so far.
    pub(super) scores: u64,
}

struct Luck {
    points: f32,
    ron: f32,
    tsumo: f32,
}

/// The waits of a hand and what they bring, in the final currency.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waits {
    /// Unseen tiles that win when drawn.
    pub(super) drawn: f32,
    /// Those that win as another player's discard too.
    pub(super) thrown: f32,
    pub(super) by_tsumo: f32,
    pub(super) by_ron: f32,
}

impl Waits {
    fn add(&mut self, unseen: f32, ron: Option<f32>, tsumo: Option<f32>) {
        if let Some(value) = ron {
            self.thrown += unseen;
            self.by_ron += unseen * value;
        }
        if let Some(value) = tsumo {
            self.drawn += unseen;
            self.by_tsumo += unseen * value;
        }
    }

    fn means(mut self) -> Waits {
        self.by_tsumo /= self.drawn.max(1.0);
        self.by_ron /= self.thrown.max(1.0);
        self
    }
}

impl<'s> Prizes<'s> {
    pub(super) fn new(situation: &'s Situation<'s>, course: &'s Course, scored: usize) -> Prizes<'s> {
        Prizes {
            situation,
            course,
            luck: Vec::new(),
            scored,
            scores: 0,
        }
    }

    /// The waits in riichi; `unseen` says how many copies of a kind are left, `thrown` what bars a win on discards.
    pub(super) fn in_riichi(&mut self, counts: &Counts, melds: &[Meld], unseen: &Counts, thrown: KindSet) -> Waits {
        let waits = self.situation.knows.calculator.waits(counts);
        let furiten = self.is_furiten(waits, thrown);
        let mut prize = Waits::default();
        let mut values = None;
        for (rank, (left, kind)) in ranked(waits, counts, unseen).into_iter().enumerate() {
            if rank < self.scored {
                self.scores += 1;
                let complete = completed(counts, kind);
                let paid = self
                    .situation
                    .scorer
                    .pay(&complete, kind, melds, Riichi::Riichi, By::Ron);
                values = paid.map(|pay| self.lucky(pay, &complete, kind, melds));
            }
            if let Some((ron, tsumo)) = values {
                prize.add(left, (!furiten).then_some(ron), Some(tsumo));
            }
        }
        prize.means()
    }

    /// The waits without riichi. A hand that goes from `start` and has called nothing yet is scored with one set called.
    pub(super) fn quiet(
        &mut self,
        counts: &Counts,
        melds: &[Meld],
        unseen: &Counts,
        thrown: KindSet,
        start: Option<&Counts>,
    ) -> Waits {
        let waits = self.situation.knows.calculator.waits(counts);
        let furiten = self.is_furiten(waits, thrown);
        let mut prize = Waits::default();
        let mut values = (None, None);
        for (rank, (left, kind)) in ranked(waits, counts, unseen).into_iter().enumerate() {
            if rank < self.scored {
                self.scores += 2;
                values = self.plain(&completed(counts, kind), kind, melds, start);
            }
            prize.add(left, values.0.filter(|_| !furiten), values.1);
        }
        prize.means()
    }

    /// What a complete hand brings by ron and by tsumo.
    fn plain(
        &self,
        complete: &Counts,
        last: Kind,
        melds: &[Meld],
        start: Option<&Counts>,
    ) -> (Option<f32>, Option<f32>) {
        let scorer = &self.situation.scorer;
        let value = |pay: Pay| self.situation.value(pay);
        let Some(start) = start else {
            let pay = |by| scorer.pay(complete, last, melds, Riichi::None, by).map(value);
            return (pay(By::Ron), pay(By::Tsumo));
        };
        let Some((rest, all)) = self.with_a_call(complete, last, melds, start) else {
            return (None, None);
        };
        let pay = |by| scorer.pay(&rest, last, &all, Riichi::None, by).map(value);
        (pay(By::Ron), pay(By::Tsumo))
    }

    fn is_furiten(&self, waits: KindSet, thrown: KindSet) -> bool {
        self.situation.scorer.rules.settings.furiten.own_discards && waits.meets(thrown)
    }

    /// The same complete hand with a set called that it has gained since `start`.
    fn with_a_call(
        &self,
        complete: &Counts,
        last: Kind,
        melds: &[Meld],
        start: &Counts,
    ) -> Option<(Counts, ArrayVec<Meld, SETS>)> {
        let gained = |kind: &Kind| complete[kind.index()] > start[kind.index()];
        let finished = Finished {
            counts: *complete,
            drawn: Kind::of_hand().filter(gained).filter(|kind| *kind != last).collect(),
        };
        let sets = SETS - melds.len().min(SETS);
        let (meld, rest) = finished.opened(&self.situation.knows.calculator, sets)?;
        let mut all: ArrayVec<Meld, SETS> = melds.iter().take(SETS - 1).cloned().collect();
        all.push(meld);
        (rest[last.index()] > 0).then_some((rest, all))
    }

    /// What a riichi hand brings by ron and by tsumo, with the luck that is only known afterwards.
    fn lucky(&mut self, pay: Pay, complete: &Counts, last: Kind, melds: &[Meld]) -> (f32, f32) {
        let known = self.luck.iter().position(|luck| luck.points == pay.points);
        let place = known.unwrap_or_else(|| {
            let luck = self.measure(pay, complete, last, melds);
            self.luck.push(luck);
            self.luck.len() - 1
        });
        let luck = &self.luck[place];
        let chips = &self.situation.scorer.rules.settings.chips;
        let chips = pay.chips + 0.25 * f32::from(chips.ippatsu) + 0.5 * f32::from(chips.ura);
        let value = |factor: f32, payers: f32| {
            self.situation.value(Pay {
                points: pay.points * factor,
                chips: chips * payers,
            })
        };
        (value(luck.ron, 1.0), value(luck.tsumo, self.course.opponents))
    }

    fn measure(&self, pay: Pay, complete: &Counts, last: Kind, melds: &[Meld]) -> Luck {
        let situation = self.situation;
        let settings = &situation.scorer.rules.settings;
        let base = pay.points.max(1.0);
        let mut ron = 1.0;
        let points_at = |kind: usize| pointed_at(settings, Kind::at(kind)).index();
        let held = |kind: usize| f32::from(complete.get(points_at(kind)).copied().unwrap_or(0));
        let fewest = (0..HAND_KINDS)
            .filter(|&kind| held(kind) > 0.0)
            .min_by(|&one, &other| held(one).total_cmp(&held(other)));
        if let Some(indicator) = fewest {
            let tile = situation.knows.plain[indicator];
            let more = situation.scorer.pay_with_ura(complete, last, melds, tile);
            let each = more.map_or(0.0, |more| (more.points / base - 1.0) / held(indicator));
            let mut expected = AT_ONCE;
            if settings.dora.ura {
                let unseen = |kind: usize| f32::from(situation.sight.unseen[kind]);
                let hits: f32 = (0..HAND_KINDS).map(|kind| unseen(kind) * held(kind)).sum();
                expected += hits / self.course.unseen * situation.sight.view.indicators.len() as f32;
            }
            ron += expected * if settings.dora.ura { each } else { each.max(0.3) };
        }
        let tsumo = situation.scorer.pay(complete, last, melds, Riichi::Riichi, By::Tsumo);
        Luck {
            points: pay.points,
            ron,
            tsumo: ron * tsumo.map_or(1.0, |tsumo| tsumo.points / base),
        }
    }

    /// Whether a closed hand may still declare riichi.
    pub(super) fn may_riichi(&self, melds: &[Meld]) -> bool {
        self.situation.may_riichi && is_closed(melds)
    }
}

/// The waits of which copies are left, the most plentiful first.
fn ranked(waits: KindSet, counts: &Counts, unseen: &Counts) -> ArrayVec<(f32, Kind), HAND_KINDS> {
    let open = |kind: &Kind| unseen[kind.index()] > 0 && counts[kind.index()] < 4;
    let left = |kind: Kind| (f32::from(unseen[kind.index()]), kind);
    let mut ranked: ArrayVec<_, HAND_KINDS> = waits.iter().filter(open).map(left).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked
}

/// The hand with one more tile.
fn completed(counts: &Counts, kind: Kind) -> Counts {
    let mut complete = *counts;
    complete[kind.index()] += 1;
    complete
}
