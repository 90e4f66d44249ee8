//! Why a command failed.

use jantaku_record::log::LogError;
use jantaku_rules::rulebook::error::{ErrorKind, RulebookError};
use jantaku_server::ServeError;
use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense.
    Asked(String),
    Rulebook(Vec<RulebookError>),
    File(PathBuf, io::Error),
    Log(PathBuf, LogError),
    Output(io::Error),
    Runtime(io::Error),
    Serve(ServeError),
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::Serve(error)
    }
}

impl Failure {
    /// Whether the reader of the output is gone, as with `| head`.
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
                    true => f.write_str("\nsee `jantaku rules list`, or add a file of your own with `--book FILE`"),
                    false => Ok(()),
                }
            }
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Log(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Output(error) => write!(f, "cannot write the output: {error}"),
            Failure::Runtime(error) => write!(f, "cannot start the server: {error}"),
            Failure::Serve(error) => error.fmt(f),
        }
    }
}
