//! Chips that a hand moves: for what a win holds, and for flowers as they are set aside.

use super::ledger::Ledger;
use super::wins::Winner;
use super::{opponents, players};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::seat::{BySeat, Wind};
use crate::transfer::{Transfers, What};
use crate::units::Chips;

/// Chips at once for one flower that a player sets aside.
pub fn flower_chips(rules: &Rules, seat: Wind) -> Transfers {
    let mut ledger = Ledger::new(rules);
    let each = Chips(i32::from(rules.settings.aside.chips));
    for payer in opponents(rules.seats(), seat) {
        ledger.chips(payer, seat, each, What::Flower, Key::AsideChips);
    }
    ledger.close()
}

/// Gives back the chips for the flowers that each player set aside in a void hand.
pub(super) fn return_flower_chips(ledger: &mut Ledger, flowers: &BySeat<u8>) {
    let each = Chips(i32::from(ledger.settings().aside.chips));
    for owner in players(ledger.seats()) {
        for payer in opponents(ledger.seats(), owner) {
            let amount = each * i32::from(flowers[owner]);
            ledger.chips(owner, payer, amount, What::FlowerReturned, Key::AsideChips);
        }
    }
}

/// Chips for what a winning hand holds: from the discarder, or by tsumo from everybody.
pub(super) fn pay_win_chips(ledger: &mut Ledger, win: &Winner) {
    let rules = &ledger.settings().chips;
    let tsumo = win.by.is_tsumo();
    let times = if tsumo { i32::from(rules.tsumo_times) } else { 1 };
    if !win.value.is_yakuman() || rules.beside_yakuman {
        let small = [
            (win.chips.ippatsu, rules.ippatsu, 1, What::Ippatsu, Key::ChipsIppatsu),
            (win.chips.ura > 0, rules.ura, win.chips.ura, What::Ura, Key::ChipsUra),
            (
                win.chips.pocchi && tsumo,
                rules.pocchi,
                1,
                What::Pocchi,
                Key::ChipsPocchi,
            ),
        ];
        for (holds, chips, count, what, key) in small {
            if holds {
                let chips = Chips(i32::from(chips)) * i32::from(count) * times;
                from_payers(ledger, win, chips, what, key);
            }
        }
    }
    pay_yakuman_chips(ledger, win, What::Yakuman);
    if win.chips.all_flowers {
        let (chips, key) = if tsumo {
            (rules.flowers_tsumo, Key::ChipsFlowersTsumo)
        } else {
            (rules.flowers_ron, Key::ChipsFlowersRon)
        };
        from_payers(ledger, win, Chips(i32::from(chips)), What::AllFlowers, key);
    }
}

/// Chips for a yakuman; a counted one is none.
fn pay_yakuman_chips(ledger: &mut Ledger, win: &Winner, what: What) {
    let rules = &ledger.settings().chips;
    let (chips, key) = if win.by.is_tsumo() {
        (rules.yakuman_tsumo, Key::ChipsYakumanTsumo)
    } else {
        (rules.yakuman_ron, Key::ChipsYakumanRon)
    };
    let count = if rules.each_yakuman {
        win.value.yakuman()
    } else {
        win.value.yakuman().min(1)
    };
    let chips = Chips(i32::from(chips)) * i32::from(count);
    from_payers(ledger, win, chips, what, key);
}

fn from_payers(ledger: &mut Ledger, win: &Winner, chips: Chips, what: What, key: Key) {
    if !win.by.is_tsumo() {
        ledger.chips(win.from, win.seat, chips, what, key);
        return;
    }
    for payer in opponents(ledger.seats(), win.seat) {
        ledger.chips(payer, win.seat, chips, what, key);
    }
}
