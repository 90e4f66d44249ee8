//! Hands that are too far to be followed to their end: one draw ahead, by what `club` expects of the hands after it.
//!
//! Every draw that may change the plan leads to the best of the second discards. Two discards leave the same hand in whichever order
//! they are made, so every pair of them is weighed once for each draw.

use super::budget::Budget;
use super::course::Course;
use crate::club::outlook::Aims;
use crate::club::situation::Situation;
use crate::club::turn::{Candidate, KEPT};
use crate::sight::Counts;
use arrayvec::ArrayVec;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;

/// Discards that are compared, at most.
const MOST: usize = 8;
/// Steps of thinking for each hand and each of its aims.
const STEPS_OF_AN_AIM: u64 = 2;
/// How much a hand that is given up still hopes for: among safe tiles the one goes that it needs least.
const HOPE: f32 = 0.03;

/// What a hand can expect after each discard, a draw and the best discard after it.
pub(super) struct Ahead {
    compared: ArrayVec<Tile, MOST>,
    expected: [f32; MOST],
}

impl Ahead {
    /// Compares as many discards as there is time for, the best ones by `rough`; `None` if there is not even time to compare a few.
    pub(super) fn of(
        situation: &Situation<'_>,
        aims: &Aims<'_>,
        rough: &[Candidate],
        budget: &mut Budget,
    ) -> Option<Ahead> {
        let mut tiles: ArrayVec<Tile, MOST> = ArrayVec::new();
        for tile in rough.iter().filter_map(|candidate| discarded(candidate.action)) {
            if !tiles.is_full() && !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        let steps =
            |discards: usize| (HAND_KINDS * discards * (discards + 1) / 2 * aims.len()) as u64 * STEPS_OF_AN_AIM;
        let most = (4..=MOST).rev().find(|most| steps(*most) < budget.left() * 2 / 3)?;
        tiles.truncate(most);
        let expected = after_a_draw(situation, aims, &tiles, budget)?;
        Some(Ahead {
            compared: tiles,
            expected,
        })
    }

    /// What a discard can expect, if it was compared.
    fn expected(&self, tile: Tile) -> Option<f32> {
        let place = self.compared.iter().position(|other| *other == tile)?;
        Some(self.expected[place])
    }

    /// What it says of a discard, with this influence.
    pub(super) fn outlook(&self, tile: Tile, power: f32) -> Outlook {
        Outlook {
            part: self.part(tile).powf(power),
            hope: HOPE * self.expected(tile).unwrap_or(0.0),
        }
    }

    /// What a discard can expect, as a part of the best one.
    fn part(&self, tile: Tile) -> f32 {
        let expected = &self.expected[..self.compared.len()];
        let best = expected.iter().copied().fold(0.0, f32::max);
        let least = expected.iter().copied().fold(best, f32::min);
        let own = self.expected(tile).unwrap_or(least);
        if best > 0.0 { own / best } else { 1.0 }
    }

    /// Every discard that was compared, with what it promises.
    pub(super) fn weighed(
        &self,
        situation: &Situation<'_>,
        course: &Course,
        rough: &[Candidate],
    ) -> Vec<(Action, f32)> {
        let mut weighed = Vec::with_capacity(rough.len());
        for candidate in rough {
            let Some(tile) = discarded(candidate.action) else {
                continue;
            };
            let Some(expected) = self.expected(tile) else { continue };
            let passes = 1.0 - situation.danger.chance(tile.kind());
            let mut value = situation.on_the_way(expected) * passes - course.cost[tile.kind().index()];
            // Of equal tiles the drawn one goes: it tells nobody anything.
            if matches!(candidate.action, Action::Discard { drawn: true, .. }) {
                value += value.abs() * 1e-4;
            }
            weighed.push((candidate.action, value));
        }
        weighed
    }
}

/// What a look one draw ahead adds to the hand's own future, which knows nothing of draws that only make it wider.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// What the discard can expect, as a part of the best one.
    pub(super) part: f32,
    /// What a hand that is given up still hopes for.
    pub(super) hope: f32,
}

impl Outlook {
    pub(super) const PLAIN: Outlook = Outlook { part: 1.0, hope: 0.0 };
}

/// How much a look ahead says: more of a farther hand, and less against a threat, where the future counts dangers that it does not. The
/// powers were chosen by agreement with strong players.
pub(super) const fn influence(missing: u8, threatened: bool) -> f32 {
    match (missing, threatened) {
        (..=2, true) => 1.0,
        (..=2, false) | (_, true) => 3.0,
        (_, false) => 4.0,
    }
}

/// Every discard as `club` weighs it, best first.
pub(super) fn roughly(situation: &Situation<'_>, prompt: &Prompt, aims: &Aims<'_>) -> Vec<Candidate> {
    let mut rough: Vec<Candidate> = Vec::with_capacity(28);
    situation.each_discard(prompt, aims, |candidate| {
        if candidate.value > f32::MIN / 4.0 {
            rough.push(candidate);
        }
    });
    rough.sort_by(|one, other| other.value.total_cmp(&one.value));
    rough
}

fn discarded(action: Action) -> Option<Tile> {
    match action {
        Action::Discard { tile, .. } => Some(tile),
        _ => None,
    }
}

