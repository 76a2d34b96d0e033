//! What a person has to decide: as decisions to fill in, and as a table of the students.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::csv::{harmless, table};
use super::{ClassReport, decimal};
use crate::problems::shown;
use crate::{Mark, Marked};
use hockney_base::diagnostic::visible;
use hockney_base::number::Rational;

/// Equal answers to an ask, by variant, and the students who gave them.
type Groups<'c> = BTreeMap<(usize, Option<&'c str>, String), Vec<(&'c str, &'c Mark)>>;

/// Writes a file of decisions for `--overrides`, in which points are missing: one for all students with the same answer.
pub(super) fn write(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let mut groups: Groups<'_> = BTreeMap::new();
    let mut others = Vec::new();
    for marked in report.class {
        let why = marked.unusable.as_deref().or(marked.twice.as_deref());
        let Some(student) = marked.student.as_deref().filter(|_| why.is_none()) else {
            let why = why.unwrap_or("it names no student");
            others.extend(marked.is_for_the_teacher().then(|| format!("{}: {why}", marked.file)));
            continue;
        };
        for (at, mark) in marked.marks.iter().enumerate().filter(|(_, mark)| mark.is_open()) {
            let text = mark.answer.split_whitespace().collect::<Vec<_>>().join(" ");
            let group = (at, marked.variant.as_deref(), text);
            groups.entry(group).or_default().push((student, mark));
        }
    }
    writeln!(
        out,
        "# Write points, and perhaps a note, and grade again with --overrides and this file."
    )?;
    writeln!(out, "# A decision without points decides nothing.")?;
    for other in others {
        writeln!(out, "# no decision here about {}", visible(&other).replace('\n', " "))?;
    }
    writeln!(
        out,
        "format: hockney/overrides/v1\ndecisions:{}",
        if groups.is_empty() { " []" } else { "" }
    )?;
    for ((_, variant, _), answers) in groups {
        let Some((_, mark)) = answers.first() else { continue };
        let of = variant.map_or(String::new(), |of| format!(" ({of})"));
        writeln!(
            out,
            "  # {}{}: {}",
            mark.ask,
            visible(&of),
            visible(&mark.graded.hint).replace('\n', " ")
        )?;
        for line in mark.answer.lines() {
            writeln!(out, "  #   {}", visible(line))?;
        }
        let students = answers.iter().map(|(student, _)| serde_json::to_string(student));
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
