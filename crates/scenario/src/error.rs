//! Why a scenario cannot be played: what is wrong with the file, not with a move.

use jantaku_rules::notation::{self, NotationError};
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::seat::Wind;
use jantaku_table::stack::StackError;
use thiserror::Error;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScenarioError {
    /// Not a JSON object of this form; the text names the key.
    #[error("{0}")]
    Json(String),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Rules(Vec<RulebookError>),
    #[error("{key}: {error}")]
    Tiles { key: String, error: NotationError },
    #[error("{key}: nobody sits as {wind}")]
    NoSuchSeat { key: String, wind: Wind },
    #[error("there is no {0}")]
    NoSuchHand(String),
    #[error("{key}: at most {most}")]
    TooMuch { key: &'static str, most: i32 },
    #[error("{}", wall(.0))]
    Wall(StackError),
    /// The number counts from 1.
    #[error("script line {number}, {text:?}: {problem}")]
    Line {
        number: usize,
        text: String,
        problem: LineProblem,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineProblem {
    #[error("it does not begin with a seat of this table")]
    Seat,
    #[error("there is no such action")]
    Action,
    #[error("{0}")]
    Notation(NotationError),
    #[error("it needs {0}")]
    TilesNeeded(&'static str),
}

fn wall(error: &StackError) -> String {
    match error {
        StackError::TooMany(tile) => format!("more {} than there are in the box", notation::in_order(&[*tile])),
        StackError::HandSize(wind, n) => format!("deal: {wind} has {n} tiles, not 13"),
        StackError::NoSuchSeat(wind) => format!("deal: nobody sits as {wind}"),
        StackError::TooLong(what) => format!("{what}: the wall has no more places for them"),
        StackError::NotSoMany(most) => format!("wall_left: at most {most} can be left"),
    }
}
