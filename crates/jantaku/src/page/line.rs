//! A line of styled parts. Its width is counted in terminal columns: wide characters take two.

use crate::ink;
use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    parts: Vec<(String, Style)>,
}

impl Line {
    pub(crate) fn new(text: impl Into<String>, style: Style) -> Line {
        Line::default().add(text, style)
    }

    /// Appends text.
    pub(crate) fn add(mut self, text: impl Into<String>, style: Style) -> Line {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push((text, style));
        }
        self
    }

    /// Appends plain text.
    pub(crate) fn text(self, text: impl Into<String>) -> Line {
        self.add(text, ink::PLAIN)
    }

    /// Appends another line.
    pub(crate) fn join(mut self, other: Line) -> Line {
        self.parts.extend(other.parts);
        self
    }

    pub(crate) fn width(&self) -> usize {
        self.parts.iter().map(|(text, _)| text.width()).sum()
    }

    /// The columns before its first word.
    pub(super) fn indent(&self) -> usize {
        let mut indent = 0;
        for c in self.parts.iter().flat_map(|(text, _)| text.chars()) {
            if c != ' ' {
                break;
            }
            indent += 1;
        }
        indent
    }

    pub(crate) fn indented(self, indent: usize) -> Line {
        Line::default().text(" ".repeat(indent)).join(self)
    }

    /// Padded with spaces to this width.
    pub(super) fn padded(self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        self.text(" ".repeat(missing))
    }

    pub(super) fn right_aligned(self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        self.indented(missing)
    }

    /// Wrapped at spaces into rows of this width, with all rows but the first indented.
    pub(super) fn wrapped(self, width: usize, indent: usize) -> Vec<Line> {
        if self.width() <= width {
            return vec![self];
        }
        let mut wrap = Wrap {
            width,
            indent: indent.min(width / 2),
            rows: Vec::new(),
            row: Line::default(),
            used: 0,
        };
        for (text, style) in &self.parts {
            for word in text.split_inclusive(' ') {
                wrap.word(word, *style);
            }
        }
        wrap.rows.push(wrap.row);
        wrap.rows
    }

    /// The text with its colours, without trailing spaces.
    pub(super) fn render(&self) -> String {
        let last = self
            .parts
            .iter()
            .rposition(|(text, _)| !text.trim_end().is_empty())
            .map_or(0, |last| last + 1);
        let mut out = String::new();
        for (i, (text, style)) in self.parts.iter().take(last).enumerate() {
            let text = if i + 1 == last { text.trim_end() } else { text };
            if style.is_plain() {
                out.push_str(text);
            } else {
                out.push_str(&format!("{style}{text}{style:#}"));
            }
        }
        out
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Line {
        Line::new(text, ink::PLAIN)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line::new(text, ink::PLAIN)
    }
}

struct Wrap {
    width: usize,
    indent: usize,
    rows: Vec<Line>,
    row: Line,
    used: usize,
}

impl Wrap {
    fn word(&mut self, word: &str, style: Style) {
        // A wrapped row does not begin with a space.
        if word == " " && !self.rows.is_empty() && self.used == self.indent {
            return;
        }
        if self.used + word.trim_end().width() <= self.width {
            return self.put(word, style);
        }
        // A word of wide characters breaks anywhere; any other moves to the next row if it fits there.
        let wide = word.chars().any(|c| c.width() == Some(2));
        if !wide && self.used > self.indent {
            self.break_row();
        }
        if self.used + word.trim_end().width() <= self.width {
            return self.put(word, style);
        }
        for c in word.chars() {
            if self.used + c.width().unwrap_or(0) > self.width && c != ' ' {
                self.break_row();
            }
            self.put(c.encode_utf8(&mut [0; 4]), style);
        }
    }

    fn put(&mut self, text: &str, style: Style) {
        self.used += text.width();
        self.row = std::mem::take(&mut self.row).add(text, style);
    }

    fn break_row(&mut self) {
        let next = Line::from(" ".repeat(self.indent));
        self.rows.push(std::mem::replace(&mut self.row, next));
        self.used = self.indent;
    }
}
