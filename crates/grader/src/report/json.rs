//! One schema for one submission and for a class; points are exact texts such as `5/2`.

use std::io::{self, Write};

use serde::Serialize;

use super::{ClassReport, pretty};
use crate::marked::{AskSummary, summary};
use crate::{Basis, Marked};

#[derive(Serialize)]
struct ClassRow<'a> {
    format: &'static str,
    program: &'a str,
    problem_set: &'a str,
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'a str>,
    submissions: Vec<SubmissionRow<'a>>,
    asks: Vec<AskSummary>,
}

#[derive(Serialize)]
struct SubmissionRow<'a> {
    student: String,
    file: Option<&'a str>,
    points: String,
    of: String,
    unusable: Option<String>,
    open: bool,
    /// The reasons, question by question.
    look_at: Vec<String>,
    variant: Option<&'a str>,
    notes: Vec<String>,
    warnings: &'a [String],
    answers: Vec<AnswerRow<'a>>,
}

#[derive(Serialize)]
struct AnswerRow<'a> {
    ask: &'a str,
    verdict: &'static str,
    /// By what it was decided.
    decided_by: Option<&'static str>,
    points: String,
    of: String,
    reason: Option<&'a str>,
    feedback: Option<String>,
    decided: Option<&'a str>,
}

pub(super) fn write(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    let submissions = report.class.iter().enumerate();
    let class = ClassRow {
        format: "hockney/grades/v1",
        program: report.program,
        problem_set: report.set,
        title: report.title,
        left_out: report.left_out,
        submissions: submissions.map(|(index, marked)| submission(report, index, marked)).collect(),
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

fn submission<'a>(report: &ClassReport<'_>, index: usize, marked: &'a Marked) -> SubmissionRow<'a> {
    let answers = marked.marks.iter().map(|mark| AnswerRow {
        ask: &mark.ask,
        verdict: mark.graded.verdict.name(),
        decided_by: mark.graded.basis.map(Basis::name),
        points: mark.points.to_string(),
        of: mark.of.to_string(),
        reason: mark.graded.reason.as_deref(),
        feedback: report.feedback(mark),
        decided: mark.decided.as_deref(),
    });
    SubmissionRow {
        student: report.student(index, marked),
        file: Some(&*marked.file).filter(|_| !report.anonymous),
        points: marked.points().to_string(),
        of: marked.of().to_string(),
        unusable: report.unusable(marked),
        open: marked.is_for_the_teacher(),
        look_at: report.needs(marked),
        variant: marked.variant.as_deref(),
        notes: report.notes(marked),
        warnings: &marked.warnings,
        answers: answers.collect(),
    }
}
