//! Honba and sticks where several players win: which of them gets what lies on the table.

use super::HandState;
use super::ledger::Ledger;
use super::wins::Winner;
use crate::rulebook::choices::{DealerStays, HonbaTo, SticksTo};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::transfer::What;

/// Of several winners the one who deals next: the dealer, if one of them and the deal stays; else the first in turn after the dealer.
///
/// With three players one of two winners always deals next. With four neither may; then it is the one whose deal comes first.
pub fn deals_next(settings: &Settings, winners: impl Iterator<Item = Wind>) -> Option<Wind> {
    let stays = settings.game.dealer_stays != DealerStays::Never;
    winners.min_by_key(|&seat| (seat == Wind::East && !stays, seat))
}

pub(super) fn gets_honba(rules: &Rules, wins: &[Winner], seat: Wind) -> bool {
    match rules.settings.payment.honba_to {
        HonbaTo::Each => true,
        HonbaTo::First => first_in_turn(wins, rules.seats()) == Some(seat),
        HonbaTo::NextDealer => deals_next(&rules.settings, seats_of(wins)) == Some(seat),
    }
}

/// Pays the sticks on the table.
pub(super) fn pay_sticks(ledger: &mut Ledger, hand: &HandState, wins: &[Winner]) {
    let settings = ledger.settings();
    let first = first_in_turn(wins, ledger.seats());
    let to = match settings.payment.sticks_to {
        SticksTo::First | SticksTo::OwnThenFirst => first,
        SticksTo::NextDealer => deals_next(settings, seats_of(wins)),
    };
    let several = wins.len() > 1;
    let left = if several && settings.payment.sticks_to == SticksTo::OwnThenFirst {
        give_back(ledger, hand, seats_of(wins), Key::PaymentSticksTo)
    } else {
        hand.sticks
    };
    if let Some(to) = to {
        let rules = ledger.rules();
        // A clause about several winners says nothing of one.
        let because = match several {
            true => rules.because(Key::PaymentSticksTo),
            false => rules.because_or(Key::CiteSticksToWinner, rules.because(Key::PaymentSticksTo)),
        };
        ledger.sticks(to, left, What::Sticks, because);
    }
}

/// Gives these players their own sticks of this hand back; answers how many sticks are left.
pub(super) fn give_back(ledger: &mut Ledger, hand: &HandState, to: impl Iterator<Item = Wind>, key: Key) -> u8 {
    let mut left = hand.sticks;
    for owner in to.filter(|&owner| hand.riichi[owner]) {
        if left > 0 {
            ledger.sticks(owner, 1, What::OwnStick, ledger.rules().because(key));
            left -= 1;
        }
    }
    left
}

fn first_in_turn(wins: &[Winner], seats: usize) -> Option<Wind> {
    let first = wins.iter().min_by_key(|win| win.from.turns_to(win.seat, seats));
    first.map(|win| win.seat)
}

fn seats_of(wins: &[Winner]) -> impl Iterator<Item = Wind> {
    wins.iter().map(|win| win.seat)
}
