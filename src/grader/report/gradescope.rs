//! The `results.json` that Gradescope reads after its autograder has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::{Mark, Marked};
use super::super::verdict::Verdict;
use super::{Report, points};

#[derive(Serialize)]
struct Results<'a> {
    score: Option<Box<RawValue>>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    number: String,
    score: Option<Box<RawValue>>,
    max_score: Option<Box<RawValue>>,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    let results = Results {
        score: points::number(&marked.points()),
        output: output(report, marked),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: (1..).zip(&marked.marks).map(|(number, mark)| test(report, number, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn output(report: &Report<'_>, marked: &Marked) -> String {
    let mut lines = vec![format!("{} of {} points", marked.points(), marked.of())];
    lines.extend(marked.unusable.clone());
    lines.extend(marked.notes.iter().cloned());
    lines.push(format!("graded by {}, problem set {}", report.program, report.set));
    lines.join("\n")
}

fn test<'a>(report: &Report<'_>, number: usize, mark: &'a Mark) -> Test<'a> {
    let whole = mark.graded.verdict == Verdict::Right || mark.points == mark.of;
    let verdict = mark.graded.verdict.name();
    let feedback = report.feedback(mark);
    Test {
        name: &mark.ask,
        number: number.to_string(),
        score: points::number(&mark.points),
        max_score: points::number(&mark.of),
        status: if whole { "passed" } else { "failed" },
        output: feedback.map_or_else(|| verdict.to_owned(), |text| format!("{verdict}: {text}")),
        output_format: "text",
        visibility: "visible",
    }
}
