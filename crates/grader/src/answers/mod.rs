//! What a student hands in: an answer to each ask, as written.

mod amount;
mod claims;
mod notation;
mod read;
mod steps;

use hockney_base::diagnostic::Span;
use hockney_files::is_no_answer;

pub(super) use amount::{
    Amount, Counted, MOST_SIDES, NoAmount, NumberLetters, Rounded, amounts, nanoseconds,
};
pub use amount::{grain, with_points};
pub(super) use claims::{BestBetween, claims};
pub(super) use notation::{Bare, bare, bare_cost, bare_stated, bare_steps, names_cost, plain};
pub use read::{MOST_BYTES, read_submission};
pub(super) use read::{is_name, placed, student};
pub(super) use steps::{one_step, read_numbered, readings, without_headings};

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/answers/v1";

/// A submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// Who handed it in, where it says so.
    pub student: Option<String>,
    /// What its author should change, though all of it is read: `line 2: there is no key ..`.
    pub warnings: Vec<String>,
    /// Why it was taken apart by its lines, where it is no YAML.
    pub no_yaml: Option<String>,
    /// The answers, by the name of the ask, in their order; a name may be there several times.
    pub answers: Vec<(String, GivenAnswer)>,
    /// What stands where the answers do, and belongs to none.
    pub stray: Option<Span>,
    /// Where its lines end.
    lines: Vec<usize>,
}

/// An answer as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// Its text: the scalar, or for a list or a mapping the part of the document that it is.
    pub text: String,
    /// Where it stands in the submission.
    pub span: Span,
}

impl GivenAnswer {
    /// Whether it is empty, or says that there is none: `idk`.
    pub fn is_none(&self) -> bool {
        let text = self.text.trim();
        text.is_empty() || is_no_answer(text)
    }
}

impl Submission {
    /// Nothing of a text yet.
    fn of(text: &str) -> Self {
        let lines = text.match_indices('\n').map(|(at, _)| at).collect();
        Submission { lines, ..Submission::default() }
    }

    /// The line at which something stands, from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        self.lines.partition_point(|end| *end < span.start) + 1
    }

    /// The answer to an ask, the first where there are several.
    pub fn answer(&self, name: &str) -> Option<&GivenAnswer> {
        self.answers(name).next()
    }

    /// Whether nothing is written for an ask.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.answer(name).is_none_or(|given| given.text.trim().is_empty())
    }

    /// The first answer to an ask, and one that differs from it.
    pub(super) fn contradiction(&self, name: &str) -> Option<(&GivenAnswer, &GivenAnswer)> {
        let first = self.answer(name)?;
        let other = self.answers(name).find(|other| other.text != first.text)?;
        Some((first, other))
    }

    fn answers(&self, name: &str) -> impl Iterator<Item = &GivenAnswer> {
        self.answers.iter().filter(move |(of, _)| of == name).map(|(_, given)| given)
    }
}
