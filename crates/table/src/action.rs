//! What a player can do, and why it may be refused.

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::tile::{Kind, Tile};

/// One decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Discards a tile; `drawn` is the tile just drawn.
    Discard { tile: Tile, drawn: bool },
    /// Declares riichi with this discard.
    Riichi { tile: Tile, drawn: bool, open: bool },
    /// Wins on the own draw.
    Tsumo,
    /// Four of a kind from the hand.
    Ankan(Kind),
    /// The fourth tile to a pon.
    Kakan(Kind),
    /// Sets a north aside.
    Kita,
    /// Ends the hand with nine different terminals and honours.
    NineTerminals,
    /// Wins on another player's tile.
    Ron,
    /// A triplet with the discard and these two.
    Pon([Tile; 2]),
    /// A sequence with the discard and these two.
    Chii([Tile; 2]),
    /// A kan with the discard.
    Daiminkan,
    /// Lets the tile go, or claims nothing.
    Pass,
    /// Claims nagashi at the end of the hand.
    Nagashi,
    /// Shows a tenpai hand at the end of the wall.
    Tenpai,
    /// Keeps a tenpai hand hidden at the end of the wall, which counts as noten.
    Noten,
    /// Ends the game, as the dealer may in the last hand.
    EndGame,
    /// Plays on instead.
    PlayOn,
}

/// Why an action was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub why: Why,
    /// The clause that forbids it, where one does.
    pub clause: ClauseRef,
}

/// What is wrong with an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is somebody else's turn, or nobody's.
    NotYourTurn,
    /// The hand or the game is over.
    Over,
    /// The tile is not in the hand, or the tiles for the call are not.
    NoSuchTile,
    /// The rulebook does not have this action.
    NotPlayed,
    /// The hand is not complete.
    NotComplete,
    /// Complete, but without a yaku.
    NoYaku,
    /// Below the rulebook's minimum.
    BelowMinimum,
    Furiten,
    /// The tile would change a set just called.
    Kuikae,
    /// In riichi only the drawn tile may be discarded.
    HandIsFixed,
    /// The kan would change the waits or a reading.
    ChangesTheHand,
    /// Not tenpai after this discard.
    NotTenpai,
    /// Only tiles would complete it of which it holds all four.
    FifthTile,
    /// Riichi needs a closed hand.
    NotClosed,
    /// Riichi was declared already.
    AlreadyRiichi,
    /// Too few points for the stick.
    TooFewPoints,
    /// Too few tiles are left in the wall.
    TooFewTiles,
    /// While furiten only an open riichi may be declared.
    FuritenOpenOnly,
    /// No more kans are allowed.
    TooManyKans,
    /// Not right after a call: first a tile must be drawn.
    NeedsADraw,
    /// Only a win may claim this tile.
    OnlyToWin,
    /// A dead hand may do nothing but discard.
    DeadHand,
    /// The first go-around is over or was interrupted.
    NotFirstTurn,
    /// Fewer than nine different terminals and honours.
    NotNine,
    /// Another player's claim goes first.
    AnotherGoesFirst,
    /// In riichi the hand must be shown at a draw.
    MustShow,
    /// The choice is not offered now.
    NotOffered,
}

impl Why {
    /// In a sentence for the player.
    pub const fn text(self) -> &'static str {
        match self {
            Why::NotYourTurn => "it is not your turn",
            Why::Over => "the hand is over",
            Why::NoSuchTile => "the tiles for it are not in your hand",
            Why::NotPlayed => "this rulebook does not have it",
            Why::NotComplete => "the hand is not complete",
            Why::NoYaku => "the hand has no yaku",
            Why::BelowMinimum => "the hand is below the minimum",
            Why::Furiten => "you are furiten",
            Why::Kuikae => "the tile may not be discarded right after this call",
            Why::HandIsFixed => "in riichi only the drawn tile may be discarded",
            Why::ChangesTheHand => "the kan would change the hand",
            Why::NotTenpai => "the hand would not be tenpai",
            Why::FifthTile => "the hand would wait only for tiles of which it holds all four",
            Why::NotClosed => "the hand is open",
            Why::AlreadyRiichi => "riichi is declared already",
            Why::TooFewPoints => "too few points for the stick",
            Why::TooFewTiles => "too few tiles are left in the wall",
            Why::FuritenOpenOnly => "while furiten only an open riichi may be declared",
            Why::TooManyKans => "no further kan may be made",
            Why::NeedsADraw => "not right after a call",
            Why::OnlyToWin => "the tile may be claimed only for a win",
            Why::DeadHand => "your hand is dead",
            Why::NotFirstTurn => "only in the first uninterrupted turn",
            Why::NotNine => "fewer than nine different terminals and honours",
            Why::AnotherGoesFirst => "another player's claim goes first",
            Why::MustShow => "in riichi the hand must be shown",
            Why::NotOffered => "there is nothing to choose now",
        }
    }
}
