//! A table of the class: a row for each submission, a column for each ask.

use std::io::{self, Write};

use super::super::marked::Marked;
use super::{Report, decimal};

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut table =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(out);
    let asks = report.class.first().map_or(&[][..], |marked| &marked.marks[..]);
    let names = asks.iter().map(|mark| mark.ask.clone());
    let head = ["student", "file", "points", "of"].map(String::from).into_iter();
    let tail = ["needs a look", "unusable"].map(String::from);
    table.write_record(head.chain(names).chain(tail)).map_err(io_error)?;
    for (index, marked) in report.class.iter().enumerate() {
        table.write_record(row(report, index, marked)).map_err(io_error)?;
    }
    table.flush()
}

/// The error of the writer, to recognize a closed pipe.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn row(report: &Report<'_>, index: usize, marked: &Marked) -> Vec<String> {
    let file = if report.anonymous { "" } else { &marked.file };
    let mut cells = vec![
        harmless(&report.student(index, marked)),
        harmless(file),
        decimal(&marked.points()),
        decimal(&marked.of()),
    ];
    cells.extend(marked.marks.iter().map(|mark| decimal(&mark.points)));
    cells.push(if marked.is_for_the_teacher() { "yes".to_owned() } else { String::new() });
    cells.push(harmless(&report.unusable(marked).unwrap_or_default()));
    cells
}

/// A text that a spreadsheet does not take for a formula, without control characters.
fn harmless(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text
    }
}
