//! Reports as JSON. One schema is for one submission and for a class; points are exact texts such as `5/2` there. Gradescope
//! reads a `results.json` after its autograder has run, and PrairieLearn another one after an external grader has.

use std::io::{self, Write};

use serde::Serialize;

use super::{ClassReport, number, pretty, share};
use crate::Mark;
use crate::marked::summary;
use crate::prelude::*;
use hockney_base::row;

pub(super) fn write(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let submissions = report.class.iter().enumerate();
    let submissions = submissions.map(|(index, marked)| submission(report, index, marked));
    let class = row! {
        format: "hockney/grades/v1",
        program: report.program,
        problem_set: report.set,
        title: report.title,
        #[serde(flatten)] left_out: report.left_out.map(|left_out| row! { left_out }),
        submissions: submissions.collect::<Vec<_>>(),
        asks: summary(report.class),
    };
    pretty(out, &class)
}

pub(super) fn write_lines(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    report.class.iter().enumerate().try_for_each(|(index, marked)| {
        serde_json::to_writer(&mut *out, &submission(report, index, marked))?;
        writeln!(out)
    })
}

fn submission(report: &ClassReport<'_>, index: usize, marked: &Marked) -> impl Serialize {
    let answer = |mark: &Mark| {
        row! {
            ask: mark.ask.clone(),
            verdict: mark.graded.verdict.name(),
            decided_by: mark.graded.basis.map(Basis::name),
            points: mark.points.to_string(),
            of: mark.of.to_string(),
            reason: mark.graded.reason.clone(),
            feedback: report.feedback(mark),
            decided: mark.decided.clone(),
        }
    };
    row! {
        student: report.student(index, marked),
        file: Some(&*marked.file).filter(|_| !report.anonymous),
        points: marked.points().to_string(),
        of: marked.of().to_string(),
        unusable: report.unusable(marked),
        open: marked.is_for_the_teacher(),
        // The reasons, question by question.
        look_at: report.needs(marked),
        variant: marked.variant.as_deref(),
        notes: report.notes(marked),
        warnings: &marked.warnings,
        answers: marked.marks.iter().map(answer).collect::<Vec<_>>(),
    }
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
    let results = row! {
        score: number(&marked.points()),
        output: lines.join("\n"),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.map(|(place, mark)| scored(report, place, mark)).collect::<Vec<_>>(),
    };
    pretty(out, &results)
}

fn scored(report: &ClassReport<'_>, place: usize, mark: &Mark) -> impl Serialize + use<> {
    let (verdict, feedback) = report.outcome(mark);
    // A test without a score and a status is shown as neither passed nor failed.
    let decided = (!mark.is_open()).then(|| {
        let (score, max_score) = (number(&mark.points), number(&mark.of));
        let status = if mark.verdict() == Verdict::Right { "passed" } else { "failed" };
        row! { score, max_score, status }
    });
    row! {
        name: mark.ask.clone(),
        number: place.to_string(),
        #[serde(flatten)] decided,
        output: [verdict, feedback].join("\n").trim_end().to_owned(),
        output_format: "text",
        visibility: "visible",
        extra_data: row! { verdict: mark.graded.verdict.name() },
    }
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
    let score = gradable.then(|| number(&share(&marked.points(), &marked.of())));
    let tests = marked.marks.iter().filter(|_| gradable).map(|mark| pointed(report, mark));
    let results = row! {
        gradable,
        #[serde(flatten)] score: score.map(|score| row! { score }),
        message,
        output: output.join("\n"),
        #[serde(flatten)] errors: (!gradable).then(|| row! { format_errors }),
        tests: tests.collect::<Vec<_>>(),
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
fn pointed(report: &ClassReport<'_>, mark: &Mark) -> impl Serialize + use<> {
    let (message, output) = report.outcome(mark);
    let of = if mark.is_open() { Rational::default() } else { mark.of.clone() };
    let (name, points, max_points) = (mark.ask.clone(), number(&mark.points), number(&of));
    row! { name, points, max_points, message, output }
}
