//! Tables of the class: a row for each submission and a column for each ask, or the points alone for
//! the gradebook of a course.

use std::io::{self, Write};

use super::super::marked::Marked;
use super::{ClassReport, decimal};
use hockney_base::number::Rational;

pub(super) fn write(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let asks = report.class.first().map_or(&[][..], |marked| &marked.marks[..]);
    let names = asks.iter().map(|mark| mark.ask.clone());
    let head = ["student", "file", "points", "of"].map(String::from).into_iter();
    let head = head.chain(names).chain(["open", "unusable"].map(String::from));
    let rows = report.class.iter().enumerate().map(|(index, marked)| row(report, index, marked));
    table(out, [head.collect()].into_iter().chain(rows))
}

/// The columns that Canvas wants. It finds a student by one of the first four, and Moodle by one that
/// the teacher picks. An empty cell would delete the points that are there, so that a submission that
/// is for the teacher has no row.
pub(super) fn write_gradebook(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let title = harmless(report.title.unwrap_or("Problem set"));
    let head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(String::from);
    let rows = report.class.iter().filter(|marked| marked.has_row());
    let rows = rows.filter_map(|marked| {
        let student = harmless(marked.student.as_ref()?);
        let of_course = [String::new(), student.clone(), student.clone(), String::new()];
        Some([student].into_iter().chain(of_course).chain([decimal(&marked.points())]).collect())
    });
    table(out, [head.into_iter().chain([title]).collect()].into_iter().chain(rows))
}

pub(super) fn table(
    out: &mut dyn Write,
    mut rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let mut table =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(out);
    rows.try_for_each(|row| table.write_record(row)).map_err(io_error)?;
    table.flush()
}

/// The error of the writer, to recognize a closed pipe.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn row(report: &ClassReport<'_>, index: usize, marked: &Marked) -> Vec<String> {
    let file = if report.anonymous { "" } else { &marked.file };
    let graded = marked.unusable.is_none();
    let points = |points: &Rational, graded: bool| {
        if graded { decimal(points) } else { String::new() }
    };
    let mut cells = vec![
        harmless(&report.student(index, marked)),
        harmless(file),
        points(&marked.points(), graded),
        decimal(&marked.of()),
    ];
    cells.extend(marked.marks.iter().map(|mark| points(&mark.points, graded && !mark.is_open())));
    cells.push(if marked.is_for_the_teacher() { "yes".to_owned() } else { String::new() });
    cells.push(harmless(&report.unusable(marked).unwrap_or_default()));
    cells
}

/// A text that a spreadsheet does not take for a formula, without control characters.
pub(super) fn harmless(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text
    }
}
