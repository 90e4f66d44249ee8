//! A recorded game as a log of our own.

use super::mismatch::Mismatch;
use super::{round, standing};
use crate::game::GameRecord;
use crate::log::{Header, Log, LogError, LogPlayer, Recorder};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::Table;
use std::fmt;
use std::sync::Arc;

/// Why a recorded game cannot be told as a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTold {
    /// It does not begin with the first hand and equal points.
    NotFromTheStart,
    /// It comes out differently when it is played again.
    Differs(Mismatch),
    /// The log does not hold what a log must.
    Log(LogError),
}

/// Plays a recorded game again, and tells it as a log. Nothing says how its walls were fixed.
pub fn log_of(game: &GameRecord, rules: &Arc<Rules>) -> Result<Log, NotTold> {
    let first = game.rounds.first().ok_or(NotTold::NotFromTheStart)?;
    let start = first.scores.iter().copied().next().unwrap_or_default();
    let fresh = (first.round, first.honba, first.sticks) == (0, 0, 0);
    if !fresh || first.scores.iter().any(|points| *points != start) {
        return Err(NotTold::NotFromTheStart);
    }
    let name = |seat: usize| game.names.get(seat).cloned().unwrap_or_default();
    let player = |seat| LogPlayer {
        name: name(seat),
        bot: None,
    };
    let header = Header {
        start,
        ..Header::of(rules, (0..rules.seats()).map(player).collect())
    };
    let mut table: Table = standing::table_before(first, rules).map_err(NotTold::Differs)?;
    let mut recorder = Recorder::new(&header, rules);
    for (index, round) in game.rounds.iter().enumerate() {
        let in_round = |mismatch: Mismatch| {
            NotTold::Differs(Mismatch {
                round: index,
                ..mismatch
            })
        };
        let played = round::play(round, &mut table).map_err(in_round)?;
        played.events.iter().for_each(|event| recorder.event(event));
    }
    Log::read(recorder.close().as_bytes()).map_err(NotTold::Log)
}

impl fmt::Display for NotTold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTold::NotFromTheStart => f.write_str("the game is not told from its start"),
            NotTold::Differs(mismatch) => write!(f, "played again it comes out differently: {mismatch}"),
            NotTold::Log(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotTold {}
