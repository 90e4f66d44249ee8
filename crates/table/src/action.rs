//! What a player can do, and why it may be refused.

use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::sheet::says_kong;
use jantaku_rules::tile::{Kind, Tile};

/// One decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `drawn` says whether it is the tile just drawn.
    Discard {
        tile: Tile,
        drawn: bool,
    },
    /// Declares riichi with this discard.
    Riichi {
        tile: Tile,
        drawn: bool,
        open: bool,
    },
    Tsumo,
    /// Four of a kind from the concealed hand.
    Ankan(Kind),
    /// Adds the fourth tile to a pon.
    Kakan(Kind),
    /// Sets a north aside.
    Kita,
    /// Aborts the hand with nine different terminals and honours.
    NineTerminals,
    /// Wins on another player's tile.
    Ron,
    /// A triplet with the discard and these two.
    Pon([Tile; 2]),
    /// A sequence with the discard and these two.
    Chii([Tile; 2]),
    /// A kan with the discard.
    Daiminkan,
    /// Declines to claim the tile or nagashi.
    Pass,
    /// Claims nagashi at the end of the hand.
    Nagashi,
    /// Shows a tenpai hand at the end of the wall.
    Tenpai,
    /// Hides a tenpai hand at the end of the wall; it counts as noten.
    Noten,
    /// Ends the game, as the dealer may in the last hand.
    EndGame,
    /// Declines to end the game.
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
    NotYourTurn,
    /// The hand or the game is over.
    Over,
    /// The tile is not in the hand, or the tiles for the call are not.
    NoSuchTile,
    /// The rulebook does not have this action.
    NotPlayed,
    NotComplete,
    NoYaku,
    BelowMinimum,
    Furiten,
    /// The discard would swap a tile of the set just called.
    Kuikae,
    /// In riichi only the drawn tile may be discarded.
    HandIsFixed,
    /// In riichi a kan needs the tile just drawn, and so does a kita.
    NotJustDrawn,
    /// In riichi: the kan would change the waits or a reading.
    ChangesTheHand,
    NotTenpai,
    /// The player already holds every copy of the waits.
    FifthTile,
    NotClosed,
    AlreadyRiichi,
    TooFewPoints,
    TooFewTiles,
    /// While furiten only an open riichi may be declared.
    FuritenOpenOnly,
    TooManyKans,
    /// Not right after a call: first a tile must be drawn.
    NeedsADraw,
    OnlyToWin,
    /// A chii is only called from the player to the left.
    NotFromTheLeft,
    /// The three tiles are no sequence.
    NotASequence,
    /// A kan is added to a pon, and there is none of this tile.
    NoPon,
    /// A closed kan is robbed by few hands or none.
    ClosedKan,
    /// A dead hand may do nothing but discard.
    DeadHand,
    /// The first go-around is over or was interrupted.
    NotFirstTurn,
    /// Fewer than nine different terminals and honours.
    NotNine,
    AnotherGoesFirst,
    /// In riichi the hand must be shown at a draw.
    MustShow,
    /// The choice is not offered now.
    NotOffered,
}

impl Why {
    /// For the player, in the words of the rulebook.
    pub fn text_in(self, rules: &Rules) -> &'static str {
        match self {
            _ if !says_kong(rules) => self.text(),
            Why::NoYaku => "the hand has no pattern",
            Why::ChangesTheHand => "the kong would change the hand",
            Why::TooManyKans => "no further kong may be made",
            Why::ClosedKan => "this hand may not rob a concealed kong",
            _ => self.text(),
        }
    }

    /// For the player, as part of a sentence.
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
            Why::HandIsFixed => "in riichi the hand is fixed: only the drawn tile may be discarded",
            Why::NotJustDrawn => "in riichi this needs the tile just drawn",
            Why::ChangesTheHand => "the kan would change the hand",
            Why::NotTenpai => "the hand would not be tenpai",
            Why::FifthTile => "you already hold every copy of your waits",
            Why::NotClosed => "the hand is open",
            Why::AlreadyRiichi => "riichi is declared already",
            Why::TooFewPoints => "too few points for the stick",
            Why::TooFewTiles => "too few tiles are left in the wall",
            Why::FuritenOpenOnly => "while furiten only an open riichi may be declared",
            Why::TooManyKans => "no further kan may be made",
            Why::NeedsADraw => "not right after a call",
            Why::OnlyToWin => "the tile may be claimed only for a win",
            Why::NotFromTheLeft => "only the next player in turn may call a sequence",
            Why::NotASequence => "the three tiles are not a sequence of one suit",
            Why::NoPon => "there is no open triplet of this tile to add it to",
            Why::ClosedKan => "this hand may not rob a closed kan",
            Why::DeadHand => "your hand is dead",
            Why::NotFirstTurn => "only in the first uninterrupted turn",
            Why::NotNine => "fewer than nine different terminals and honours",
            Why::AnotherGoesFirst => "another player's claim goes first",
            Why::MustShow => "in riichi the hand must be shown",
            Why::NotOffered => "there is nothing to choose now",
        }
    }
}
