//! The `results.json` that PrairieLearn reads after an external grader has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::Mark;
use super::super::verdict::Verdict;
use super::{Report, points, share};

#[derive(Serialize)]
struct Results<'a> {
    gradable: bool,
    score: Option<Box<RawValue>>,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    points: Option<Box<RawValue>>,
    max_points: Option<Box<RawValue>>,
    message: &'static str,
    output: String,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    let unreadable = |mark: &&Mark| mark.graded.verdict == Verdict::Unreadable;
    let format_errors: Vec<String> = match &marked.unusable {
        Some(why) => vec![why.clone()],
        None => marked
            .marks
            .iter()
            .filter(unreadable)
            .map(|mark| format!("{}: {}", mark.ask, mark.graded.hint))
            .collect(),
    };
    // Where nothing can be read the attempt does not count.
    let gradable = marked.unusable.is_none();
    let results = Results {
        gradable,
        score: points::number(&share(&marked.points(), &marked.of())),
        message: format!("graded by {}, problem set {}", report.program, report.set),
        format_errors,
        tests: marked.marks.iter().map(|mark| test(report, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn test<'a>(report: &Report<'_>, mark: &'a Mark) -> Test<'a> {
    Test {
        name: &mark.ask,
        points: points::number(&mark.points),
        max_points: points::number(&mark.of),
        message: mark.graded.verdict.name(),
        output: report.feedback(mark).unwrap_or_default(),
    }
}
