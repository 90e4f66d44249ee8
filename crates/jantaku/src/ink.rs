//! Colours by meaning. No colour carries information that the words lack.

use anstyle::{AnsiColor, Style};

pub(crate) const PLAIN: Style = Style::new();
/// Headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// Secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Clause ids.
pub(crate) const CLAUSE: Style = AnsiColor::Cyan.on_default();
/// Keys, ids and input.
pub(crate) const CODE: Style = AnsiColor::Yellow.on_default();
/// Gains and success.
pub(crate) const GAIN: Style = AnsiColor::Green.on_default();
/// Losses and errors.
pub(crate) const LOSS: Style = AnsiColor::Red.on_default();
