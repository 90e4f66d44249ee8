//! What a payment is for, in words.

use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::transfer::{Transfer, What};
use jantaku_rules::units::Points;
use jantaku_rules::value::{Value, limit_name};

use super::claim::Claim;

/// `haneman by ron`
pub fn what(rules: &Rules, claim: &Claim, score: &Score, transfer: &Transfer) -> String {
    let hand = || format!("{} by {}", worth(rules, score), claim.win.by.word().replace('-', " "));
    match transfer.what {
        What::Hand => hand(),
        What::Pao => format!("{}, liable for a yakuman", hand()),
        What::RinshanPao => format!("{}, having fed the kan", hand()),
        What::Honba => format!("{} honba", claim.hand.honba),
        What::OwnStick => "the own riichi stick".to_owned(),
        What::Sticks => match transfer.amount.number() / rules.settings.riichi.stick.max(1) {
            1 => "1 riichi stick".to_owned(),
            sticks => format!("{sticks} riichi sticks"),
        },
        What::Ura => format!("{} ura dora", score.dora.ura),
        other => other.name().to_owned(),
    }
}

/// The limit, or what the hand counts below it: `haneman`, `3 han 40 fu`.
pub fn worth(rules: &Rules, score: &Score) -> String {
    let limit = limit_name(&rules.settings, &score.value);
    match score.value {
        Value::Yakuman(count @ 2..) => format!("{count} yakuman"),
        Value::Points(Points(1)) => "1 point".to_owned(),
        Value::Points(points) => format!("{points} points"),
        _ if !limit.is_empty() => limit.to_owned(),
        Value::Han { han, fu } if rules.settings.value.scheme == Scheme::FuAndHan => format!("{han} han {fu} fu"),
        value => format!("{} han", value.han()),
    }
}
