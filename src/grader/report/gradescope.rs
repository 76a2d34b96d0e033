//! The `results.json` that Gradescope reads after its autograder has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::{Mark, Marked};
use super::super::problems::in_points;
use super::super::verdict::Verdict;
use super::{Report, number};

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
    extra_data: ExtraData,
}

#[derive(Serialize)]
struct ExtraData {
    verdict: &'static str,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    let results = Results {
        score: number(&marked.points()),
        output: output(report, marked),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: (1..).zip(&marked.marks).map(|(place, mark)| test(report, place, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn output(report: &Report<'_>, marked: &Marked) -> String {
    let mut lines = vec![format!("{} of {}", marked.points(), in_points(&marked.of()))];
    lines.extend(
        report.unusable(marked).map(|why| format!("not graded, for the teacher to decide: {why}")),
    );
    lines.extend(Report::about(marked));
    lines.extend(report.notes(marked));
    lines.push(report.graded_by());
    lines.join("\n")
}

fn test<'a>(report: &Report<'_>, place: usize, mark: &'a Mark) -> Test<'a> {
    let whole = mark.graded.verdict == Verdict::Right || mark.points == mark.of;
    let verdict = mark.graded.verdict.name();
    let feedback = report.bounded(mark);
    let said = [Report::verdict(mark), feedback].into_iter().filter(|text| !text.is_empty());
    Test {
        name: &mark.ask,
        number: place.to_string(),
        score: number(&mark.points),
        max_score: number(&mark.of),
        status: if whole { "passed" } else { "failed" },
        output: said.collect::<Vec<_>>().join("\n"),
        output_format: "text",
        visibility: "visible",
        extra_data: ExtraData { verdict },
    }
}
