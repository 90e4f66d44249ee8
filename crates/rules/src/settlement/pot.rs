//! Honba and sticks where several players win: which of them gets what lies on the table.

use super::HandState;
use super::ledger::Ledger;
use super::wins::Winner;
use crate::rulebook::choices::{DealerStays, HonbaTo, SticksTo};
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::transfer::What;

/// Of several winners the one who deals next: the dealer, if one of them and the deal stays; else the first in turn after the dealer.
///
/// With three players one of two winners always deals next. With four neither may; then it is the one whose deal comes first.
pub fn deals_next(settings: &Settings, winners: impl Iterator<Item = Wind>) -> Option<Wind> {
    let stays = settings.game.dealer_stays != DealerStays::Never;
    winners.min_by_key(|&seat| (seat == Wind::East && !stays, seat))
}

pub(super) fn gets_honba(rules: &Rules, wins: &[Winner], seat: Wind) -> bool {
    match rules.settings.payment.honba_to {
        HonbaTo::Each => true,
        HonbaTo::First => first_in_turn(wins, rules.seats()) == Some(seat),
        HonbaTo::NextDealer => deals_next(&rules.settings, seats_of(wins)) == Some(seat),
    }
}

/// Pays the sticks on the table.
pub(super) fn pay_sticks(ledger: &mut Ledger, hand: &HandState, wins: &[Winner]) {
    let settings = ledger.settings();
    let first = first_in_turn(wins, ledger.seats());
    let to = match settings.payment.sticks_to {
        SticksTo::First | SticksTo::OwnThenFirst => first,
        SticksTo::NextDealer => deals_next(settings, seats_of(wins)),
    };
    let several = wins.len() > 1;
    let left = if several && settings.payment.sticks_to == SticksTo::OwnThenFirst {
        give_back(ledger, hand, seats_of(wins), Key::PaymentSticksTo)
    } else {
        hand.sticks
    };
    if let Some(to) = to {
        let rules = ledger.rules();
        // A clause about several winners says nothing of one.
        let because = match several {
            true => rules.because(Key::PaymentSticksTo),
            false => rules.first_because(Key::PaymentSticksTo),
        };
        ledger.sticks(to, left, What::Sticks, because);
    }
}

/// Gives these players their own sticks of this hand back; answers how many sticks are left.
pub(super) fn give_back(ledger: &mut Ledger, hand: &HandState, to: impl Iterator<Item = Wind>, key: Key) -> u8 {
    let mut left = hand.sticks;
    for owner in to.filter(|&owner| hand.riichi[owner]) {
        if left > 0 {
            ledger.sticks(owner, 1, What::OwnStick, ledger.rules().because(key));
            left -= 1;
        }
    }
    left
}

fn first_in_turn(wins: &[Winner], seats: usize) -> Option<Wind> {
    let first = wins.iter().min_by_key(|win| win.from.turns_to(win.seat, seats));
    first.map(|win| win.seat)
}

fn seats_of(wins: &[Winner]) -> impl Iterator<Item = Wind> {
    wins.iter().map(|win| win.seat)
}

#[cfg(test)]
mod tests {
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{case, han, han_fu, ron, tsumo};
    use crate::transfer::What;

    #[test]
    fn one_winner_takes_everything() {
        case("RB-14", "ryanzou-chankan")
            .sticks(1)
            .riichi(&[West])
            .wins(&[tsumo(South, han(5))])
            .points(&[-4_000, 10_000, -2_000, -2_000]);
        case("ZAN-31", "zan")
            .sticks(2)
            .riichi(&[East])
            .wins(&[ron(South, West, han(1))])
            .points(&[0, 4_000, -1_000]);
    }

    #[test]
    fn own_sticks_first() {
        // South is first in turn after east: the old stick and north's go there, west's own comes back; 300 to each.
        case("RC-08", "ryanzou-chankan")
            .honba(1)
            .sticks(1)
            .riichi(&[West, North])
            .wins(&[ron(West, East, han(5)), ron(South, East, han_fu(3, 30))])
            .points(&[-12_500, 6_200, 9_300, 0])
            .because(What::OwnStick, "RC-08");
        // After west come north, east, south.
        case("RC-08", "ryanzou-chankan")
            .sticks(2)
            .riichi(&[South])
            .wins(&[ron(South, West, han(5)), ron(East, West, han(5))])
            .points(&[14_000, 9_000, -20_000, 0]);
        case("RC-18", "ryanzou-chankan")
            .honba(2)
            .sticks(1)
            .riichi(&[East, South, West])
            .wins(&[
                ron(East, North, han(5)),
                ron(South, North, han(5)),
                ron(West, North, han(5)),
            ])
            .points(&[14_600, 9_600, 9_600, -29_800]);
        case("EMA-21", "ema-2025")
            .honba(1)
            .wins(&[ron(South, East, han(5)), ron(West, East, han(5))])
            .points(&[-16_600, 8_300, 8_300, 0]);
        case("EMA-22", "ema-2025")
            .sticks(3)
            .riichi(&[South, West])
            .wins(&[ron(South, East, han(5)), ron(West, East, han(5))])
            .points(&[-16_000, 12_000, 9_000, 0])
            .because(What::Sticks, "EMA-22");
        case("SM-28", "sanmatsuri")
            .honba(1)
            .sticks(1)
            .riichi(&[West])
            .wins(&[ron(East, South, han(5)), ron(West, South, han(5))])
            .points(&[12_200, -20_400, 10_200]);
    }

    #[test]
    fn the_first_in_turn_takes_sticks_and_honba() {
        case("TH-11", "tenhou")
            .honba(1)
            .sticks(1)
            .riichi(&[West])
            .wins(&[ron(South, East, han_fu(3, 30)), ron(West, East, han(5))])
            .points(&[-12_200, 6_200, 8_000, 0]);
    }

    #[test]
    fn the_winner_who_deals_next_takes_sticks_and_honba() {
        // The dealer wins and deals again, though west is first in turn after south.
        case("ZAN-31", "zan")
            .honba(2)
            .sticks(1)
            .riichi(&[West])
            .wins(&[ron(West, South, han(3)), ron(East, South, han(3))])
            .points(&[6_000 + 2_000 + 2_000, -12_000, 4_000])
            .because(What::Honba, "ZAN-29")
            .because(What::Sticks, "ZAN-31");
        // RB-14: a winner takes the sticks; ZAN-31 speaks of two.
        case("RB-14", "zan")
            .sticks(1)
            .wins(&[ron(West, South, han(3))])
            .because(What::Sticks, "RB-14");
        // The dealer deals in: south deals next, and takes west's own stick too.
        case("ZAN-31", "zan")
            .honba(1)
            .riichi(&[West])
            .wins(&[ron(South, East, han(3)), ron(West, East, han(3))])
            .points(&[-9_000, 6_000, 4_000]);
        case("ZAN-31", "zan")
            .honba(1)
            .wins(&[ron(South, West, han(3)), ron(East, West, han(3))])
            .points(&[7_000, 4_000, -11_000]);
    }
}
