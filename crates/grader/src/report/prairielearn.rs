//! The `results.json` that PrairieLearn reads after an external grader has run.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::marked::{Mark, Marked};
use super::super::verdict::Verdict;
use super::{Report, number, share};
use hockney_base::number::Rational;

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
    let format_errors = unread(report, marked);
    // Where nothing can be read the attempt does not count, and there is no score.
    let gradable = format_errors.is_empty();
    let share = share(&marked.points(), &marked.of());
    let message = if gradable {
        Report::score(marked).join("\n")
    } else {
        "not graded: the attempt does not count".to_owned()
    };
    let mut output = report.notes(marked);
    output.push(report.graded_by());
    let results = Results {
        gradable,
        score: number(&share).filter(|_| gradable),
        message,
        output: output.join("\n"),
        format_errors,
        tests: marked.marks.iter().filter(|_| gradable).map(|mark| test(report, mark)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &results)?;
    writeln!(out)
}

/// The reasons why nothing of it was read; none where some answer was.
fn unread(report: &Report<'_>, marked: &Marked) -> Vec<String> {
    if let Some(why) = report.unusable(marked) {
        return vec![why];
    }
    let unread = |mark: &Mark| matches!(mark.verdict(), Verdict::Unreadable | Verdict::Missing);
    if !marked.marks.iter().all(unread) {
        return Vec::new();
    }
    let errors = report.needs(marked);
    if errors.is_empty() { vec!["the file contains no answer".to_owned()] } else { errors }
}

/// PrairieLearn shows 0 of 0 points as neither right nor wrong, and any other 0 as wrong.
fn test<'a>(report: &Report<'_>, mark: &'a Mark) -> Test<'a> {
    let (message, output) = report.outcome(mark);
    let nothing = Rational::default();
    Test {
        name: &mark.ask,
        points: number(&mark.points),
        max_points: number(if mark.is_open() { &nothing } else { &mark.of }),
        message,
        output,
    }
}
