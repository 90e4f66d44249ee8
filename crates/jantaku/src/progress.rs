//! A progress bar of games.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error; it stays hidden where that is no terminal.
pub(crate) fn of_games(all: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30.green/dim} {human_pos} of {human_len} games, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(all).with_style(style.progress_chars("━━━"))
}
