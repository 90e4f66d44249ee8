//! What a hand is worth, and what that costs each payer before honba and sticks.

use crate::rulebook::choices::{HanRow, Scheme};
use crate::rulebook::settings::Settings;

/// The value of a hand by its rulebook's scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// Han, dora included; 0 for yakuman and where the rulebook adds points.
    pub han: u8,
    /// Fu, rounded; 0 where the rulebook has none.
    pub fu: u8,
    /// How many yakuman; a counted one is none of them.
    pub yakuman: u8,
    /// Points, where the rulebook adds them, after the cap.
    pub points: i32,
}

/// What a hand costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Price {
    pub ron: i32,
    /// By tsumo, from each who does not deal.
    pub from_others: i32,
    /// By tsumo, from the dealer; 0 where the winner deals.
    pub from_dealer: i32,
}

impl Price {
    /// What the winner gets in all.
    pub const fn total(&self, tsumo: bool, dealer: bool, seats: usize) -> i32 {
        if !tsumo {
            self.ron
        } else if dealer {
            self.from_others * (seats as i32 - 1)
        } else {
            self.from_others * (seats as i32 - 2) + self.from_dealer
        }
    }

    /// So many times the price.
    const fn times(self, n: i32) -> Price {
        Price {
            ron: self.ron * n,
            from_others: self.from_others * n,
            from_dealer: self.from_dealer * n,
        }
    }
}

/// The price of a value for a winner who deals or not.
pub fn price(settings: &Settings, value: &Value, dealer: bool) -> Price {
    match settings.value.scheme {
        Scheme::Points => Price {
            ron: value.points,
            from_others: value.points,
            from_dealer: if dealer { 0 } else { value.points },
        },
        Scheme::HanTable => by_table(settings, value, dealer),
        Scheme::FuAndHan => by_base(settings, base_points(settings, value), dealer),
    }
}

/// The value that nagashi and penalties are paid as: the lowest limit of the rulebook.
pub fn mangan(settings: &Settings) -> Value {
    let rules = &settings.value;
    let han = match rules.scheme {
        Scheme::Points => 0,
        Scheme::HanTable => rules
            .others
            .iter()
            .find(|row| !row.name.is_empty())
            .map_or(0, |row| row.han),
        Scheme::FuAndHan => rules.limits.first().map_or(0, |limit| limit.han),
    };
    Value {
        han,
        ..Value::default()
    }
}

/// The name of the limit that a value reaches; empty below the first.
pub fn limit_name<'a>(settings: &'a Settings, value: &Value) -> &'a str {
    let rules = &settings.value;
    let counted = rules.counted_yakuman > 0 && value.han >= rules.counted_yakuman;
    match rules.scheme {
        Scheme::Points => "",
        _ if value.yakuman > 0 => "yakuman",
        Scheme::HanTable => table_row(&rules.others, value.han).map_or("", |row| &row.name),
        Scheme::FuAndHan if counted => "counted yakuman",
        Scheme::FuAndHan => {
            let base = base_points(settings, value);
            let reached = rules.limits.iter().rev().find(|limit| base >= limit.base);
            reached.map_or("", |limit| &limit.name)
        }
    }
}

/// Base points of a hand in a rulebook with fu: a non-dealer's ron is four times these.
pub fn base_points(settings: &Settings, value: &Value) -> i32 {
    limit_base(settings, value).unwrap_or_else(|| base_by_fu(settings, value))
}

/// The base points of a limit that is reached whatever the fu are.
fn limit_base(settings: &Settings, value: &Value) -> Option<i32> {
    let rules = &settings.value;
    if value.yakuman > 0 {
        return Some(rules.yakuman * i32::from(value.yakuman));
    }
    if rules.counted_yakuman > 0 && value.han >= rules.counted_yakuman {
        return Some(rules.yakuman);
    }
    let limit = rules.limits.iter().rev().find(|limit| value.han >= limit.han);
    limit.map(|limit| limit.base)
}

