//! Why a winning hand is impossible, in words.

use crate::seat::Wind;
use crate::terms::Terms;
use crate::tile::{Kind, Tile};
use crate::win::{By, MeldKind};
use std::fmt;

/// Why a winning hand is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WinFault {
    TooManyOf {
        kind: Kind,
        named: usize,
        exist: usize,
    },
    TooManySpecial {
        tile: Tile,
        named: usize,
        exist: usize,
    },
    /// More plain copies than there are beside the special ones.
    TooManyPlain {
        kind: Kind,
        named: usize,
        exist: usize,
    },
    /// The rulebook plays without this kind.
    NotInTheBox(Kind),
    /// The wrong number of concealed tiles.
    Size {
        tiles: usize,
        melds: usize,
    },
    /// A flower in the hand or in a meld.
    FlowerInHand(Kind),
    /// The rulebook has no wins on flowers.
    FlowerDoesNotWin(Kind),
    /// The rulebook does not set this kind aside.
    NotSetAside(Kind),
    /// The tiles are not a meld of this kind.
    Meld(MeldKind),
    /// The rulebook has no chii.
    NoChii,
    /// A chii is only called from the player to the left, who is this one.
    ChiiFrom(Wind),
    MeldFrom(MeldKind, Wind),
    /// The rulebook has no such seat.
    NoSuchSeat(Wind),
    /// The rulebook has no such round.
    NoSuchRound(Wind),
    /// A ron off oneself.
    OwnTile,
    OpenHandRiichi,
    /// The rulebook has no riichi.
    NoRiichi,
    /// The rulebook has no open riichi.
    NoOpenRiichi,
    IppatsuWithoutRiichi,
    /// Ippatsu on the last tile, although riichi needs this many tiles in the wall.
    IppatsuOnLastTile(u8),
    /// Ippatsu on the last tile after a riichi with the first discard.
    DoubleIppatsuOnLastTile,
    RinshanByRon,
    /// Rinshan without a kan, or where `aside` counts too, without a tile set aside.
    RinshanWithoutReplacement {
        aside: bool,
    },
    /// The replacement tile follows no tile set aside, or such a tile makes no rinshan in this rulebook.
    ReplacesNothingAside,
    SortedInByRon,
    /// A tsumo has no payer who could be in riichi.
    PayerOfTsumo,
    FirstTurnInRiichi,
    FirstTurnOnLastTile,
    /// The flowers of a dealer who has not discarded are replaced with the deal.
    FirstTurnAfterReplacement,
    /// A ron before the first draw of `seat`, which comes before any discard of `from`.
    FirstTurnAfterDraw {
        seat: Wind,
        from: Wind,
    },
    /// A call or a kan of the winner's own.
    FirstTurnAfterMeld,
    /// The rulebook ends the first go-around with a tile set aside.
    FirstTurnAfterAside,
    /// More than one indicator in the first go-around.
    FirstTurnAfterKan(usize),
    /// The rulebook has no dora.
    NoDora,
    /// The rulebook has no ura dora.
    NoUra,
    /// More indicators below the row than in it.
    MoreUraThanDora {
        ura: usize,
        dora: usize,
    },
    NoRobbingAKita,
    /// Robbing a kita, but the tile is not a north.
    RobbedKita(Kind),
    /// Robbing a flower, but the tile is not one.
    RobbedFlower(Kind),
    /// Robbing a kan, but the tile is a flower.
    RobbedKan(Kind),
    /// Robbing a kan of a tile that also lies elsewhere.
    RobbedKanHeld {
        kind: Kind,
        elsewhere: usize,
    },
    /// No kan and no kita is made on the last tile, so none is robbed.
    RobbedOnLastTile(By),
    /// Only a closed kan can be robbed then, and this hand may not rob one.
    RobbedClosedKan(&'static str),
}

impl fmt::Display for WinFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Terms::JAPANESE)
    }
}

