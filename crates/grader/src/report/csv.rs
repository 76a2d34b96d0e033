//! Tables of the class: a row for each submission and a column for each ask, or the points alone for
//! the gradebook of a course. And what a person has to decide: as decisions to fill in, and as a table of the students.

use std::io::{self, Write};

use super::{ClassReport, decimal, groups};
use crate::prelude::*;
use crate::problems::shown;
use hockney_base::diagnostic::visible;

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
    let points = |points: &Rational, graded: bool| {
        if graded { decimal(points) } else { String::new() }
    };
    let mut cells = vec![
        harmless(&report.student(index, marked)),
        harmless(file),
        // A sum without what is open would be taken for the total.
        points(&marked.points(), !marked.is_for_the_teacher()),
        decimal(&marked.of()),
    ];
    cells.extend(marked.marks.iter().map(|mark| points(&mark.points, !mark.is_open())));
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

/// What stands before decisions.
const DECISIONS: &str = "\
# Write points, and perhaps a note, and grade again with --overrides and this file.
# A decision without points decides nothing.
";

/// Writes a file of decisions for `--overrides`, in which points are missing: one for all students with the same answer.
pub(super) fn write_decisions(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let class = report.class;
    let student = |of: &Marked| of.student.clone().filter(|_| of.twice.is_none());
    let others = class.iter().filter(|of| of.is_for_the_teacher() && student(of).is_none());
    let other = |marked: &Marked| {
        let why = marked.unusable.as_ref().or(marked.twice.as_ref());
        let why = why.map_or("it names no student", |why| why);
        format!("{}: {why}", marked.file)
    };
    let others: Vec<String> = others.map(other).collect();
    let mut groups = groups(class);
    for of in groups.values_mut() {
        of.retain(|(index, _)| student(&class[*index]).is_some());
    }
    groups.retain(|_, of| !of.is_empty());
    out.write_all(DECISIONS.as_bytes())?;
    for other in others {
        writeln!(out, "# no decision here about {}", visible(&other).replace('\n', " "))?;
    }
    let none = if groups.is_empty() { " []" } else { "" };
    writeln!(out, "format: hockney/overrides/v1\ndecisions:{none}")?;
    for ((_, variant, _), answers) in groups {
        let Some((_, mark)) = answers.first() else { continue };
        let of = variant.map_or(String::new(), |of| format!(" ({of})"));
        let one_line = |text: &str| visible(text).replace('\n', " ");
        writeln!(out, "  # {}{}: {}", mark.ask, visible(&of), one_line(&mark.graded.hint))?;
        for line in mark.answer.lines() {
            writeln!(out, "  #   {}", visible(line))?;
        }
        if let Some([question, right]) = &mark.about {
            writeln!(out, "  #   question: {}", one_line(question))?;
            for line in right.lines() {
                writeln!(out, "  #   right: {}", visible(line))?;
            }
        }
        let students = answers.iter().filter_map(|(index, _)| student(&class[*index]));
        let students = students.map(|name| serde_json::to_string(&name));
        let students = students.collect::<Result<Vec<_>, _>>()?.join(", ");
        writeln!(out, "  - students: [{students}]\n    ask: {}", mark.ask)?;
        writeln!(out, "    points: # 0 to {}\n    note: \"\"", shown(&mark.of))?;
    }
    Ok(())
}

/// Writes the students who are not in a gradebook: a row for each, with what is open.
pub(super) fn write_students(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let head = ["student", "file", "points so far", "points open", "open"].map(String::from);
    let rows = report.class.iter().filter(|marked| !marked.has_row()).map(|marked: &Marked| {
        let open: Rational = marked.open().map(|mark| &mark.of).sum();
        let asks: Vec<&str> = marked.open().map(|mark| &*mark.ask).collect();
        vec![
            harmless(marked.student.as_deref().unwrap_or_default()),
            harmless(&marked.file),
            decimal(&marked.points()),
            decimal(&open),
            asks.join(" "),
        ]
    });
    table(out, [head.to_vec()].into_iter().chain(rows))
}
