//! How likely a hand is to win before the wall ends or somebody else wins.

use arrayvec::ArrayVec;
use std::cell::RefCell;

/// Farther hands are as good as hopeless.
const FARTHEST: usize = 7;
/// More own draws than any hand has.
const MOST_TURNS: usize = 40;
/// Stages that are kept in a decision.
const MOST_STAGES: usize = 24;

/// Unseen tiles that bring an ordinary hand nearer, by shanten; of tenpai, its waits.
const USUAL_WIDTH: [f32; FARTHEST] = [6.0, 17.0, 28.0, 38.0, 48.0, 58.0, 65.0];

/// Unseen tiles that bring an ordinary hand of this shanten nearer.
pub(crate) fn usual_width(shanten: usize) -> f32 {
    USUAL_WIDTH[shanten.min(FARTHEST - 1)]
}

/// What is left of the chance for each step to tenpai: hands fold, waits turn out dead, and others win faster than on average.
const SETBACKS: f32 = 0.6;

/// How a hand advances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// By its own draws; in tenpai it declares riichi.
    Riichi,
    /// By its own draws, without a riichi.
    Quiet,
    /// By draws and calls.
    Open,
}

impl Manner {
    /// How often a useful tile comes, compared with own draws alone.
    const fn speed(self) -> f32 {
        match self {
            Manner::Riichi | Manner::Quiet => 1.0,
            Manner::Open => 1.5,
        }
    }

    /// How likely an opponent is to discard a wait that they hold, compared with a random tile.
    pub(crate) const fn carelessness(self) -> f32 {
        match self {
            Manner::Riichi => 0.5,
            Manner::Quiet => 0.75,
            Manner::Open => 0.6,
        }
    }
}

/// The chances of hands in one situation.
pub(crate) struct Chances {
    /// Own draws left.
    turns: usize,
    /// All tiles that are not seen.
    unseen: f32,
    opponents: f32,
    /// The chance that nobody else wins within a go-around, by own draws left.
    survival: [f32; MOST_TURNS],
    /// What was worked out before: a decision asks for the same few stages again and again.
    known: RefCell<ArrayVec<Stage, MOST_STAGES>>,
}

/// The chances of an ordinary hand that is one tile nearer, by own draws left.
struct Stage {
    shanten: usize,
    breadth: f32,
    manner: Manner,
    chances: [f32; MOST_TURNS],
}

impl Chances {
    /// `played` counts the go-arounds so far, `threats` the opponents who are likely in tenpai.
    pub(crate) fn new(turns: usize, unseen: f32, opponents: f32, played: f32, threats: f32) -> Chances {
        let turns = turns.min(MOST_TURNS - 1);
        let hazard = |left: usize| {
            let elapsed = played + turns.saturating_sub(left) as f32;
            (0.01 + 0.0055 * elapsed + 0.05 * threats).min(0.35)
        };
        Chances {
            turns,
            unseen: unseen.max(1.0),
            opponents,
            survival: std::array::from_fn(|left| 1.0 - hazard(left)),
            known: RefCell::new(ArrayVec::new()),
        }
    }

    /// The chance that a go-around brings a hand nearer, or wins it.
    fn step(&self, shanten: usize, width: f32, manner: Manner) -> f32 {
        let draw = width / self.unseen;
        let ways = if shanten == 0 {
            1.0 + self.opponents * manner.carelessness()
        } else {
            manner.speed()
        };
        1.0 - (1.0 - draw.min(0.95)).powf(ways)
    }

    /// The chance that a hand with this shanten and this many useful unseen tiles wins. Later it will have `breadth` times as many
    /// as an ordinary hand.
    pub(crate) fn win(&self, shanten: usize, width: f32, breadth: f32, manner: Manner) -> f32 {
        if shanten >= FARTHEST {
            return 0.0;
        }
        if shanten == 0 {
            return self.last_step(0, width, manner, &[1.0; MOST_TURNS]);
        }
        let known = &mut *self.known.borrow_mut();
        let is_it = |stage: &Stage| (stage.shanten, stage.breadth, stage.manner) == (shanten, breadth, manner);
        if let Some(stage) = known.iter().find(|stage| is_it(stage)) {
            return self.last_step(shanten, width, manner, &stage.chances);
        }
        let chances = self.nearer(shanten, breadth, manner);
        if known.is_full() {
            known.clear();
        }
        known.push(Stage {
            shanten,
            breadth,
            manner,
            chances,
        });
        self.last_step(shanten, width, manner, &chances)
    }

