//! Who pays how much for one winning hand, and its honba.

use super::ledger::Ledger;
use super::liability::{Payer, split};
use super::opponents;
use super::reason::price_key;
use super::wins::Winner;
use crate::rulebook::choices::{DiscardPays, PaoHonba};
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::transfer::What;
use crate::units::Points;
use crate::value::{Value, price};

/// A player who fed a kan and so pays a tsumo in everybody's place.
#[derive(Clone, Copy)]
pub(super) struct Feeder {
    pub(super) seat: Wind,
    pub(super) what: What,
    pub(super) key: Key,
}

/// Pays a hand's value.
pub(super) fn pay_hand(ledger: &mut Ledger, win: &Winner, what: What, feeder: Option<Feeder>) {
    let settings = ledger.settings();
    let payer = payer(win, feeder);
    let split = split(settings, win, payer);
    for part in &split.liable {
        let whole = whole_price(settings, win, &Value::Yakuman(part.yakuman));
        // By tsumo the liable player pays everything; beside one who was ronned, or fed the kan, half.
        let own = if payer == Payer::Nobody {
            whole
        } else {
            Points(whole.0 / 2)
        };
        ledger.points(part.liable, win.seat, own, What::Pao, split.key);
        if let Some(payer) = payer.seat() {
            let label = feeder.map_or(what, |feeder| feeder.what);
            ledger.points(payer, win.seat, whole - own, label, split.key);
        }
    }
    let Some(rest) = split.rest else { return };
    if let Some(feeder) = feeder {
        let whole = whole_price(settings, win, &rest);
        ledger.points(feeder.seat, win.seat, whole, feeder.what, feeder.key);
    } else if win.by.is_tsumo() {
        pay_tsumo(ledger, win, &rest, what);
    } else {
        pay_ron(ledger, win, &rest, what);
    }
}

pub(super) fn pay_honba(ledger: &mut Ledger, win: &Winner, honba: u8, feeder: Option<Feeder>) {
    let settings = ledger.settings();
    let honba = i32::from(honba);
    if !win.by.is_tsumo() {
        let amount = Points(settings.payment.honba_ron) * honba;
        let shared = split(settings, win, payer(win, feeder));
        let (payer, key) = match (settings.pao.ron_honba, shared.liable.first()) {
            (PaoHonba::Liable, Some(part)) => (part.liable, Key::PaoRonHonba),
            _ => (win.from, Key::PaymentHonbaRon),
        };
        ledger.points(payer, win.seat, amount, What::Honba, key);
        return;
    }
    let each = Points(settings.payment.honba_tsumo) * honba;
    let payer = payer(win, feeder);
    // Whoever pays a whole tsumo pays its honba; where others have a share in the hand the honba is shared too.
    match payer.seat().or_else(|| split(settings, win, payer).answers_for_all()) {
        Some(payer) => {
            let all = each * (ledger.seats() as i32 - 1);
            ledger.points(payer, win.seat, all, What::Honba, Key::PaymentHonbaTsumo);
        }
        None => {
            for payer in opponents(ledger.seats(), win.seat) {
                ledger.points(payer, win.seat, each, What::Honba, Key::PaymentHonbaTsumo);
            }
        }
    }
}

/// By tsumo everybody pays: the dealer more than the others, or all alike to the dealer.
pub(super) fn pay_tsumo(ledger: &mut Ledger, win: &Winner, value: &Value, what: What) {
    let settings = ledger.settings();
    let price = price(settings, value, win.deals());
    let key = price_key(settings, value, win.deals(), true);
    for payer in opponents(ledger.seats(), win.seat) {
        let amount = if payer == Wind::East {
            price.from_dealer
        } else {
            price.from_others
        };
        ledger.points(payer, win.seat, amount, what, key);
    }
}

/// By ron the discarder pays, unless the rulebook spreads it.
fn pay_ron(ledger: &mut Ledger, win: &Winner, value: &Value, what: What) {
    let settings = ledger.settings();
    let price = price(settings, value, win.deals()).ron;
    let shared = Points(settings.payment.shared_up_to);
    let own_tile = win.responsible == Some(win.seat) && settings.payment.own_tile_shared;
    let responsible = win.responsible.filter(|&seat| seat != win.seat).unwrap_or(win.from);
    let seats = ledger.seats();
    match settings.payment.discard {
        DiscardPays::Discarder => {
            let key = price_key(settings, value, win.deals(), false);
            ledger.points(win.from, win.seat, price, what, key);
        }
        DiscardPays::Responsible if price > shared && !own_tile => {
            for payer in opponents(seats, win.seat).filter(|&payer| payer != responsible) {
                ledger.points(payer, win.seat, shared, what, Key::PaymentDiscard);
            }
            // The winner gets as much as if each opponent had paid the value.
            let payers = seats as i32 - 1;
            let amount = price * payers - shared * (payers - 1);
            ledger.points(responsible, win.seat, amount, what, Key::PaymentDiscard);
        }
        DiscardPays::Responsible | DiscardPays::EachOpponent => {
            let key = match settings.payment.discard {
                DiscardPays::Responsible if price <= shared => Key::PaymentSharedUpTo,
                DiscardPays::Responsible => Key::PaymentOwnTileShared,
                _ => Key::PaymentDiscard,
            };
            for payer in opponents(seats, win.seat) {
                ledger.points(payer, win.seat, price, what, key);
            }
        }
    }
}

