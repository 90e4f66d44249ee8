//! Settling wins: one tsumo, or one to three rons on the same tile.

use super::HandState;
use super::chips::pay_win_chips;
use super::ledger::Ledger;
use super::payment::{Feeder, pay_hand, pay_honba};
use super::pot;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::Wind;
use crate::transfer::{Transfers, What};
use crate::value::Value;
use crate::win::By;
use arrayvec::ArrayVec;

/// A yakuman of the winning hand for which a player is liable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Liability {
    /// Who fed the deciding set.
    pub liable: Wind,
    /// How many yakuman it is.
    pub yakuman: u8,
}

/// A hand's liabilities: no more yakuman than sets can be fed.
pub type Liabilities = ArrayVec<Liability, 4>;

/// What of a win gives chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChipFacts {
    /// Won by ippatsu?
    pub ippatsu: bool,
    /// Han of ura dora.
    pub ura: u8,
    /// Won by drawing the pocchi after riichi?
    pub pocchi: bool,
    /// All flowers of the game set aside by the winner?
    pub all_flowers: bool,
}

/// One winner of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winner {
    /// The winner's wind.
    pub seat: Wind,
    /// How the winning tile came.
    pub by: By,
    /// Who gave it; for a tsumo the winner.
    pub from: Wind,
    /// What the hand is worth.
    pub value: Value,
    /// Yakuman for which somebody is liable.
    pub liable: Liabilities,
    /// Whose discard began the unbroken row of kans, by a daiminkan, on the last replacement of which the hand was won.
    pub fed_kan: Option<Wind>,
    /// The responsible player, where it is not the discarder.
    pub responsible: Option<Wind>,
    /// What gives chips.
    pub chips: ChipFacts,
}

impl Winner {
    /// A win by tsumo with nobody liable.
    pub fn tsumo(seat: Wind, value: Value) -> Winner {
        Winner::ron(seat, By::Tsumo, seat, value)
    }

    /// A win on another player's tile with nobody liable.
    pub fn ron(seat: Wind, by: By, from: Wind, value: Value) -> Winner {
        Winner {
            seat,
            by,
            from,
            value,
            liable: Liabilities::new(),
            fed_kan: None,
            responsible: None,
            chips: ChipFacts::default(),
        }
    }

    /// Does the winner deal?
    pub fn deals(&self) -> bool {
        self.seat == Wind::East
    }
}

/// What the winners of a hand get: hand values, honba, sticks, then chips.
///
/// Several winners have won on the same tile of the same player.
pub fn settle_wins(rules: &Rules, hand: &HandState, wins: &[Winner]) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let wins = &wins[..wins.len().min(rules.seats().saturating_sub(1))];
    for win in wins {
        pay_hand(&mut ledger, win, What::Hand, kan_feeder(rules, win));
    }
    for win in wins.iter().filter(|win| pot::gets_honba(rules, wins, win.seat)) {
        pay_honba(&mut ledger, win, hand.honba, kan_feeder(rules, win));
    }
    pot::pay_sticks(&mut ledger, hand, wins);
    for win in wins {
        pay_win_chips(&mut ledger, win);
    }
    ledger.close()
}

/// Who pays for a win on the replacement of a kan that they fed, where the rulebook has it so.
fn kan_feeder(rules: &Rules, win: &Winner) -> Option<Feeder> {
    let fed = win.fed_kan.filter(|&feeder| feeder != win.seat && win.by.is_tsumo())?;
    rules.settings.pao.rinshan.then_some(Feeder {
        seat: fed,
        what: What::RinshanPao,
        key: Key::PaoRinshan,
    })
}
