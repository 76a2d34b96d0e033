//! What a student hands in: an answer to each ask, as written.

mod claims;
mod held;
mod judgement;
mod numerals;
mod prose;
mod quantity;
mod read;
mod readings;
mod recovered;
mod spelled;
mod unit;
mod vocabulary;
mod words;

use crate::diagnostic::Span;

pub(super) use claims::{Claim, always, claims, denies, named};
pub(super) use held::{lines_of_the_grid, rows, spellings};
pub(super) use judgement::{Blamed, Judgement, judgement};
pub(super) use prose::{formulas, parts};
pub(super) use quantity::{Quantity, quantities};
pub use read::{MOST_BYTES, read_submission};
pub(super) use read::{placed, student};
pub(super) use readings::{Reading, readings};
pub(super) use spelled::{one_step, undirected};
pub(super) use unit::Unit;
pub(super) use vocabulary::{is_cheaper, is_contrary, without_contrast, without_reason};
pub(super) use words::plain;

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/answers/v1";

/// A submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// Who handed it in, where it says so.
    pub student: Option<String>,
    /// Whether it lacks `format:`, and was read as version 1.
    pub no_format: bool,
    /// Why it was taken apart by its lines, where it is no YAML.
    pub no_yaml: Option<String>,
    /// The answers, by the name of the ask, in their order; names are different.
    pub answers: Vec<(String, Given)>,
}

/// An answer as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its text: the scalar, or for a list or a mapping the part of the document that it is.
    pub text: String,
    /// Where it stands in the submission.
    pub span: Span,
}

impl Submission {
    /// The answer to an ask.
    pub fn answer(&self, name: &str) -> Option<&Given> {
        self.answers.iter().find(|(of, _)| of == name).map(|(_, given)| given)
    }
}
