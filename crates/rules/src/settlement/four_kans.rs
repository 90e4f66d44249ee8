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
