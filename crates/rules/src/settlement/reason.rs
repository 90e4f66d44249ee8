//! Which setting, and so which clause, decides the price of a hand.

use crate::rulebook::choices::Scheme;
use crate::rulebook::settings::{Key, Settings};
use crate::value::{Value, base_points, is_counted_yakuman, limit_name, unlimited_base};

/// The key behind what a hand costs.
pub(super) fn price_key(settings: &Settings, value: &Value, dealer: bool, tsumo: bool) -> Key {
    match settings.value.scheme {
        Scheme::Points => Key::ValueScheme,
        Scheme::HanTable if dealer => Key::ValueDealer,
        Scheme::HanTable => Key::ValueOthers,
        // Where a share is missing from every tsumo, that is what explains the sum.
        Scheme::FuAndHan if tsumo && loses_a_share(settings) => Key::PaymentTsumoLoss,
        Scheme::FuAndHan => fu_and_han_key(settings, value),
    }
}

/// The key that sets the limit which a value reaches; none below the first.
pub fn limit_key(settings: &Settings, value: &Value, dealer: bool) -> Option<Key> {
    let reached = !limit_name(settings, value).is_empty();
    let key = || match settings.value.scheme {
        Scheme::HanTable => price_key(settings, value, dealer, false),
        _ => fu_and_han_key(settings, value),
    };
    reached.then(key)
}

fn loses_a_share(settings: &Settings) -> bool {
    settings.tiles.seats == 3 && settings.payment.tsumo_loss
}

fn fu_and_han_key(settings: &Settings, value: &Value) -> Key {
    if value.is_yakuman() {
        Key::ValueYakuman
    } else if is_counted_yakuman(settings, value.han()) {
        Key::ValueCountedYakuman
    } else if settings.value.kiriage && rounded_up_to_a_limit(settings, value) {
        Key::ValueKiriage
    } else if limit_name(settings, value).is_empty() {
        Key::ValueScheme
    } else {
        Key::ValueLimits
    }
}

/// Is it a mangan only because the rulebook rounds up to it?
fn rounded_up_to_a_limit(settings: &Settings, value: &Value) -> bool {
    let first = settings.value.limits.first();
    let by_fu = unlimited_base(value.han(), value.fu());
    first.is_some_and(|limit| {
        value.han().0 < limit.han && by_fu < limit.base && base_points(settings, value).0 == limit.base
    })
}
