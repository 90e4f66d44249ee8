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
            ledger.chips(owner, payer, amount, What::Flower, Key::AsideChips);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, South, West};
    use crate::settlement::checking::{case, han, ron, tsumo, yakuman};
    use crate::settlement::wins::ChipFacts;

    const IPPATSU_TWO_URA: ChipFacts = ChipFacts {
        ippatsu: true,
        ura: 2,
        pocchi: false,
        all_flowers: false,
    };
    const POCCHI: ChipFacts = ChipFacts {
        ippatsu: false,
        ura: 0,
        pocchi: true,
        all_flowers: false,
    };
    const ALL_FLOWERS: ChipFacts = ChipFacts {
        ippatsu: false,
        ura: 0,
        pocchi: false,
        all_flowers: true,
    };

    #[test]
    fn ippatsu_ura_and_pocchi() {
        case("ZAN-05", "zan")
            .wins(&[ron(South, East, han(6)).with(IPPATSU_TWO_URA)])
            .chips(&[-3, 3, 0])
            .because(What::Ura, "ZAN-05");
        case("ZAN-05", "zan")
            .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
            .chips(&[-3, 6, -3]);
        case("ZAN-05", "zan(chips-by-tsumo=two)")
            .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
            .chips(&[-6, 12, -6]);
        case("ZAN-05", "zan(chips-by-tsumo=two)")
            .wins(&[ron(South, East, han(6)).with(IPPATSU_TWO_URA)])
            .chips(&[-3, 3, 0]);
        case("ZAN-05", "zan")
            .wins(&[tsumo(East, han(2)).with(POCCHI)])
            .chips(&[2, -1, -1]);
        // Only a drawn pocchi counts.
        case("ZAN-05", "zan")
            .wins(&[ron(South, East, han(2)).with(POCCHI)])
            .chips(&[0, 0, 0]);
        case("ZAN-31", "zan")
            .wins(&[
                ron(South, East, han(6)).with(IPPATSU_TWO_URA),
                ron(West, East, yakuman(1)),
            ])
            .chips(&[-13, 3, 10]);
        case("RC-30", "ryanzou-chankan")
            .wins(&[tsumo(South, han(6)).with(IPPATSU_TWO_URA)])
            .chips(&[0, 0, 0, 0]);
    }

    #[test]
    fn a_yakuman_that_is_not_counted() {
        case("ZAN-07", "zan")
            .wins(&[ron(South, East, yakuman(1))])
            .chips(&[-10, 10, 0])
            .because(What::Yakuman, "ZAN-07");
        case("ZAN-07", "zan")
            .wins(&[tsumo(South, yakuman(1))])
            .chips(&[-5, 10, -5]);
        case("ZAN-07", "zan")
            .wins(&[ron(South, East, yakuman(2))])
            .chips(&[-10, 10, 0]);
        case("ZAN-07", "zan(yakuman-chips=each)")
            .wins(&[ron(South, East, yakuman(2))])
            .chips(&[-20, 20, 0]);
        case("ZAN-07", "zan(yakuman-chips=each)")
            .wins(&[tsumo(South, yakuman(2))])
            .chips(&[-10, 20, -10]);
        // A counted yakuman gives none.
        case("ZAN-07", "zan")
            .wins(&[ron(South, East, han(13))])
            .chips(&[0, 0, 0]);
        case("ZAN-05", "zan")
            .wins(&[ron(South, East, yakuman(1)).with(IPPATSU_TWO_URA)])
            .chips(&[-13, 13, 0]);
        case("ZAN-05", "zan(chips-with-yakuman=not-paid)")
            .wins(&[ron(South, East, yakuman(1)).with(IPPATSU_TWO_URA)])
            .chips(&[-10, 10, 0]);
    }

    #[test]
    fn all_flowers() {
        case("ZAN-08", "zan")
            .wins(&[ron(South, East, han(6)).with(ALL_FLOWERS)])
            .chips(&[-10, 10, 0])
            .because(What::AllFlowers, "ZAN-08");
        case("ZAN-08", "zan")
            .wins(&[tsumo(West, han(6)).with(ALL_FLOWERS)])
            .chips(&[-5, -5, 10]);
        case("ZAN-08", "zan")
            .wins(&[tsumo(West, yakuman(1)).with(ALL_FLOWERS)])
            .chips(&[-10, -10, 20]);
    }

    #[test]
    fn a_flower_at_once() {
        case("HN-40", "ryanzou-chankan+hana(variation=3)")
            .by(|rules, _| flower_chips(rules, South))
            .chips(&[-1, 3, -1, -1]);
        case("HN-30", "ryanzou-chankan+hana(variation=2)")
            .by(|rules, _| flower_chips(rules, South))
            .chips(&[0, 0, 0, 0]);
    }
}
