//! A hand in tenpai, weighed by its true waits: to declare riichi, to show the hand, or to keep quiet.

use super::chance::Manner;
use super::danger::is_closed;
use super::situation::Situation;
use super::worth::Pay;
use crate::sight::Counts;
use jantaku_rules::win::{By, Meld, Riichi};

/// Discards that a hand locked by riichi still has to make, at most.
const LOCKED: f32 = 3.0;
/// Nobody discards into a hand that lies open, unless they are locked themselves.
const INTO_OPEN: f32 = 0.15;

/// What each way to be in tenpai promises, in the final currency.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tenpai {
    pub(crate) quiet: f32,
    pub(crate) riichi: f32,
    pub(crate) open_riichi: f32,
}

impl Situation<'_> {
    /// The promises of a hand between draws; `None` if it is not tenpai.
    pub(crate) fn tenpai(&self, counts: &Counts, melds: &[Meld]) -> Option<Tenpai> {
        let tracker = self.knows.calculator.track(counts);
        if tracker.shanten() != 0 {
            return None;
        }
        let waits = tracker.waits();
        let closed = is_closed(melds);
        let furiten = self.scorer.rules.settings.furiten.own_discards && waits.meets(self.thrown);
        let mut quiet = Waits::default();
        let mut riichi = Waits::default();
        let mut open_riichi = Waits::default();
        let shows = closed && self.may_riichi && self.scorer.rules.settings.riichi.open;
        for kind in waits {
            let unseen = f32::from(self.sight.unseen[kind.index()]);
            if unseen == 0.0 || counts[kind.index()] >= 4 {
                continue;
            }
            let mut complete = *counts;
            complete[kind.index()] += 1;
            let pay = |riichi, by| self.scorer.pay(&complete, kind, melds, riichi, by);
            let by_ron = pay(Riichi::None, By::Ron).filter(|_| !furiten);
            let by_tsumo = if by_ron.is_none() {
                pay(Riichi::None, By::Tsumo)
            } else {
                None
            };
            quiet.add(unseen, by_ron, by_tsumo);
            if closed && self.may_riichi {
                let paid = pay(Riichi::Riichi, By::Ron);
                riichi.add(unseen, paid.filter(|_| !furiten), paid);
            }
            if shows {
                open_riichi.add(unseen, None, pay(Riichi::Open, By::Tsumo));
            }
        }
        let manner = if closed { Manner::Quiet } else { Manner::Open };
        let plain = |pay: Pay| self.value(pay);
        let lucky = |pay: Pay| self.riichi_value(pay);
        let stick = self.purse.gain(self.scorer.rules.settings.riichi.stick as f32);
        let lock = self.risk * LOCKED.min(self.chances.turns() as f32 * 0.8);
        let declared = |waits: &Waits| {
            let (chance, value) = waits.promise(self, Manner::Riichi, &lucky);
            value - (1.0 - chance) * stick - lock
        };
        Some(Tenpai {
            quiet: quiet.promise(self, manner, &plain).1 - self.risk,
            riichi: if riichi.unseen > 0.0 {
                declared(&riichi)
            } else {
                f32::MIN
            },
            open_riichi: if open_riichi.unseen > 0.0 {
                declared(&open_riichi) + INTO_OPEN * open_riichi.unseen / 10.0 * stick
            } else {
                f32::MIN
            },
        })
    }
}

/// Waits with what they pay.
#[derive(Default)]
struct Waits {
    /// Unseen tiles of all waits that can win.
    unseen: f32,
    /// Of those, the tiles that can be won on by ron too.
    by_ron: f32,
    points: f32,
    chips: f32,
}

impl Waits {
    fn add(&mut self, unseen: f32, ron: Option<Pay>, tsumo: Option<Pay>) {
        let Some(pay) = ron.or(tsumo) else { return };
        self.unseen += unseen;
        self.by_ron += if ron.is_some() { unseen } else { 0.0 };
        self.points += unseen * pay.points;
        self.chips += unseen * pay.chips;
    }

    /// The chance to win, and that chance times the value.
    fn promise(&self, situation: &Situation<'_>, manner: Manner, value: &dyn Fn(Pay) -> f32) -> (f32, f32) {
        if self.unseen == 0.0 {
            return (0.0, 0.0);
        }
        let mean = Pay {
            points: self.points / self.unseen,
            chips: self.chips / self.unseen,
        };
        let drawn = situation.chances.tsumo(self.unseen - self.by_ron);
        let any = situation.chances.win(0, self.by_ron, 1.0, manner);
        let chance = drawn + any - drawn * any;
        (chance, chance * value(mean))
    }
}
