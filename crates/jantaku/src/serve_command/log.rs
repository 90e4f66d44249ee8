//! Where a server's log goes, and how much of it.

use crate::failure::Failure;
use clap::ValueEnum;
use jantaku_server::recent_log::RecentLog;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tracing::Level;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layered, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

/// Files of a folder of logs, one a day.
const KEPT: usize = 14;

#[derive(ValueEnum, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogLevel {
    /// Failures
    Error,
    /// Also what may be a failure
    Warn,
    /// Also tables and games
    Info,
    /// Also every refused action
    Debug,
}

impl From<LogLevel> for Level {
    fn from(level: LogLevel) -> Level {
        match level {
            LogLevel::Error => Level::ERROR,
            LogLevel::Warn => Level::WARN,
            LogLevel::Info => Level::INFO,
            LogLevel::Debug => Level::DEBUG,
        }
    }
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(from = "String", into = "String")]
pub(crate) enum LogPlace {
    Stderr,
    /// The systemd journal.
    Journal,
    /// A file a day in this folder.
    Folder(PathBuf),
}

impl From<String> for LogPlace {
    fn from(text: String) -> LogPlace {
        match text.as_str() {
            "stderr" => LogPlace::Stderr,
            "journal" => LogPlace::Journal,
            _ => LogPlace::Folder(PathBuf::from(text)),
        }
    }
}

impl From<LogPlace> for String {
    fn from(place: LogPlace) -> String {
        match place {
            LogPlace::Stderr => "stderr".to_owned(),
            LogPlace::Journal => "journal".to_owned(),
            LogPlace::Folder(folder) => folder.to_string_lossy().into_owned(),
        }
    }
}

impl FromStr for LogPlace {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<LogPlace, Infallible> {
        Ok(LogPlace::from(text.to_owned()))
    }
}

/// Starts to log, also into the lines that the admin page shows. The log is complete once the guard is dropped.
pub(crate) fn begin(
    level: Level,
    place: &LogPlace,
    json: bool,
    recent: &RecentLog,
) -> Result<Option<WorkerGuard>, Failure> {
    match place {
        LogPlace::Stderr => start(lines(io::stderr, json), level, recent),
        LogPlace::Journal => {
            let journal = tracing_journald::layer().map_err(|error| Failure::File(PathBuf::from("journal"), error))?;
            start(journal, level, recent);
        }
        LogPlace::Folder(folder) => {
            let (writer, guard) = tracing_appender::non_blocking(files(folder)?);
            start(lines(writer, json), level, recent);
            return Ok(Some(guard));
        }
    }
    Ok(None)
}

fn start(layer: impl Layer<Filtered> + Send + Sync, level: Level, recent: &RecentLog) {
    let recent = recent.clone();
    let recent = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(move || recent.clone());
    let all = tracing_subscriber::registry().with(LevelFilter::from_level(level));
    // Only fails if there is a subscriber already.
    let _ = all.with(layer).with(recent).try_init();
}

fn files(folder: &Path) -> Result<RollingFileAppender, Failure> {
    // The log names addresses. The appender would make the folder for everybody to read, and complain that it is not there.
    let mut private = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut private, 0o700);
    let made = private.recursive(true).create(folder);
    made.map_err(|error| Failure::File(folder.to_owned(), error))?;
    // A folder that was there may be open to others. The appender makes a file every day and cannot be told its mode.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let built = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("jantaku")
        .filename_suffix("log")
        .max_log_files(KEPT)
        .build(folder);
    built.map_err(|error| Failure::Asked(format!("{}: {error}", folder.display())))
}

type Filtered = Layered<LevelFilter, Registry>;

fn lines(
    writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static,
    json: bool,
) -> Box<dyn Layer<Filtered> + Send + Sync> {
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    match json {
        true => lines.json().boxed(),
        false => lines.with_ansi(false).boxed(),
    }
}
