//! Why a scenario cannot be played: what is wrong with the file, not with a move.

use jantaku_rules::notation::NotationError;
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::Tile;
use jantaku_table::stack::StackError;
use std::fmt;

/// What is wrong with a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScenarioError {
    /// It is no JSON object of this form; the text names the key.
    Json(String),
    /// There is no such rulebook, or it has errors.
    Rules(Vec<RulebookError>),
    /// Tiles that cannot be read.
    Tiles { key: String, error: NotationError },
    /// A wind that this rulebook has no seat for.
    NoSuchSeat { key: String, wind: Wind },
    /// A round that is no wind, or a hand number that no round has.
    NoSuchHand(String),
    /// A number that no table has.
    TooMuch { key: &'static str, most: i32 },
    /// The wall cannot be stacked so.
    Wall(StackError),
    /// A line of the script that cannot be read.
    Line {
        /// Which, counted from 1.
        number: usize,
        text: String,
        problem: LineProblem,
    },
}

/// What is wrong with a line of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// It does not begin with a seat of this table.
    Seat,
    /// There is no such action.
    Action,
    /// Its tiles cannot be read.
    Notation(NotationError),
    /// It needs so many tiles.
    TilesNeeded(&'static str),
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScenarioError::Json(text) => write!(f, "{text}"),
            ScenarioError::Rules(errors) => {
                for (i, error) in errors.iter().enumerate() {
                    let between = if i == 0 { "" } else { "; " };
                    write!(f, "{between}{error}")?;
                }
                Ok(())
            }
            ScenarioError::Tiles { key, error } => write!(f, "{key}: {error}"),
            ScenarioError::NoSuchSeat { key, wind } => write!(f, "{key}: nobody sits as {wind}"),
            ScenarioError::NoSuchHand(what) => write!(f, "there is no {what}"),
            ScenarioError::TooMuch { key, most } => write!(f, "{key}: at most {most}"),
            ScenarioError::Wall(error) => write_wall(f, *error),
            ScenarioError::Line { number, text, problem } => write!(f, "script line {number}, {text:?}: {problem}"),
        }
    }
}

fn write_wall(f: &mut fmt::Formatter<'_>, error: StackError) -> fmt::Result {
    match error {
        StackError::TooMany(tile) => write!(f, "more {} than there are in the box", Shown(tile)),
        StackError::HandSize(wind, n) => write!(f, "deal: {wind} has {n} tiles, not 13"),
        StackError::NoSuchSeat(wind) => write!(f, "deal: nobody sits as {wind}"),
        StackError::TooLong(what) => write!(f, "{what}: the wall has no more places for them"),
        StackError::NotSoMany(most) => write!(f, "wall_left: at most {most} can be left"),
    }
}

/// A tile as it is written in a list.
struct Shown(Tile);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&jantaku_rules::notation::in_order(&[self.0]))
    }
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineProblem::Seat => f.write_str("it does not begin with a seat of this table"),
            LineProblem::Action => f.write_str("there is no such action"),
            LineProblem::Notation(error) => write!(f, "{error}"),
            LineProblem::TilesNeeded(what) => write!(f, "it needs {what}"),
        }
    }
}

impl std::error::Error for ScenarioError {}
