//! What happens at a table. The state is a fold of these; log, replay, views and the network are made of them.

use crate::phase::Settled;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Stake, What};
use jantaku_rules::win::{By, Indicators, Meld, Tiles};

/// Where a tile was drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The live wall, in turn.
    Live,
    /// The replacement tiles, for a kan.
    AfterKan,
    /// The replacement tiles, for a tile set aside.
    AfterAside,
}

/// Why a hand ended without a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The wall is empty.
    Exhausted,
    /// Nine different terminals and honours.
    NineTerminals,
    /// The same wind from everybody.
    FourWinds,
    /// Everybody in riichi.
    FourRiichi,
    /// Four kans by several players.
    FourKans,
    /// Three winners on one tile.
    TripleRon,
    /// A chombo voids the hand.
    Chombo,
}

/// A player, or the sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// A player.
    Seat(Seat),
    /// The riichi sticks on the table.
    Sticks,
}

/// Where the game stands before a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The round's wind.
    pub round: Wind,
    /// Who deals.
    pub dealer: Seat,
    /// Counters.
    pub honba: u8,
    /// Riichi sticks on the table.
    pub sticks: u8,
}

/// One thing that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand begins.
    HandStarted(Standing),
    /// A player gets the first tiles.
    Dealt {
        /// Who.
        seat: Seat,
        /// The thirteen tiles.
        tiles: [Tile; 13],
    },
    /// An indicator is turned.
    Indicator(Tile),
    /// A tile is drawn.
    Drew {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Where from.
        source: Source,
    },
    /// A tile is discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Was it the one just drawn?
        drawn: bool,
    },
    /// The discard that follows declares riichi.
    RiichiDeclared {
        /// Who.
        seat: Seat,
        /// With the hand shown?
        open: bool,
    },
    /// The riichi stands: its discard was not won on, the stick is paid.
    RiichiStands {
        /// Who.
        seat: Seat,
    },
    /// A discard is claimed for a meld.
    Called {
        /// Who.
        seat: Seat,
        /// The meld.
        meld: Meld,
        /// The discarder.
        from: Seat,
    },
    /// A kan in the own turn.
    KanDeclared {
        /// Who.
        seat: Seat,
        /// The meld, for a kakan with the tile added last.
        meld: Meld,
    },
    /// A north or flower is set aside.
    SetAside {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A player let a winning tile go: seen by that player only.
    Missed {
        /// Who.
        seat: Seat,
    },
    /// A player wins.
    Won {
        /// Who.
        seat: Seat,
        /// Who gave the tile; the winner for a tsumo.
        from: Seat,
        /// The tile.
        tile: Tile,
        /// How it came.
        by: By,
    },
    /// Four kans of one player score without the pair.
    FourKansScored {
        /// Who.
        seat: Seat,
    },
    /// A player is paid for discarding only terminals and honours.
    NagashiScored {
        /// Who.
        seat: Seat,
    },
    /// A player shows the concealed tiles: with an open riichi, after a win, tenpai at a draw.
    Shown {
        /// Who.
        seat: Seat,
        /// The tiles.
        tiles: Tiles,
    },
    /// A kan that lay face down is turned at the end of the hand.
    KanTurned {
        /// Whose.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// The tiles beneath the indicators are turned over for a winner in riichi.
    UraTurned(Indicators),
    /// Nobody wins.
    Drawn {
        /// Why.
        reason: DrawReason,
        /// Who is tenpai, at an exhaustive draw.
        tenpai: BySeat<bool>,
    },
    /// Points or chips move.
    Paid {
        /// Who gives.
        from: Party,
        /// Who takes.
        to: Party,
        /// How much.
        amount: i32,
        /// Points or chips.
        stake: Stake,
        /// What for.
        what: What,
        /// The clause.
        because: ClauseRef,
    },
    /// The referee gives a player a chombo.
    Chombo {
        /// Who.
        seat: Seat,
    },
    /// The referee declares a hand dead.
    DeadHand {
        /// Who.
        seat: Seat,
    },
    /// The time is up.
    TimeUp,
    /// All payments of the hand are made.
    Settled(Settled),
    /// The next hand will stand like this.
    HandEnded(Standing),
    /// The game is over; drawn, if nobody reached the goal of overtime.
    GameEnded {
        /// Nobody wins it.
        drawn: bool,
    },
}
