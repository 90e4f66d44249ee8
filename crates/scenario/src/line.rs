//! One line of a script: `"<seat> <action> [tiles]"`.

use crate::error::{LineProblem, ScenarioError};
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};

/// A line of a script.
pub(super) struct Line {
    pub(super) text: String,
    /// Who does it, by the wind of the hand.
    pub(super) wind: Wind,
    pub(super) said: Said,
}

/// What a line asks for. Tiles are as written: which copy is meant depends on the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Discard(Tile),
    Riichi {
        tile: Tile,
        open: bool,
    },
    Chii([Tile; 2]),
    Pon(Option<[Tile; 2]>),
    Daiminkan,
    Ankan(Kind),
    Kakan(Kind),
    Kita,
    Ron,
    Tsumo,
    NineTerminals,
    Nagashi,
    Tenpai,
    Noten,
    EndGame,
    Chombo,
    DeadHand,
    /// The clock of a timed game; said by the table, not by a player.
    TimeUp,
}

impl Said {
    /// Does it answer a tile that was offered?
    pub(super) fn answers_a_tile(self) -> bool {
        matches!(self, Said::Chii(_) | Said::Pon(_) | Said::Daiminkan | Said::Ron)
    }
}

pub(super) fn read_all(rules: &Rules, script: &[String]) -> Result<Vec<Line>, ScenarioError> {
    let lines = script.iter().zip(1..).map(|(text, number)| {
        read(rules, text).map_err(|problem| ScenarioError::Line {
            number,
            text: text.clone(),
            problem,
        })
    });
    lines.collect()
}

fn read(rules: &Rules, text: &str) -> Result<Line, LineProblem> {
    let mut words = text.split_whitespace();
    let seat = words.next().unwrap_or_default();
    let action = words.next().unwrap_or_default();
    let rest: String = words.collect();
    if (seat, action) == ("table", "time-up") && rest.is_empty() {
        return Ok(Line {
            text: text.to_owned(),
            wind: Wind::East,
            said: Said::TimeUp,
        });
    }
    let wind = Wind::named(seat)
        .filter(|wind| wind.index() < rules.seats())
        .ok_or(LineProblem::Seat)?;
    Ok(Line {
        text: text.to_owned(),
        wind,
        said: said(rules, action, &rest)?,
    })
}

fn said(rules: &Rules, action: &str, rest: &str) -> Result<Said, LineProblem> {
    let tiles = notation::few_tiles::<4>(rest).map_err(LineProblem::Notation)?;
    let tiles: Vec<Tile> = tiles.into_iter().map(|tile| rules.tiles.meant(tile)).collect();
    let one = || match tiles.as_slice() {
        [tile] => Ok(*tile),
        _ => Err(LineProblem::TilesNeeded("one tile")),
    };
    // A kan may be written with one of its tiles or with all four.
    let kind = || match tiles.as_slice() {
        [first, others @ ..] if others.iter().all(|tile| tile.kind() == first.kind()) => Ok(first.kind()),
        _ => Err(LineProblem::TilesNeeded("the tile of the kan")),
    };
    let two = || match tiles.as_slice() {
        [a, b] => Ok([*a, *b]),
        _ => Err(LineProblem::TilesNeeded("the two own tiles")),
    };
    let said = match action {
        "discard" => Said::Discard(one()?),
        "riichi" => Said::Riichi {
            tile: one()?,
            open: false,
        },
        "open-riichi" => Said::Riichi {
            tile: one()?,
            open: true,
        },
        "chii" => Said::Chii(two()?),
        "pon" if tiles.is_empty() => Said::Pon(None),
        "pon" => Said::Pon(Some(two()?)),
        "ankan" => Said::Ankan(kind()?),
        "kakan" => Said::Kakan(kind()?),
        _ => match (word(action)?, tiles.is_empty()) {
            (said, true) => said,
            (_, false) => return Err(LineProblem::TilesNeeded("no tiles")),
        },
    };
    Ok(said)
}

fn word(action: &str) -> Result<Said, LineProblem> {
    Ok(match action {
        "daiminkan" => Said::Daiminkan,
        "kita" => Said::Kita,
        "ron" => Said::Ron,
        "tsumo" => Said::Tsumo,
        "nine-terminals" => Said::NineTerminals,
        "nagashi" => Said::Nagashi,
        "tenpai" => Said::Tenpai,
        "noten" => Said::Noten,
        "end-game" => Said::EndGame,
        "chombo" => Said::Chombo,
        "dead-hand" => Said::DeadHand,
        _ => return Err(LineProblem::Action),
    })
}
