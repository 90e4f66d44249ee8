//! What the table is waiting for.

use crate::action::Action;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;

/// A row of replacement draws: how it began decides what a win on its last tile is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub from_kan: bool,
    /// Whose discard made the daiminkan that began it?
    pub fed: Option<Seat>,
    /// Are the flowers of the deal being replaced?
    pub dealing: bool,
}

/// A player's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub seat: Seat,
    /// The tile just drawn; none right after a call.
    pub drawn: Option<Tile>,
    /// If the tile is a replacement: the row it stands in.
    pub row: Option<Row>,
    /// Kinds that may not be discarded after the call.
    pub kuikae: KindSet,
}

/// What a tile was when others may claim it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    Discard,
    /// The tile added to a pon.
    Kakan,
    /// A tile of a closed kan.
    Ankan,
    /// A north set aside.
    Kita,
    /// A flower revealed.
    Flower,
}

/// What a player may claim a tile for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct May {
    /// A win. For the player who reveals the last flower: a tsumo.
    pub win: bool,
    pub pon: bool,
    pub kan: bool,
    pub chii: bool,
}

impl May {
    /// Anything at all?
    pub const fn any(self) -> bool {
        self.win || self.pon || self.kan || self.chii
    }
}

/// A tile that others may claim: one slot for each player, all answers before the table decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    pub from: Seat,
    pub tile: Tile,
    pub offered: Offered,
    /// The row that a kan or tile set aside would go on.
    pub row: Row,
    pub may: BySeat<May>,
    pub answers: BySeat<Option<Action>>,
    /// Who was given a chombo at this moment; it stands if nobody wins.
    pub chombo: BySeat<bool>,
}

impl Claims {
    /// Has everybody answered who may claim something?
    pub fn is_answered(&self) -> bool {
        self.may
            .iter()
            .zip(self.answers.iter())
            .all(|(may, answer)| !may.any() || answer.is_some())
    }
}

/// Does it hold of anybody?
pub(crate) fn any(flags: &BySeat<bool>) -> bool {
    flags.iter().any(|&flag| flag)
}

/// A hand whose payments are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    pub stays: bool,
    /// By an own win or tenpai, so that the dealer may end the game in the last hand?
    pub may_yame: bool,
    pub honba: u8,
    /// Was the hand void, to be dealt again?
    pub void: bool,
}

/// What the table is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The wall of the next hand.
    BeforeHand,
    /// Nothing: this player's dealt flowers are replaced.
    Flowers { seat: Seat },
    /// Nothing: this player draws a replacement.
    Replacing {
        seat: Seat,
        /// For a kan, or for a tile set aside?
        for_kan: bool,
        row: Row,
    },
    /// A player's turn.
    Turn(Turn),
    /// Answers to a tile.
    Claims(Claims),
    /// Whether players claim nagashi.
    Nagashi {
        may: BySeat<bool>,
        answers: BySeat<Option<bool>>,
        /// Who was given a chombo at this moment; it stands if nobody claims.
        chombo: BySeat<bool>,
    },
    /// Whether players who are tenpai show their hands or call noten.
    Showing {
        may: BySeat<bool>,
        answers: BySeat<Option<bool>>,
        nagashi: BySeat<bool>,
    },
    /// Nothing: the hand is settled, and what follows is to be found out.
    Settled(Settled),
    /// Whether the dealer ends the game.
    Yame { dealer: Seat, settled: Settled },
    /// Nothing more.
    GameOver {
        /// Did nobody reach the goal of overtime?
        drawn: bool,
    },
}
