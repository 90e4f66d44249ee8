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
    /// Bytes that are no text.
    NotText,
    /// Nothing but a log begins like one.
    NotALog,
    /// A version that this program does not know.
    Version(u64),
    /// The rulebook is not here, or has errors.
    Rulebook(String),
    /// The rulebook in the log is not the one that its hash names.
    BookHash,
    /// The rulebook of this name is played with other tiles, say.
    OtherRulebook(&'static str),
    /// No JSON, or not of the kind that is expected.
    Json(String),
    /// A line that says nothing, or several things at once.
    NotOneThing,
    /// The sum of all bytes is another.
    Sum,
    /// Something stands after the last line.
    AfterTheEnd,
    /// An event that this rulebook does not have.
    Event(EventFault),
    /// An event that cannot happen as the table stands.
    Impossible(Impossible),
    /// The wall has another number of tiles left than the line says.
    Left {
        told: Option<u8>,
        found: Option<u8>,
    },
    /// Steps of commit and reveal in the wrong order.
    FairOrder,
}

impl LogProblem {
    /// The problem at a line.
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
                write!(
                    f,
                    "the rulebook of this name has other {what} than the one that was played"
                )
            }
            LogProblem::Json(error) => f.write_str(error),
            LogProblem::NotOneThing => {
                f.write_str("expected just one of \"e\", \"fair\", \"sheet\", \"over\", \"note\", \"sum\"")
            }
            LogProblem::Sum => f.write_str("the sum is not that of the lines before: the log was changed"),
            LogProblem::AfterTheEnd => f.write_str("something stands after the last line"),
            LogProblem::Event(fault) => fault.fmt(f),
            LogProblem::Impossible(what) => write!(f, "this cannot happen here: {what}"),
            LogProblem::Left { told, found } => {
                let [told, found] = [told, found].map(|tiles| tiles.map_or("none".to_owned(), |n| n.to_string()));
                write!(f, "of the wall {told} tiles are said to be left, but it is {found}")
            }
            LogProblem::FairOrder => f.write_str("a step of commit and reveal that is not the next"),
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for LogError {}
