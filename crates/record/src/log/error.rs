//! Why a log cannot be read or replayed.

use super::{MAX_HEADER, MAX_LINE, MAX_LOG, VERSION};
use jantaku_table::Impossible;
use jantaku_wire::event_json::EventFault;
use std::fmt;

/// What is wrong with a log, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    pub line: usize,
    pub problem: LogProblem,
}

/// What can be wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogProblem {
    TooLong,
    LineTooLong,
    NotText,
    /// The first line is not that of a log.
    NotALog,
    /// A version that this program does not know.
    Version(u64),
    /// The rulebook is unknown or has errors.
    Rulebook(String),
    /// The rulebook in the log does not match its hash.
    BookHash,
    /// The current rulebook of this name differs in tiles, seats or sticks.
    OtherRulebook(&'static str),
    /// Not JSON, or not of the expected shape.
    Json(String),
    /// A line with none or several of the possible keys.
    NotOneThing,
    /// The checksum does not match.
    Sum,
    /// The signature is not one of the key over the checksum.
    Signature,
    AfterTheEnd,
    /// An event that this rulebook does not have.
    Event(EventFault),
    /// An event that cannot happen in the current state.
    Impossible(Impossible),
    /// The wall has a different number of tiles left.
    Left {
        told: Option<u8>,
        found: Option<u8>,
    },
    /// Steps of commit and reveal in the wrong order.
    FairOrder,
}

impl LogProblem {
    pub(super) fn at(self, line: usize) -> LogError {
        LogError { line, problem: self }
    }
}

impl fmt::Display for LogProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogProblem::TooLong => write!(f, "the log is longer than {MAX_LOG} bytes"),
            LogProblem::LineTooLong => write!(f, "longer than {MAX_LINE} bytes, or {MAX_HEADER} for the first line"),
            LogProblem::NotText => f.write_str("not UTF-8"),
            LogProblem::NotALog => f.write_str("expected the first line of a log: {\"log\":\"jantaku\",\"version\":…"),
            LogProblem::Version(version) => {
                write!(f, "a log of version {version}; this program reads 1 to {VERSION}")
            }
            LogProblem::Rulebook(errors) => write!(f, "its rulebook cannot be played: {errors}"),
            LogProblem::BookHash => f.write_str("the rulebook in the log does not match its hash: the log was changed"),
            LogProblem::OtherRulebook(what) => {
                write!(f, "the current rulebook of this name has different {what}")
            }
            LogProblem::Json(error) => f.write_str(error),
            LogProblem::NotOneThing => {
                f.write_str("expected just one of \"e\", \"fair\", \"sheet\", \"over\", \"note\", \"sum\"")
            }
            LogProblem::Sum => f.write_str("the sum is not that of the lines before: the log was changed"),
            LogProblem::Signature => {
                f.write_str("the signature is not that of its key for these lines: the log was changed or signed anew")
            }
            LogProblem::AfterTheEnd => f.write_str("unexpected content after the last line"),
            LogProblem::Event(fault) => fault.fmt(f),
            LogProblem::Impossible(what) => write!(f, "this cannot happen here: {what}"),
            LogProblem::Left { told, found } => {
                let [told, found] = [told, found].map(|tiles| tiles.map_or("none".to_owned(), |n| n.to_string()));
                write!(
                    f,
                    "the line says {told} tiles are left in the wall, but there are {found}"
                )
            }
            LogProblem::FairOrder => f.write_str("a commit-and-reveal step out of order"),
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for LogError {}
