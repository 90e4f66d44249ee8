//! Rows of cells in aligned columns.

use super::Line;

const GAP: usize = 2;
/// A wrapped column is never narrower, even if that makes the table too wide.
const NARROWEST: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    Left,
    /// For numbers.
    Right,
    /// Left-aligned and wrapped into the remaining width; a table has at most one such column.
    Wrap,
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
enum Row {
    Cells(Vec<Line>),
    /// A line across all columns.
    Note(Line),
}

impl Table {
    pub(crate) fn new(columns: &[Column]) -> Table {
        Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty.
    pub(crate) fn row<L: Into<Line>>(&mut self, cells: impl IntoIterator<Item = L>) {
        let mut row: Vec<Line> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), Line::default());
        self.rows.push(Row::Cells(row));
    }

    /// Adds a line across all columns.
    pub(crate) fn note(&mut self, line: impl Into<Line>) {
        self.rows.push(Row::Note(line.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows as lines of at most this width.
    pub(super) fn rows_within(&self, width: usize) -> impl Iterator<Item = Line> {
        let widths = self.widths(width);
        self.rows.iter().flat_map(move |row| match row {
            Row::Cells(cells) => self.set(cells, &widths),
            Row::Note(line) => line.clone().wrapped(width, line.indent() + 2),
        })
    }

    fn widths(&self, width: usize) -> Vec<usize> {
        let mut widths = vec![0; self.columns.len()];
        for row in &self.rows {
            if let Row::Cells(cells) = row {
                widths
                    .iter_mut()
                    .zip(cells)
                    .for_each(|(width, cell)| *width = cell.width().max(*width));
            }
        }
        if let Some(wrapped) = self.columns.iter().position(|column| *column == Column::Wrap) {
            let gaps = widths.iter().filter(|width| **width > 0).count().saturating_sub(1);
            let others = widths.iter().sum::<usize>() + GAP * gaps - widths[wrapped];
            widths[wrapped] = widths[wrapped].min(width.saturating_sub(others).max(NARROWEST));
        }
        widths
    }

    fn set(&self, row: &[Line], widths: &[usize]) -> Vec<Line> {
        let cells: Vec<Vec<Line>> = row
            .iter()
            .zip(&self.columns)
            .zip(widths)
            .map(|((cell, column), width)| match column {
                Column::Wrap => cell.clone().wrapped(*width, 0),
                _ => vec![cell.clone()],
            })
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = vec![Line::default(); height];
        let mut left = 0;
        for ((cell, column), width) in cells.into_iter().zip(&self.columns).zip(widths) {
            for (line, part) in lines.iter_mut().zip(cell) {
                let part = if *column == Column::Right {
                    part.right_aligned(*width)
                } else {
                    part
                };
                *line = std::mem::take(line).padded(left).join(part);
            }
            // An empty column takes no space.
            left += if *width == 0 { 0 } else { width + GAP };
        }
        lines
    }
}
