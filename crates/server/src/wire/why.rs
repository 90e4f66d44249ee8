//! Why something is refused, in words that a page can translate.

use jantaku_table::action::Why;
use serde::{Deserialize, Serialize};

/// Why something is refused: by the table, or by the server before it gets there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum WhyWord {
    /// See [`Why::NotYourTurn`].
    NotYourTurn,
    /// See [`Why::Over`].
    Over,
    /// See [`Why::NoSuchTile`].
    NoSuchTile,
    /// See [`Why::NotPlayed`].
    NotPlayed,
    /// See [`Why::NotComplete`].
    NotComplete,
    /// See [`Why::NoYaku`].
    NoYaku,
    /// See [`Why::BelowMinimum`].
    BelowMinimum,
    /// See [`Why::Furiten`].
    Furiten,
    /// See [`Why::Kuikae`].
    Kuikae,
    /// See [`Why::HandIsFixed`].
    HandIsFixed,
    /// See [`Why::NotJustDrawn`].
    NotJustDrawn,
    /// See [`Why::ChangesTheHand`].
    ChangesTheHand,
    /// See [`Why::NotTenpai`].
    NotTenpai,
    /// See [`Why::FifthTile`].
    FifthTile,
    /// See [`Why::NotClosed`].
    NotClosed,
    /// See [`Why::AlreadyRiichi`].
    AlreadyRiichi,
    /// See [`Why::TooFewPoints`].
    TooFewPoints,
    /// See [`Why::TooFewTiles`].
    TooFewTiles,
    /// See [`Why::FuritenOpenOnly`].
    FuritenOpenOnly,
    /// See [`Why::TooManyKans`].
    TooManyKans,
    /// See [`Why::NeedsADraw`].
    NeedsADraw,
    /// See [`Why::OnlyToWin`].
    OnlyToWin,
    /// See [`Why::NotFromTheLeft`].
    NotFromTheLeft,
    /// See [`Why::NotASequence`].
    NotASequence,
    /// See [`Why::NoPon`].
    NoPon,
    /// See [`Why::ClosedKan`].
    ClosedKan,
    /// See [`Why::DeadHand`].
    DeadHand,
    /// See [`Why::NotFirstTurn`].
    NotFirstTurn,
    /// See [`Why::NotNine`].
    NotNine,
    /// See [`Why::AnotherGoesFirst`].
    AnotherGoesFirst,
    /// See [`Why::MustShow`].
    MustShow,
    /// See [`Why::NotOffered`].
    NotOffered,
    /// The frame cannot be read.
    BadFrame,
    /// The answer is to an earlier prompt.
    Stale,
    /// The viewer has no seat.
    NotSeated,
    /// The table allows no hints.
    NoHints,
    /// Only the host may do this.
    NotHost,
    /// The game is not at this point.
    NotNow,
    /// It is possible a little later.
    TooSoon,
    /// The server cannot store anything at the moment.
    NotStored,
}

impl From<Why> for WhyWord {
    fn from(why: Why) -> WhyWord {
        match why {
            Why::NotYourTurn => WhyWord::NotYourTurn,
            Why::Over => WhyWord::Over,
            Why::NoSuchTile => WhyWord::NoSuchTile,
            Why::NotPlayed => WhyWord::NotPlayed,
            Why::NotComplete => WhyWord::NotComplete,
            Why::NoYaku => WhyWord::NoYaku,
            Why::BelowMinimum => WhyWord::BelowMinimum,
            Why::Furiten => WhyWord::Furiten,
            Why::Kuikae => WhyWord::Kuikae,
            Why::HandIsFixed => WhyWord::HandIsFixed,
            Why::NotJustDrawn => WhyWord::NotJustDrawn,
            Why::ChangesTheHand => WhyWord::ChangesTheHand,
            Why::NotTenpai => WhyWord::NotTenpai,
            Why::FifthTile => WhyWord::FifthTile,
            Why::NotClosed => WhyWord::NotClosed,
            Why::AlreadyRiichi => WhyWord::AlreadyRiichi,
            Why::TooFewPoints => WhyWord::TooFewPoints,
            Why::TooFewTiles => WhyWord::TooFewTiles,
            Why::FuritenOpenOnly => WhyWord::FuritenOpenOnly,
            Why::TooManyKans => WhyWord::TooManyKans,
            Why::NeedsADraw => WhyWord::NeedsADraw,
            Why::OnlyToWin => WhyWord::OnlyToWin,
            Why::NotFromTheLeft => WhyWord::NotFromTheLeft,
            Why::NotASequence => WhyWord::NotASequence,
            Why::NoPon => WhyWord::NoPon,
            Why::ClosedKan => WhyWord::ClosedKan,
            Why::DeadHand => WhyWord::DeadHand,
            Why::NotFirstTurn => WhyWord::NotFirstTurn,
            Why::NotNine => WhyWord::NotNine,
            Why::AnotherGoesFirst => WhyWord::AnotherGoesFirst,
            Why::MustShow => WhyWord::MustShow,
            Why::NotOffered => WhyWord::NotOffered,
        }
    }
}
