//! For people.

use std::io::{self, Write};

use super::super::marked::{Marked, summary};
use super::super::problems::in_points;
use super::Report;
use crate::diagnostic::visible;

/// The most mistakes that are named for each question.
const MISTAKES: usize = 5;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    if let Some(title) = report.title {
        writeln!(out, "{}", visible(title))?;
    }
    for (index, marked) in report.class.iter().enumerate() {
        one(out, report, index, marked)?;
    }
    if report.class.len() > 1 {
        class(out, report)?;
    }
    writeln!(out, "{}", report.graded_by())
}

fn one(out: &mut dyn Write, report: &Report<'_>, index: usize, marked: &Marked) -> io::Result<()> {
    let student = report.student(index, marked);
    let (points, all) = (marked.points(), in_points(&marked.of()));
    writeln!(out, "{}: {points} of {all}", visible(&student))?;
    if let Some(why) = report.unusable(marked) {
        let file = if report.anonymous { "the file" } else { &marked.file };
        return writeln!(out, "  {}: {}", visible(file), visible(&why));
    }
    if let Some(variant) = &marked.variant {
        writeln!(out, "  variant: {}", visible(variant))?;
    }
    for mark in &marked.marks {
        let (points, verdict) = (&mark.points, mark.graded.verdict.name());
        writeln!(out, "  {}: {verdict}, {points} of {}", mark.ask, mark.of)?;
        if let Some(feedback) = report.feedback(mark).filter(|feedback| feedback != verdict) {
            writeln!(out, "    {}", visible(&feedback))?;
        }
    }
    let twice = report.twice(marked);
    let mut notes = report.notes(marked).into_iter().chain(twice);
    notes.try_for_each(|note| writeln!(out, "  note: {}", visible(&note)))
}

/// Points per question, the commonest mistakes, and who needs a look.
fn class(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    writeln!(out, "\nthe class: {} submissions", report.class.len())?;
    for ask in summary(report.class) {
        let verdicts: Vec<String> = ask
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{count} {}", verdict.name()))
            .collect();
        let all = &ask.of * &crate::number::Rational::from(report.class.len() as u64);
        writeln!(
            out,
            "  {}: {} of {}; {}",
            ask.ask,
            ask.points,
            in_points(&all),
            verdicts.join(", ")
        )?;
        for (mistake, count) in ask.mistakes.iter().take(MISTAKES) {
            writeln!(out, "    {count} x {}", visible(mistake))?;
        }
    }
    let abstained: usize = report.class.iter().map(Report::abstentions).sum();
    writeln!(out, "  answers that need a decision by the teacher: {abstained}")?;
    let open = || report.class.iter().enumerate().filter(|(_, marked)| marked.is_for_the_teacher());
    if open().next().is_none() {
        return writeln!(out, "  no submission needs a review");
    }
    writeln!(out, "  need a look:")?;
    for (index, marked) in open() {
        let student = report.student(index, marked);
        for why in report.needs(marked) {
            writeln!(out, "    {}: {}", visible(&student), visible(&why))?;
        }
    }
    Ok(())
}
