//! Tables: their columns and rows are the same whether they are laid out for reading, as HTML or as CSV.

use std::io::{self, Write};

use prettytable::format::{Alignment, FormatBuilder, LinePosition, LineSeparator};
use prettytable::{Cell, Row, Table as Pretty};

use super::failure::Result;
use crate::diagnostic::visible;

/// A column, its cells on the left as words or on the right as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    pub(crate) title: &'static str,
    pub(crate) alignment: Alignment,
    shown: bool,
}

/// A column of words.
pub(crate) fn words(title: &'static str) -> Column {
    Column { title, alignment: Alignment::LEFT, shown: true }
}

/// A column of numbers.
pub(crate) fn numbers(title: &'static str) -> Column {
    Column { title, alignment: Alignment::RIGHT, shown: true }
}

impl Column {
    /// The same, left out unless it is to be shown.
    pub(crate) fn only_if(self, shown: bool) -> Self {
        Column { shown, ..self }
    }
}

/// The columns that are shown, and their cells.
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a row for each of these; cells of columns that are not shown are left out.
    pub(crate) fn of<const N: usize, T>(
        columns: [Column; N],
        rows: impl IntoIterator<Item = T>,
        cells: impl Fn(T) -> [String; N],
    ) -> Self {
        let row = |row| {
            let cells = columns.iter().zip(cells(row));
            cells.filter_map(|(column, cell)| column.shown.then_some(cell)).collect()
        };
        let rows = rows.into_iter().map(row).collect();
        Table { columns: columns.into_iter().filter(|column| column.shown).collect(), rows }
    }

    /// Writes it for reading: no lines but one under the head, no blanks at the ends of lines. What a
    /// person wrote is made harmless for terminals.
    pub(crate) fn write(self, out: &mut dyn Write) -> Result<()> {
        let Table { columns, rows } = self;
        let mut pretty = Pretty::new();
        let line = LineSeparator::new('-', ' ', ' ', ' ');
        pretty.set_format(
            FormatBuilder::new().padding(0, 2).separator(LinePosition::Title, line).build(),
        );
        let title = |column: &Column| Cell::new_align(column.title, column.alignment);
        pretty.set_titles(Row::new(columns.iter().map(title).collect()));
        for row in rows {
            let cells = columns.iter().zip(&row);
            let cell = |(column, text): (&Column, &String)| {
                Cell::new_align(&visible(text), column.alignment)
            };
            pretty.add_row(Row::new(cells.map(cell).collect()));
        }
        let mut text = Vec::new();
        pretty.print(&mut text)?;
        for line in String::from_utf8_lossy(&text).lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Writes rows of words alone, each column as wide as its widest.
pub(crate) fn write_plain(out: &mut dyn Write, rows: &[Vec<String>]) -> Result<()> {
    let width = |column: usize| {
        let texts = rows.iter().filter_map(|row| row.get(column));
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    for row in rows {
        let padded = row.iter().zip(&widths).map(|(text, width)| format!("{text:width$}"));
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("    ").trim_end())?;
    }
    Ok(())
}

/// Writes a line of CSV. What is no number is in quotes, so that a spreadsheet takes no fraction for a
/// date.
pub(crate) fn write_csv<T: AsRef<[u8]>>(
    out: &mut dyn Write,
    cells: impl IntoIterator<Item = T>,
) -> Result<()> {
    let mut writer =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(out);
    let written = writer.write_record(cells).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    });
    Ok(written.and_then(|()| writer.flush())?)
}
