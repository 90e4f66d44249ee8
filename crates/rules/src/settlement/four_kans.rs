//! Settling four kans of one player where they score without the pair.

use super::HandState;
use super::chips::pay_win_chips;
use super::ledger::Ledger;
use super::payment::{Feeder, pay_hand, pay_honba};
use super::pot;
use super::wins::{Liabilities, Winner};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::Wind;
use crate::transfer::{Transfers, What};
use crate::value::Value;

/// Four kans that score by themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FourKansWin {
    pub seat: Wind,
    /// How many yakuman the four kans make.
    pub yakuman: u8,
    /// Yakuman for which somebody is liable.
    pub liable: Liabilities,
    /// Whose discard made the fourth, if it was a daiminkan.
    pub fed: Option<Wind>,
}

/// Pays four kans like a tsumo of this many yakuman, with honba and sticks. Whoever fed the fourth kan pays for everyone.
pub fn settle_four_kans(rules: &Rules, hand: &HandState, kans: &FourKansWin) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let win = Winner {
        liable: kans.liable.clone(),
        ..Winner::tsumo(kans.seat, Value::Yakuman(kans.yakuman))
    };
    let pays = |&fed: &Wind| fed != kans.seat && rules.settings.kan.four_fed;
    let feeder = kans.fed.filter(pays).map(|seat| Feeder {
        seat,
        what: What::FourKans,
        key: Key::KanFourFed,
    });
    pay_hand(&mut ledger, &win, What::FourKans, feeder);
    pay_honba(&mut ledger, &win, hand.honba, feeder);
    pot::pay_sticks(&mut ledger, hand, std::slice::from_ref(&win));
    pay_win_chips(&mut ledger, &win);
    ledger.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::case;

    #[track_caller]
    fn check(
        clause: &'static str,
        seat: Wind,
        yakuman: u8,
        fed: Option<Wind>,
        liable: Option<Wind>,
        expected: [i32; 4],
    ) {
        let mut kans = FourKansWin {
            seat,
            yakuman,
            liable: Liabilities::default(),
            fed,
        };
        if let Some(liable) = liable {
            kans.liable.add(liable, 1);
        }
        case(clause, "ryanzou-chankan")
            .honba(1)
            .sticks(1)
            .by(|rules, hand| settle_four_kans(rules, hand, &kans))
            .points(&expected);
    }

    #[test]
    fn paid_as_a_tsumo_of_yakuman() {
        check("RC-55", South, 1, None, None, [-16_100, 33_300, -8_100, -8_100]);
        check("RC-55", East, 1, None, None, [49_300, -16_100, -16_100, -16_100]);
        check("RC-55", South, 2, None, None, [-32_100, 65_300, -16_100, -16_100]);
    }

    #[test]
    fn who_fed_the_fourth_pays_all() {
        check("RC-56", South, 1, Some(West), None, [0, 33_300, -32_300, 0]);
        check("RC-56", East, 1, Some(West), None, [49_300, 0, -48_300, 0]);
    }

    #[test]
    fn with_a_liable_player() {
        check("RC-68", South, 2, None, Some(North), [-16_100, 65_300, -8_100, -40_100]);
        check(
            "RC-69",
            South,
            2,
            Some(West),
            Some(North),
            [0, 65_300, -48_300, -16_000],
        );
        check("RC-56", South, 2, Some(North), Some(North), [0, 65_300, 0, -64_300]);
    }
}
