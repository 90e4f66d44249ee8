//! Bots that only look at the legal actions: they rank them and pick at random among the best.

use crate::bot::Bot;
use jantaku_table::Action;
use jantaku_table::legal::Actions;
use jantaku_table::prompt::Prompt;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::view::View;

pub struct Habit {
    lots: Stream,
    rank: Option<fn(Action) -> u8>,
}

impl Habit {
    /// Takes any legal action with equal chance.
    pub fn random(seed: u64) -> Habit {
        Habit::new(seed, None)
    }

    /// Discards what it draws and claims nothing, not even a win.
    pub fn tsumogiri(seed: u64) -> Habit {
        Habit::new(seed, Some(rank_of_tsumogiri))
    }

    /// Claims everything: wins, melds, kans.
    pub fn call_everything(seed: u64) -> Habit {
        Habit::new(seed, Some(rank_of_calls))
    }

    /// Makes kans and sets tiles aside whenever it can, and calls what may become a kan.
    pub fn kan_happy(seed: u64) -> Habit {
        Habit::new(seed, Some(rank_of_kans))
    }

    fn new(seed: u64, rank: Option<fn(Action) -> u8>) -> Habit {
        // No game has enough hands for the keys of its walls to reach this.
        let lots = Stream::new(&key_of(seed, u32::MAX));
        Habit { lots, rank }
    }

    fn pick(&mut self, legal: &Actions) -> Action {
        let Some(rank) = self.rank else {
            return self.draw_lots(legal);
        };
        let highest = legal.iter().map(|&action| rank(action)).max();
        let liked: Actions = legal
            .iter()
            .copied()
            .filter(|&action| Some(rank(action)) == highest)
            .collect();
        self.draw_lots(&liked)
    }

    fn draw_lots(&mut self, actions: &Actions) -> Action {
        match actions.len() {
            0 => Action::Pass,
            1 => actions[0],
            n => actions[self.lots.below(n as u32) as usize],
        }
    }
}

impl Bot for Habit {
    fn choose(&mut self, _view: &View, prompt: &Prompt) -> Action {
        self.pick(&prompt.legal)
    }

    fn wants_feed(&self) -> bool {
        false
    }

    fn choose_unseen(&mut self, legal: &Actions) -> Option<Action> {
        Some(self.pick(legal))
    }
}

fn rank_of_tsumogiri(action: Action) -> u8 {
    match action {
        Action::Discard { drawn: true, .. } | Action::Pass | Action::EndGame | Action::Tenpai => 2,
        Action::Discard { .. } => 1,
        _ => 0,
    }
}

fn rank_of_calls(action: Action) -> u8 {
    match action {
        Action::Pass | Action::PlayOn | Action::NineTerminals | Action::Noten => 0,
        Action::Discard { .. } => 1,
        Action::Riichi { .. } => 2,
        _ => 3,
    }
}

fn rank_of_kans(action: Action) -> u8 {
    match action {
        Action::Daiminkan | Action::Ankan(_) | Action::Kakan(_) | Action::Kita => 4,
        Action::Pon(_) => 3,
        Action::Ron | Action::Tsumo | Action::Nagashi | Action::Tenpai => 2,
        Action::Discard { .. } | Action::Riichi { .. } | Action::Pass | Action::EndGame => 1,
        _ => 0,
    }
}
