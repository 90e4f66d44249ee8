//! A recorded game, independent of the file format.
//!
//! A record says what happened and how the other program scored it; it knows no rules. Physical copies of a tile are not
//! distinguished, since a table does not need them to play the game again.

use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::{Kind, Tile};

use crate::meld::MeldRecord;
use crate::yaku::RecordYaku;

/// A game from the first deal to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    pub players: usize,
    pub setting: TableSetting,
    pub names: Vec<String>,
    /// The rounds in order. A file may contain only some of them.
    pub rounds: Vec<RoundRecord>,
    /// How the game ended, if the file says so.
    pub standing: Option<FinalStanding>,
}

/// What the players of a Tenhou table agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSetting {
    /// Whether there is a red five in each suit.
    pub red_fives: bool,
    /// Whether tanyao counts in an open hand.
    pub open_tanyao: bool,
    pub length: Length,
    /// Whether thinking times are short.
    pub fast: bool,
    /// The lobby's number; 0 is the public one.
    pub lobby: u32,
    /// Whether the table has special rules such as chips.
    pub special: bool,
}

/// The number of rounds, without overtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// East only.
    East,
    EastSouth,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinalStanding {
    /// The scores, including leftover sticks for the first.
    pub scores: BySeat<i32>,
    /// Each player's final score.
    pub points: BySeat<Tenths>,
}

/// Tenths of a point: `-41.0` is -410.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Tenths(pub i32);

/// One deal and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    /// 0 to 3 in the east round, 4 to 7 in the south round and so on; three players skip every fourth number.
    pub round: u8,
    pub honba: u32,
    /// Riichi sticks on the table before the deal.
    pub sticks: u32,
    pub dealer: Seat,
    /// The scores before the deal.
    pub scores: BySeat<i32>,
    /// The thirteen tiles dealt to each seat, sorted.
    pub hands: Vec<Vec<Tile>>,
    pub indicator: Tile,
    pub events: Vec<RecordEvent>,
    pub outcome: Outcome,
}

impl RoundRecord {
    /// The round's wind.
    pub fn wind(&self) -> Wind {
        Wind::at(usize::from(self.round) / Wind::ALL.len())
    }

    /// The riichi sticks that were paid in this round.
    pub fn paid_sticks(&self) -> impl Iterator<Item = Seat> {
        self.events.iter().filter_map(|event| match event {
            RecordEvent::RiichiAccepted { seat } => Some(*seat),
            _ => None,
        })
    }

    /// The dora indicators in the order in which they were turned.
    pub fn indicators(&self) -> impl Iterator<Item = Tile> {
        let turned = self.events.iter().filter_map(|event| match event {
            RecordEvent::Dora { indicator } => Some(*indicator),
            _ => None,
        });
        std::iter::once(self.indicator).chain(turned)
    }

    /// The last tile that moved, the only one that can be won on, and who drew or gave it.
    pub fn last_tile(&self) -> Option<(Seat, Tile)> {
        self.events.iter().rev().find_map(RecordEvent::moved)
    }
}

/// One thing that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordEvent {
    /// A tile is drawn from the wall, or the replacement for a kan or a kita.
    Draw { seat: Seat, tile: Tile },
    /// A tile is discarded.
    Discard {
        seat: Seat,
        tile: Tile,
        /// Whether it is the tile just drawn, and not an identical one.
        tsumogiri: bool,
    },
    /// A set is called or a kan declared.
    Call {
        seat: Seat,
        /// The set as it now lies on the table.
        meld: MeldRecord,
    },
    /// A north is set aside.
    Kita { seat: Seat },
    /// Riichi is declared; the discard follows.
    Riichi { seat: Seat },
    /// Nobody won on the riichi discard, so the stick is paid.
    RiichiAccepted { seat: Seat },
    /// Another dora indicator is turned.
    Dora { indicator: Tile },
}

