//! Settling nagashi: only terminals and honours discarded, none of them called.

use super::HandState;
use super::ledger::Ledger;
use super::players;
use super::pot::give_back;
use crate::rulebook::choices::{HonbaTo, Nagashi, NagashiAs, NagashiTogether};
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
    for (winner, payer) in pairs() {
        let price = price(settings, &value, winner == Wind::East);
        let amount = if payer == Wind::East {
            price.from_dealer
        } else {
            price.from_others
        };
        ledger.points(payer, winner, amount, What::Nagashi, Key::DrawsNagashi);
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
            ledger.chips(payer, winner, chips, What::Yakuman, Key::DrawsNagashi);
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

fn pay_sticks(ledger: &mut Ledger, hand: &HandState, winners: &BySeat<bool>, first: Option<Wind>) {
    let several = winners.iter().filter(|&&has_one| has_one).count() > 1;
    let left = if several && ledger.settings().draws.nagashi_own_stick {
        let owners = players(ledger.seats()).filter(|&seat| winners[seat]);
        give_back(ledger, hand, owners, Key::DrawsNagashiOwnStick)
    } else {
        hand.sticks
    };
    if let Some(first) = first {
        ledger.sticks(first, left, What::Sticks, ledger.rules().because(Key::DrawsNagashiAs));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{Case, Settled, case, those};

    fn nagashi(case: Case, winners: &[Wind]) -> Settled {
        case.by(|rules, hand| settle_nagashi(rules, hand, &those(rules.seats(), winners)))
    }

    #[test]
    fn a_win_with_honba_and_sticks() {
        nagashi(
            case("RC-46", "ryanzou-chankan").honba(2).sticks(1).riichi(&[West]),
            &[South],
        )
        .points(&[-4_200, 10_600, -2_200, -2_200])
        .because(What::Nagashi, "RC-46");
        nagashi(case("RC-46", "ryanzou-chankan").honba(1), &[East]).points(&[12_300, -4_100, -4_100, -4_100]);
        nagashi(case("SM-25", "sanmatsuri").honba(1).sticks(1), &[South]).points(&[-4_100, 7_200, -2_100]);
        nagashi(case("SM-25", "sanmatsuri(nagashi=draw)").honba(1).sticks(1), &[South])
            .points(&[-4_100, 6_200, -2_100]);
    }

    #[test]
    fn several_that_cancel() {
        // East's stick goes to south, the nearer to the dealer; north's own comes back.
        nagashi(
            case("RC-47", "ryanzou-chankan").honba(1).riichi(&[East, North]),
            &[South, North],
        )
        .points(&[-8_200, 7_200, -4_200, 7_200])
        .because(What::OwnStick, "RC-47");
        nagashi(case("RC-47", "ryanzou-chankan").sticks(2), &[East, West]).points(&[10_000, -6_000, 4_000, -6_000]);
        nagashi(
            case("RC-47", "ryanzou-chankan").honba(3).sticks(1),
            &[East, South, West, North],
        )
        .points(&[1_000, 0, 0, 0]);
    }

    #[test]
    fn several_that_pay_each_other() {
        nagashi(
            case("SM-25", "sanmatsuri").honba(1).riichi(&[South, West]),
            &[East, South],
        )
        .points(&[5_100, 3_100, -6_200]);
    }

    #[test]
    fn a_yakuman_with_chips() {
        nagashi(case("ZAN-43", "zan").honba(1).sticks(2), &[South])
            .points(&[-21_000, 36_000, -13_000])
            .chips(&[-5, 10, -5])
            .because(What::Yakuman, "ZAN-43");
        nagashi(case("ZAN-43", "zan"), &[East])
            .points(&[48_000, -24_000, -24_000])
            .chips(&[10, -5, -5]);
        // East has 24,000 from both and pays 20,000; honba and both sticks go to east alone.
        nagashi(case("ZAN-43", "zan").honba(1).riichi(&[South, West]), &[East, South])
            .points(&[32_000, 7_000, -37_000])
            .chips(&[5, 5, -10]);
    }

    #[test]
    fn a_draw_leaves_honba_and_sticks() {
        nagashi(case("TH-13", "tenhou").honba(2).sticks(1), &[South]).points(&[-4_000, 8_000, -2_000, -2_000]);
        nagashi(case("TS-13", "tenhou-sanma").honba(2).sticks(1), &[East]).points(&[8_000, -4_000, -4_000]);
        nagashi(case("EMA-19", "ema-2025").honba(2).sticks(1), &[South]).points(&[0, 0, 0, 0]);
    }
}
