//! The `results.json` that PrairieLearn reads after an external grader has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::Mark;
use super::super::problems::in_points;
use super::{Report, number, share};

#[derive(Serialize)]
struct Results<'a> {
    gradable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Box<RawValue>>,
    message: String,
    output: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    points: Option<Box<RawValue>>,
    max_points: Option<Box<RawValue>>,
    message: String,
    output: String,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    // Where nothing can be read the attempt does not count, and there is no score.
    let gradable = marked.unusable.is_none();
    let share = share(&marked.points(), &marked.of());
    let mut lines = vec![if gradable {
        format!("{} of {}", marked.points(), in_points(&marked.of()))
    } else {
        "not graded: the attempt does not count".to_owned()
    }];
    lines.extend(Report::about(marked));
    let mut output = report.notes(marked);
    output.push(report.graded_by());
    let results = Results {
        gradable,
        score: number(&share).filter(|_| gradable),
        message: lines.join("\n"),
        output: output.join("\n"),
        format_errors: report.unusable(marked).into_iter().collect(),
        tests: marked.marks.iter().filter(|_| gradable).map(|mark| test(report, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

fn test<'a>(report: &Report<'_>, mark: &'a Mark) -> Test<'a> {
    Test {
        name: &mark.ask,
        points: number(&mark.points),
        max_points: number(&mark.of),
        message: Report::verdict(mark),
        output: report.bounded(mark),
    }
}
