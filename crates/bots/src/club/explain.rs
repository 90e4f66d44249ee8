//! Why the bot decides as it does: every choice with its expected result, its useful tiles and its danger.

use super::claim::RELUCTANCE;
use super::situation::Situation;
use super::target::SETS;
use crate::bot::Reason;
use crate::sight::Counts;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Riichi};
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;

impl Situation<'_> {
    /// Everything that can be done in a turn.
    pub(super) fn reasons_on_turn(&self, prompt: &Prompt) -> Vec<Reason> {
        let mut reasons = self.reasons_to_discard(prompt);
        for &action in &prompt.legal {
            let (expected, useful) = match action {
                Action::Tsumo => (self.won(self.sight.own().drawn.map(Tile::kind), By::Tsumo), 0),
                // A hand that is dealt again is worth what every hand is at first: nothing.
                Action::NineTerminals => (Some(0.0), 0),
                _ => match self.after_kan(action) {
                    Some((left, melds)) => (Some(self.promise(&left, &melds)), self.useful(&left, melds.len())),
                    None => continue,
                },
            };
            reasons.push(Reason {
                action,
                expected,
                useful,
                danger: 0.0,
            });
        }
        reasons
    }

    fn reasons_to_discard(&self, prompt: &Prompt) -> Vec<Reason> {
        let melds = &self.sight.own().melds;
        let aims = self.aims(&self.sight.counts, melds);
        let mut reasons: Vec<Reason> = Vec::new();
        self.each_discard(prompt, &aims, |candidate| {
            let (Action::Discard { tile, .. } | Action::Riichi { tile, .. }) = candidate.action else {
                return;
            };
            // A riichi that cannot win is no choice.
            if candidate.value < f32::MIN / 4.0 {
                return;
            }
            let mut left = self.sight.counts;
            let held = &mut left[tile.kind().index()];
            *held = held.saturating_sub(1);
            reasons.push(Reason {
                action: candidate.action,
                expected: Some(candidate.value),
                useful: self.useful(&left, melds.len()),
                danger: self.danger.chance(tile.kind()),
            });
        });
        reasons
    }

    /// To pass, to win and every call.
    pub(super) fn reasons_to_claim(&self, legal: &[Action]) -> Vec<Reason> {
        let melds = self.sight.own().melds.len();
        let weigh = |&action: &Action| {
            let (expected, useful, discard) = match action {
                Action::Pass => {
                    let useful = self.useful(&self.sight.counts, melds);
                    (Some(self.waiting() * RELUCTANCE), useful, None)
                }
                Action::Ron => {
                    let discard = self.sight.view.discards.last();
                    (self.won(discard.map(|discard| discard.tile.kind()), By::Ron), 0, None)
                }
                _ => {
                    let called = self.hand_after_call(action)?;
                    let useful = self.useful(&called.left, called.melds);
                    (Some(called.value), useful, called.discard)
                }
            };
            Some(Reason {
                action,
                expected,
                useful,
                danger: discard.map_or(0.0, |kind| self.danger.chance(kind)),
            })
        };
        legal.iter().filter_map(weigh).collect()
    }

    /// What a win on this tile brings, if the hand wins on it without luck.
    fn won(&self, last: Option<Kind>, by: By) -> Option<f32> {
        let last = last?;
        let own = self.sight.own();
        let mut counts = self.sight.counts;
        if !by.is_tsumo() {
            counts[last.index()] += 1;
        }
        let riichi = match own.riichi {
            None => Riichi::None,
            Some(riichi) if riichi.open => Riichi::Open,
            Some(_) => Riichi::Riichi,
        };
        let pay = self.scorer.pay(&counts, last, &own.melds, riichi, by)?;
        Some(self.value(pay))
    }

    /// Unseen tiles that bring a hand between draws nearer.
    fn useful(&self, counts: &Counts, melds: usize) -> u16 {
        let tracker = self.knows.calculator.track(counts);
        let kinds: KindSet = if tracker.shanten() == 0 {
            tracker.waits()
        } else {
            tracker.draws_for(SETS - melds.min(SETS))
        };
        kinds
            .iter()
            .map(|kind| u16::from(self.sight.unseen[kind.index()]))
            .sum()
    }
}

/// Choices that are not weighed in points.
pub(super) fn unweighed(legal: &[Action]) -> Vec<Reason> {
    let plain = |&action: &Action| Reason {
        action,
        expected: None,
        useful: 0,
        danger: 0.0,
    };
    legal.iter().map(plain).collect()
}

/// The reasons in their order, with the bot's choice first. Wins, kans and tiles set aside follow rules that no figure shows: one that
/// the bot prefers is worth no less than any discard or pass, and one that it leaves is worth no more.
pub(crate) fn led_by(chosen: Action, mut reasons: Vec<Reason>) -> Vec<Reason> {
    let figure = |reason: &Reason| reason.expected.unwrap_or(f32::MIN);
    let Some(place) = reasons.iter().position(|reason| reason.action == chosen) else {
        return Vec::new();
    };
    let mut first = reasons.remove(place);
    reasons.sort_by(|one, other| figure(other).total_cmp(&figure(one)));
    let highest = reasons.first().and_then(|reason| reason.expected);
    match chosen {
        Action::Discard { .. } | Action::Riichi { .. } | Action::Pass | Action::Pon(_) | Action::Chii(_) => {
            let most = first.expected.unwrap_or(f32::MAX);
            for reason in &mut reasons {
                reason.expected = reason.expected.map(|expected| expected.min(most));
            }
        }
        _ => first.expected = first.expected.map(|expected| expected.max(highest.unwrap_or(expected))),
    }
    reasons.insert(0, first);
    reasons
}
