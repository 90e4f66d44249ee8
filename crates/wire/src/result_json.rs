//! The end of a game as JSON.

use crate::event_json::WhatWord;
use crate::names_json::NamesJson;
use jantaku_rules::result::FinalResult;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::sheet::{Line, ScoreSheet};
use jantaku_rules::transfer::{Party, Stake, What};
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
    /// Who got the sticks left on the table, in points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ResultLine>>"))]
    pub leftover: Vec<ResultLine>,
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
    /// The words of the score sheet; logs of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub names: Option<NamesJson>,
    pub clause: String,
}

impl ResultJson {
    /// A result as the pages show it.
    pub fn of(result: &FinalResult, drawn: bool, rules: &Rules) -> ResultJson {
        let sheet = ScoreSheet::of_result(rules, result);
        let (leftover, scores) = sheet.lines.split_at(result.leftover.len());
        let line = |(what, line): (What, &Line)| ResultLine {
            // Winds are those of the first hand.
            seat: match line.to {
                Some(Party::Player(wind)) => wind.index() as u8,
                _ => 0,
            },
            amount: line.points().or(line.chips()).unwrap_or_default(),
            what: what.into(),
            names: Some((&line.names).into()),
            clause: rules.clause_id(line.clause).to_owned(),
        };
        let given = result.leftover.iter().map(|transfer| transfer.what);
        let scored = result.lines.iter().map(|line| line.what);
        ResultJson {
            places: result.places.as_slice().to_vec(),
            points: result.points.iter().map(|points| points.0).collect(),
            score: result.score.as_slice().to_vec(),
            unit: match result.unit {
                Stake::Points => UnitWord::Points,
                Stake::Chips => UnitWord::Chips,
            },
            chips: result.chips.iter().map(|chips| chips.0).collect(),
            lines: scored.zip(scores).map(line).collect(),
            leftover: given.zip(leftover).map(line).collect(),
            drawn,
        }
    }
}
