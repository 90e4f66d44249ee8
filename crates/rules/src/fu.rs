//! Fu, group by group.

use crate::reading::{Form, Reading, Set, Shape, Wait};
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::tile::Kind;
use crate::units::Fu;

/// What a line of fu is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuFor {
    /// Every hand.
    Base,
    /// A closed hand won by ron.
    ClosedRon,
    Tsumo,
    /// A triplet or kan.
    Set(Set),
    Pair(Kind),
    /// A wait for one tile only.
    SingleWait(Wait),
    /// Tiles set aside.
    Aside,
    SevenPairs,
    /// An open hand with no other fu is raised.
    OpenMinimum,
}

impl FuFor {
    /// The key that decides how many fu it is worth.
    pub fn key(self, seat: Wind, round: Wind) -> Key {
        match self {
            FuFor::Base => Key::FuBase,
            FuFor::ClosedRon => Key::FuClosedRon,
            FuFor::Tsumo => Key::FuTsumo,
            FuFor::Set(_) => Key::FuTriplet,
            FuFor::Pair(kind) if seat == round && is_wind(kind, seat) => Key::FuDoubleWind,
            FuFor::Pair(_) => Key::FuValuePair,
            FuFor::SingleWait(_) => Key::FuSingleWait,
            FuFor::Aside => Key::AsideFu,
            FuFor::SevenPairs => Key::FuSevenPairs,
            FuFor::OpenMinimum => Key::FuOpenMinimum,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuLine {
    pub what: FuFor,
    pub fu: Fu,
}

/// What fu depend on besides the reading.
#[derive(Clone, Copy, Debug)]
pub struct FuContext {
    /// Won by tsumo, with fu for it?
    pub tsumo: bool,
    pub ron: bool,
    pub closed: bool,
    pub seat: Wind,
    pub round: Wind,
    pub aside: u8,
}

/// The fu of a reading, rounded up to tens except for seven pairs: the sum of all [`lines`], computed without listing them.
#[inline(always)]
#[must_use]
pub fn total(settings: &Settings, context: &FuContext, reading: &Reading) -> Fu {
    let rules = &settings.fu;
    match reading.shape {
        Shape::Standard => {}
        Shape::SevenPairs => return Fu(rules.seven_pairs),
        Shape::ThirteenOrphans | Shape::AllFlowers | Shape::FourKans => return Fu(0),
    }
    let counted = |fu: u8, counts: bool| u32::from(fu) * u32::from(counts);
    let sum = u32::from(rules.base)
        + counted(rules.closed_ron, context.closed & context.ron)
        + counted(rules.tsumo, context.tsumo)
        + u32::from(context.aside) * u32::from(settings.aside.fu)
        + u32::from(rules.triplet) * reading.bits.sums.weight() as u32
        + u32::from(pair_fu(settings, context, reading.pair))
        + counted(rules.single_wait, reading.wait.is_single());
    let raised = !context.closed && sum == u32::from(rules.base) && rules.open_minimum > rules.base;
    let sum = if raised { u32::from(rules.open_minimum) } else { sum };
    Fu(sum.div_ceil(10).min(25) as u8 * 10)
}

/// Calls `each` with every line of fu, before rounding.
pub fn lines(settings: &Settings, context: &FuContext, reading: &Reading, mut each: impl FnMut(FuLine)) {
    let rules = &settings.fu;
    match reading.shape {
        Shape::Standard => {}
        Shape::SevenPairs => {
            return each(FuLine {
                what: FuFor::SevenPairs,
                fu: Fu(rules.seven_pairs),
            });
        }
        // These shapes have no sets, pair or wait that fu count for.
        Shape::ThirteenOrphans | Shape::AllFlowers | Shape::FourKans => return,
    }
    let mut sum = 0;
    let mut add = |what, fu| {
        if fu > 0 {
            sum += u32::from(fu);
            each(FuLine { what, fu: Fu(fu) });
        }
    };
    add(FuFor::Base, rules.base);
    if context.closed && context.ron {
        add(FuFor::ClosedRon, rules.closed_ron);
    }
    if context.tsumo {
        add(FuFor::Tsumo, rules.tsumo);
    }
    add(FuFor::Aside, context.aside.saturating_mul(settings.aside.fu));
    for set in reading.sets().filter(|set| set.form != Form::Sequence) {
        add(FuFor::Set(set), set_fu(rules.triplet, &set));
    }
    add(FuFor::Pair(reading.pair), pair_fu(settings, context, reading.pair));
    if reading.wait.is_single() {
        add(FuFor::SingleWait(reading.wait), rules.single_wait);
    }
    let raise = u32::from(rules.open_minimum);
    if !context.closed && sum == u32::from(rules.base) && raise > sum {
        each(FuLine {
            what: FuFor::OpenMinimum,
            fu: Fu((raise - sum) as u8),
        });
    }
}

fn set_fu(open_simple: u8, set: &Set) -> u8 {
    let doublings = u8::from(!set.open) + u8::from(set.kind.is_outside()) + if set.form == Form::Kan { 2 } else { 0 };
    open_simple.saturating_mul(1 << doublings)
}

#[inline]
fn pair_fu(settings: &Settings, context: &FuContext, pair: Kind) -> u8 {
    let winds = usize::from(is_wind(pair, context.seat)) + usize::from(is_wind(pair, context.round));
    let times = winds + usize::from(pair >= Kind::HAKU);
    [0, settings.fu.value_pair, settings.fu.double_wind][times.min(2)]
}

#[inline]
fn is_wind(kind: Kind, wind: Wind) -> bool {
    kind.index() == Kind::EAST.index() + wind.index()
}
