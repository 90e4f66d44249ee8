//! Settling a chombo: the penalty, and the hand undone.

use super::HandState;
use super::chips::return_flower_chips;
use super::ledger::Ledger;
use super::pot::give_back;
use super::{opponents, players};
use crate::rulebook::choices::Chombo;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::transfer::{Transfers, What};
use crate::value::{mangan, price};

/// What the chombos of a hand move: each offender's penalty where it is paid at once, the sticks of this hand back to their owners,
/// and the chips back that `flowers` set aside by each player have brought. Older sticks stay on the table.
pub fn settle_chombo(rules: &Rules, hand: &HandState, offenders: &[Wind], flowers: &BySeat<u8>) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let settings = &rules.settings;
    match settings.penalty.chombo {
        Chombo::ReverseMangan => {
            let key = match rules.seats() {
                3 => ledger.said_or(Key::CiteChomboOfThree, Key::PenaltyChombo),
                _ => Key::PenaltyChombo,
            };
            for &offender in offenders {
                let price = price(settings, &mangan(settings), offender == Wind::East);
                for taker in opponents(rules.seats(), offender) {
                    let amount = if taker == Wind::East {
                        price.from_dealer
                    } else {
                        price.from_others
                    };
                    ledger.points(offender, taker, amount, What::Chombo, key);
                }
            }
        }
        Chombo::AfterUma | Chombo::Nothing => {}
    }
    let key = ledger.said_or(Key::CiteChomboRedealt, Key::PenaltyChombo);
    give_back(&mut ledger, hand, players(rules.seats()), key);
    return_flower_chips(&mut ledger, flowers);
    ledger.close()
}
