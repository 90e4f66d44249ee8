//! A bot that plays like a club player under any rulebook: it weighs speed by what the finished hand pays, calls where that helps,
//! declares riichi by expected value, folds by danger, and knows the standings.
//!
//! Nothing here names a yaku or a rulebook. `families` lists kinds of hands, the rulebook's scorer says what they pay, and
//! everything is compared in the currency of the final result.

pub(crate) mod chance;
pub(crate) mod claim;
pub(crate) mod danger;
pub(crate) mod explain;
pub(crate) mod families;
pub(crate) mod finish;
pub(crate) mod knowledge;
pub mod near;
pub(crate) mod outlook;
pub(crate) mod purse;
pub(crate) mod situation;
pub(crate) mod target;
pub(crate) mod tenpai;
pub(crate) mod turn;
pub(crate) mod worth;

use crate::bot::{Bot, Reason};
use crate::sight::Sight;
use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::choices::DealerStays;
use jantaku_rules::seat::Seat;
use jantaku_table::Action;
use jantaku_table::prompt::Prompt;
use jantaku_table::view::View;
use knowledge::Knowledge;
use purse::Purse;
use situation::Situation;
use std::sync::Arc;

#[derive(Default)]
pub struct Club {
    knows: Option<Arc<Knowledge>>,
    purse: Option<Purse>,
}

impl Bot for Club {
    fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
        let legal = &prompt.legal;
        let first = legal.first().copied().unwrap_or(Action::Pass);
        let Some(sight) = Sight::of(view) else {
            return first;
        };
        let takes = |action: &&Action| matches!(action, Action::Tsumo | Action::Ron | Action::Nagashi);
        if let Some(&win) = legal.iter().find(takes) {
            return win;
        }
        if legal.len() == 1 {
            return first;
        }
        if legal.contains(&Action::EndGame) {
            return if leads(view, sight.seat) {
                Action::EndGame
            } else {
                Action::PlayOn
            };
        }
        if legal.contains(&Action::Noten) {
            return if would_rather_end(view, sight.seat) {
                Action::Noten
            } else {
                Action::Tenpai
            };
        }
        let situation = self.situation(&sight);
        if legal.contains(&Action::Pass) {
            situation.claim(legal)
        } else {
            situation.turn(prompt)
        }
    }

    fn explain(&mut self, view: &View, prompt: &Prompt) -> Vec<Reason> {
        let legal = &prompt.legal;
        let Some(sight) = Sight::of(view).filter(|_| legal.len() > 1) else {
            return Vec::new();
        };
        let chosen = self.choose(view, prompt);
        let asks = |action: &Action| matches!(action, Action::Nagashi | Action::EndGame | Action::Noten);
        let situation = self.situation(&sight);
        let reasons = if legal.iter().any(asks) {
            explain::unweighed(legal)
        } else if legal.contains(&Action::Pass) {
            situation.reasons_to_claim(legal)
        } else {
            situation.reasons_on_turn(prompt)
        };
        explain::led_by(chosen, reasons)
    }

    fn wants_feed(&self) -> bool {
        false
    }
}

impl Club {
    pub(crate) fn situation<'a>(&'a mut self, sight: &'a Sight<'a>) -> Situation<'a> {
        let rules = sight.view.rules();
        let known = self.knows.take().filter(|knows| knows.is_of(rules));
        let knows = self.knows.insert(known.unwrap_or_else(|| Knowledge::of(rules)));
        let purse = Purse::of(self.purse.take(), sight.view, sight.seat, &knows.usual);
        Situation::new(knows, sight, self.purse.insert(purse))
    }
}

/// Whether the seat would be first if the game ended now.
fn leads(view: &View, seat: Seat) -> bool {
    let end = GameEnd {
        next_dealer: view.standing.dealer,
        sticks: view.standing.sticks,
        chips: view.chips,
        ..GameEnd::with_points(view.points)
    };
    final_result(view.rules(), &end).places[seat] == 1
}

/// A dealer who leads the last hand by more than the noten payments hides a tenpai that would only continue the game.
fn would_rather_end(view: &View, seat: Seat) -> bool {
    let game = &view.rules().settings.game;
    let seats = view.seats.len();
    let last = usize::from(game.rounds) * seats;
    let is_last = view.standing.round.index() * seats + usize::from(view.standing.dealer.0) + 1 >= last;
    let stays = game.dealer_stays != DealerStays::default();
    let own = view.points[seat].0;
    let paid = 2 * view.rules().settings.draws.noten;
    let is_safe = (0..)
        .map(Seat)
        .zip(view.points.iter())
        .all(|(other, points)| other == seat || points.0 + paid < own);
    let reached = own - paid >= game.goal;
    view.standing.dealer == seat && is_last && stays && is_safe && reached
}
