//! Settling four kans of one player where they score without the pair.

use super::HandState;
use super::chips::pay_win_chips;
use super::ledger::Ledger;
use super::liability::yakuman;
use super::payment::{Feeder, pay_hand, pay_honba};
use super::pot;
use super::wins::{Liabilities, Winner};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::Wind;
use crate::transfer::{Transfers, What};

/// Four kans that score by themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FourKansWin {
    /// Whose they are.
    pub seat: Wind,
    /// How many yakuman the four kans make.
    pub yakuman: u8,
    /// Yakuman for which somebody is liable.
    pub liable: Liabilities,
    /// Whose discard made the fourth, if it was a daiminkan.
    pub fed: Option<Wind>,
}

/// What four kans get: a tsumo of so many yakuman, with honba and sticks. Who fed the fourth pays in everybody's place.
pub fn settle_four_kans(rules: &Rules, hand: &HandState, kans: &FourKansWin) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let win = Winner {
        liable: kans.liable.clone(),
        ..Winner::tsumo(kans.seat, yakuman(kans.yakuman))
    };
    let feeder = kans.fed.filter(|&fed| fed != kans.seat).map(|seat| Feeder {
        seat,
        what: What::FourKans,
        key: Key::KanFourScoreAlone,
    });
    pay_hand(&mut ledger, &win, What::FourKans, feeder);
    pay_honba(&mut ledger, &win, hand.honba, feeder);
    pot::pay_sticks(&mut ledger, hand, std::slice::from_ref(&win));
    pay_win_chips(&mut ledger, &win);
    ledger.close()
}
