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
            for &offender in offenders {
                let price = price(settings, &mangan(settings), offender == Wind::East);
                for taker in opponents(rules.seats(), offender) {
                    let amount = if taker == Wind::East {
                        price.from_dealer
                    } else {
                        price.from_others
                    };
                    ledger.points(offender, taker, amount, What::Chombo, Key::PenaltyChombo);
                }
            }
        }
        Chombo::AfterUma | Chombo::Nothing => {}
    }
    give_back(&mut ledger, hand, players(rules.seats()), Key::PenaltyChombo);
    return_flower_chips(&mut ledger, flowers);
    ledger.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{Case, Settled, case, each};

    fn chombo(case: Case, offender: Wind) -> Settled {
        case.by(|rules, hand| settle_chombo(rules, hand, &[offender], &BySeat::all(rules.seats(), 0)))
    }

    #[test]
    fn a_mangan_the_other_way_round() {
        chombo(case("RC-25", "ryanzou-chankan").honba(2), East)
            .points(&[-12_000, 4_000, 4_000, 4_000])
            .because(What::Chombo, "RC-25");
        chombo(case("RC-25", "ryanzou-chankan").honba(2), South).points(&[4_000, -8_000, 2_000, 2_000]);
        chombo(case("ZAN-55", "zan").honba(2), East)
            .points(&[-12_000, 6_000, 6_000])
            .chips(&[0, 0, 0]);
        chombo(case("ZAN-55", "zan"), West)
            .points(&[5_000, 3_000, -8_000])
            .because(What::Chombo, "ZAN-55");
        chombo(case("EMA-24", "ema-2025(chombo=club)"), North).points(&[4_000, 2_000, 2_000, -8_000]);
    }

    #[test]
    fn two_offenders_pay_a_mangan_each_and_sticks_return_once() {
        // East pays 4,000 to each, south 4,000 to east and 2,000 to the others.
        case("RC-25", "ryanzou-chankan")
            .sticks(1)
            .riichi(&[West])
            .by(|rules, hand| settle_chombo(rules, hand, &[East, South], &BySeat::all(rules.seats(), 0)))
            .points(&[-8_000, -4_000, 7_000, 6_000]);
    }

    #[test]
    fn the_sticks_of_the_hand_return() {
        chombo(case("RC-25", "ryanzou-chankan").sticks(3).riichi(&[South, West]), South)
            .points(&[4_000, -7_000, 3_000, 2_000]);
        chombo(case("EMA-24", "ema-2025").sticks(1).riichi(&[East]), South).points(&[1_000, 0, 0, 0]);
    }

    #[test]
    fn chips_for_flowers_return() {
        // South has set two flowers aside and north one.
        case("HN-40", "ryanzou-chankan+hana(variation=3)")
            .by(|rules, hand| settle_chombo(rules, hand, &[East], &each(&[0, 2, 0, 1])))
            .chips(&[3, -5, 3, -1]);
    }
}
