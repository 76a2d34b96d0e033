//! The `results.json` that Gradescope reads after its autograder has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::{Mark, Marked};
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
    /// A test without a score and a status is shown as neither passed nor failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
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
    let tests = (1..).zip(&marked.marks).filter(|_| marked.unusable.is_none());
    let results = Results {
        score: number(&marked.points()),
        output: output(report, marked),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.map(|(place, mark)| test(report, place, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn output(report: &Report<'_>, marked: &Marked) -> String {
    let mut lines = match report.unusable(marked) {
        Some(why) => vec![format!("not graded: {why}")],
        None => Report::score(marked),
    };
    lines.extend(report.notes(marked));
    lines.push(report.graded_by());
    lines.join("\n")
}

fn test<'a>(report: &Report<'_>, place: usize, mark: &'a Mark) -> Test<'a> {
    let (verdict, feedback) = report.outcome(mark);
    let decided = !mark.is_open();
    let status = if mark.verdict() == Verdict::Right { "passed" } else { "failed" };
    Test {
        name: &mark.ask,
        number: place.to_string(),
        score: number(&mark.points).filter(|_| decided),
        max_score: number(&mark.of).filter(|_| decided),
        status: decided.then_some(status),
        output: [verdict, feedback].join("\n").trim_end().to_owned(),
        output_format: "text",
        visibility: "visible",
        extra_data: ExtraData { verdict: mark.graded.verdict.name() },
    }
}
