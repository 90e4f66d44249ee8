//! Turns a recorded game into our own log format.

use super::mismatch::Mismatch;
use super::{round, standing};
use crate::game::GameRecord;
use crate::log::{Header, Log, LogError, LogPlayer, Recorder};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::Table;
use std::sync::Arc;
use thiserror::Error;

/// Why a recorded game cannot be turned into a log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoLog {
    /// It does not begin with the first hand and equal points.
    #[error("the record does not begin with the first hand")]
    NotFromTheStart,
    #[error("verification failed: {0}")]
    Differs(Mismatch),
    #[error(transparent)]
    Log(LogError),
}

/// Turns a recorded game into a log by playing it again. The log says nothing about where its walls came from.
pub fn log_of(game: &GameRecord, rules: &Arc<Rules>) -> Result<Log, NoLog> {
    let first = game.rounds.first().ok_or(NoLog::NotFromTheStart)?;
    let start = first.scores.iter().copied().next().unwrap_or_default();
    let fresh = (first.round, first.honba, first.sticks) == (0, 0, 0);
    if !fresh || first.scores.iter().any(|points| *points != start) {
        return Err(NoLog::NotFromTheStart);
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
    let mut table: Table = standing::table_before(first, rules).map_err(NoLog::Differs)?;
    let mut recorder = Recorder::new(&header, rules);
    for (index, round) in game.rounds.iter().enumerate() {
        let in_round = |mismatch: Mismatch| {
            NoLog::Differs(Mismatch {
                round: index,
                ..mismatch
            })
        };
        let played = round::play(round, &mut table, &mut ()).map_err(in_round)?;
        played.events.iter().for_each(|event| recorder.event(event));
    }
    Log::read(recorder.close().as_bytes()).map_err(NoLog::Log)
}
