//! Points and chips move only by transfers: nothing is created or lost, and the explanation is the calculation.

use crate::rulebook::clause::ClauseRef;
use crate::seat::{BySeat, Wind};
use arrayvec::ArrayVec;

/// What is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// Points.
    Points,
    /// Chips.
    Chips,
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
    /// Honba.
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
    /// Chips for putting a player out of points.
    Bust,
    /// Sticks left at the end of the game.
    Leftover,
    /// Chips by the chart of places and points.
    Place,
    /// Uma.
    Uma,
    /// Oka.
    Oka,
    /// What the game itself brought, counted against the return score where there is one.
    Game,
    /// A substitute's fixed score.
    Substitute,
}

impl What {
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
    pub amount: i32,
    pub stake: Stake,
    pub what: What,
    pub because: ClauseRef,
}

/// The transfers of one hand; more than a hand of four players can make.
pub type Transfers = ArrayVec<Transfer, 64>;

/// What each player gains of a stake by these transfers.
pub fn balance(transfers: &[Transfer], seats: usize, stake: Stake) -> BySeat<i32> {
    let mut sums = BySeat::all(seats, 0);
    for t in transfers.iter().filter(|t| t.stake == stake) {
        if let Party::Player(wind) = t.from {
            sums[wind] -= t.amount;
        }
        if let Party::Player(wind) = t.to {
            sums[wind] += t.amount;
        }
    }
    sums
}
