//! Tables for reading: left-aligned words, right-aligned numbers, no lines but one under the head.

use std::io::Write;

use prettytable::format::{Alignment, FormatBuilder, LinePosition, LineSeparator};
use prettytable::{Cell, Row, Table as Pretty};

use super::failure::Result;
use crate::diagnostic::visible;

/// Which way a column's cells go.
#[derive(Clone, Copy)]
pub(crate) enum Column {
    Words(&'static str),
    Numbers(&'static str),
}

/// A table that is filled row by row.
pub(crate) struct Table {
    columns: Vec<Column>,
    pretty: Pretty,
}

impl Table {
    pub(crate) fn new(columns: &[Column]) -> Self {
        let mut pretty = Pretty::new();
        let line = LineSeparator::new('-', ' ', ' ', ' ');
        pretty.set_format(
            FormatBuilder::new().padding(0, 2).separator(LinePosition::Title, line).build(),
        );
        let head = columns.iter().map(|column| match column {
            Column::Words(title) => Cell::new(title),
            Column::Numbers(title) => Cell::new_align(title, Alignment::RIGHT),
        });
        pretty.set_titles(Row::new(head.collect()));
        Table { columns: columns.to_vec(), pretty }
    }

    /// A table of words, with a row for each of these.
    pub(crate) fn of_words<const N: usize, T>(
        columns: [&'static str; N],
        rows: impl IntoIterator<Item = T>,
        cells: impl Fn(T) -> [String; N],
    ) -> Self {
        let mut table = Table::new(&columns.map(Column::Words));
        for row in rows {
            table.row(&cells(row));
        }
        table
    }

    /// A table of which each cell says its column; all rows have the same ones.
    pub(crate) fn of_cells(rows: impl Iterator<Item = Vec<(Column, String)>>) -> Self {
        let mut table = Table::new(&[]);
        for (number, row) in rows.enumerate() {
            let (columns, cells): (Vec<Column>, Vec<String>) = row.into_iter().unzip();
            if number == 0 {
                table = Table::new(&columns);
            }
            table.row(&cells);
        }
        table
    }

    /// Adds a row. What a person wrote is made harmless for terminals.
    pub(crate) fn row(&mut self, cells: &[String]) {
        let cell = |(column, text): (&Column, &String)| match column {
            Column::Words(_) => Cell::new(&visible(text)),
            Column::Numbers(_) => Cell::new_align(&visible(text), Alignment::RIGHT),
        };
        self.pretty.add_row(Row::new(self.columns.iter().zip(cells).map(cell).collect()));
    }

    /// Writes the table, without blanks at the ends of lines.
    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<()> {
        let mut text = Vec::new();
        self.pretty.print(&mut text)?;
        for line in String::from_utf8_lossy(&text).lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
