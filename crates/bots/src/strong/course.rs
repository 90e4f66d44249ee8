//! What a hand has to reckon with until it ends: other winners, the end of the wall, and the price of every discard.

use super::worlds::Worlds;
use crate::club::situation::Situation;
use crate::sight::Counts;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{HAND_KINDS, Kind};

/// More own draws than a hand that is thought through has left.
pub(super) const TURNS: usize = 24;
/// Values by the number of own draws left.
pub(super) type Row = [f32; TURNS + 1];

/// How much sampled worlds count against what is known of games in general, and how many are few.
const MOST_SHARE: f32 = 0.4;
const FEW: f32 = 50.0;
/// What is known of waits in general counts as much as this many worlds.
const GENERAL: f32 = 300.0;
/// How often another player's win is a tsumo, for which everybody pays.
const BY_TSUMO: f32 = 0.4;
/// How much of the danger of a random tile a hand meets that may choose what to discard.
const CHOSEN: f32 = 0.7;

/// What a go-around in which somebody may win costs who goes on, in parts of an average hand.
const COMING: f32 = 0.1;
/// Who plans ahead may fear a declared hand at its full price; `club` reckons with a part of it, because it folds too easily. Where no
/// hand is declared, `club` reckons with more than the price of an average one already.
const DECLARED: f32 = 1.8;
const UNDECLARED: f32 = 1.15;

pub(super) struct Course {
    /// Own draws left.
    pub(super) turns: usize,
    /// All tiles that are not seen.
    pub(super) unseen: f32,
    pub(super) opponents: f32,
    /// The chance that nobody else wins within the go-around before the next own draw.
    pub(super) survival: Row,
    /// What a go-around brings because somebody else may win in it.
    pub(super) others: Row,
    /// What another player's win costs.
    lost: f32,
    /// What a hand that is given up can expect.
    pub(super) fold: Row,
    /// What discarding a tile that was just drawn costs.
    pub(super) push: Row,
    /// What discarding each kind costs.
    pub(super) cost: [f32; HAND_KINDS],
    /// At the end of the wall.
    pub(super) tenpai: f32,
    pub(super) noten: f32,
}

impl Course {
    pub(super) fn of(situation: &Situation<'_>) -> Course {
        let view = situation.sight.view;
        let rules = view.rules();
        let seats = view.seats.len();
        let opponents = seats as f32 - 1.0;
        let turns = (view.wall_left() / seats).min(TURNS);
        let usual = situation.knows.usual.closed;
        let others = || (0..seats as u8).map(Seat).filter(|seat| *seat != situation.sight.seat);
        let mean_loss = |points: f32| {
            let losses = others().map(|seat| situation.purse.loss(seat, points));
            losses.sum::<f32>() / opponents
        };
        let lost = BY_TSUMO * mean_loss(usual / opponents);
        let noten = rules.settings.draws.noten as f32;
        let survival: Row = std::array::from_fn(|left| situation.chances.survival(left));
        let price = mean_loss(usual);
        let price_factor = if situation.knows.riichi { DECLARED } else { UNDECLARED };
        let mut course = Course {
            turns,
            unseen: unseen_tiles(&situation.sight.unseen),
            opponents,
            others: survival.map(|survival| (survival - 1.0) * lost),
            lost,
            fold: [0.0; TURNS + 1],
            push: survival.map(|survival| CHOSEN * situation.risk.max(COMING * (1.0 - survival) * price)),
            cost: std::array::from_fn(|kind| price_factor * situation.cost(Kind::at(kind))),
            tenpai: situation.purse.gain(noten / 2.0),
            noten: -mean_loss(noten / 3.0),
            survival,
        };
        course.give_up();
        course
    }

    /// What follows from giving up at any time.
    fn give_up(&mut self) {
        let mut fold = self.noten;
        for left in 0..=TURNS {
            self.others[left] = (self.survival[left] - 1.0) * self.lost;
            fold = self.survival[left] * fold + self.others[left];
            self.fold[left] = fold;
        }
    }

    /// Joins what happened in sampled worlds with what is known of games in general.
    pub(super) fn learn(&mut self, situation: &Situation<'_>, worlds: &Worlds) {
        let share = MOST_SHARE * worlds.count / (worlds.count + FEW);
        if worlds.count < 1.0 {
            return;
        }
        for left in 0..=self.turns {
            let reached = worlds.reached[left];
            let weight = share * reached / (reached + FEW);
            let survived = 1.0 - worlds.won[left] / reached.max(1.0);
            self.survival[left] += weight * (survived - self.survival[left]);
        }
        for (place, cost) in self.cost.iter_mut().enumerate() {
            let chance = situation.danger.chance(Kind::at(place));
            if chance > 0.0 {
                let joined = (worlds.waited[place] + GENERAL * chance) / (worlds.count + GENERAL);
                *cost *= (joined / chance).clamp(0.25, 4.0);
            }
        }
        self.give_up();
    }
}

fn unseen_tiles(unseen: &Counts) -> f32 {
    unseen.iter().map(|&n| f32::from(n)).sum::<f32>().max(1.0)
}

#[cfg(test)]
impl Course {
    /// Nobody else plays.
    pub(super) fn calm(turns: usize, unseen: f32) -> Course {
        Course {
            turns,
            unseen,
            opponents: 0.0,
            survival: [1.0; TURNS + 1],
            others: [0.0; TURNS + 1],
            lost: 0.0,
            fold: [0.0; TURNS + 1],
            push: [0.0; TURNS + 1],
            cost: [0.0; HAND_KINDS],
            tenpai: 0.0,
            noten: 0.0,
        }
    }
}