    /// The chances of an ordinary hand that is one tile nearer than this shanten, by own draws left.
    fn nearer(&self, shanten: usize, breadth: f32, manner: Manner) -> [f32; MOST_TURNS] {
        let mut nearer = [1.0f32; MOST_TURNS];
        for (stage, usual) in USUAL_WIDTH.iter().enumerate().take(shanten) {
            let step = self.step(stage, usual * breadth, manner);
            let mut before = 0.0;
            // The chance with a given number of turns left replaces that of the stage before.
            for turns in 1..=self.turns {
                let next = if stage == 0 { 1.0 } else { nearer[turns - 1] };
                let chance = self.survival[turns] * (step * next + (1.0 - step) * before);
                nearer[turns - 1] = before;
                before = chance;
            }
            nearer[self.turns] = before;
        }
        nearer
    }

    /// The chance of a hand with this many useful tiles, given those of the hand that is one tile nearer.
    fn last_step(&self, shanten: usize, width: f32, manner: Manner, nearer: &[f32; MOST_TURNS]) -> f32 {
        let step = self.step(shanten, width, manner);
        let mut chance = 0.0;
        for turns in 1..=self.turns {
            chance = self.survival[turns] * (step * nearer[turns - 1] + (1.0 - step) * chance);
        }
        chance * SETBACKS.powi(shanten as i32)
    }

    /// The chance that certain tiles come, by draws or calls: `needed` of `unseen` copies for a triplet or a sequence.
    pub(crate) fn certain(&self, needed: u8, unseen: u8, triplet: bool, manner: Manner) -> f32 {
        if unseen < needed {
            return 0.0;
        }
        let ways = match (manner, triplet) {
            (Manner::Open, true) => 3.2,
            (Manner::Open, false) => 1.8,
            _ => 1.0,
        };
        let expected = self.turns as f32 * ways * f32::from(unseen) / self.unseen;
        // The number that comes is close to Poisson's.
        let none = (-expected).exp();
        let fewer = match needed {
            0 => 0.0,
            1 => none,
            2 => none * (1.0 + expected),
            _ => none * (1.0 + expected + expected * expected / 2.0),
        };
        1.0 - fewer
    }

    /// The chance to draw one of this many unseen tiles.
    pub(crate) fn tsumo(&self, width: f32) -> f32 {
        let draw = (width / self.unseen).min(0.95);
        let mut chance = 0.0;
        for turns in 1..=self.turns {
            chance = self.survival[turns] * (draw + (1.0 - draw) * chance);
        }
        chance
    }

    /// The chance of a hand with ordinary widths, times `breadth`.
    pub(crate) fn usual(&self, shanten: usize, breadth: f32, manner: Manner) -> f32 {
        let width = USUAL_WIDTH.get(shanten).map_or(0.0, |width| width * breadth);
        self.win(shanten, width, breadth, manner)
    }

    /// Own draws left.
    pub(crate) fn turns(&self) -> usize {
        self.turns
    }

    /// The chance that nobody else wins within the go-around before the last `left` own draws.
    pub(crate) fn survival(&self, left: usize) -> f32 {
        self.survival[left.min(MOST_TURNS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wider_and_earlier_hands_win_more_often() {
        let early = Chances::new(15, 100.0, 3.0, 2.0, 0.0);
        let late = Chances::new(4, 60.0, 3.0, 13.0, 0.0);
        assert!(early.win(0, 8.0, 1.0, Manner::Riichi) > early.win(0, 4.0, 1.0, Manner::Riichi));
        assert!(early.win(1, 16.0, 1.0, Manner::Riichi) > early.win(2, 28.0, 1.0, Manner::Riichi));
        assert!(early.win(1, 16.0, 1.0, Manner::Open) > early.win(1, 16.0, 1.0, Manner::Riichi));
        assert!(early.win(1, 16.0, 1.0, Manner::Riichi) > late.win(1, 16.0, 1.0, Manner::Riichi));
    }

    #[test]
    fn one_draw_is_worked_out_by_hand() {
        // One draw, eight of a hundred tiles win, nobody discards, and somebody else wins before it once in a hundred times.
        let chances = Chances::new(1, 100.0, 0.0, 0.0, 0.0);
        assert!((chances.win(0, 8.0, 1.0, Manner::Quiet) - 0.08 * 0.99).abs() < 1e-6);
        assert_eq!(chances.win(1, 16.0, 1.0, Manner::Quiet), 0.0);
    }

    #[test]
    fn what_was_worked_out_before_is_only_used_for_the_same() {
        let new = || Chances::new(15, 100.0, 3.0, 2.0, 0.0);
        let (known, mut asked) = (new(), Vec::new());
        for shanten in 0..FARTHEST {
            for breadth in [0.5, 1.0] {
                for manner in [Manner::Riichi, Manner::Quiet, Manner::Open] {
                    asked.push((shanten, breadth, manner));
                }
            }
        }
        assert!(asked.len() > MOST_STAGES, "some are forgotten again");
        for (shanten, breadth, manner) in asked.iter().chain(&asked).copied() {
            let fresh = new().win(shanten, 20.0, breadth, manner);
            assert_eq!(known.win(shanten, 20.0, breadth, manner), fresh);
        }
    }
}