impl RecordEvent {
    /// Who drew, discarded or melded a tile, and which; for a called set, the first of the caller's own.
    pub fn moved(&self) -> Option<(Seat, Tile)> {
        match self {
            RecordEvent::Draw { seat, tile } | RecordEvent::Discard { seat, tile, .. } => Some((*seat, *tile)),
            RecordEvent::Call { seat, meld } => meld.laid().first().map(|tile| (*seat, *tile)),
            RecordEvent::Kita { seat } => Some((*seat, Tile::plain(Kind::NORTH))),
            RecordEvent::Riichi { .. } | RecordEvent::RiichiAccepted { .. } | RecordEvent::Dora { .. } => None,
        }
    }
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Won, by several players if they all won on the same tile; in the order of payment.
    Wins(Vec<WinRecord>),
    Draw(DrawRecord),
}

/// One player's win, as the other program valued and paid it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinRecord {
    pub winner: Seat,
    /// The discarder; for a tsumo, the winner.
    pub from: Seat,
    /// Who is liable for a yakuman, if anybody.
    pub pao: Option<Seat>,
    /// The closed tiles and the winning tile, sorted.
    pub hand: Vec<Tile>,
    /// The sets on the table, in the order in which they were made.
    pub melds: Vec<MeldRecord>,
    pub kita: u8,
    pub winning_tile: Tile,
    /// Missing for limit hands in Tenhou's JSON.
    pub fu: Option<u32>,
    /// The total value of the hand, without honba and sticks.
    pub points: i32,
    pub limit: Option<Limit>,
    /// Yaku and dora with their han, without those worth nothing.
    pub yaku: Vec<(RecordYaku, u8)>,
    /// The yakuman; then no other yaku are listed.
    pub yakuman: Vec<RecordYaku>,
    pub dora: Vec<Tile>,
    /// The ura indicators; none without riichi.
    pub ura: Vec<Tile>,
    /// The scores before this payment, riichi sticks already paid.
    pub before: BySeat<i32>,
    /// What changed hands, honba and sticks included.
    pub deltas: BySeat<i32>,
    /// The counters on the table; of several winners only the first is paid for them.
    pub honba: u32,
    /// The riichi sticks that this winner took.
    pub sticks: u32,
}

/// A limit on the value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// 満貫
    Mangan,
    /// 跳満
    Haneman,
    /// 倍満
    Baiman,
    /// 三倍満
    Sanbaiman,
    /// 役満, counted or not.
    Yakuman,
}

impl Limit {
    /// All limits, the lowest first.
    pub const ALL: [Limit; 5] = [
        Limit::Mangan,
        Limit::Haneman,
        Limit::Baiman,
        Limit::Sanbaiman,
        Limit::Yakuman,
    ];
}

/// A round that nobody won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRecord {
    pub reason: DrawReason,
    /// The scores before the payments, riichi sticks already paid.
    pub before: BySeat<i32>,
    pub deltas: BySeat<i32>,
    /// The closed tiles of each seat that showed them, sorted.
    pub shown: Vec<Option<Vec<Tile>>>,
}

/// Why a round ended without a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The wall is empty.
    Exhaustive,
    /// The wall is empty and somebody discarded only uncalled terminals and honours.
    Nagashi,
    /// Nine different terminals and honours at the first draw.
    NineTerminals,
    /// Four first discards of the same wind.
    FourWinds,
    /// Four players in riichi.
    FourRiichi,
    /// Three players win on one tile.
    TripleRon,
    /// Four kans by more than one player.
    FourKans,
}

/// Tiles dealt to each player.
pub(crate) const DEALT: usize = 13;
/// The last number that a round can have: north 4.
pub(crate) const LAST_ROUND: i32 = 15;
/// The most counters or sticks of any round.
pub(crate) const COUNTER_LIMIT: i32 = 9_999;

/// Sorts tiles by suit, red copies after the plain ones of their kind.
pub fn sort_tiles(tiles: &mut [Tile]) {
    tiles.sort_unstable_by_key(|tile| (tile.kind(), tile.index()));
}
