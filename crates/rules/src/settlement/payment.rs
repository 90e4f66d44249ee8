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
        let key = match payer {
            Payer::Nobody if ledger.seats() == 3 => ledger.said_or(Key::CitePaoOfThree, split.key),
            _ => split.key,
        };
        ledger.points(part.liable, win.seat, own, What::Pao, key);
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
