//! Reports on graded submissions: the text for people here, tables and JSON in files of their own.

mod csv;
mod json;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::Mark;
use crate::marked::commonest;
use crate::prelude::*;
use crate::problems::{in_points, shown};
use hockney_base::diagnostic::visible;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One document for the whole class.
    Json,
    /// One document a line, a line for each submission.
    JsonLines,
    /// A table of the class, a row for each submission.
    Csv,
    /// A table of the points that Canvas and Moodle import.
    Gradebook,
    /// The students who are not in it, with what is open.
    OpenStudents,
    /// Decisions about open answers, to fill in.
    Decisions,
    /// `results.json` of Gradescope's autograder, for one submission.
    Gradescope,
    /// `results.json` of PrairieLearn's external graders, for one submission.
    PrairieLearn,
}

/// The amount of feedback for a student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The points.
    Score,
    /// The error, without the right answer.
    Hint,
    /// The right answer too.
    Full,
}

/// The subject of a report.
#[derive(Clone, Copy, Debug)]
pub struct ClassReport<'a> {
    /// The submissions, in their order.
    pub class: &'a [Marked],
    /// The title of the problem set.
    pub title: Option<&'a str>,
    /// The identity of the problem set: a hash of its text.
    pub set: &'a str,
    /// The program and its version.
    pub program: &'a str,
    /// The amount of feedback for a student.
    pub feedback: Feedback,
    /// Whether names are left out.
    pub anonymous: bool,
    /// The note about files that are no answer files, if there are any.
    pub left_out: Option<&'a str>,
}

impl ClassReport<'_> {
    /// Writes the report.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        match format {
            Format::Text => write_text(out, self),
            Format::Json => json::write(out, self),
            Format::JsonLines => json::write_lines(out, self),
            Format::Csv => csv::write(out, self),
            Format::Gradebook => csv::write_gradebook(out, self),
            Format::OpenStudents => csv::write_students(out, self),
            Format::Decisions => csv::write_decisions(out, self),
            Format::Gradescope => json::gradescope(out, self),
            Format::PrairieLearn => json::prairielearn(out, self),
        }
    }

    /// The student's name, or the number of the submission in the class.
    fn student(&self, index: usize, marked: &Marked) -> String {
        match &marked.student {
            Some(name) if !self.anonymous => name.clone(),
            _ => format!("submission {}", index + 1),
        }
    }

    /// The feedback for the student about an answer.
    fn feedback(&self, mark: &Mark) -> Option<String> {
        let said = match self.feedback {
            Feedback::Score => return mark.decided.clone(),
            Feedback::Hint => self.said(&mark.graded.hint),
            Feedback::Full => self.said(&mark.graded.full),
        };
        let verdict = mark.graded.verdict.name();
        let of = |decided| format!("{decided} (the program: {verdict}, {said})");
        Some(mark.decided.as_ref().map_or_else(|| said.clone(), of))
    }

    /// Notes about the whole file.
    fn notes(&self, marked: &Marked) -> Vec<String> {
        marked.notes.iter().map(|note| self.said(note)).collect()
    }

    /// Why nothing of it could be graded, if so.
    fn unusable(&self, marked: &Marked) -> Option<String> {
        marked.unusable.as_ref().map(|why| self.said(why))
    }

    /// A text about a submission. A quoted part may be a name, and may contain backticks: anonymous
    /// reports leave out everything between the first and the last backtick.
    fn said(&self, text: &str) -> String {
        match (text.split_once('`'), text.rsplit_once('`')) {
            (Some((before, _)), Some((_, after))) if self.anonymous => {
                format!("{before}`..`{after}")
            }
            _ => text.to_owned(),
        }
    }

    /// The verdict, and the feedback where it says more, for systems that bound the whole file.
    fn outcome(&self, mark: &Mark) -> (String, String) {
        let open = if mark.is_open() { ": a person will look at this answer" } else { "" };
        let verdict = format!("{}{open}", mark.verdict().name());
        let feedback = self.feedback(mark).filter(|feedback| *feedback != verdict);
        (verdict, cut(&feedback.unwrap_or_default(), BOUNDED))
    }

    /// The reasons for a review of a submission, question by question.
    fn needs(&self, marked: &Marked) -> Vec<String> {
        if let Some(why) = self.unusable(marked) {
            let file = if self.anonymous { String::new() } else { format!("{}: ", marked.file) };
            return vec![format!("{file}{why}")];
        }
        let said = |mark: &Mark| {
            let (verdict, hint) = (mark.graded.verdict.name(), self.said(&mark.graded.hint));
            format!("{}: {verdict}: {hint}", mark.ask)
        };
        self.twice(marked).into_iter().chain(marked.open().map(said)).collect()
    }

    /// That there is another submission by the same student.
    fn twice(&self, marked: &Marked) -> Option<String> {
        let other = marked.twice.as_ref()?;
        let other = if self.anonymous { "another submission" } else { other };
        Some(format!("{other} is by the same student"))
    }

    /// The points of a submission, its variant, and which answers a person will look at.
    fn score(marked: &Marked) -> Vec<String> {
        let of = in_points(&marked.of());
        let mut lines = vec![format!("{} of {of}{}", shown(&marked.points()), still_open(marked))];
        lines.extend(marked.variant.iter().map(|variant| format!("variant: {variant}")));
        let names: Vec<&str> = marked.open().map(|mark| &*mark.ask).collect();
        if !names.is_empty() {
            lines.push(format!("a person will look at {}", names.join(", ")));
        }
        lines
    }

    /// Which program graded which problem set.
    fn graded_by(&self) -> String {
        format!("graded by {}, problem set {}", self.program, self.set)
    }
}