fn base_by_fu(settings: &Settings, value: &Value) -> i32 {
    let rules = &settings.value;
    let most = rules.limits.first().map_or(i32::MAX, |limit| limit.base);
    let base = i32::from(value.fu) << (2 + value.han).min(20);
    // 4 han 30 fu and 3 han 60 fu make 1,920, just short of a mangan's 2,000.
    if base >= most || rules.kiriage && i64::from(base) * 100 >= i64::from(most) * 96 {
        most
    } else {
        base
    }
}

/// What a winner gets in all for so many han, where han alone decide it, worked out once for each rulebook.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    /// By dealer, by tsumo, by han; none where it takes fu.
    by_han: [[[Option<i32>; HANS]; 2]; 2],
}

/// Han that are looked up; beyond them nobody waits for speed.
const HANS: usize = 32;

impl Totals {
    /// The totals of a rulebook.
    pub(crate) fn new(settings: &Settings) -> Totals {
        let total = |dealer: usize, tsumo: usize, han: usize| {
            let value = Value {
                han: han as u8,
                ..Value::default()
            };
            let by_han_alone = match settings.value.scheme {
                Scheme::FuAndHan => limit_base(settings, &value).is_some(),
                Scheme::HanTable => true,
                Scheme::Points => false,
            };
            let seats = usize::from(settings.tiles.seats);
            by_han_alone.then(|| price(settings, &value, dealer == 1).total(tsumo == 1, dealer == 1, seats))
        };
        Totals {
            by_han: std::array::from_fn(|dealer| {
                std::array::from_fn(|tsumo| std::array::from_fn(|han| total(dealer, tsumo, han)))
            }),
        }
    }

    /// What the winner gets in all.
    #[inline]
    pub(crate) fn total(&self, settings: &Settings, value: &Value, dealer: bool, tsumo: bool) -> i32 {
        let by_han = &self.by_han[usize::from(dealer)][usize::from(tsumo)];
        let seats = usize::from(settings.tiles.seats);
        let price = match by_han.get(usize::from(value.han)) {
            Some(Some(total)) if value.yakuman == 0 => return *total,
            Some(None) if value.yakuman == 0 && settings.value.scheme == Scheme::FuAndHan => {
                by_base(settings, base_by_fu(settings, value), dealer)
            }
            _ => price(settings, value, dealer),
        };
        price.total(tsumo, dealer, seats)
    }
}

#[inline]
fn by_base(settings: &Settings, base: i32, dealer: bool) -> Price {
    let round_up = |points: i32| (points + 99) / 100 * 100;
    let share = if dealer { 2 } else { 1 };
    let price = Price {
        ron: round_up(base * if dealer { 6 } else { 4 }),
        from_others: round_up(base * share),
        from_dealer: if dealer { 0 } else { round_up(base * 2) },
    };
    if settings.payment.tsumo_loss || settings.tiles.seats != 3 {
        return price;
    }
    // Without tsumo loss the missing player's share is split between the two who pay.
    let missing = price.from_others;
    Price {
        from_others: round_up(price.from_others + missing / 2),
        from_dealer: if dealer {
            0
        } else {
            round_up(price.from_dealer + missing / 2)
        },
        ..price
    }
}

fn by_table(settings: &Settings, value: &Value, dealer: bool) -> Price {
    let rows = if dealer {
        &settings.value.dealer
    } else {
        &settings.value.others
    };
    let han = if value.yakuman > 0 { u8::MAX } else { value.han };
    let price = table_row(rows, han).map_or(Price::default(), |row| Price {
        ron: row.ron,
        from_others: row.tsumo,
        from_dealer: row.from_dealer,
    });
    price.times(i32::from(value.yakuman.max(1)))
}

fn table_row(rows: &[HanRow], han: u8) -> Option<&HanRow> {
    rows.iter().rev().find(|row| han >= row.han)
}
