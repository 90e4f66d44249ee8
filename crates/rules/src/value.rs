//! What a hand is worth, and what that costs each payer before honba and sticks.

use crate::rulebook::choices::{HanRow, Scheme};
use crate::rulebook::settings::Settings;
use crate::units::{Fu, Han, Points};

/// The value of a hand by its rulebook's scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Han, dora included, and fu, rounded; no fu where the rulebook counts han alone.
    Han { han: Han, fu: Fu },
    /// One or more yakuman; a counted yakuman is a matter of han.
    Yakuman(u8),
    /// The sum of patterns after the cap, in a rulebook that adds points.
    Points(Points),
}

impl Value {
    /// A value of han alone.
    pub const fn of_han(han: u8) -> Value {
        Value::Han {
            han: Han(han),
            fu: Fu(0),
        }
    }

    /// Its han; 0 for yakuman and added points.
    pub const fn han(self) -> Han {
        match self {
            Value::Han { han, .. } => han,
            Value::Yakuman(_) | Value::Points(_) => Han(0),
        }
    }

    /// Its fu; 0 for yakuman, added points and rulebooks without fu.
    pub const fn fu(self) -> Fu {
        match self {
            Value::Han { fu, .. } => fu,
            Value::Yakuman(_) | Value::Points(_) => Fu(0),
        }
    }

    /// How many yakuman; 0 for everything else, a counted yakuman included.
    pub const fn yakuman(self) -> u8 {
        match self {
            Value::Yakuman(count) => count,
            Value::Han { .. } | Value::Points(_) => 0,
        }
    }

    /// Is it one yakuman or more, not counting a counted one?
    pub const fn is_yakuman(self) -> bool {
        matches!(self, Value::Yakuman(_))
    }

    /// Its points where the rulebook adds them, else 0.
    pub const fn points(self) -> Points {
        match self {
            Value::Points(points) => points,
            Value::Han { .. } | Value::Yakuman(_) => Points(0),
        }
    }
}

/// What a hand costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Price {
    pub ron: Points,
    /// By tsumo, from each who does not deal.
    pub from_others: Points,
    /// By tsumo, from the dealer; 0 where the winner deals.
    pub from_dealer: Points,
}

impl Price {
    /// What the winner gets in total.
    #[must_use]
    pub fn total(&self, tsumo: bool, dealer: bool, seats: usize) -> Points {
        if !tsumo {
            self.ron
        } else if dealer {
            self.from_others * (seats as i32 - 1)
        } else {
            self.from_others * (seats as i32 - 2) + self.from_dealer
        }
    }
}

/// The price of a value for a winner who deals or not.
#[must_use]
pub fn price(settings: &Settings, value: &Value, dealer: bool) -> Price {
    match settings.value.scheme {
        Scheme::Points => Price {
            ron: value.points(),
            from_others: value.points(),
            from_dealer: if dealer { Points(0) } else { value.points() },
        },
        Scheme::HanTable => by_table(settings, *value, dealer),
        Scheme::FuAndHan => by_base(settings, base_points(settings, value), dealer),
    }
}

/// The value that nagashi and penalties are paid as: the lowest limit of the rulebook.
#[must_use]
pub fn mangan(settings: &Settings) -> Value {
    let rules = &settings.value;
    match rules.scheme {
        Scheme::Points => Value::Points(Points(0)),
        Scheme::HanTable => {
            let limit = rules.others.iter().find(|row| !row.name.is_empty());
            Value::of_han(limit.map_or(0, |row| row.han))
        }
        Scheme::FuAndHan => Value::of_han(rules.limits.first().map_or(0, |limit| limit.han)),
    }
}

/// The name of the limit that a value reaches; empty below the first.
#[must_use]
pub fn limit_name<'a>(settings: &'a Settings, value: &Value) -> &'a str {
    let rules = &settings.value;
    match (rules.scheme, *value) {
        (Scheme::Points, _) => "",
        (_, Value::Yakuman(_)) => "yakuman",
        (Scheme::HanTable, value) => table_row(&rules.others, value.han()).map_or("", |row| &row.name),
        (Scheme::FuAndHan, value) if is_counted_yakuman(settings, value.han()) => "counted yakuman",
        (Scheme::FuAndHan, value) => {
            let Points(base) = base_points(settings, &value);
            let reached = rules.limits.iter().rev().find(|limit| base >= limit.base);
            reached.map_or("", |limit| &limit.name)
        }
    }
}

/// Do these han count as a yakuman?
pub(crate) fn is_counted_yakuman(settings: &Settings, han: Han) -> bool {
    let from = settings.value.counted_yakuman;
    from > 0 && han.0 >= from
}

/// Base points of a hand in a rulebook with fu: a non-dealer's ron is four times these.
#[must_use]
pub fn base_points(settings: &Settings, value: &Value) -> Points {
    Points(match *value {
        Value::Yakuman(count) => settings.value.yakuman * i32::from(count),
        Value::Han { han, fu } => limit_base(settings, han).unwrap_or_else(|| base_by_fu(settings, han, fu)),
        Value::Points(_) => 0,
    })
}

