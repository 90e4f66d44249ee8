//! The end of a game as JSON.

use crate::event_json::WhatWord;
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::transfer::Stake;
use serde::{Deserialize, Serialize};

/// The final result, by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResultJson {
    /// Places from 1; tied players may share one.
    pub places: Vec<u8>,
    /// Final points, the sticks left on the table included.
    pub points: Vec<i32>,
    /// The score: the sum of each player's lines.
    pub score: Vec<i32>,
    pub unit: UnitWord,
    pub chips: Vec<i32>,
    /// Why: uma, oka, what the game brought, each with its clause.
    pub lines: Vec<ResultLine>,
    pub drawn: bool,
}

/// Points or chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum UnitWord {
    Points,
    Chips,
}

/// One reason for a score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResultLine {
    pub seat: u8,
    pub amount: i32,
    pub what: WhatWord,
    pub clause: String,
}

impl ResultJson {
    /// A result as the pages show it.
    pub fn of(result: &FinalResult, drawn: bool, rules: &Rules) -> ResultJson {
        let line = |line: &jantaku_rules::result::Line| ResultLine {
            seat: line.seat.0,
            amount: line.amount,
            what: line.what.into(),
            clause: rules.clause_id(line.because).to_owned(),
        };
        ResultJson {
            places: result.places.as_slice().to_vec(),
            points: result.points.iter().map(|points| points.0).collect(),
            score: result.score.as_slice().to_vec(),
            unit: match result.unit {
                Stake::Points => UnitWord::Points,
                Stake::Chips => UnitWord::Chips,
            },
            chips: result.chips.iter().map(|chips| chips.0).collect(),
            lines: result.lines.iter().map(line).collect(),
            drawn,
        }
    }
}
