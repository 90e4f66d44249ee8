//! What happens at a table. The state is a fold of these; log, replay, views and the network are made of them.

use crate::action::Action;
use crate::phase::Settled;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Amount, What};
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
    pub round: Wind,
    pub dealer: Seat,
    pub honba: u8,
    pub sticks: u8,
}

/// One thing that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand begins.
    HandStarted(Standing),
    /// A player gets the first tiles.
    Dealt {
        seat: Seat,
        tiles: [Tile; 13],
    },
    /// An indicator is turned.
    Indicator(Tile),
    /// A tile is drawn.
    Drew {
        seat: Seat,
        tile: Tile,
        source: Source,
    },
    Discarded {
        seat: Seat,
        tile: Tile,
        drawn: bool,
    },
    /// The discard that follows declares riichi.
    RiichiDeclared {
        seat: Seat,
        open: bool,
    },
    /// The riichi stands: its discard was not won on, the stick is paid.
    RiichiStands {
        seat: Seat,
    },
    /// A discard is claimed for a meld.
    Called {
        seat: Seat,
        meld: Meld,
        from: Seat,
    },
    /// A kan in the own turn.
    KanDeclared {
        seat: Seat,
        /// The meld, for a kakan with the tile added last.
        meld: Meld,
    },
    /// A north or flower is set aside.
    SetAside {
        seat: Seat,
        tile: Tile,
    },
    /// A player answers a question: to claim a tile, to claim nagashi, to show tenpai or to end the game. Seen by that player only.
    Answered {
        seat: Seat,
        action: Action,
    },
    /// A player let a winning tile go: seen by that player only.
    Missed {
        seat: Seat,
    },
    /// The wall is empty, and these players may claim nagashi.
    NagashiAsked {
        seats: BySeat<bool>,
    },
    /// The wall is empty, and this player may show tenpai or call noten: seen by that player only.
    TenpaiAsked {
        seat: Seat,
    },
    /// The dealer may end the game.
    YameAsked {
        seat: Seat,
    },
    /// A player wins.
    Won {
        seat: Seat,
        /// Who gave the tile; the winner for a tsumo.
        from: Seat,
        tile: Tile,
        by: By,
    },
    /// Four kans of one player score without the pair.
    FourKansScored {
        seat: Seat,
    },
    /// A player is paid for discarding only terminals and honours.
    NagashiScored {
        seat: Seat,
    },
    /// A player shows the concealed tiles: with an open riichi, after a win, tenpai at a draw.
    Shown {
        seat: Seat,
        tiles: Tiles,
    },
    /// A kan that lay face down is turned at the end of the hand.
    KanTurned {
        seat: Seat,
        meld: Meld,
    },
    /// The tiles beneath the indicators are turned over for a winner in riichi.
    UraTurned(Indicators),
    /// Nobody wins.
    Drawn {
        reason: DrawReason,
        /// Who is tenpai, at an exhaustive draw.
        tenpai: BySeat<bool>,
    },
    /// Points or chips move.
    Paid {
        from: Party,
        to: Party,
        amount: Amount,
        what: What,
        because: ClauseRef,
    },
    /// The referee calls a chombo. It waits while others may still win on the tile or claim nagashi.
    ChomboCalled {
        seat: Seat,
    },
    /// The chombo stands and voids the hand.
    Chombo {
        seat: Seat,
    },
    /// The referee declares a hand dead.
    DeadHand {
        seat: Seat,
    },
    TimeUp,
    /// All payments of the hand are made.
    Settled(Settled),
    /// The next hand will stand like this.
    HandEnded(Standing),
    /// The game is over; drawn, if nobody reached the goal of overtime.
    GameEnded {
        drawn: bool,
    },
}

impl Event {
    /// The only player who learns that it happened; none if everybody does.
    #[must_use]
    pub const fn private_to(&self) -> Option<Seat> {
        match self {
            Event::Answered { seat, .. } | Event::Missed { seat } | Event::TenpaiAsked { seat } => Some(*seat),
            _ => None,
        }
    }
}
