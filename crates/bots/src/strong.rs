//! A bot that thinks: like `club`, but it works out what a hand can become, tile by tile, and what everybody else may do meanwhile.
//!
//! Nothing here names a yaku or a rulebook. It takes what `club` knows of the rulebook, of danger and of the standings.

mod ahead;
mod budget;
mod course;
mod future;
mod prize;
mod quick;
mod tenpai;
mod thought;
mod worlds;

use crate::bot::{Bot, Reason};
use crate::club::Club;
use crate::club::explain::led_by;
use crate::sight::Sight;
use budget::Budget;
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::view::View;
use std::ops::RangeInclusive;
use std::time::Duration;
use thought::{Thought, Weighed};

/// How long it thinks about a decision, unless told otherwise.
pub const USUAL_TIME: Duration = Duration::from_millis(200);
/// Milliseconds that may be asked for.
pub(crate) const LONGEST: RangeInclusive<u64> = 1..=60_000;

pub struct Strong {
    club: Club,
    seed: u64,
    time: Duration,
    clock: bool,
}

impl Strong {
    /// A bot that thinks for about this time, by the count of its steps alone, and so the same on every machine.
    pub fn counted(seed: u64, time: Duration) -> Strong {
        Strong {
            club: Club::default(),
            seed,
            time,
            clock: false,
        }
    }

    /// A bot that never thinks longer than this, whatever the machine.
    pub fn timed(seed: u64, time: Duration) -> Strong {
        Strong {
            clock: true,
            ..Strong::counted(seed, time)
        }
    }
}

impl Bot for Strong {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        self.decide(view, prompt).0
    }

    fn explain(&mut self, view: &View, prompt: &Prompt) -> Vec<Reason> {
        let mut reasons = self.club.explain(view, prompt);
        let (chosen, weighed) = self.decide(view, prompt);
        for (action, value) in weighed {
            let reason = reasons.iter_mut().find(|reason| reason.action == action);
            if let Some(reason) = reason {
                reason.expected = Some(value);
            }
        }
        led_by(chosen, reasons)
    }

    fn wants_feed(&self) -> bool {
        false
    }
}

impl Strong {
    /// What it does, and every choice that it has thought through.
    fn decide(&mut self, view: &View, prompt: &Prompt) -> (Action, Weighed) {
        let budget = Budget::of(self.time, self.clock);
        let usual = self.club.choose(view, prompt);
        let weighed = self.weigh(view, prompt, usual, budget);
        let best = weighed
            .iter()
            .fold(None, |best: Option<(Action, f32)>, one| match best {
                Some(best) if best.1 >= one.1 => Some(best),
                _ => Some(*one),
            });
        (best.map_or(usual, |best| best.0), weighed)
    }

    /// Every choice with what it promises; nothing, where the usual choice is left as it is.
    fn weigh(&mut self, view: &View, prompt: &Prompt, usual: Action, mut budget: Budget) -> Weighed {
        let is_weighed = matches!(
            usual,
            Action::Discard { .. } | Action::Riichi { .. } | Action::Pass | Action::Pon(_) | Action::Chii(_)
        );
        let asked = Sight::of(view).filter(|_| is_weighed && prompt.legal.len() > 1);
        let Some(sight) = asked.filter(|sight| sight.own().riichi.is_none()) else {
            return Weighed::new();
        };
        let mut lots = lots(self.seed, view);
        let situation = self.club.situation(&sight);
        let mut thought = Thought::new(&situation, &mut lots, &mut budget);
        let weighed = if prompt.legal.contains(&Action::Pass) {
            thought.claim(&prompt.legal)
        } else {
            thought.turn(prompt)
        };
        weighed.unwrap_or_default()
    }
}

/// The lots of one decision: from the seed and how far the hand is, so that the same question always finds the same answer.
fn lots(seed: u64, view: &View) -> Stream {
    let thrown = view.discards.iter().map(|discard| discard.tile.kind().index() as u64);
    let seen = thrown.fold(view.wall_left() as u64, |all, kind| {
        all.wrapping_mul(43).wrapping_add(kind + 1)
    });
    Stream::new(&key_of(seed ^ seen, LOTS_OF_THINKING))
}

/// No game has enough hands for the keys of its walls to reach this.
const LOTS_OF_THINKING: u32 = u32::MAX - 9;
