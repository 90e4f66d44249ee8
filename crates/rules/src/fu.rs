//! Fu, group by group.

use crate::reading::{Form, Reading, Set, Shape, Wait};
use crate::rulebook::settings::Settings;
use crate::seat::Wind;
use crate::tile::Kind;

/// What a line of fu is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuFor {
    /// Every hand.
    Base,
    /// A closed hand won by ron.
    ClosedRon,
    /// A tsumo.
    Tsumo,
    /// A triplet or kan.
    Set(Set),
    /// The pair.
    Pair(Kind),
    /// A wait for one tile only.
    SingleWait(Wait),
    /// Tiles set aside.
    Aside,
    /// Seven pairs, in all.
    SevenPairs,
    /// An open hand with no other fu is raised.
    OpenMinimum,
}

/// One line of fu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuLine {
    /// What it is for.
    pub what: FuFor,
    /// How many.
    pub fu: u8,
}

/// What fu depend on beside the reading.
#[derive(Clone, Copy, Debug)]
pub struct FuContext {
    /// Won by tsumo, and the fu for it count?
    pub tsumo: bool,
    /// Won by another player's tile?
    pub ron: bool,
    /// A closed hand?
    pub closed: bool,
    /// The winner's wind.
    pub seat: Wind,
    /// The round's wind.
    pub round: Wind,
    /// Tiles set aside whose fu count.
    pub aside: u8,
}

/// The fu of a reading, rounded up to ten; seven pairs are not rounded.
pub fn total(settings: &Settings, context: &FuContext, reading: &Reading) -> u8 {
    let mut sum: u8 = 0;
    lines(settings, context, reading, |line| sum = sum.saturating_add(line.fu));
    if reading.shape == Shape::SevenPairs {
        sum
    } else {
        sum.saturating_add(9) / 10 * 10
    }
}

/// Shows every line of fu, before rounding.
pub fn lines(settings: &Settings, context: &FuContext, reading: &Reading, mut each: impl FnMut(FuLine)) {
    let rules = &settings.fu;
    match reading.shape {
        Shape::Standard => {}
        Shape::SevenPairs => {
            return each(FuLine {
                what: FuFor::SevenPairs,
                fu: rules.seven_pairs,
            });
        }
        // Fu are for sets, pairs and waits; these hands are looked at as a whole.
        Shape::ThirteenOrphans | Shape::AllFlowers => return,
    }
    let mut sum = 0;
    let mut add = |what, fu| {
        if fu > 0 {
            sum += u32::from(fu);
            each(FuLine { what, fu });
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
    if reading.bits.triplets != 0 {
        for set in reading.sets().filter(|set| set.form != Form::Sequence) {
            add(FuFor::Set(set), set_fu(rules.triplet, &set));
        }
    }
    add(FuFor::Pair(reading.pair), pair_fu(settings, context, reading.pair));
    if matches!(reading.wait, Wait::Closed | Wait::Edge | Wait::Pair) {
        add(FuFor::SingleWait(reading.wait), rules.single_wait);
    }
    let raise = u32::from(rules.open_minimum);
    if !context.closed && sum == u32::from(rules.base) && raise > sum {
        each(FuLine {
            what: FuFor::OpenMinimum,
            fu: (raise - sum) as u8,
        });
    }
}

fn set_fu(open_simple: u8, set: &Set) -> u8 {
    let doublings = u8::from(!set.open) + u8::from(set.kind.is_outside()) + if set.form == Form::Kan { 2 } else { 0 };
    open_simple.saturating_mul(1 << doublings)
}

fn pair_fu(settings: &Settings, context: &FuContext, pair: Kind) -> u8 {
    let wind = |w: Wind| pair.index() == Kind::EAST.index() + w.index();
    match (wind(context.seat), wind(context.round)) {
        (true, true) => settings.fu.double_wind,
        (true, false) | (false, true) => settings.fu.value_pair,
        _ if pair.index() >= Kind::HAKU.index() => settings.fu.value_pair,
        _ => 0,
    }
}
