//! What a payment is for, in words.

use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::Score;
use jantaku_rules::transfer::{Transfer, What};
use jantaku_rules::value::limit_name;

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
        What::Sticks => match transfer.amount / rules.settings.riichi.stick.max(1) {
            1 => "1 riichi stick".to_owned(),
            sticks => format!("{sticks} riichi sticks"),
        },
        What::Ura => format!("{} ura dora", score.dora.ura),
        other => other.name().to_owned(),
    }
}

/// The limit, or what the hand counts below it: `haneman`, `3 han 40 fu`.
pub fn worth(rules: &Rules, score: &Score) -> String {
    let value = &score.value;
    let limit = limit_name(&rules.settings, value);
    match rules.settings.value.scheme {
        _ if value.yakuman > 1 => format!("{} yakuman", value.yakuman),
        Scheme::Points if value.points == 1 => "1 point".to_owned(),
        Scheme::Points => format!("{} points", value.points),
        _ if !limit.is_empty() => limit.to_owned(),
        Scheme::FuAndHan => format!("{} han {} fu", value.han, value.fu),
        Scheme::HanTable => format!("{} han", value.han),
    }
}
