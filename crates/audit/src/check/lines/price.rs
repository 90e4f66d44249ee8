//! The price of a hand, worked out from the tables of the rulebook.

use jantaku_rules::rulebook::choices::{DiscardPays, Scheme};
use jantaku_rules::rulebook::settings::Settings;

/// What a hand counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    pub han: i32,
    pub fu: i32,
    pub yakuman: i32,
    pub points: i32,
}

/// How a hand reached its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// By han and fu, below every limit.
    Open,
    RoundedUp,
    Limit,
    CountedYakuman,
    Yakuman,
}

/// Base points where a rulebook counts han and fu, and how they came about.
pub fn base(settings: &Settings, hand: Counted) -> (i32, Step) {
    let value = &settings.value;
    let counted = i32::from(value.counted_yakuman);
    if hand.yakuman > 0 {
        return (hand.yakuman * value.yakuman, Step::Yakuman);
    }
    if counted > 0 && hand.han >= counted {
        return (value.yakuman, Step::CountedYakuman);
    }
    let by_han = value.limits.iter().filter(|limit| hand.han >= i32::from(limit.han));
    if let Some(limit) = by_han.max_by_key(|limit| limit.base) {
        return (limit.base, Step::Limit);
    }
    let lowest = value.limits.iter().map(|limit| limit.base).min().unwrap_or(i32::MAX);
    let by_fu = hand.fu * 4 * 2_i32.pow(hand.han.clamp(0, 12) as u32);
    match (hand.han, hand.fu) {
        _ if by_fu >= lowest => (lowest, Step::Limit),
        (4, 30) | (3, 60) if value.kiriage => (lowest, Step::RoundedUp),
        _ => (by_fu, Step::Open),
    }
}

/// What a winner receives for a hand in total, before honba and sticks.
pub fn total(settings: &Settings, hand: Counted, dealer: bool, tsumo: bool) -> i32 {
    let seats = i32::from(settings.tiles.seats);
    match settings.value.scheme {
        Scheme::Points if !tsumo && settings.payment.discard == DiscardPays::Discarder => hand.points,
        Scheme::Points => hand.points * (seats - 1),
        Scheme::HanTable => {
            let rows = if dealer {
                &settings.value.dealer
            } else {
                &settings.value.others
            };
            let reached = |han: u8| hand.yakuman > 0 || hand.han >= i32::from(han);
            let Some(row) = rows.iter().filter(|row| reached(row.han)).max_by_key(|row| row.han) else {
                return 0;
            };
            let others = if dealer { seats - 1 } else { seats - 2 };
            let all = if tsumo {
                row.tsumo * others + row.from_dealer
            } else {
                row.ron
            };
            all * hand.yakuman.max(1)
        }
        Scheme::FuAndHan => {
            let (base, _) = base(settings, hand);
            let up = |points: i32| points.div_euclid(100) * 100 + if points % 100 > 0 { 100 } else { 0 };
            let missing_is_shared = seats == 3 && !settings.payment.tsumo_loss;
            let share = |own: i32, missing: i32| {
                if missing_is_shared {
                    up(up(own) + up(missing) / 2)
                } else {
                    up(own)
                }
            };
            match (tsumo, dealer) {
                (false, false) => up(4 * base),
                (false, true) => up(6 * base),
                (true, true) => share(2 * base, 2 * base) * (seats - 1),
                (true, false) => share(base, base) * (seats - 2) + share(2 * base, base),
            }
        }
    }
}
