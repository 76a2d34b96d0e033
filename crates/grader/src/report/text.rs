//! For people.

use std::io::{self, Write};

use super::super::marked::{CountedReason, commonest};
use super::super::problems::{in_points, shown};
use super::{ClassReport, still_open};
use crate::{Mark, Marked, Verdict};
use hockney_base::diagnostic::visible;

/// The most reasons that are named for each question.
const REASONS: usize = 5;

pub(super) fn write(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    if let Some(title) = report.title {
        writeln!(out, "{}", visible(title))?;
    }
    for (index, marked) in report.class.iter().enumerate() {
        one(out, report, index, marked)?;
    }
    if report.class.len() > 1 {
        class(out, report)?;
    }
    if let Some(left_out) = report.left_out {
        writeln!(out, "note: {left_out}")?;
    }
    writeln!(out, "{}", report.graded_by())
}

fn one(
    out: &mut dyn Write,
    report: &ClassReport<'_>,
    index: usize,
    marked: &Marked,
) -> io::Result<()> {
    let student = report.student(index, marked);
    let student = visible(&student);
    if let Some(why) = report.unusable(marked) {
        let file = if report.anonymous { "the file" } else { &marked.file };
        return writeln!(out, "{student}: not graded\n  {}: {}", visible(file), visible(&why));
    }
    let of = in_points(&marked.of());
    writeln!(out, "{student}: {} of {of}{}", shown(&marked.points()), still_open(marked))?;
    if let Some(variant) = &marked.variant {
        writeln!(out, "  variant: {}", visible(variant))?;
    }
    for mark in &marked.marks {
        let verdict = mark.verdict().name();
        if mark.is_open() {
            writeln!(out, "  {}: {verdict}, {} open", mark.ask, in_points(&mark.of))?;
        } else {
            let (points, of) = (shown(&mark.points), shown(&mark.of));
            let by = mark.graded.basis.map_or(String::new(), |by| format!(", by {}", by.name()));
            writeln!(out, "  {}: {verdict}, {points} of {of}{by}", mark.ask)?;
        }
        if let Some(feedback) = report.feedback(mark).filter(|feedback| feedback != verdict) {
            writeln!(out, "    {}", visible(&feedback))?;
        }
    }
    let twice = report.twice(marked);
    let mut notes = report.notes(marked).into_iter().chain(twice);
    notes.try_for_each(|note| writeln!(out, "  note: {}", visible(&note)))
}

/// Three lists: how many answers to each question are right, how many are wrong, both with the
/// commonest reasons, and each answer that a person must decide.
fn class(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
    const WRONG: [Verdict; 3] = [Verdict::Partly, Verdict::Wrong, Verdict::Missing];
    writeln!(out, "\nthe class: {} submissions", report.class.len())?;
    list(out, "right", &counted(report.class, &[Verdict::Right]))?;
    list(out, "wrong", &counted(report.class, &WRONG))?;
    let open = report.class.iter().enumerate().flat_map(|(index, marked)| {
        let student = report.student(index, marked);
        report.needs(marked).into_iter().map(move |why| format!("{student}: {why}"))
    });
    let open: Vec<String> = open.collect();
    let count = if open.is_empty() { String::new() } else { format!(" ({})", open.len()) };
    list(out, &format!("open, for a person to decide{count}"), &open)
}

fn list(out: &mut dyn Write, title: &str, lines: &[String]) -> io::Result<()> {
    writeln!(out, "  {title}:{}", if lines.is_empty() { " none" } else { "" })?;
    lines.iter().try_for_each(|line| writeln!(out, "    {}", visible(line)))
}

/// For each question that has answers with these verdicts, their number and the commonest reasons.
fn counted(class: &[Marked], verdicts: &[Verdict]) -> Vec<String> {
    let graded: Vec<&Marked> = class.iter().filter(|marked| marked.unusable.is_none()).collect();
    let mut lines = Vec::new();
    for at in 0..graded.first().map_or(0, |first| first.marks.len()) {
        let marks = graded.iter().filter_map(|marked| marked.marks.get(at));
        let marks: Vec<&Mark> = marks.filter(|mark| verdicts.contains(&mark.verdict())).collect();
        let Some(first) = marks.first() else { continue };
        let of_verdict = |verdict: &Verdict| {
            let count = marks.iter().filter(|mark| mark.verdict() == *verdict).count();
            (count > 0).then(|| format!("{count} {}", verdict.name()))
        };
        let counts: Vec<String> = verdicts.iter().filter_map(of_verdict).collect();
        lines.push(format!("{}: {}", first.ask, counts.join(", ")));
        let reasons = commonest(marks.iter().filter_map(|mark| mark.graded.reason.as_deref()));
        let reasons = reasons.into_iter().take(REASONS);
        lines
            .extend(reasons.map(|CountedReason { reason, count }| format!("  {count} x {reason}")));
    }
    lines
}
