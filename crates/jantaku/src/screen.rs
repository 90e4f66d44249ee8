//! The terminal: how wide it is, and writing to it.

use crate::failure::Failure;
use crate::page::Page;
use std::io::Write;

/// Where the output is no terminal, or one that does not tell.
const USUAL: usize = 80;
/// Longer lines are hard to read.
const WIDEST: usize = 160;
/// Narrower is no page.
const NARROWEST: usize = 40;

/// How many columns a page may take.
pub(crate) fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let shown = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    asked.or_else(shown).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// Writes a page; colours are left out where they cannot be shown or are not wanted.
pub(crate) fn show(page: &Page) -> Result<(), Failure> {
    write(&page.render())
}

/// Writes text.
pub(crate) fn write(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

/// Writes JSON, set out for people.
pub(crate) fn write_json(value: &serde_json::Value) -> Result<(), Failure> {
    write(&format!("{value:#}\n"))
}
