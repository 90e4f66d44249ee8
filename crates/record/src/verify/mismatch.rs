//! A difference between a record and the table that played it again.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    pub round: usize,
    /// The event of the round, from 0; the number of events for the result of the round and what follows it.
    pub event: usize,
    pub point: Point,
    pub expected: String,
    pub found: String,
}

/// What a record and a table can differ in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// The record is impossible to deal.
    Deal,
    /// What happened by itself or followed from a decision.
    Event,
    /// Who may decide something, or what.
    Decision,
    /// Who won, on whose tile.
    Winners,
    /// The yaku and dora of a win.
    Yaku,
    /// The indicators that it counts.
    Dora,
    Fu,
    /// The limit that it reached.
    Limit,
    /// Its total value.
    Worth,
    /// Who is liable for it.
    Pao,
    Reason,
    Tenpai,
    Shown,
    /// The points before the payments.
    Before,
    /// What changed hands.
    Payment,
    /// How the game begins.
    Start,
    /// The next hand: round, dealer, honba, sticks.
    NextHand,
    /// The points before the next hand.
    NextPoints,
    GameEnd,
    FinalPoints,
    /// Each player's final score.
    Result,
}

impl Point {
    pub const fn name(self) -> &'static str {
        match self {
            Point::Deal => "deal",
            Point::Event => "event",
            Point::Decision => "decision",
            Point::Winners => "winners",
            Point::Yaku => "yaku",
            Point::Dora => "indicators",
            Point::Fu => "fu",
            Point::Limit => "limit",
            Point::Worth => "worth",
            Point::Pao => "pao",
            Point::Reason => "reason of the draw",
            Point::Tenpai => "tenpai",
            Point::Shown => "shown tiles",
            Point::Before => "points before payment",
            Point::Payment => "payment",
            Point::Start => "start",
            Point::NextHand => "next hand",
            Point::NextPoints => "points of the next hand",
            Point::GameEnd => "end of the game",
            Point::FinalPoints => "final points",
            Point::Result => "result",
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch {
            round,
            event,
            point,
            expected,
            found,
        } = self;
        write!(
            f,
            "round {round}, event {event}, {}: expected {expected}, found {found}",
            point.name()
        )
    }
}
