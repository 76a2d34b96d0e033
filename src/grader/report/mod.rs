//! Reports on graded submissions, a file for each format.

mod csv;
mod gradescope;
mod json;
mod points;
mod prairielearn;
mod text;

use std::io::{self, Write};

use super::marked::{Mark, Marked};
use super::verdict::Verdict;
use crate::number::Rational;

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
    /// `results.json` of Gradescope's autograder, for one submission.
    Gradescope,
    /// `results.json` of PrairieLearn's external graders, for one submission.
    PrairieLearn,
}

/// How much a student is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The points.
    Score,
    /// What is wrong, without the right answer.
    Hint,
    /// The right answer too.
    Full,
}

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The submissions, in their order.
    pub class: &'a [Marked],
    /// The title of the problem set.
    pub title: Option<&'a str>,
    /// What the problem set is known by: a hash of its text.
    pub set: &'a str,
    /// The program and its version.
    pub program: &'a str,
    /// How much a student is told.
    pub feedback: Feedback,
    /// Whether names are left out.
    pub anonymous: bool,
}

impl Report<'_> {
    /// Writes the report.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        match format {
            Format::Text => text::write(out, self),
            Format::Json => json::write(out, self),
            Format::JsonLines => json::write_lines(out, self),
            Format::Csv => csv::write(out, self),
            Format::Gradescope => gradescope::write(out, self),
            Format::PrairieLearn => prairielearn::write(out, self),
        }
    }

    /// The student's name, or the number of the submission in the class.
    fn student(&self, index: usize, marked: &Marked) -> String {
        match &marked.student {
            Some(name) if !self.anonymous => name.clone(),
            _ => format!("submission {}", index + 1),
        }
    }

    /// What the student reads about an answer.
    fn feedback(&self, mark: &Mark) -> Option<String> {
        let said = match self.feedback {
            Feedback::Score => return mark.decided.clone(),
            Feedback::Hint => &mark.graded.hint,
            Feedback::Full => &mark.graded.full,
        };
        Some(match &mark.decided {
            Some(decided) => {
                format!("{decided} (the program: {}, {said})", mark.graded.verdict.name())
            }
            None => said.clone(),
        })
    }

    /// How many answers nobody has decided about.
    fn abstentions(marked: &Marked) -> usize {
        let open =
            |mark: &&Mark| mark.decided.is_none() && mark.graded.verdict == Verdict::Undecided;
        marked.marks.iter().filter(open).count()
    }
}

/// A share of all points, from 0 to 1.
fn share(points: &Rational, of: &Rational) -> Rational {
    points.checked_div(of).unwrap_or_default()
}
