//! The terminal: its width, and writing to it.

use crate::failure::Failure;
use crate::ink;
use crate::page::Page;
use std::io::Write;

/// If the output is no terminal, or one of unknown width.
const USUAL: usize = 80;
/// Longer lines are hard to read.
const WIDEST: usize = 160;
/// Narrower pages cannot be read.
const NARROWEST: usize = 40;

pub(crate) fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let shown = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    asked.or_else(shown).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// Writes a page, with colours where they can be shown and are wanted.
pub(crate) fn show(page: &Page) -> Result<(), Failure> {
    write(&page.render())
}

pub(crate) fn write(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

/// Warns on standard error of something that does not stop the command.
pub(crate) fn warn(text: &str) {
    anstream::eprintln!("{}warning:{:#} {text}", ink::LOSS, ink::LOSS);
}

/// Writes indented JSON.
pub(crate) fn write_json(value: &serde_json::Value) -> Result<(), Failure> {
    write(&format!("{value:#}\n"))
}
