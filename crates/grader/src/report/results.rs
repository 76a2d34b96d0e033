//! The `results.json` that Gradescope reads after its autograder has run, and the one that PrairieLearn reads after an
//! external grader has.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::{ClassReport, number, pretty, share};
use crate::{Mark, Marked, Verdict};
use hockney_base::number::Rational;

/// Those of Gradescope.
#[derive(Serialize)]
struct Gradescope<'a> {
    score: Option<Box<RawValue>>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Scored<'a>>,
}

#[derive(Serialize)]
struct Scored<'a> {
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

/// Writes `results.json` for Gradescope.
pub(super) fn gradescope(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    let mut lines = match report.unusable(marked) {
        Some(why) => vec![format!("not graded: {why}")],
        None => ClassReport::score(marked),
    };
    lines.extend(report.notes(marked));
    lines.push(report.graded_by());
    let tests = (1..).zip(&marked.marks).filter(|_| marked.unusable.is_none());
    let results = Gradescope {
        score: number(&marked.points()),
        output: lines.join("\n"),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.map(|(place, mark)| scored(report, place, mark)).collect(),
    };
    pretty(out, &results)
}

fn scored<'a>(report: &ClassReport<'_>, place: usize, mark: &'a Mark) -> Scored<'a> {
    let (verdict, feedback) = report.outcome(mark);
    let decided = !mark.is_open();
    let status = if mark.verdict() == Verdict::Right { "passed" } else { "failed" };
    Scored {
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

/// Those of PrairieLearn.
#[derive(Serialize)]
struct PrairieLearn<'a> {
    gradable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Box<RawValue>>,
    message: String,
    output: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    tests: Vec<Pointed<'a>>,
}

#[derive(Serialize)]
struct Pointed<'a> {
    name: &'a str,
    points: Option<Box<RawValue>>,
    max_points: Option<Box<RawValue>>,
    message: String,
    output: String,
}

/// Writes `results.json` for PrairieLearn.
pub(super) fn prairielearn(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let Some(marked) = report.class.first() else { return Ok(()) };
    let format_errors = unread(report, marked);
    // Where nothing can be read the attempt does not count, and there is no score.
    let gradable = format_errors.is_empty();
    let message = if gradable {
        ClassReport::score(marked).join("\n")
    } else {
        "not graded: the attempt does not count".to_owned()
    };
    let mut output = report.notes(marked);
    output.push(report.graded_by());
    let results = PrairieLearn {
        gradable,
        score: number(&share(&marked.points(), &marked.of())).filter(|_| gradable),
        message,
        output: output.join("\n"),
        format_errors,
        tests: marked.marks.iter().filter(|_| gradable).map(|mark| pointed(report, mark)).collect(),
    };
    pretty(out, &results)
}

/// The reasons why nothing of it was read; none where some answer was.
fn unread(report: &ClassReport<'_>, marked: &Marked) -> Vec<String> {
    if let Some(why) = report.unusable(marked) {
        return vec![why];
    }
    let unread = |mark: &Mark| matches!(mark.verdict(), Verdict::UnreadableSet | Verdict::Missing);
    if !marked.marks.iter().all(unread) {
        return Vec::new();
    }
    let errors = report.needs(marked);
    if errors.is_empty() { vec!["the file contains no answer".to_owned()] } else { errors }
}

/// PrairieLearn shows 0 of 0 points as neither right nor wrong, and any other 0 as wrong.
fn pointed<'a>(report: &ClassReport<'_>, mark: &'a Mark) -> Pointed<'a> {
    let (message, output) = report.outcome(mark);
    let nothing = Rational::default();
    Pointed {
        name: &mark.ask,
        points: number(&mark.points),
        max_points: number(if mark.is_open() { &nothing } else { &mark.of }),
        message,
        output,
    }
}
