//! The colours of the terminal, by what they stand for. None of them says anything that the words do not say too.

use anstyle::{AnsiColor, Style};

/// Ordinary text.
pub(crate) const PLAIN: Style = Style::new();
/// Headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is said beside the matter.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The id of a clause.
pub(crate) const CLAUSE: Style = AnsiColor::Cyan.on_default();
/// Keys, ids and what is typed.
pub(crate) const CODE: Style = AnsiColor::Yellow.on_default();
/// What a player gains, and what is right.
pub(crate) const GAIN: Style = AnsiColor::Green.on_default();
/// What a player pays, and what is wrong.
pub(crate) const LOSS: Style = AnsiColor::Red.on_default();