impl WinFault {
    /// Writes the message in the words of a rulebook.
    pub(crate) fn write(&self, f: &mut dyn fmt::Write, terms: &Terms) -> fmt::Result {
        match *self {
            WinFault::TooManyOf { kind, named, exist } => {
                write!(f, "{} {kind}: at most {} {}", Count(named), Count(exist), verb(exist))
            }
            WinFault::TooManySpecial { tile, exist: 0, .. } => write!(f, "there is no {tile} in the box"),
            WinFault::TooManySpecial { tile, named, exist } => {
                write!(f, "{} {tile}: at most {} {}", Count(named), Count(exist), verb(exist))
            }
            WinFault::TooManyPlain { kind, named, exist } => {
                let special = Tile::special(kind).unwrap_or(Tile::plain(kind));
                write!(
                    f,
                    "{} plain {kind}: at most {} {}, besides {special}",
                    Count(named),
                    Count(exist),
                    verb(exist)
                )
            }
            WinFault::NotInTheBox(kind) => write!(f, "there is no {kind} in the box"),
            WinFault::Size { tiles, melds } => {
                let right = 13_usize.saturating_sub(3 * melds);
                let beside = [
                    "",
                    " beside one meld",
                    " beside two melds",
                    " beside three melds",
                    " beside four melds",
                ];
                let beside = beside.get(melds).unwrap_or(&"");
                write!(
                    f,
                    "{tiles} concealed tiles{beside}: expected {right} without the winning tile"
                )
            }
            WinFault::FlowerInHand(kind) => write!(f, "{kind} is set aside, not kept in the hand"),
            WinFault::FlowerDoesNotWin(kind) => write!(f, "{kind} cannot be the winning tile"),
            WinFault::NotSetAside(kind) => write!(f, "{kind} is not set aside in this rulebook"),
            WinFault::Meld(MeldKind::Chii) => write!(f, "a {} is three tiles of one suit in a row", terms.chii),
            WinFault::Meld(MeldKind::Pon) => write!(f, "a {} is three of a kind", terms.pon),
            WinFault::Meld(kind) => write!(f, "a {} ({}) is four of a kind", terms.kan, kind.word()),
            WinFault::NoChii => write!(f, "there is no {} in this rulebook", terms.chii),
            WinFault::ChiiFrom(left) => {
                write!(f, "a {} is only called from the player to the left, here {left}", terms.chii)
            }
            WinFault::MeldFrom(MeldKind::Ankan, _) => write!(f, "a {} has no discarder", terms.closed_kan),
            WinFault::MeldFrom(kind, wind) => write!(f, "{wind} cannot call a {} from {wind}", terms.meld(kind)),
            WinFault::NoSuchSeat(wind) => write!(f, "there is no {wind} seat in this rulebook"),
            WinFault::NoSuchRound(wind) => write!(f, "there is no {wind} round in this rulebook"),
            WinFault::OwnTile => write!(f, "from: a {} is paid by another player", terms.ron),
            WinFault::OpenHandRiichi => f.write_str("riichi needs a closed hand"),
            WinFault::NoRiichi => f.write_str("there is no riichi in this rulebook"),
            WinFault::NoOpenRiichi => f.write_str("there is no open riichi in this rulebook"),
            WinFault::IppatsuWithoutRiichi => f.write_str("ippatsu needs riichi"),
            WinFault::IppatsuOnLastTile(left) => write!(
                f,
                "ippatsu contradicts last_tile: riichi needs {left} tiles in the wall, so the go-around ends earlier"
            ),
            WinFault::DoubleIppatsuOnLastTile => {
                f.write_str("ippatsu contradicts last_tile: double riichi is declared with the first discard")
            }
            WinFault::RinshanByRon => write!(f, "rinshan needs a {}", terms.tsumo),
            WinFault::RinshanWithoutReplacement { aside: true } => {
                write!(f, "rinshan needs a {} among the melds, or a tile set aside", terms.kan)
            }
            WinFault::RinshanWithoutReplacement { aside: false } => write!(f, "rinshan needs a {} among the melds", terms.kan),
            WinFault::ReplacesNothingAside => f.write_str(
                "replaces_aside needs rinshan and a tile set aside, in a rulebook where a win on its replacement is rinshan",
            ),
            WinFault::PayerOfTsumo => write!(f, "payer_riichi: a {} has no discarder; leave it out", terms.tsumo),
            WinFault::FirstTurnInRiichi => {
                f.write_str("first_turn contradicts riichi, which ends the first turn with its discard")
            }
            WinFault::FirstTurnAfterReplacement => f.write_str(
                "first_turn contradicts rinshan: the dealer's first flowers are replaced as part of the deal",
            ),
            WinFault::FirstTurnOnLastTile => f.write_str("first_turn contradicts last_tile"),
            WinFault::FirstTurnAfterDraw { seat, from } => {
                write!(f, "first_turn: {seat} has already drawn before {from} discards")
            }
            WinFault::FirstTurnAfterMeld => {
                write!(f, "first_turn contradicts the melds: a call or a {} ends the first go-around", terms.kan)
            }
            WinFault::FirstTurnAfterAside => {
                f.write_str("first_turn contradicts aside: in this rulebook a tile set aside ends the first go-around")
            }
            WinFault::FirstTurnAfterKan(indicators) => write!(
                f,
                "first_turn: {} dora indicators mean that a kan has ended the first go-around",
                Count(indicators)
            ),
            WinFault::NoDora => f.write_str("dora: there are no dora in this rulebook"),
            WinFault::MoreUraThanDora { ura, dora } => write!(
                f,
                "ura: {} under {} dora indicator{}",
                Count(ura),
                Count(dora),
                if dora == 1 { "" } else { "s" }
            ),
            WinFault::NoUra => f.write_str("ura: there are no ura dora in this rulebook"),
            WinFault::SortedInByRon => write!(f, "only the tile of a {} can be sorted in", terms.tsumo),
            WinFault::NoRobbingAKita => f.write_str("no north can be robbed in this rulebook"),
            WinFault::RobbedKita(kind) => write!(f, "only a north can be robbed from a kita, not {kind}"),
            WinFault::RobbedFlower(kind) => write!(f, "robbing-a-flower: {kind} is not a flower"),
            WinFault::RobbedKan(kind) => write!(f, "robbing-a-kan: there is no {} of {kind}, a flower", terms.kan),
            WinFault::RobbedKanHeld { kind, elsewhere } => write!(
                f,
                "robbing-a-kan: all four {kind} are in the {}, but the hand and the indicators show {} more",
                terms.kan,
                Count(elsewhere)
            ),
            WinFault::RobbedOnLastTile(by) => {
                write!(f, "{} contradicts last_tile: it needs a replacement tile", by.word())
            }
            WinFault::RobbedClosedKan(when) => {
                write!(
                    f,
                    "robbing-a-kan: {when} only a {} is possible, which this hand may not rob",
                    terms.closed_kan
                )
            }
        }
    }
}

impl std::error::Error for WinFault {}

/// A number in a sentence: a word up to nine, then digits.
struct Count(usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        ];
        match words.get(self.0) {
            Some(word) => f.write_str(word),
            None => self.0.fmt(f),
        }
    }
}

const fn verb(count: usize) -> &'static str {
    if count == 1 { "exists" } else { "exist" }
}