/// `, 2 points open`, where answers are left to a person.
fn still_open(marked: &Marked) -> String {
    let open: Rational = marked.open().map(|mark| &mark.of).sum();
    if open.is_zero() { String::new() } else { format!(", {} open", in_points(&open)) }
}

/// The longest feedback on one answer where a system bounds the whole file, in characters.
const BOUNDED: usize = 4000;

/// The beginning of a text that is too long.
fn cut(text: &str, longest: usize) -> String {
    let end = text.char_indices().nth(longest);
    end.map_or_else(|| text.to_owned(), |(end, _)| format!("{} ..", &text[..end]))
}

/// A share of all points, from 0 to 1.
fn share(points: &Rational, of: &Rational) -> Rational {
    points.checked_div(of).unwrap_or_default()
}

/// Writes a document of JSON.
fn pretty(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)
}

/// How many digits are behind the point.
const DIGITS: u32 = 6;

/// A decimal: exact where it has at most six digits behind the point, otherwise truncated, so that
/// it never shows too many points.
pub(super) fn decimal(points: &Rational) -> String {
    let scale = Rational::from(10_u64.pow(DIGITS));
    let cut = (points * &scale).floor().checked_div(&scale).unwrap_or_default();
    cut.decimal().unwrap_or_else(|| cut.to_string())
}

/// Points as a number of JSON, without a float between.
pub(super) fn number(points: &Rational) -> Option<Box<RawValue>> {
    RawValue::from_string(decimal(points)).ok()
}

/// The most reasons that are named for each question.
const REASONS: usize = 5;

fn write_text(out: &mut dyn Write, report: &ClassReport<'_>) -> io::Result<()> {
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
    let whole = |(index, marked): (usize, &Marked)| {
        let student = report.student(index, marked);
        let why = report.unusable(marked).map(|_| report.needs(marked));
        let why = why.unwrap_or_else(|| report.twice(marked).into_iter().collect());
        why.into_iter().map(|why| format!("{student}: {why}")).collect::<Vec<_>>()
    };
    let mut open: Vec<String> = report.class.iter().enumerate().flat_map(whole).collect();
    for answers in groups(report.class).values() {
        let Some((_, first)) = answers.first() else { continue };
        let named = answers.iter().take(NAMED);
        let students = named.map(|(index, _)| report.student(*index, &report.class[*index]));
        let more = if answers.len() > NAMED { ", .." } else { "" };
        let students = students.collect::<Vec<_>>().join(", ") + more;
        let (verdict, hint) = (first.graded.verdict.name(), report.said(&first.graded.hint));
        let count = answers.len();
        open.push(format!("{}: {verdict}, {count} x ({students}): {hint}", first.ask));
    }
    let count = if open.is_empty() { String::new() } else { format!(" ({})", open.len()) };
    list(out, &format!("open, for a person to decide{count}"), &open)
}

/// The most students who are named for one answer.
const NAMED: usize = 5;

/// Equal answers to an ask that are open, by variant: the submissions and their marks.
type Groups<'c> = BTreeMap<(usize, Option<&'c str>, String), Vec<(usize, &'c Mark)>>;

/// The open answers of a class, equal ones together.
fn groups(class: &[Marked]) -> Groups<'_> {
    let mut groups = Groups::new();
    for (index, marked) in class.iter().enumerate().filter(|(_, of)| of.unusable.is_none()) {
        for (at, mark) in marked.marks.iter().enumerate().filter(|(_, mark)| mark.is_open()) {
            let text = mark.answer.split_whitespace().collect::<Vec<_>>().join(" ");
            let group = (at, marked.variant.as_deref(), text);
            groups.entry(group).or_default().push((index, mark));
        }
    }
    groups
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
        lines.extend(reasons.map(|of| format!("  {} x {}", of.count, of.reason)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_cut_off_and_never_rounded_up() {
        for (points, shown) in
            [("5/2", "2.5"), ("2/3", "0.666666"), ("7", "7"), ("0", "0"), ("1/3", "0.333333")]
        {
            let points = points.parse::<Rational>().unwrap_or_default();
            assert_eq!(decimal(&points), shown);
            assert_eq!(number(&points).map(|raw| raw.get().to_owned()).as_deref(), Some(shown));
        }
    }
}
