//! What happens at a table. State, logs, replays, views and network frames are all folds of events.

use crate::action::Action;
use crate::phase::Settled;
use crate::referee::Penalty;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::{BySeat, Seat};
pub use jantaku_rules::settlement::draw::DrawReason;
pub use jantaku_rules::settlement::next_hand::Standing;
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

/// A player, or the sticks on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    Seat(Seat),
    Sticks,
}

/// One thing that happens.
///
/// ```
/// use jantaku_rules::{notation, rulebook::library::Library, seat::Wind};
/// use jantaku_table::{Action, Event, Stack, Table, shuffle::key_of};
/// use std::sync::Arc;
///
/// // The dealer is dealt a complete hand and wins with it.
/// let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook of ours"));
/// let tiles = |text| notation::tiles(text).expect("tiles");
/// let stack = Stack { draws: tiles("9s"), ..Stack::default() }.with_hand(Wind::East, tiles("123456789m11z99s"));
/// let mut table = Table::new(Arc::clone(&rules));
/// table.begin_hand(stack.build(&rules, &key_of(1, 0)).expect("a wall"), &mut Vec::new());
/// let dealer = table.standing().dealer;
/// let mut events = Vec::new();
/// table.act(dealer, Action::Tsumo, &mut events).expect("a win");
/// assert!(matches!(events[0], Event::Won { seat, .. } if seat == dealer));
/// let payments = events.iter().filter_map(|event| match event {
///     Event::Paid { amount, .. } => Some(amount.number()),
///     _ => None,
/// });
/// assert_eq!(payments.collect::<Vec<_>>(), [16_000; 3]);
/// assert_eq!(table.points()[dealer].0, 25_000 + 3 * 16_000);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand begins.
    HandStarted(Standing),
    Dealt {
        seat: Seat,
        tiles: [Tile; 13],
    },
    /// An indicator is turned.
    Indicator(Tile),
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
    /// A closed or added kan, in the player's own turn.
    KanDeclared {
        seat: Seat,
        /// A kakan begins with the added tile.
        meld: Meld,
    },
    /// A north or flower is set aside.
    SetAside {
        seat: Seat,
        tile: Tile,
    },
    /// A player answers a question: whether to claim a tile, claim nagashi, show tenpai or end the game. Seen by that player only.
    Answered {
        seat: Seat,
        action: Action,
    },
    /// A player passed on a winning tile. Seen by that player only.
    Missed {
        seat: Seat,
    },
    /// The wall is empty, and these players may claim nagashi.
    NagashiAsked {
        seats: BySeat<bool>,
    },
    /// The wall is empty, and this player may show tenpai or call noten. Seen by that player only.
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
        /// The discarder, or the winner for a tsumo.
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
    Drawn {
        reason: DrawReason,
        /// At an exhaustive draw; otherwise all false.
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
    /// A ruling is withdrawn. After a chombo the hand goes on from the moment before it.
    RulingUndone {
        penalty: Penalty,
        seat: Seat,
        /// Whether the hand was played to its end with the dead hand. It does not count and is dealt again.
        void: bool,
    },
    TimeUp,
    /// All payments of the hand are made.
    Settled(Settled),
    /// The hand is over; the standing of the next one.
    HandEnded(Standing),
    /// The game is over; `drawn` if overtime ended before anybody reached the goal.
    GameEnded {
        drawn: bool,
    },
}

impl Event {
    /// The only player who learns of the event, or `None` if everybody does.
    #[must_use]
    pub const fn private_to(&self) -> Option<Seat> {
        match self {
            Event::Answered { seat, .. } | Event::Missed { seat } | Event::TenpaiAsked { seat } => Some(*seat),
            _ => None,
        }
    }
}
