//! Tenhou's JSON, as the viewer at tenhou.net/6 takes it: the reader here, the writer in [`mod@write`].
//!
//! A round is told by seat: the dealt hand, what was taken, what was discarded. The order of events follows from it, but
//! not always at first sight (see [`weave`]).

mod call_text;
mod lane;
mod node;
mod outcome;
mod round;
mod setting;
mod tile_number;
mod weave;
mod worth;
pub(crate) mod write;

use jantaku_rules::seat::{BySeat, Wind};
use serde_json::Value;

use crate::error::{Fault, ReadError};
use crate::game::{FinalStanding, GameRecord, Tenths};
use node::Node;

/// No score is beyond this; so sums of a few of them never overflow.
const SCORE_LIMIT: i32 = 100_000_000;

pub(crate) fn read(text: &str) -> Result<GameRecord, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|error| ReadError::Json {
        line: error.line(),
        column: error.column(),
        reason: error.to_string(),
    })?;
    let root = Node::root(&value);
    let log = root.field("log")?;
    let told: Vec<Node<'_>> = log.items()?.collect();
    let Some(first) = told.first() else {
        return Err(log.error(Fault::NoRounds));
    };
    let players = round::players(first)?;
    let rounds: Result<Vec<_>, _> = told.iter().map(|node| round::read(node, players)).collect();
    let rounds = rounds?;
    Ok(GameRecord {
        players,
        setting: setting::read(&root)?,
        names: names(&root, players)?,
        rounds,
        standing: standing(&root, players)?,
    })
}

/// The names, if the file tells them; it may be about nobody in particular.
fn names(root: &Node<'_>, players: usize) -> Result<Vec<String>, ReadError> {
    let mut names = Vec::new();
    if let Some(node) = root.optional("name") {
        for name in node.items()?.take(players) {
            names.push(name.text("name")?.to_string());
        }
    }
    names.resize(players, String::new());
    Ok(names)
}

/// `sc` alternates scores and points.
fn standing(root: &Node<'_>, players: usize) -> Result<Option<FinalStanding>, ReadError> {
    let Some(node) = root.optional("sc") else {
        return Ok(None);
    };
    let values: Vec<Node<'_>> = node.items()?.collect();
    if values.len() < 2 * players {
        let length = values.len();
        return Err(node.error(Fault::WrongLength { field: "sc", length }));
    }
    let mut scores = BySeat::all(players, 0);
    let mut points = BySeat::all(players, Tenths(0));
    for seat in 0..players {
        scores.as_mut_slice()[seat] = values[2 * seat].number("sc", SCORE_LIMIT)?;
        points.as_mut_slice()[seat] = values[2 * seat + 1].tenths("sc")?;
    }
    Ok(Some(FinalStanding { scores, points }))
}

/// Seats of a round, the empty one of three players included: places are told as if four sat there.
const SEATS: usize = Wind::ALL.len();
