//! Players' decisions as JSON: `{"a":"discard","tile":"5p","drawn":true}`.

use jantaku_rules::notation::{self, NotationError, NotationProblem};
use jantaku_rules::tile::Tile;
use jantaku_table::Action;
use serde::{Deserialize, Serialize};

/// One decision of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "a", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ActionJson {
    Discard {
        tile: String,
        drawn: bool,
    },
    /// Declares riichi with this discard.
    Riichi {
        tile: String,
        drawn: bool,
        open: bool,
    },
    /// Wins on one's own draw.
    Tsumo,
    /// Four of a kind from the hand.
    Ankan {
        kind: String,
    },
    /// The fourth tile to a pon.
    Kakan {
        kind: String,
    },
    /// Sets a north aside.
    Kita,
    /// Ends the hand with nine different terminals and honours.
    NineTerminals,
    /// Wins on another player's tile.
    Ron,
    /// A triplet with the discard and these two.
    Pon {
        tiles: String,
    },
    /// A sequence with the discard and these two.
    Chii {
        tiles: String,
    },
    /// A kan with the discard.
    Daiminkan,
    /// Lets the tile go, or claims nothing.
    Pass,
    /// Claims nagashi.
    Nagashi,
    /// Shows a tenpai hand at the end of the wall.
    Tenpai,
    /// Keeps a tenpai hand hidden at the end of the wall.
    Noten,
    /// Ends the game, as the dealer may.
    EndGame,
    /// Plays on instead.
    PlayOn,
}

impl From<Action> for ActionJson {
    fn from(action: Action) -> ActionJson {
        match action {
            Action::Discard { tile, drawn } => ActionJson::Discard {
                tile: tile.to_string(),
                drawn,
            },
            Action::Riichi { tile, drawn, open } => ActionJson::Riichi {
                tile: tile.to_string(),
                drawn,
                open,
            },
            Action::Tsumo => ActionJson::Tsumo,
            Action::Ankan(kind) => ActionJson::Ankan { kind: kind.to_string() },
            Action::Kakan(kind) => ActionJson::Kakan { kind: kind.to_string() },
            Action::Kita => ActionJson::Kita,
            Action::NineTerminals => ActionJson::NineTerminals,
            Action::Ron => ActionJson::Ron,
            Action::Pon(own) => ActionJson::Pon {
                tiles: notation::in_order(&own),
            },
            Action::Chii(own) => ActionJson::Chii {
                tiles: notation::in_order(&own),
            },
            Action::Daiminkan => ActionJson::Daiminkan,
            Action::Pass => ActionJson::Pass,
            Action::Nagashi => ActionJson::Nagashi,
            Action::Tenpai => ActionJson::Tenpai,
            Action::Noten => ActionJson::Noten,
            Action::EndGame => ActionJson::EndGame,
            Action::PlayOn => ActionJson::PlayOn,
        }
    }
}

impl TryFrom<&ActionJson> for Action {
    type Error = NotationError;

    fn try_from(action: &ActionJson) -> Result<Action, NotationError> {
        Ok(match action {
            ActionJson::Discard { tile, drawn } => Action::Discard {
                tile: notation::tile(tile)?,
                drawn: *drawn,
            },
            ActionJson::Riichi { tile, drawn, open } => Action::Riichi {
                tile: notation::tile(tile)?,
                drawn: *drawn,
                open: *open,
            },
            ActionJson::Tsumo => Action::Tsumo,
            ActionJson::Ankan { kind } => Action::Ankan(notation::tile(kind)?.kind()),
            ActionJson::Kakan { kind } => Action::Kakan(notation::tile(kind)?.kind()),
            ActionJson::Kita => Action::Kita,
            ActionJson::NineTerminals => Action::NineTerminals,
            ActionJson::Ron => Action::Ron,
            ActionJson::Pon { tiles } => Action::Pon(two(tiles)?),
            ActionJson::Chii { tiles } => Action::Chii(two(tiles)?),
            ActionJson::Daiminkan => Action::Daiminkan,
            ActionJson::Pass => Action::Pass,
            ActionJson::Nagashi => Action::Nagashi,
            ActionJson::Tenpai => Action::Tenpai,
            ActionJson::Noten => Action::Noten,
            ActionJson::EndGame => Action::EndGame,
            ActionJson::PlayOn => Action::PlayOn,
        })
    }
}

fn two(text: &str) -> Result<[Tile; 2], NotationError> {
    let tiles = notation::few_tiles::<2>(text)?;
    tiles.into_inner().map_err(|_| NotationError {
        position: text.len(),
        problem: NotationProblem::NotOne,
    })
}