/// The discarder, or by tsumo whoever stands in the place of one.
fn payer(win: &Winner, feeder: Option<Feeder>) -> Payer {
    match feeder {
        Some(feeder) => Payer::Feeder(feeder.seat),
        None if win.by.is_tsumo() => Payer::Nobody,
        None => Payer::Discarder(win.from),
    }
}

/// What the winner gets for a value from all payers together.
fn whole_price(settings: &Settings, win: &Winner, value: &Value) -> Points {
    let seats = usize::from(settings.tiles.seats);
    price(settings, value, win.deals()).total(win.by.is_tsumo(), win.deals(), seats)
}

#[cfg(test)]
mod tests {
    use crate::seat::Wind::{East, North, South, West};
    use crate::settlement::checking::{case, han, han_fu, ron, tsumo, worth, yakuman};
    use crate::transfer::What;

    #[test]
    fn liable_for_one_yakuman() {
        let rc = "ryanzou-chankan";
        case("RC-65", rc)
            .honba(2)
            .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_600, 0, -32_600])
            .because(What::Pao, "RC-65");
        case("RC-65", rc)
            .honba(1)
            .wins(&[tsumo(East, yakuman(1)).liable(West, 1)])
            .points(&[48_300, 0, -48_300, 0]);
        case("RC-66", rc)
            .honba(1)
            .wins(&[ron(South, West, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_300, -16_300, -16_000])
            .because(What::Pao, "RC-66");
        case("RC-66", rc)
            .wins(&[ron(East, West, yakuman(1)).liable(North, 1)])
            .points(&[48_000, 0, -24_000, -24_000]);
        // The great winds are one yakuman that counts twice.
        case("RC-60", rc)
            .honba(1)
            .wins(&[tsumo(South, yakuman(2)).liable(East, 2)])
            .points(&[-64_300, 64_300, 0, 0]);
        // Who is liable and deals in pays as any discarder.
        case("RC-66", rc)
            .honba(1)
            .wins(&[ron(South, North, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_300, 0, -32_300])
            .because(What::Hand, "RB-26");
        case("EMA-23", "ema-2025")
            .honba(1)
            .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_300, 0, -32_300]);
        case("EMA-23", "ema-2025")
            .honba(1)
            .wins(&[ron(South, West, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_300, -16_300, -16_000])
            .because(What::Pao, "EMA-23");
    }

    #[test]
    fn liable_for_one_of_several_yakuman() {
        let rc = "ryanzou-chankan";
        case("RC-68", rc)
            .honba(1)
            .wins(&[tsumo(South, yakuman(2)).liable(North, 1)])
            .points(&[-16_100, 64_300, -8_100, -8_100 - 32_000])
            .because(What::Pao, "RC-68");
        case("RC-68", rc)
            .honba(1)
            .wins(&[tsumo(East, yakuman(3)).liable(South, 1)])
            .points(&[144_300, -80_100, -32_100, -32_100]);
        case("RC-69", rc)
            .honba(1)
            .wins(&[ron(South, West, yakuman(2)).liable(North, 1)])
            .points(&[0, 64_300, -48_300, -16_000])
            .because(What::Pao, "RC-69");
        // Two liable players each answer for their own; nobody pays the hand alone, so the honba is shared.
        case("RC-68", rc)
            .honba(1)
            .wins(&[tsumo(South, yakuman(2)).liable(North, 1).liable(East, 1)])
            .points(&[-32_100, 64_300, -100, -32_100]);
        case("RC-69", rc)
            .wins(&[ron(South, East, yakuman(2)).liable(North, 1).liable(East, 1)])
            .points(&[-48_000, 64_000, 0, -16_000]);
        // In the EMA's book two yakuman in a hand are one.
        case("EMA-30", "ema-2025")
            .wins(&[tsumo(South, yakuman(1)).liable(North, 1)])
            .points(&[0, 32_000, 0, -32_000]);
    }

    #[test]
    fn liable_for_the_whole_hand() {
        case("TH-14", "tenhou")
            .honba(1)
            .wins(&[tsumo(South, yakuman(2)).liable(North, 1)])
            .points(&[0, 64_300, 0, -64_300]);
        case("TH-14", "tenhou")
            .honba(1)
            .wins(&[ron(South, West, yakuman(2)).liable(North, 1)])
            .points(&[0, 64_300, -32_300, -32_000]);
        case("TH-14", "tenhou")
            .wins(&[ron(South, North, yakuman(2)).liable(North, 1)])
            .points(&[0, 64_000, 0, -64_000]);
    }

    #[test]
    fn liable_among_three_players() {
        case("EMA-35", "sanmatsuri")
            .honba(1)
            .wins(&[tsumo(South, yakuman(1)).liable(West, 1)])
            .points(&[0, 24_200, -24_200]);
        case("EMA-35", "sanmatsuri")
            .wins(&[tsumo(East, yakuman(1)).liable(West, 1)])
            .points(&[32_000, 0, -32_000]);
        case("EMA-23", "sanmatsuri")
            .honba(1)
            .wins(&[ron(South, East, yakuman(1)).liable(West, 1)])
            .points(&[-16_200, 32_200, -16_000]);
    }

    #[test]
    fn who_feeds_a_kan_pays_for_a_win_on_its_replacement() {
        let rc = "ryanzou-chankan";
        case("RC-45", rc)
            .honba(1)
            .wins(&[tsumo(South, han_fu(3, 30)).fed_by(North)])
            .points(&[0, 4_300, 0, -4_300])
            .because(What::RinshanPao, "RC-45");
        case("RC-45", rc)
            .wins(&[tsumo(South, han_fu(1, 30)).fed_by(East)])
            .points(&[-1_100, 1_100, 0, 0]);
        case("RC-45", rc)
            .wins(&[tsumo(East, han(5)).fed_by(West)])
            .points(&[12_000, 0, -12_000, 0]);
        // Not where the rulebook has no such clause.
        case("EMA-23", "ema-2025")
            .wins(&[tsumo(South, han(5)).fed_by(North)])
            .points(&[-4_000, 8_000, -2_000, -2_000]);
    }

    #[test]
    fn fed_a_kan_and_liable() {
        let rc = "ryanzou-chankan";
        case("RC-67", rc)
            .honba(1)
            .wins(&[tsumo(South, yakuman(1)).fed_by(West).liable(North, 1)])
            .points(&[0, 32_300, -16_300, -16_000])
            .because(What::Pao, "RC-67");
        case("RC-67", rc)
            .wins(&[tsumo(East, yakuman(1)).fed_by(West).liable(North, 1)])
            .points(&[48_000, 0, -24_000, -24_000]);
        // Suukankaihou counts two and daisangen one: 16,000 from the liable player, 16,000 + 64,000 + honba from the feeder.
        case("RC-69", rc)
            .honba(2)
            .wins(&[tsumo(South, yakuman(3)).fed_by(West).liable(North, 1)])
            .points(&[0, 96_600, -16_000 - 64_000 - 600, -16_000])
            .because(What::Pao, "RC-69");
        case("RC-69", rc)
            .honba(1)
            .wins(&[tsumo(South, yakuman(3)).fed_by(North).liable(North, 1)])
            .points(&[0, 96_300, 0, -96_300]);
    }

    #[test]
    fn nobody_is_liable_where_the_rulebook_has_no_pao() {
        case("ZAN-33", "zan")
            .wins(&[tsumo(South, yakuman(1)).liable(West, 1).fed_by(West)])
            .points(&[-20_000, 32_000, -12_000]);
        case("ZAN-33", "zan")
            .wins(&[ron(South, East, yakuman(1)).liable(West, 1)])
            .points(&[-32_000, 32_000, 0]);
    }

    #[test]
    fn the_responsible_player() {
        let zj = "zung-jung";
        case("ZJ-71", zj)
            .wins(&[tsumo(South, worth(160))])
            .points(&[-160, 480, -160, -160])
            .because(What::Hand, "ZJ-71");
        case("ZJ-71", zj)
            .wins(&[tsumo(East, worth(30))])
            .points(&[90, -30, -30, -30]);
        case("ZJ-72", zj)
            .wins(&[ron(South, West, worth(20))])
            .points(&[-20, 60, -20, -20])
            .because(What::Hand, "ZJ-72");
        case("ZJ-72", zj)
            .wins(&[ron(South, West, worth(25))])
            .points(&[-25, 75, -25, -25]);
        case("ZJ-73", zj)
            .wins(&[ron(South, West, worth(26))])
            .points(&[-25, 78, -28, -25]);
        case("ZJ-73", zj)
            .wins(&[ron(South, West, worth(160))])
            .points(&[-25, 480, -430, -25])
            .because(What::Hand, "ZJ-73");
        case("ZJ-74", zj)
            .wins(&[ron(South, West, worth(160)).responsible(North)])
            .points(&[-25, 480, -25, -430]);
        case("ZJ-75", zj)
            .wins(&[ron(South, West, worth(160)).responsible(South)])
            .points(&[-160, 480, -160, -160])
            .because(What::Hand, "ZJ-75");
        case("ZJ-76", zj)
            .wins(&[ron(East, West, worth(480))])
            .points(&[1_440, -25, -1_390, -25]);
        case("ZJ-82", "zung-jung(payoff=uniform)")
            .wins(&[ron(South, West, worth(160))])
            .points(&[-160, 480, -160, -160]);
    }
}
