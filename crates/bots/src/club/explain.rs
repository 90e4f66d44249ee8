//! Why the bot decides as it does: every choice with its expected result, its useful tiles and its danger.

use super::claim::RELUCTANCE;
use super::situation::Situation;
use super::target::SETS;
use crate::bot::Reason;
use crate::sight::Counts;
use jantaku_rules::kind_set::KindSet;
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;

impl Situation<'_> {
    /// Every discard, best first.
    pub(crate) fn reasons_to_discard(&self, prompt: &Prompt) -> Vec<Reason> {
        let aims = self.aims(&self.sight.counts, &self.sight.own().melds);
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
                expected: candidate.value,
                useful: self.useful(&left),
                danger: self.danger.chance(tile.kind()),
            });
        });
        sorted(reasons)
    }

    /// To pass and every call, best first.
    pub(crate) fn reasons_to_claim(&self, legal: &[Action]) -> Vec<Reason> {
        let weigh = |&action: &Action| {
            let expected = match action {
                Action::Pass => self.waiting() * RELUCTANCE,
                _ => self.after_call(action)?,
            };
            Some(Reason {
                action,
                expected,
                useful: self.useful(&self.sight.counts),
                danger: 0.0,
            })
        };
        sorted(legal.iter().filter_map(weigh).collect())
    }

    /// Unseen tiles that bring a hand between draws nearer.
    fn useful(&self, counts: &Counts) -> u16 {
        let tracker = self.knows.calculator.track(counts);
        let kinds: KindSet = if tracker.shanten() == 0 {
            tracker.waits()
        } else {
            let melds = self.sight.own().melds.len();
            tracker.draws_for(SETS - melds.min(SETS))
        };
        kinds
            .iter()
            .map(|kind| u16::from(self.sight.unseen[kind.index()]))
            .sum()
    }
}

/// Of equal choices the first stays first.
pub(crate) fn sorted(mut reasons: Vec<Reason>) -> Vec<Reason> {
    reasons.sort_by(|one, other| other.expected.total_cmp(&one.expected));
    reasons
}
