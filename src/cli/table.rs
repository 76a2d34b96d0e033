//! Tables: their columns and rows are the same whether they are laid out for reading, as HTML or as
//! CSV.

use std::io::{self, Write};
use std::iter;

use prettytable::format::{Alignment, FormatBuilder, LinePosition, LineSeparator};
use prettytable::{Cell, Row, Table as Pretty};

use super::failure::Result;
use super::terminal;
use hockney_base::diagnostic::visible;

/// A column, its cells on the left as words or on the right as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    pub(crate) title: &'a str,
    pub(crate) alignment: Alignment,
    shown: bool,
    /// Whether its cells are wrapped before a column is dropped.
    wraps: bool,
}

/// A column of words.
pub(crate) fn words(title: &str) -> Column<'_> {
    Column { title, alignment: Alignment::LEFT, shown: true, wraps: false }
}

/// A column of numbers.
pub(crate) fn numbers(title: &str) -> Column<'_> {
    Column { title, alignment: Alignment::RIGHT, shown: true, wraps: false }
}

impl Column<'_> {
    /// The same, left out unless it is to be shown.
    pub(crate) fn only_if(self, shown: bool) -> Self {
        Column { shown, ..self }
    }

    /// The same, wrapped where the table is too wide.
    pub(crate) fn wraps(self) -> Self {
        Column { wraps: true, ..self }
    }
}

/// The columns that are shown, and their cells.
pub(crate) struct Table<'a> {
    pub(crate) columns: Vec<Column<'a>>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl<'a> Table<'a> {
    /// A table with a row for each of these; cells of columns that are not shown are left out.
    pub(crate) fn of<const N: usize, T>(
        columns: [Column<'a>; N],
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

    /// Writes it for reading: no lines but one under the head, no blanks at the ends of lines.
    /// Where it is wider than the terminal, columns on the right are left out and named below.
    /// Control characters of user text are escaped.
    pub(crate) fn write(mut self, out: &mut dyn Write) -> Result<()> {
        let left_out = self.fit(terminal::width());
        let Table { columns, rows } = self;
        let mut pretty = Pretty::new();
        let line = LineSeparator::new('-', ' ', ' ', ' ');
        pretty.set_format(
            FormatBuilder::new().padding(0, GAP).separator(LinePosition::Title, line).build(),
        );
        let title = |column: &Column<'_>| Cell::new_align(column.title, column.alignment);
        pretty.set_titles(Row::new(columns.iter().map(title).collect()));
        for row in rows {
            let cells = columns.iter().zip(&row);
            let cell = |(column, text): (&Column<'_>, &String)| {
                Cell::new_align(&visible(text), column.alignment)
            };
            pretty.add_row(Row::new(cells.map(cell).collect()));
        }
        let mut text = Vec::new();
        pretty.print(&mut text)?;
        let width = terminal::width();
        for line in String::from_utf8_lossy(&text).lines() {
            // The line under the head may have blanks behind it.
            let line = line.trim_end();
            let end = line.char_indices().nth(width).map_or(line.len(), |(end, _)| end);
            writeln!(out, "{}", line[..end].trim_end())?;
        }
        if !left_out.is_empty() {
            writeln!(out, "left out, for a wider terminal: {}", left_out.join(", "))?;
        }
        Ok(())
    }

    /// How wide each column is.
    fn widths(&self) -> Vec<usize> {
        let length = |text: &str| text.chars().count();
        let width = |(at, column): (usize, &Column<'_>)| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| length(&visible(cell))).max().unwrap_or(0).max(length(column.title))
        };
        self.columns.iter().enumerate().map(width).collect()
    }

    /// The title of a column, or a cell of it where it has none.
    fn name_of(&self, column: usize) -> String {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let title = self.columns.get(column).map_or("", |column| column.title);
        let named = iter::once(title).chain(cells.map(String::as_str));
        named.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned()
    }

    /// Makes it fit: wraps the column that wraps, then drops columns on the right; the names of these.
    fn fit(&mut self, width: usize) -> Vec<String> {
        let mut left_out = Vec::new();
        let mut widths = self.widths();
        loop {
            let all: usize = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            if all <= width {
                break;
            }
            let wrapping = self.columns[..widths.len()].iter().position(|column| column.wraps);
            if let Some(at) = wrapping.filter(|at| widths[*at] + width >= all + LEAST) {
                self.wrap(at, widths[at] + width - all);
                break;
            }
            if widths.len() < 2 {
                break;
            }
            widths.pop();
            left_out.push(self.name_of(widths.len()));
        }
        self.columns.truncate(widths.len());
        self.rows.iter_mut().for_each(|row| row.truncate(widths.len()));
        left_out.reverse();
        left_out
    }

    /// Breaks the cells of a column after so many characters, between words; the rest is in rows below.
    fn wrap(&mut self, column: usize, width: usize) {
        let rows = std::mem::take(&mut self.rows);
        for mut row in rows {
            let text = row.get_mut(column).map(std::mem::take).unwrap_or_default();
            let mut lines = vec![String::new()];
            for word in text.split(' ').flat_map(|word| parts(word, width)) {
                let line = lines.last_mut().filter(|line| {
                    line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width
                });
                match line {
                    Some(line) if line.is_empty() => line.push_str(word),
                    Some(line) => line.extend([" ", word]),
                    None => lines.push(word.to_owned()),
                }
            }
            for line in lines {
                let below = vec![String::new(); row.len()];
                let mut now = std::mem::replace(&mut row, below);
                if let Some(cell) = now.get_mut(column) {
                    *cell = line;
                }
                self.rows.push(now);
            }
        }
    }
}

/// A word in parts of at most so many characters, behind hyphens where there are some.
fn parts(mut word: &str, width: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some((end, _)) = word.char_indices().nth(width).filter(|(end, _)| *end > 0) {
        let (part, rest) = word.split_at(word[..end].rfind('-').map_or(end, |hyphen| hyphen + 1));
        parts.push(part);
        word = rest;
    }
    parts.push(word);
    parts
}

/// Blanks between two columns.
pub(crate) const GAP: usize = 2;

/// The least width of a column that is wrapped.
const LEAST: usize = 24;

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

/// Writes a line of CSV. Everything except numbers is in quotes, so that a spreadsheet does not
/// read fractions as dates.
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
