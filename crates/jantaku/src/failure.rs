//! Why a command could not be carried out.

use jantaku_record::log::LogError;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};
use jantaku_server::ServeError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// What went wrong.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for cannot be meant.
    Asked(String),
    /// A rulebook cannot be played.
    Rulebook(Vec<RulebookError>),
    /// A file cannot be read.
    File(PathBuf, io::Error),
    /// A log that no table can have written, or not as it is.
    Log(PathBuf, LogError),
    /// The answer cannot be written.
    Output(io::Error),
    /// Nothing can be run at all.
    Runtime(io::Error),
    /// Tables cannot be served.
    Serve(ServeError),
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::Serve(error)
    }
}

impl Failure {
    /// Does nobody listen any more, as when the answer goes to `head`?
    pub(crate) fn is_silence(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Asked(text) => f.write_str(text),
            Failure::Rulebook(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))?;
                match errors.iter().any(|error| error.kind == ErrorKind::UnknownRulebook) {
                    true => f.write_str("\n`jantaku rules list` shows all rulebooks"),
                    false => Ok(()),
                }
            }
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Log(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Output(error) => write!(f, "the answer cannot be written: {error}"),
            Failure::Runtime(error) => write!(f, "the server cannot be started: {error}"),
            Failure::Serve(error) => error.fmt(f),
        }
    }
}
