//! Han, fu, points and chips as separate types, so that they cannot be mixed up.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Han, dora included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Han(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fu(pub u8);

/// Points won, or lost if negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(pub i32);

/// Chips won, or lost if negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Chips(pub i32);

macro_rules! displayed {
    ($($unit:ident)*) => {$(
        impl fmt::Display for $unit {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

displayed!(Han Fu Points Chips);

/// Arithmetic within one unit.
macro_rules! added {
    ($($unit:ident)*) => {$(
        impl Add for $unit {
            type Output = $unit;
            fn add(self, other: $unit) -> $unit {
                $unit(self.0 + other.0)
            }
        }

        impl Sub for $unit {
            type Output = $unit;
            fn sub(self, other: $unit) -> $unit {
                $unit(self.0 - other.0)
            }
        }

        impl Neg for $unit {
            type Output = $unit;
            fn neg(self) -> $unit {
                $unit(-self.0)
            }
        }

        impl Mul<i32> for $unit {
            type Output = $unit;
            fn mul(self, times: i32) -> $unit {
                $unit(self.0 * times)
            }
        }

        impl AddAssign for $unit {
            fn add_assign(&mut self, other: $unit) {
                self.0 += other.0;
            }
        }

        impl SubAssign for $unit {
            fn sub_assign(&mut self, other: $unit) {
                self.0 -= other.0;
            }
        }

        impl Sum for $unit {
            fn sum<I: Iterator<Item = $unit>>(all: I) -> $unit {
                $unit(all.map(|one| one.0).sum())
            }
        }
    )*};
}

added!(Points Chips);