/// The base points of a limit that these han reach whatever the fu are.
fn limit_base(settings: &Settings, han: Han) -> Option<i32> {
    let rules = &settings.value;
    if is_counted_yakuman(settings, han) {
        return Some(rules.yakuman);
    }
    let limit = rules.limits.iter().rev().find(|limit| han.0 >= limit.han);
    limit.map(|limit| limit.base)
}

/// Base points of han and fu before any limit.
pub(crate) fn unlimited_base(han: Han, fu: Fu) -> i32 {
    i32::from(fu.0) << (2 + han.0).min(20)
}

fn base_by_fu(settings: &Settings, han: Han, fu: Fu) -> i32 {
    let rules = &settings.value;
    let most = rules.limits.first().map_or(i32::MAX, |limit| limit.base);
    let base = unlimited_base(han, fu);
    if base >= most || rules.kiriage && rounds_up(base, most) {
        most
    } else {
        base
    }
}

/// Are these 4 han 30 fu or 3 han 60 fu, which some rulebooks round up to a mangan?
pub(crate) fn is_just_below_mangan(settings: &Settings, value: &Value) -> bool {
    let most = settings.value.limits.first().map_or(i32::MAX, |limit| limit.base);
    match *value {
        Value::Han { han, fu } if limit_base(settings, han).is_none() => {
            let base = unlimited_base(han, fu);
            base < most && rounds_up(base, most)
        }
        _ => false,
    }
}

/// 4 han 30 fu and 3 han 60 fu make 1,920, just short of a mangan's 2,000.
fn rounds_up(base: i32, most: i32) -> bool {
    i64::from(base) * 100 >= i64::from(most) * 96
}

/// What a winner gets for han and fu, computed once for each rulebook.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    /// By dealer, tsumo, han, and fu in steps of five.
    by_han_and_fu: Vec<[[Points; FUS]; HANS]>,
}

/// Han and steps of fu in the table; larger ones are computed when they come up.
const HANS: usize = 16;
const FUS: usize = 23;

impl Totals {
    pub(crate) fn new(settings: &Settings) -> Totals {
        let total = |[dealer, tsumo]: [bool; 2], han: usize, fu: usize| {
            let (han, fu) = (Han(han as u8), Fu(5 * fu as u8));
            price(settings, &Value::Han { han, fu }, dealer).total(tsumo, dealer, usize::from(settings.tiles.seats))
        };
        let table = |case| std::array::from_fn(|han| std::array::from_fn(|fu| total(case, han, fu)));
        Totals {
            by_han_and_fu: [[false, false], [false, true], [true, false], [true, true]]
                .map(table)
                .into(),
        }
    }

    /// What the winner gets in total.
    #[inline]
    pub(crate) fn total(&self, settings: &Settings, value: &Value, dealer: bool, tsumo: bool) -> Points {
        if let Value::Han {
            han: Han(han),
            fu: Fu(fu),
        } = *value
            && let Some(table) = self.by_han_and_fu.get(2 * usize::from(dealer) + usize::from(tsumo))
            && let Some(by_fu) = table.get(usize::from(han))
            && let Some(&total) = by_fu.get(usize::from(fu / 5))
            && fu % 5 == 0
        {
            return total;
        }
        price(settings, value, dealer).total(tsumo, dealer, usize::from(settings.tiles.seats))
    }
}

#[inline]
fn by_base(settings: &Settings, Points(base): Points, dealer: bool) -> Price {
    let round_up = |points: i32| (points + 99) / 100 * 100;
    let [mut from_others, mut from_dealer] = if dealer { [base * 2, 0] } else { [base, base * 2] }.map(round_up);
    if !settings.payment.tsumo_loss && settings.tiles.seats == 3 {
        // Without tsumo loss the missing player's share is split between the two who pay.
        let missing = from_others;
        from_others = round_up(from_others + missing / 2);
        from_dealer = if dealer { 0 } else { round_up(from_dealer + missing / 2) };
    }
    Price {
        ron: Points(round_up(base * if dealer { 6 } else { 4 })),
        from_others: Points(from_others),
        from_dealer: Points(from_dealer),
    }
}

fn by_table(settings: &Settings, value: Value, dealer: bool) -> Price {
    let rows = if dealer {
        &settings.value.dealer
    } else {
        &settings.value.others
    };
    // Every yakuman is paid as the highest row.
    let (han, times) = match value {
        Value::Yakuman(count) => (Han(u8::MAX), i32::from(count.max(1))),
        _ => (value.han(), 1),
    };
    table_row(rows, han).map_or(Price::default(), |row| Price {
        ron: Points(row.ron) * times,
        from_others: Points(row.tsumo) * times,
        from_dealer: Points(row.from_dealer) * times,
    })
}

fn table_row(rows: &[HanRow], han: Han) -> Option<&HanRow> {
    rows.iter().rev().find(|row| han.0 >= row.han)
}
