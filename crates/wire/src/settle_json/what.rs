//! What a payment is for, in words, where a hand is known by its value alone.

use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::settlement::wins::Winner;
use jantaku_rules::transfer::{Transfer, What};
use jantaku_rules::units::Points;
use jantaku_rules::value::{Value, limit_name};

/// `haneman by ron`, for a payment to a winner after a hand with this many honba.
pub(super) fn what_for(rules: &Rules, winner: &Winner, honba: u8, transfer: &Transfer) -> String {
    let hand = || {
        format!(
            "{} by {}",
            worth_of(rules, &winner.value),
            winner.by.word().replace('-', " ")
        )
    };
    match transfer.what {
        What::Hand => hand(),
        What::Pao => format!("{}, liable for a yakuman", hand()),
        What::RinshanPao => format!("{}, having fed the kan", hand()),
        What::Honba => format!("{honba} honba"),
        What::OwnStick => "riichi stick returned".to_owned(),
        What::Sticks => match transfer.amount.number() / rules.settings.riichi.stick.max(1) {
            1 => "1 riichi stick".to_owned(),
            sticks => format!("{sticks} riichi sticks"),
        },
        What::Ura => format!("{} ura dora", winner.chips.ura),
        other => other.name().to_owned(),
    }
}

/// The limit, or what the hand counts below it: `haneman`, `3 han 40 fu`.
pub(super) fn worth_of(rules: &Rules, value: &Value) -> String {
    let limit = limit_name(&rules.settings, value);
    match *value {
        Value::Yakuman(count @ 2..) => format!("{count} yakuman"),
        Value::Points(Points(1)) => "1 point".to_owned(),
        Value::Points(points) => format!("{points} points"),
        _ if !limit.is_empty() => limit.to_owned(),
        Value::Han { han, fu } if rules.settings.value.scheme == Scheme::FuAndHan => format!("{han} han {fu} fu"),
        value => format!("{} han", value.han()),
    }
}
