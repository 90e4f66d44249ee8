//! Settling nagashi: only terminals and honours discarded, none of them called.

use super::HandState;
use super::ledger::Ledger;
use super::players;
use super::pot::give_back;
use crate::rulebook::choices::{HonbaTo, Nagashi, NagashiAs, NagashiTogether};
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::{BySeat, Wind};
use crate::transfer::{Transfers, What};
use crate::units::{Chips, Points};
use crate::value::{Value, mangan, price};

/// What the players with nagashi get, instead of noten payments.
pub fn settle_nagashi(rules: &Rules, hand: &HandState, winners: &BySeat<bool>) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let settings = &rules.settings;
    let Some(value) = worth(settings) else {
        return ledger.close();
    };
    let (with_honba, with_sticks) = match settings.draws.nagashi_as {
        NagashiAs::Draw => (false, false),
        NagashiAs::DrawWithHonba => (true, false),
        NagashiAs::PaidDraw | NagashiAs::Win => (true, true),
    };
    let seats = rules.seats();
    // Nobody discarded the winning tile, so the first of several is the first from the dealer.
    let first = players(seats).find(|&seat| winners[seat]);
    let pairs = || {
        let winning = players(seats).filter(|&seat| winners[seat]);
        winning.flat_map(move |winner| {
            let paying = players(seats).filter(move |&payer| payer != winner && pays(settings, winners[payer]));
            paying.map(move |payer| (winner, payer))
        })
    };
    let paid_by = key(rules, winners);
    for (winner, payer) in pairs() {
        let price = price(settings, &value, winner == Wind::East);
        let amount = if payer == Wind::East {
            price.from_dealer
        } else {
            price.from_others
        };
        ledger.points(payer, winner, amount, What::Nagashi, paid_by);
    }
    if with_honba {
        let each = settings.payment.honba_to == HonbaTo::Each;
        for (winner, payer) in pairs().filter(|&(winner, _)| each || first == Some(winner)) {
            let amount = Points(settings.payment.honba_tsumo) * i32::from(hand.honba);
            ledger.points(payer, winner, amount, What::Honba, Key::PaymentHonbaTsumo);
        }
    }
    if with_sticks {
        pay_sticks(&mut ledger, hand, winners, first);
    }
    if value.is_yakuman() {
        for (winner, payer) in pairs() {
            let chips = Chips(i32::from(settings.chips.yakuman_tsumo));
            ledger.chips(payer, winner, chips, What::Yakuman, paid_by);
        }
    }
    ledger.close()
}

/// What a nagashi is paid as, where it is played.
fn worth(settings: &Settings) -> Option<Value> {
    match settings.draws.nagashi {
        Nagashi::Nothing => None,
        Nagashi::Mangan => Some(mangan(settings)),
        Nagashi::Yakuman => Some(Value::Yakuman(1)),
    }
}

/// Does a player pay the others' nagashi who may have one too?
fn pays(settings: &Settings, has_one: bool) -> bool {
    !has_one || settings.draws.nagashi_together == NagashiTogether::EachPays
}

/// The key that decides how it is paid. Of several nagashi, that is the one about them if a later clause set it.
fn key(rules: &Rules, winners: &BySeat<bool>) -> Key {
    let [paid, together] = [Key::DrawsNagashiAs, Key::DrawsNagashiTogether].map(|key| rules.because(key));
    if is_several(winners) && together != ClauseRef::NONE && together > paid {
        Key::DrawsNagashiTogether
    } else {
        Key::DrawsNagashiAs
    }
}

fn is_several(winners: &BySeat<bool>) -> bool {
    winners.iter().filter(|&&has_one| has_one).count() > 1
}

fn pay_sticks(ledger: &mut Ledger, hand: &HandState, winners: &BySeat<bool>, first: Option<Wind>) {
    let left = if is_several(winners) && ledger.settings().draws.nagashi_own_stick {
        let owners = players(ledger.seats()).filter(|&seat| winners[seat]);
        give_back(ledger, hand, owners, Key::DrawsNagashiOwnStick)
    } else {
        hand.sticks
    };
    if let Some(first) = first {
        let rules = ledger.rules();
        ledger.sticks(first, left, What::Sticks, rules.because(key(rules, winners)));
    }
}
