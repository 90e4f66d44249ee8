//! Points and chips move only by transfers: nothing is created or lost, and the explanation is the calculation.

use crate::rulebook::clause::ClauseRef;
use crate::seat::{BySeat, Wind};
use crate::units::{Chips, Points};
use arrayvec::ArrayVec;
use std::ops::{AddAssign, Neg, SubAssign};

/// What players play for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    Points,
    Chips,
}

impl Stake {
    /// `points` or `chips`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Stake::Points => "points",
            Stake::Chips => "chips",
        }
    }
}

/// How much moves, of one of the stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    Points(Points),
    Chips(Chips),
}

impl Amount {
    /// This much of a stake.
    #[must_use]
    pub const fn of(stake: Stake, number: i32) -> Amount {
        match stake {
            Stake::Points => Amount::Points(Points(number)),
            Stake::Chips => Amount::Chips(Chips(number)),
        }
    }

    #[must_use]
    pub const fn stake(self) -> Stake {
        match self {
            Amount::Points(_) => Stake::Points,
            Amount::Chips(_) => Stake::Chips,
        }
    }

    /// How many points or chips.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Amount::Points(points) => points.0,
            Amount::Chips(chips) => chips.0,
        }
    }

    /// The points, if it is points that move.
    #[must_use]
    pub const fn points(self) -> Option<Points> {
        match self {
            Amount::Points(points) => Some(points),
            Amount::Chips(_) => None,
        }
    }

    /// The chips, if it is chips that move.
    #[must_use]
    pub const fn chips(self) -> Option<Chips> {
        match self {
            Amount::Points(_) => None,
            Amount::Chips(chips) => Some(chips),
        }
    }

    pub(crate) const fn abs(self) -> Amount {
        Amount::of(self.stake(), self.number().abs())
    }
}

impl Neg for Amount {
    type Output = Amount;
    fn neg(self) -> Amount {
        Amount::of(self.stake(), -self.number())
    }
}

/// Who gives or takes: a player, or the sticks lying on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The player with this wind in the hand.
    Player(Wind),
    /// The riichi sticks on the table.
    Sticks,
}

/// What a transfer is for, in a word that a page can translate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The value of a hand.
    Hand,
    /// The liable player's part of a hand.
    Pao,
    /// The feeder's payment for a win on the replacement of a daiminkan.
    RinshanPao,
    Honba,
    /// Riichi sticks.
    Sticks,
    /// The own riichi stick, given back.
    OwnStick,
    /// From noten to tenpai.
    Noten,
    /// Only terminals and honours discarded.
    Nagashi,
    /// Four kans without the pair.
    FourKans,
    /// A penalty.
    Chombo,
    /// Chips for ippatsu.
    Ippatsu,
    /// Chips for ura dora.
    Ura,
    /// Chips for drawing the pocchi.
    Pocchi,
    /// Chips for a yakuman.
    Yakuman,
    /// Chips for all flowers.
    AllFlowers,
    /// Chips for a flower set aside.
    Flower,
    /// The same, given back when the hand is void.
    FlowerReturned,
    /// Chips for putting a player out of points.
    Bust,
    /// Sticks left at the end of the game.
    Leftover,
    /// Chips by the chart of places and points.
    Place,
    Uma,
    Oka,
    /// What the game itself brought, counted against the return score where there is one.
    Game,
    /// A substitute's fixed score.
    Substitute,
}

impl What {
    /// The word that logs have for it: they say of chips that a void hand gives back only that they are for flowers.
    #[must_use]
    pub const fn recorded(self) -> What {
        match self {
            What::FlowerReturned => What::Flower,
            other => other,
        }
    }

    /// In plain words.
    pub const fn name(self) -> &'static str {
        match self {
            What::Hand => "the hand",
            What::Pao => "liable for a yakuman",
            What::RinshanPao => "fed the kan",
            What::Honba => "honba",
            What::Sticks => "riichi sticks",
            What::OwnStick => "own riichi stick",
            What::Noten => "noten",
            What::Nagashi => "nagashi",
            What::FourKans => "four kans",
            What::Chombo => "chombo",
            What::Ippatsu => "ippatsu",
            What::Ura => "ura dora",
            What::Pocchi => "the pocchi drawn",
            What::Yakuman => "a yakuman",
            What::AllFlowers => "all flowers set aside",
            What::Flower => "a flower set aside",
            What::FlowerReturned => "flower chips returned",
            What::Bust => "bust",
            What::Leftover => "sticks left over",
            What::Place => "place",
            What::Uma => "uma",
            What::Oka => "oka",
            What::Game => "game",
            What::Substitute => "substitute",
        }
    }
}

/// One movement of points or chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub from: Party,
    pub to: Party,
    pub amount: Amount,
    pub what: What,
    pub because: ClauseRef,
}

/// The transfers of one hand; more than a hand of four players can make.
pub type Transfers = ArrayVec<Transfer, 64>;

/// The points each player gains by these transfers.
#[must_use]
pub fn points_moved(transfers: &[Transfer], seats: usize) -> BySeat<Points> {
    moved(transfers, seats, Amount::points)
}

/// The chips each player gains by these transfers.
#[must_use]
pub fn chips_moved(transfers: &[Transfer], seats: usize) -> BySeat<Chips> {
    moved(transfers, seats, Amount::chips)
}

fn moved<T>(transfers: &[Transfer], seats: usize, of: impl Fn(Amount) -> Option<T>) -> BySeat<T>
where
    T: Copy + Default + AddAssign + SubAssign,
{
    let mut sums = BySeat::all(seats, T::default());
    for transfer in transfers {
        let Some(amount) = of(transfer.amount) else { continue };
        if let Party::Player(wind) = transfer.from {
            sums[wind] -= amount;
        }
        if let Party::Player(wind) = transfer.to {
            sums[wind] += amount;
        }
    }
    sums
}
