//! What the table is waiting for.

use crate::action::Action;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::seat::{BySeat, Seat};
pub use jantaku_rules::settlement::ending::Settled;
use jantaku_rules::tile::Tile;

/// A run of replacement draws. How it began decides whether a win on its last tile is rinshan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub from_kan: bool,
    /// Who discarded the tile of the daiminkan that began it.
    pub fed: Option<Seat>,
    /// Whether flowers of the deal are being replaced.
    pub dealing: bool,
}

/// A player's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub seat: Seat,
    /// `None` right after a call.
    pub drawn: Option<Tile>,
    /// Set if the tile is a replacement.
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
    /// For the player who reveals the last flower this is a tsumo.
    pub win: bool,
    pub pon: bool,
    pub kan: bool,
    pub chii: bool,
}

impl May {
    pub const fn any(self) -> bool {
        self.win || self.pon || self.kan || self.chii
    }
}

/// A tile that others may claim. The table decides once everybody who may claim it has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    pub from: Seat,
    pub tile: Tile,
    pub offered: Offered,
    /// The run of replacement draws that a kan or tile set aside would continue.
    pub row: Row,
    pub may: BySeat<May>,
    pub answers: BySeat<Option<Action>>,
    /// Who was given a chombo at this moment. It stands unless somebody wins.
    pub chombo: BySeat<bool>,
}

impl Claims {
    pub fn is_answered(&self) -> bool {
        self.may
            .iter()
            .zip(self.answers.iter())
            .all(|(may, answer)| !may.any() || answer.is_some())
    }
}

pub(crate) fn any(flags: &BySeat<bool>) -> bool {
    flags.iter().any(|&flag| flag)
}

/// What the table is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The wall of the next hand.
    BeforeHand,
    /// Transient: this player's dealt flowers are replaced.
    Flowers {
        seat: Seat,
    },
    /// Transient: this player draws a replacement tile.
    Replacing {
        seat: Seat,
        /// Otherwise for a tile set aside.
        for_kan: bool,
        row: Row,
    },
    Turn(Turn),
    /// Answers to a tile.
    Claims(Claims),
    /// Whether players claim nagashi.
    Nagashi {
        may: BySeat<bool>,
        answers: BySeat<Option<bool>>,
        /// Who was given a chombo at this moment. It stands unless somebody claims nagashi.
        chombo: BySeat<bool>,
    },
    /// Whether players who are tenpai show their hands or call noten.
    Showing {
        may: BySeat<bool>,
        answers: BySeat<Option<bool>>,
        nagashi: BySeat<bool>,
    },
    /// Transient: the hand is settled. In games stored by earlier versions it may also stand for [`Phase::Yame`].
    Settled(Settled),
    /// Whether the dealer ends the game.
    Yame {
        dealer: Seat,
        settled: Settled,
    },
    GameOver {
        /// Whether overtime ended before anybody reached the goal.
        drawn: bool,
    },
}
