//! How the lines of a score sheet come to its sum.

use super::Score;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::units::Points;
use crate::value::Value;

/// How the lines of a hand come to what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sum {
    /// Added up.
    All,
    /// There is no line: the hand counts without a pattern.
    NoPattern,
    /// Added up to the cap.
    Capped,
    /// One pattern is worth more than the cap, and counts alone.
    HighestAlone,
    /// Several yakuman do not add up.
    OneYakuman,
}

impl Sum {
    /// The key behind it, where the lines are not just added up.
    pub const fn key(self) -> Option<Key> {
        match self {
            Sum::All => None,
            Sum::NoPattern => Some(Key::ValueChicken),
            Sum::Capped | Sum::HighestAlone => Some(Key::ValueCap),
            Sum::OneYakuman => Some(Key::ValueYakumanAdd),
        }
    }
}

impl Score {
    /// How its lines come to what it counts.
    pub fn sum(&self, rules: &Rules) -> Sum {
        let listed: i32 = self.lines(rules).map(|line| line.worth).sum();
        let cap = rules.settings.value.cap;
        match self.value {
            Value::Yakuman(count) if listed > i32::from(count) => Sum::OneYakuman,
            Value::Yakuman(_) | Value::Han { .. } => Sum::All,
            Value::Points(_) if listed == 0 => Sum::NoPattern,
            Value::Points(Points(counted)) if counted < listed => Sum::Capped,
            Value::Points(Points(counted)) if cap > 0 && counted > cap => Sum::HighestAlone,
            Value::Points(_) => Sum::All,
        }
    }
}