/// What the hand can expect after each discard, the next draw and the best discard after it.
fn after_a_draw(
    situation: &Situation<'_>,
    aims: &Aims<'_>,
    compared: &[Tile],
    budget: &mut Budget,
) -> Option<[f32; MOST]> {
    let counts = situation.sight.counts;
    let unseen: f32 = situation
        .sight
        .unseen
        .iter()
        .map(|&n| f32::from(n))
        .sum::<f32>()
        .max(1.0);
    let steps = STEPS_OF_AN_AIM * aims.len() as u64;
    let mut now = [0.0; MOST];
    for (place, tile) in compared.iter().enumerate() {
        budget.take(steps);
        now[place] = worth(situation, aims, &counts, &[*tile])?;
    }
    let mut expected = now;
    for kind in Kind::of_hand() {
        let left = situation.sight.unseen[kind.index()];
        if left == 0 || counts[kind.index()] >= 4 || !is_near(&counts, kind) {
            continue;
        }
        let chance = f32::from(left) / unseen;
        let mut drawn = counts;
        drawn[kind.index()] += 1;
        let mut best = now;
        for one in 0..compared.len() {
            for other in one..compared.len() {
                let pair = [compared[one], compared[other]];
                if pair.iter().any(|tile| tile.kind() == kind) {
                    continue;
                }
                if !budget.take(steps) {
                    return None;
                }
                let Some(value) = worth(situation, aims, &drawn, &pair) else {
                    continue;
                };
                best[one] = best[one].max(value);
                best[other] = best[other].max(value);
            }
        }
        for (expected, (best, now)) in expected.iter_mut().zip(best.iter().zip(&now)) {
            *expected += chance * (best - now);
        }
    }
    Some(expected)
}

/// What a hand expects that gives these tiles up; `None` if it does not hold them.
fn worth(situation: &Situation<'_>, aims: &Aims<'_>, counts: &Counts, given: &[Tile]) -> Option<f32> {
    let melds = &situation.sight.own().melds;
    let mut left = *counts;
    let mut kept = 0.0f32;
    let mut without = None;
    for tile in given {
        let held = &mut left[tile.kind().index()];
        *held = held.checked_sub(1)?;
        kept += situation.kept(*tile);
        without = without.or(situation.given_up(*tile));
    }
    Some(situation.expects(aims, &left, melds, without) * (1.0 - KEPT * kept).max(0.0))
}

/// Whether a tile may make something with those of the hand.
fn is_near(counts: &Counts, kind: Kind) -> bool {
    let place = kind.index();
    if counts[place] > 0 || !kind.is_suited() {
        return counts[place] > 0;
    }
    let number = usize::from(kind.number());
    let held =
        |step: usize| (number > step && counts[place - step] > 0) || (number + step <= 9 && counts[place + step] > 0);
    held(1) || held(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::club::Club;
    use crate::sight::Sight;
    use jantaku_rules::rulebook::library::Library;
    use jantaku_table::shuffle::key_of;
    use jantaku_table::{Table, View, Viewer, Wall};
    use std::sync::Arc;
    use std::time::Duration;

    /// What the first player of a game under `tenhou` sees, with the question.
    fn dealt(seed: u64) -> (View, Prompt) {
        let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook"));
        let mut table = Table::new(Arc::clone(&rules));
        table.begin_hand(Wall::of_key(&rules, &key_of(seed, 0)), &mut Vec::new());
        let seat = table.next_to_act().expect("somebody to act");
        let prompt = table.prompt(seat).expect("a prompt");
        (View::of(&table, Viewer::Seat(seat)), prompt)
    }

    #[test]
    fn every_discard_is_followed_by_the_best_second_one() {
        let (view, prompt) = dealt(1);
        let sight = Sight::of(&view).expect("a seat");
        let mut club = Club::default();
        let situation = club.situation(&sight);
        let aims = situation.aims(&sight.counts, &[]);
        let rough = roughly(&situation, &prompt, &aims);
        let mut budget = Budget::of(Duration::from_secs(1), false);
        let ahead = Ahead::of(&situation, &aims, &rough, &mut budget).expect("there is time");
        assert_eq!(ahead.compared.len(), MOST);
        let unseen: f32 = sight.unseen.iter().map(|&n| f32::from(n)).sum();
        for tile in &ahead.compared {
            let now = worth(&situation, &aims, &sight.counts, &[*tile]).expect("it is held");
            let mut expected = now;
            for kind in Kind::of_hand().filter(|kind| is_near(&sight.counts, *kind)) {
                let mut drawn = sight.counts;
                drawn[kind.index()] += 1;
                // Without the drawn tile the hand is as it was.
                let second = ahead.compared.iter().filter(|_| tile.kind() != kind);
                let second = second.filter(|second| second.kind() != kind);
                let best = second
                    .filter_map(|second| worth(&situation, &aims, &drawn, &[*tile, *second]))
                    .fold(now, f32::max);
                expected += f32::from(sight.unseen[kind.index()]) / unseen * (best - now);
            }
            let found = ahead.expected(*tile).expect("it was compared");
            assert!((found - expected).abs() < 1e-3 * expected, "{tile}: {found} {expected}");
            assert!(found > now, "{tile}: some draw makes every far hand better");
        }
    }

    #[test]
    fn without_time_nothing_is_compared() {
        let (view, prompt) = dealt(1);
        let sight = Sight::of(&view).expect("a seat");
        let mut club = Club::default();
        let situation = club.situation(&sight);
        let aims = situation.aims(&sight.counts, &[]);
        let rough = roughly(&situation, &prompt, &aims);
        let mut budget = Budget::of(Duration::from_micros(100), false);
        let before = budget.left();
        assert!(Ahead::of(&situation, &aims, &rough, &mut budget).is_none());
        assert_eq!(budget.left(), before, "it does not begin what it cannot end");
    }
}
