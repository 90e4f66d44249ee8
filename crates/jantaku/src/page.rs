//! A page of text for a terminal: lines, wrapped paragraphs, tables, and pages side by side.

mod line;
mod table;

pub(crate) use line::Line;
pub(crate) use table::{Column, Table};

use crate::ink;

/// Columns between pages side by side.
const GAP: usize = 3;

/// Lines of a limited width.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    width: usize,
    lines: Vec<Line>,
}

impl Page {
    pub(crate) fn new(width: usize) -> Page {
        Page {
            width,
            lines: Vec::new(),
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Adds a line. If it is too long, the following rows are indented by two columns more than the first.
    pub(crate) fn line(&mut self, line: impl Into<Line>) {
        let line = line.into();
        self.hanging(line.indent() + 2, line);
    }

    /// Adds a line whose rows after the first are indented.
    pub(crate) fn hanging(&mut self, indent: usize, line: impl Into<Line>) {
        self.lines.extend(line.into().wrapped(self.width, indent));
    }

    /// Adds an empty line, but never two, and none at the top.
    pub(crate) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| line.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    /// Adds a heading with space above it.
    pub(crate) fn heading(&mut self, text: &str) {
        self.blank();
        self.line(Line::new(text, ink::STRONG));
    }

    /// Adds an indented table.
    pub(crate) fn table(&mut self, indent: usize, table: &Table) {
        self.lines.extend(
            table
                .rows_within(self.width.saturating_sub(indent))
                .map(|row| row.indented(indent)),
        );
    }

    /// Adds all lines of another page.
    pub(crate) fn append(&mut self, other: Page) {
        self.lines.extend(other.lines);
    }

    /// Pages side by side.
    pub(crate) fn beside(pages: &[Page]) -> Page {
        let width = columns_width(pages.iter().map(Page::width));
        let rows = pages.iter().map(|page| page.lines.len()).max().unwrap_or(0);
        let mut joined = Page::new(width);
        for row in 0..rows {
            let mut line = Line::default();
            for (i, page) in pages.iter().enumerate() {
                let gap = if i == 0 { 0 } else { GAP };
                line = line.padded(columns_width(pages.iter().take(i).map(Page::width)) + gap);
                line = line.join(page.lines.get(row).cloned().unwrap_or_default());
            }
            joined.lines.push(line);
        }
        joined
    }

    /// The width of each page if this many stand side by side.
    pub(crate) fn share(width: usize, pages: usize) -> usize {
        let pages = pages.max(1);
        width.saturating_sub(GAP * (pages - 1)) / pages
    }

    pub(crate) fn render(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.render())).collect()
    }
}

fn columns_width(widths: impl Iterator<Item = usize>) -> usize {
    widths
        .enumerate()
        .map(|(i, width)| width + if i == 0 { 0 } else { GAP })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &Page, expected: &[&str]) {
        let shown = page.render();
        assert_eq!(shown.lines().collect::<Vec<_>>(), expected, "\n{shown}");
    }

    #[test]
    fn long_lines_hang() {
        let mut page = Page::new(12);
        page.line("  one two three four");
        page.hanging(2, "a b c d e f g h");
        check(&page, &["  one two", "    three", "    four", "a b c d e f", "  g h"]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut table = Table::new(&[Column::Left, Column::Right, Column::Wrap]);
        table.row(["立直", "1", "riichi"]);
        table.row(["tsumo", "10", "drawn by oneself at last"]);
        let mut page = Page::new(30);
        page.table(1, &table);
        check(
            &page,
            &[
                " 立直    1  riichi",
                " tsumo  10  drawn by oneself",
                "            at last",
            ],
        );
        let mut page = Page::new(6);
        page.line("一二三四五六");
        check(&page, &["一二三", "  四五", "  六"]);
    }

    #[test]
    fn pages_stand_side_by_side() {
        let mut left = Page::new(5);
        left.line("立直");
        let mut right = Page::new(5);
        right.line("a");
        right.line("b");
        check(&Page::beside(&[left, right]), &["立直    a", "        b"]);
        assert_eq!(Page::share(80, 2), 38);
        assert_eq!(Page::share(80, 0), 80);
    }
}
